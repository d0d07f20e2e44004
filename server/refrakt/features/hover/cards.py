"""What is known of a thing, on a card: a page, a heading, a person of a story, a partial.

The file that declares it is looked into where that tells more than the index does: the line below a heading, the first lines of a
partial.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from refrakt.markdoc import parse
from refrakt.markdoc.format.value import format_value
from refrakt.project.index.entities import EntityRecord, declared, typed_page
from refrakt.project.index.entry import Entry
from refrakt.project.index.view import SiteView, Source
from refrakt.runes.matching import plain_text

from ..page import PageContext
from ..things.thing import Thing
from .words import code, fenced, shown

_LINES = 6
"""How many lines of a partial are shown."""
_READ = 2_000
"""How many characters below a heading are looked at."""
_FIELDS = 6
"""How many fields of a thing are told."""
_USERS = 3
_KINDS = {"png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico"}


def card(page: PageContext, thing: Thing, brief: bool = False) -> str | None:
    """What somebody who reads a page is told of a thing, in Markdown; None where nothing is known of it.

    In brief, nothing is told of what follows the thing in its own text: for those who look at it anyway.
    The lock of the site is taken for a moment, so whoever asks does not hold it.
    """
    view = page.view
    if view is None:
        return None
    with view.lock:
        entry = view.site.entries.get(thing.path)
        told = _told(view, thing, entry)
    if told is None:
        return None
    if thing.kind == "heading" and not brief:
        told += _below_heading(page, view, thing)
    elif thing.kind == "partial":
        told += _of_partial(view, thing, page.path)
    return "\n\n".join(told) + "\n"


def title_of(view: SiteView, thing: Thing) -> str | None:
    """What a thing is called; whoever asks holds the lock."""
    entry = view.site.entries.get(thing.path)
    if entry is None:
        return None
    if thing.kind == "heading":
        return next((each.text for each in entry.facts.headings if each.id == thing.name), None)
    if thing.kind in ("entity", "drawer"):
        record = _record(view, thing, entry)
        return record.title if record is not None else None
    return entry.facts.title if thing.kind == "page" else None


def _told(view: SiteView, thing: Thing, entry: Entry | None) -> list[str] | None:
    if thing.kind == "file":
        return [_file(thing.path)]
    if entry is None:
        return None
    match thing.kind:
        case "page":
            return list(_page(entry))
        case "heading":
            heading = next((each for each in entry.facts.headings if each.id == thing.name), None)
            return [f"**{shown(heading.text)}**", _address(entry, thing.name)] if heading is not None else None
        case "anchor":
            return [f"The place {code(thing.name)}", _address(entry, thing.name)]
        case "entity" | "drawer":
            record = _record(view, thing, entry)
            return list(_entity(record, entry)) if record is not None else None
        case "partial":
            return [f"**{shown(thing.name)}**: text that pages take in ({code(thing.path)})"]
        case "layout":
            return [f"The layout around the pages of {code(entry.name or '/')} ({code(thing.path)})"]
    return None


# Pages and files ------------------------------------------------------------------------------------------------------


def _page(entry: Entry) -> Iterator[str]:
    facts = entry.facts
    draft = " (a draft)" if facts.draft else ""
    yield f"**{shown(facts.title or entry.url or entry.path)}**{draft}"
    description = facts.frontmatter.get("description")
    if isinstance(description, str) and description.strip():
        yield shown(description)
    redirect = facts.frontmatter.get("redirect")
    if isinstance(redirect, str) and redirect:
        yield f"Readers are sent on to {code(redirect)}."
    yield f"{code(entry.url)}, {code(entry.path)}" if entry.url is not None else code(entry.path)


def _address(entry: Entry, name: str) -> str:
    title = f" of **{shown(entry.facts.title)}**" if entry.facts.title else ""
    return f"{code(f'{entry.url or entry.path}#{name}')}{title}"


def _file(path: str) -> str:
    name = path.rpartition("/")[2]
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    kind = f"An image ({ending.upper()})" if ending in _KINDS else "A file" if ending else "A file or folder"
    return f"{kind}: {code(path)}"


# Things ---------------------------------------------------------------------------------------------------------------


def _record(view: SiteView, thing: Thing, entry: Entry) -> EntityRecord | None:
    routes = view.site.spec.routes
    type = "drawer" if thing.kind == "drawer" else thing.type
    found = (*declared(entry, routes), *filter(None, (typed_page(entry, routes),)))
    return next((each for each in found if each.id == thing.name and each.type == type), None)


def _entity(record: EntityRecord, entry: Entry) -> Iterator[str]:
    title = f"**{shown(record.title)}**, " if record.title else ""
    yield f"{title}{shown(record.type)} {code(record.id)}"
    fields = "\n".join(f"- {shown(name)}: {value}" for name, value in _fields(record.data))
    if fields:
        yield fields
    page = f"on {code(record.url)}, " if record.url is not None else ""
    yield f"Declared {page}in {code(entry.path)}."


def _fields(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Those of its fields that can be told in a few words."""
    said = [
        (name, value)
        for name, value in data.items()
        if name not in ("id", "name", "title", "type", "url") and isinstance(value, str | int | float) and value != ""
    ]
    return [(name, shown(value, 80) if isinstance(value, str) else format_value(value)) for name, value in said][
        :_FIELDS
    ]


# What only the text tells ---------------------------------------------------------------------------------------------


def _below_heading(page: PageContext, view: SiteView, thing: Thing) -> list[str]:
    """The first paragraph below a heading."""
    own = thing.path == page.path
    source = Source(page.document.text, page.facts) if own else view.source(thing.path)
    if source is None:
        return []
    heading = next((each for each in source.facts.headings if each.id == thing.name), None)
    if heading is None:
        return []
    below = parse(source.text[heading.end : heading.end + _READ], view.site.spec.options)
    for node in below.tree.walk():
        if node.type == "heading":
            break
        if node.type == "paragraph" and (text := plain_text(node).strip()):
            return [shown(text)]
    return []


def _of_partial(view: SiteView, thing: Thing, here: str | None) -> list[str]:
    """Its first lines, and who else takes it in."""
    told = []
    source = view.source(thing.path)
    lines = source.text.strip().splitlines() if source is not None else []
    if lines:
        told.append(fenced("\n".join([*lines[:_LINES], *["…"] * (len(lines) > _LINES)])))
    with view.lock:
        askers = sorted(view.site.askers([("partial", thing.name)]))
        users = [each for each in askers if each != here and thing.name in view.site.entries[each].facts.partials]
    if users:
        more = f" and {len(users) - _USERS} more" if len(users) > _USERS else ""
        told.append(f"Also taken in by {', '.join(map(code, users[:_USERS]))}{more}.")
    elif here is not None:
        told.append("No other page takes it in.")
    return told
