"""`references`: all references to a page, a heading, an entity, a partial or a file, which the query names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.features.symbols.occurrences import occurrences_on_sites
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.features.symbols.symbol_query import (
    attribute_named,
    file_at_path,
    partial_named,
    symbol_at_url,
    symbols_named,
    tag_named,
    title_of,
)
from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.project.index.site_view import SiteView, site_view
from refrakt.services.context import LONGEST_WAIT, STILL_INDEXING, Context, SitePages
from refrakt.services.json_payload import JsonPayload, as_json
from refrakt.services.pagination import page
from refrakt.services.registry import service
from refrakt.untrusted import LONGEST, one_line, word

_LONGEST = 200
"""Most characters of a line."""
_MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class ReferencesInput:
    """The target: one of `url`, `id`, `partial`, `file` and `tag`."""

    url: str | None = None
    """of a page, or a heading: `/docs/setup#linux`"""
    id: str | None = None
    """id or title of an entity"""
    type: str | None = None
    """type of the entity, with `id`"""
    partial: str | None = None
    """as pages write it: `footer.md`"""
    file: str | None = option(None, path=True)
    """path in the project"""
    tag: str | None = None
    """tag of a site that is not refrakt's own"""
    attribute: str | None = None
    """attribute of the tag, with `tag`"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    max: int | None = option(None, minimum=1)
    """most references per answer"""
    wait: int | None = option(None, minimum=0, maximum=LONGEST_WAIT, shell=False)
    """seconds to wait for all pages"""
    cursor: str | None = option(None, described=False)
    """`nextCursor` of the previous page"""


@dataclass(frozen=True, slots=True)
class ReferenceTarget(JsonPayload):
    """The target and its declaration. Lines count from 1."""

    kind: str
    """A page, heading, anchor, drawer, entity, partial, layout, file, tag or attribute."""
    path: str
    """Path in the project; empty for a tag or attribute whose definition is not known."""
    line: int
    name: str | None = None
    """Its id or name."""
    type: str | None = None
    """Of an entity; of an attribute, its tag."""
    title: str | None = None


@dataclass(frozen=True, slots=True)
class ReferenceLocation(JsonPayload):
    """A reference. Lines and columns count from 1, columns in characters."""

    path: str
    line: int
    column: int
    text: str
    """The line, trimmed."""


@dataclass(frozen=True, slots=True)
class ReferencesFound(JsonPayload):
    """The references by file and position, without the declaration."""

    target: ReferenceTarget
    references: list[ReferenceLocation]
    total: int
    """Number of references, on all pages of the answer."""
    complete: bool
    """Whether all pages were read; false while the project is being indexed."""
    indexing: str | None = None
    """Share of pages read so far, while indexing: the answer lacks the rest."""
    hint: str | None = None
    """How to get the rest, while indexing."""
    next_cursor: str | None = None


def listed(found: ReferencesFound) -> str:
    """The references as text."""
    target = found.target
    called = next((f" '{each}'" for each in (target.title, target.name) if each), "")
    lines = [f"{each.path}:{each.line}:{each.column}: {each.text}" for each in found.references]
    count = f"{found.total} reference{'' if found.total == 1 else 's'}"
    more = f", {len(lines)} shown; continue with `--cursor {found.next_cursor}`" if found.next_cursor else ""
    place = f" in {target.path}:{target.line}" if target.path else ""
    kind = target.type or target.kind
    if target.kind == "attribute":
        kind, called = target.kind, f"{called} of tag '{target.type}'"
    return "\n".join([*lines, f"{count} to {kind}{called}{place}{more}"])


@service("refrakt.references", needs="site", cli="references", text=listed)
def references(context: Context, query: ReferencesInput) -> ReferencesFound:
    """Find all references to a page or heading (`url`), an entity (`id`), a partial or a file: links, navs, xrefs,
    attributes; or all uses of a `tag`, or of its `attribute`. Includes unsaved buffers."""
    refuse_ambiguous(query)
    pages, view, *others = site_views(context, query.site, query.wait)
    if query.file is not None:
        query = replace(query, file=context.locate(query.file).relative_to(context.project.root).as_posix())
    target = target_of(view, query)
    texts = _Texts(view)
    occurrences = [*occurrences_on_sites(view, others, target)]
    declared = occurrences[0] if occurrences and occurrences[0].is_declaration else None
    named = [each for each in occurrences if not each.is_declaration]
    shown, cursor = page(context, named, query.cursor, lambda each: as_json(texts.location(each)), query.max)
    return ReferencesFound(
        ReferenceTarget(
            target.kind,
            target.path,
            texts.location(declared).line if declared is not None else 1,
            target.name or None,
            target.type,
            title_of(view, target),
        ),
        [texts.location(each) for each in shown],
        len(named),
        pages.indexing is None,
        pages.indexing,
        STILL_INDEXING if pages.indexing is not None else None,
        cursor,
    )


def site_views(
    context: Context, site: str | None, wait: float | None = None
) -> tuple[SitePages, SiteView, *tuple[SiteView, ...]]:
    """The pages of the site that is meant, and a view of it and of the others of the project, which may share some with it."""
    pages = context.pages(site, wait)
    if len(pages.index.sites()) > 1:
        context.rescan(pages.index, wait=wait)
        pages = context.known_pages(site)
    others = (each for each in pages.index.sites().values() if each is not pages.site)
    views = (site_view(pages.index, each, context.snapshot) for each in others)
    return pages, site_view(pages.index, pages.site, context.snapshot), *views


# What is meant --------------------------------------------------------------------------------------------------------


def refuse_ambiguous(query: ReferencesInput) -> None:
    """Raise for a query with no target, or with several."""
    keys = [name for name in ("url", "id", "partial", "file", "tag") if getattr(query, name) is not None]
    if len(keys) != 1:
        message = f"`{keys[0]}` and `{keys[1]}` exclude each other" if keys else "no target"
        raise RefraktError("INVALID_ARGS", message, "Pass one of `url`, `id`, `partial`, `file` and `tag`.")
    if query.type is not None and query.id is None:
        raise RefraktError("INVALID_ARGS", "`type` needs `id`", "Pass an `id`, or no `type`.")
    if query.attribute is not None and query.tag is None:
        raise RefraktError("INVALID_ARGS", "`attribute` needs `tag`", "Pass the `tag` that has the attribute.")


def target_of(view: SiteView, query: ReferencesInput) -> Symbol:
    """The target of a query."""
    candidates = list(_candidates(view, query))
    if len(candidates) == 1:
        return candidates[0]
    name = next(each for each in (query.url, query.id, query.partial, query.file, query.tag) if each is not None)
    if not candidates:
        kinds = {"entity": query.id, "partial": query.partial, "attribute": query.attribute, "tag": query.tag}
        kind = next((kind for kind, each in kinds.items() if each is not None), "file")
        target = f"'{one_line(query.attribute or name, LONGEST)}'"
        if query.attribute is not None:
            target += f" of the tag '{one_line(name, LONGEST)}'"
        message = f"no page at {target}" if query.url is not None else f"unknown {kind} {target}"
        hint = "`{command:refrakt.pages}` lists the pages by URL and file."
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


def _candidates(view: SiteView, query: ReferencesInput) -> Iterator[Symbol]:
    found: Symbol | None = None
    if query.id is not None:
        yield from symbols_named(view, query.id, query.type)
    elif query.url is not None:
        found = symbol_at_url(view, query.url)
    elif query.partial is not None:
        found = partial_named(view, query.partial)
    elif query.file is not None:
        found = file_at_path(view, query.file)
    elif query.tag is not None and query.attribute is not None:
        found = attribute_named(view, query.tag, query.attribute)
    elif query.tag is not None:
        found = tag_named(view, query.tag)
    if found is not None:
        yield found


# Where it is named ----------------------------------------------------------------------------------------------------


class _Texts:
    """Lines and columns in the files of a site as they are now."""

    def __init__(self, view: SiteView) -> None:
        self._view = view
        self._text = cache(self._lines)

    def location(self, occurrence: Occurrence) -> ReferenceLocation:
        text, starts = self._text(occurrence.path)
        line, column = line_and_column(starts, occurrence.span.start)
        shown = text[starts[line - 1] : starts[line] if line < len(starts) else None].strip()
        return ReferenceLocation(occurrence.path, line, column, shown[:_LONGEST])

    def _lines(self, path: str) -> tuple[str, list[int]]:
        source = self._view.source(path)
        text = source.text if source is not None else ""
        return text, line_starts(text)
