"""Cards: the description of a symbol such as a page, a heading, an entity or a partial.

The declaring file is read where the index does not have enough: the paragraph below a heading, the first lines of a partial.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from refrakt.features.markdown_escape import code_span, escaped, fenced
from refrakt.features.page_context import PageContext
from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.document import parse
from refrakt.markdoc.format.values import format_value
from refrakt.project.index.entity_records import EntityRecord, declared_entities, typed_page
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_view import PageText, SiteView
from refrakt.runes.match_expressions import plain_text

_MAX_LINES = 6
"""How many lines of a partial are shown."""
_HEADING_EXCERPT = 2_000
"""How many characters below a heading are parsed."""
_MAX_FIELDS = 6
"""How many fields of an entity are shown."""
_MAX_USERS = 3
_IMAGE_EXTENSIONS = {"png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico"}


def card(page: PageContext, symbol: Symbol, brief: bool = False) -> str | None:
    """The description of a symbol in Markdown; None for an unknown symbol.

    With `brief`, the text below its declaration is left out, since the reader sees it.
    The lock of the site is taken for a moment; the caller must not hold it.
    """
    view = page.view
    if view is None:
        return None
    with view.lock:
        entry = view.site.entries.get(symbol.path)
        paragraphs = _card_paragraphs(view, symbol, entry)
    if paragraphs is None:
        return None
    if symbol.kind == "heading" and not brief:
        paragraphs += _below_heading(page, view, symbol)
    elif symbol.kind == "partial":
        paragraphs += _partial_details(view, symbol, page.path)
    return "\n\n".join(paragraphs) + "\n"


def title_of(view: SiteView, symbol: Symbol) -> str | None:
    """The title of a symbol. The caller holds the lock."""
    entry = view.site.entries.get(symbol.path)
    if entry is None:
        return None
    if symbol.kind == "heading":
        return next((each.text for each in entry.facts.headings if each.id == symbol.name), None)
    if symbol.kind in ("entity", "drawer"):
        record = _record(view, symbol, entry)
        return record.title if record is not None else None
    return entry.facts.title if symbol.kind == "page" else None


def _card_paragraphs(view: SiteView, symbol: Symbol, entry: IndexedFile | None) -> list[str] | None:
    if symbol.kind == "file":
        return [_file(symbol.path)]
    if entry is None:
        return None
    match symbol.kind:
        case "page":
            return list(_page(entry))
        case "heading":
            heading = next((each for each in entry.facts.headings if each.id == symbol.name), None)
            return [f"**{escaped(heading.text)}**", _fragment_url(entry, symbol.name)] if heading is not None else None
        case "anchor":
            return [f"Anchor {code_span(symbol.name)}", _fragment_url(entry, symbol.name)]
        case "entity" | "drawer":
            record = _record(view, symbol, entry)
            return list(_entity(record, entry)) if record is not None else None
        case "partial":
            return [f"**{escaped(symbol.name)}**: partial ({code_span(symbol.path)})"]
        case "layout":
            return [f"Layout of the pages in {code_span(entry.name or '/')} ({code_span(symbol.path)})"]
    return None


# Pages and files ------------------------------------------------------------------------------------------------------


def _page(entry: IndexedFile) -> Iterator[str]:
    facts = entry.facts
    draft = " (draft)" if facts.draft else ""
    yield f"**{escaped(facts.title or entry.url or entry.path)}**{draft}"
    description = facts.frontmatter.get("description")
    if isinstance(description, str) and description.strip():
        yield escaped(description)
    redirect = facts.frontmatter.get("redirect")
    if isinstance(redirect, str) and redirect:
        yield f"Redirects to {code_span(redirect)}."
    yield f"{code_span(entry.url)}, {code_span(entry.path)}" if entry.url is not None else code_span(entry.path)


def _fragment_url(entry: IndexedFile, name: str) -> str:
    title = f" of **{escaped(entry.facts.title)}**" if entry.facts.title else ""
    return f"{code_span(f'{entry.url or entry.path}#{name}')}{title}"


def _file(path: str) -> str:
    name = path.rpartition("/")[2]
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    kind = f"An image ({ending.upper()})" if ending in _IMAGE_EXTENSIONS else "A file" if ending else "A file or folder"
    return f"{kind}: {code_span(path)}"


# Entities -------------------------------------------------------------------------------------------------------------


def _record(view: SiteView, symbol: Symbol, entry: IndexedFile) -> EntityRecord | None:
    routes = view.site.spec.routes
    type = "drawer" if symbol.kind == "drawer" else symbol.type
    found = (*declared_entities(entry, routes), *filter(None, (typed_page(entry, routes),)))
    return next((each for each in found if each.id == symbol.name and each.type == type), None)


def _entity(record: EntityRecord, entry: IndexedFile) -> Iterator[str]:
    title = f"**{escaped(record.title)}**, " if record.title else ""
    yield f"{title}{escaped(record.type)} {code_span(record.id)}"
    fields = "\n".join(f"- {escaped(name)}: {value}" for name, value in _fields(record.data))
    if fields:
        yield fields
    page = f"on {code_span(record.url)}, " if record.url is not None else ""
    yield f"Declared {page}in {code_span(entry.path)}."


def _fields(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The fields with a short scalar value."""
    scalars = [
        (name, value)
        for name, value in data.items()
        if name not in ("id", "name", "title", "type", "url") and isinstance(value, str | int | float) and value != ""
    ]
    return [(name, escaped(value, 80) if isinstance(value, str) else format_value(value)) for name, value in scalars][
        :_MAX_FIELDS
    ]


# Details from the text ------------------------------------------------------------------------------------------------


def _below_heading(page: PageContext, view: SiteView, symbol: Symbol) -> list[str]:
    """The first paragraph below a heading."""
    own = symbol.path == page.path
    source = PageText(page.document.text, page.facts) if own else view.source(symbol.path)
    if source is None:
        return []
    heading = next((each for each in source.facts.headings if each.id == symbol.name), None)
    if heading is None:
        return []
    below = parse(source.text[heading.end : heading.end + _HEADING_EXCERPT], view.site.spec.options)
    for node in below.tree.walk():
        if node.type == "heading":
            break
        if node.type == "paragraph" and (text := plain_text(node).strip()):
            return [escaped(text)]
    return []


def _partial_details(view: SiteView, symbol: Symbol, here: str | None) -> list[str]:
    """Its first lines, and the other files that include it."""
    paragraphs = []
    source = view.source(symbol.path)
    lines = source.text.strip().splitlines() if source is not None else []
    if lines:
        paragraphs.append(fenced("\n".join([*lines[:_MAX_LINES], *["…"] * (len(lines) > _MAX_LINES)])))
    with view.lock:
        dependents = sorted(view.site.dependents([("partial", symbol.name)]))
        users = [each for each in dependents if each != here and symbol.name in view.site.entries[each].facts.partials]
    if users:
        more = f" and {len(users) - _MAX_USERS} more" if len(users) > _MAX_USERS else ""
        paragraphs.append(f"Also included by {', '.join(map(code_span, users[:_MAX_USERS]))}{more}.")
    elif here is not None:
        paragraphs.append("No other page includes it.")
    return paragraphs
