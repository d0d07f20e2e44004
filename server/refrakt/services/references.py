"""`references`: who names a page, a heading, a thing, a partial or a file. What is meant is said in words, not by a cursor."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from refrakt.errors import RefraktError
from refrakt.features.things.asking import file_called, partial_called, thing_at, things_called, title_of
from refrakt.features.things.mentions import mentions_everywhere
from refrakt.features.things.thing import Mention, Thing
from refrakt.markdoc.text import line_starts
from refrakt.project.index.view import SiteView, view_of
from refrakt.untrusted import LONGEST, one_line, word

from .context import Context, SitePages
from .paging import page
from .payload import SHAPE, as_json
from .registry import service

_LONGEST = 200
"""How much of a line is told."""
_MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class ReferencesQuery:
    """What is meant: one of `url`, `id`, `partial` and `file`."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    url: str | None = None
    """Of a page, with a fragment of a place on it: `/docs/setup#linux`."""
    id: str | None = None
    """Of something that pages declare, or its title."""
    type: str | None = None
    """With `id`: what kind of thing it is."""
    partial: str | None = None
    """By the name that pages take it in under: `footer.md`."""
    file: str | None = None
    """Of a page or of any other file, below the project's folder."""
    site: str | None = None
    """Where the project has several."""
    max: int = 100
    """How many places are told at once, at most."""
    cursor: str | None = None
    """`nextCursor` of the answer before."""


@dataclass(frozen=True, slots=True)
class NamedThing:
    """What was asked about, and where it is declared. Lines count from 1."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    kind: str
    """A page, heading, anchor, drawer, entity, partial, layout or file."""
    path: str
    """Below the project's folder."""
    line: int
    name: str | None = None
    """Its id, or what pages call it."""
    type: str | None = None
    """Of an entity."""
    title: str | None = None


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place that names it. Lines and columns count from 1, columns in characters."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    path: str
    line: int
    column: int
    text: str
    """The line, without the white space around it."""


@dataclass(frozen=True, slots=True)
class ReferencesFound:
    """Who names it, by file and place; its declaration is not among them."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    thing: NamedThing
    places: list[NamedPlace]
    total: int
    """How many places there are, told here or not."""
    indexing: str | None = None
    """How far the pages have been read, while that goes on: what is not read yet is not in this answer."""
    next_cursor: str | None = None


def listed(found: ReferencesFound) -> str:
    """The places as a person reads them."""
    thing = found.thing
    called = next((f" '{each}'" for each in (thing.title, thing.name) if each), "")
    lines = [f"{each.path}:{each.line}:{each.column}: {each.text}" for each in found.places]
    count = f"{found.total} place{'' if found.total == 1 else 's'}"
    more = f", {len(lines)} of them shown; --cursor {found.next_cursor} goes on" if found.next_cursor else ""
    return "\n".join([*lines, f"{count}{more}: {thing.type or thing.kind}{called} of {thing.path}:{thing.line}"])


@service("refrakt.references", needs="site", cli="references", text=listed)
def references(context: Context, query: ReferencesQuery) -> ReferencesFound:
    """Find every place that names a page or heading (`url`), a declared thing (`id`), a partial or a file: links, navs, xrefs,
    attributes. Unsaved buffers count."""
    if query.max < 1:
        raise RefraktError("INVALID_ARGS", "`max` must be at least 1", "Leave it out for as many as fit.")
    refuse_unclear(query)
    known, view, *others = site_views(context, query.site)
    if query.file is not None:
        query = replace(query, file=context.locate(query.file).relative_to(context.project.root).as_posix())
    thing = thing_meant(view, query)
    texts = _Texts(view)
    mentions = [*mentions_everywhere(view, others, thing)]
    declared = mentions[0] if mentions and mentions[0].declares else None
    named = [each for each in mentions if not each.declares]
    told, _ = page(named, query.cursor, lambda each: as_json(texts.place(each)))
    start = int(query.cursor or 0)
    end = start + min(len(told), query.max)
    return ReferencesFound(
        NamedThing(
            thing.kind,
            thing.path,
            texts.place(declared).line if declared is not None else 1,
            thing.name or None,
            thing.type,
            title_of(view, thing),
        ),
        [texts.place(each) for each in named[start:end]],
        len(named),
        known.indexing,
        str(end) if end < len(named) else None,
    )


def site_views(context: Context, site: str | None) -> tuple[SitePages, SiteView, *tuple[SiteView, ...]]:
    """The pages of the site that is meant, and a view of it and of the others of the project, which may share some with it."""
    known = context.pages(site)
    if len(known.index.sites()) > 1:
        known.index.look(context.patience)
        known = context.known_pages(site)
    others = (each for each in known.index.sites().values() if each is not known.site)
    views = (view_of(known.index, each, context.snapshot) for each in others)
    return known, view_of(known.index, known.site, context.snapshot), *views


# What is meant --------------------------------------------------------------------------------------------------------


def refuse_unclear(query: ReferencesQuery) -> None:
    """Refuses a query that says nothing, or several things at once."""
    given = [name for name in ("url", "id", "partial", "file") if getattr(query, name) is not None]
    if len(given) != 1:
        said = f"`{given[0]}` and `{given[1]}` were" if given else "nothing was"
        raise RefraktError("INVALID_ARGS", f"{said} given", "Give one of `url`, `id`, `partial` and `file`.")
    if query.type is not None and query.id is None:
        raise RefraktError("INVALID_ARGS", "`type` says what kind of thing an `id` is", "Give an `id`, or no `type`.")


def thing_meant(view: SiteView, query: ReferencesQuery) -> Thing:
    """The one thing that a query means."""
    candidates = list(_candidates(view, query))
    if len(candidates) == 1:
        return candidates[0]
    name = next(each for each in (query.url, query.id, query.partial, query.file) if each is not None)
    if not candidates:
        kind = "thing" if query.id is not None else "partial" if query.partial is not None else "file"
        asked = f"'{one_line(name, LONGEST)}'"
        message = f"nothing is served at {asked}" if query.url is not None else f"there is no {kind} {asked}"
        hint = "`refrakt.pages` lists pages by address and file; ids and titles are those that pages declare."
        raise RefraktError("NOT_FOUND", message, hint)
    named = [{"kind": each.kind, "type": each.type, "id": each.name, "path": each.path} for each in candidates]
    shown = ", ".join(
        f"the {word(each.type or each.kind)} in {word(each.path, LONGEST)}" for each in candidates[:_MOST_NAMED]
    )
    raise RefraktError(
        "INVALID_ARGS",
        f"'{one_line(name, LONGEST)}' may be {shown}",
        "Give a `type`, or the `url` or `file` of the one that is meant.",
        data={"candidates": named},
    )


def _candidates(view: SiteView, query: ReferencesQuery) -> Iterator[Thing]:
    found: Thing | None = None
    if query.id is not None:
        yield from things_called(view, query.id, query.type)
    elif query.url is not None:
        found = thing_at(view, query.url)
    elif query.partial is not None:
        found = partial_called(view, query.partial)
    elif query.file is not None:
        found = file_called(view, query.file)
    if found is not None:
        yield found


# Where it is named ----------------------------------------------------------------------------------------------------


class _Texts:
    """Lines and columns in the files of a site as they are now."""

    def __init__(self, view: SiteView) -> None:
        self._view = view
        self._text = cache(self._lines)

    def place(self, mention: Mention) -> NamedPlace:
        text, starts = self._text(mention.path)
        line = bisect_right(starts, mention.place.start) - 1
        end = starts[line + 1] if line + 1 < len(starts) else len(text)
        shown = text[starts[line] : end].strip()
        return NamedPlace(mention.path, line + 1, mention.place.start - starts[line] + 1, shown[:_LONGEST])

    def _lines(self, path: str) -> tuple[str, list[int]]:
        source = self._view.source(path)
        text = source.text if source is not None else ""
        return text, line_starts(text)
