"""Entities a page can refer to: declared by runes and frontmatter, items of a plan, pages by URL."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from refrakt.features.completion import link_targets
from refrakt.features.completion.attribute_values import value_edit
from refrakt.features.completion.item_documentation import entity_card
from refrakt.features.completion.path_segments import MAX_ITEMS
from refrakt.features.completion.site_cache import cached
from refrakt.features.completion.typed_link_target import target_in_value
from refrakt.features.cursor_context import CursorContext
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem, CompletionList
from refrakt.project.index.entity_records import HEADING, PAGE, EntityRecord
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.tracked_site import TrackedSite


def completions(
    page: PageContext, tracked: TrackedSite, cursor: CursorContext, types: Collection[str] = ()
) -> CompletionList:
    """Entities of these types, or of any, by id; after a slash, pages and headings by URL."""
    assert page.view is not None
    typed = cursor.text[: cursor.offset - cursor.span.start]
    only_pages = bool(types) and not {*types} - {PAGE, HEADING}
    if only_pages or typed.startswith("/"):
        target = target_in_value(cursor, "link")
        return (
            link_targets.completions(page, target)
            if target is not None and (only_pages or not types)
            else CompletionList()
        )
    items: list[CompletionItem] = []
    for record in _records(page.view.site, tracked, typed.lower(), types):
        if len(items) == MAX_ITEMS:
            return CompletionList(tuple(items), complete=False)
        items.append(_item(page, cursor, record))
    return CompletionList(tuple(items))


def _records(site: SiteIndex, tracked: TrackedSite, typed: str, types: Collection[str]) -> Iterator[EntityRecord]:
    """The entities visible to this page whose id or title contains the typed text, each id once."""
    ids: set[str] = set()
    for record in _matching(site, typed):
        if types and record.type not in types:
            continue
        if record.id and record.id not in ids and (record.scope == "site" or record.path == tracked.entry.path):
            ids.add(record.id)
            yield record


def _matching(site: SiteIndex, typed: str) -> Iterator[EntityRecord]:
    """Sorted by id, then by title."""
    ids, lowered = cached(site, "ids", lambda: _sorted_ids(site))
    for id, lowered_id in zip(ids, lowered, strict=True):
        if typed in lowered_id:
            yield from site.records[id]
    for name in [each for each in site.named if typed in each] if typed else ():
        yield from site.named[name]


def _sorted_ids(site: SiteIndex) -> tuple[list[str], list[str]]:
    """All ids, and the same in lower case."""
    ids = sorted(site.records)
    return ids, [*map(str.lower, ids)]


def _item(page: PageContext, cursor: CursorContext, record: EntityRecord) -> CompletionItem:
    title = record.title if record.title != record.id else None
    detail = ": ".join(filter(None, (record.type, title)))
    about = partial(entity_card, page, record)
    edit, sort = value_edit(cursor, record.id), f"0{record.id}"
    # Typing the title matches too.
    filter_text = f"{record.id} {title}" if title else ""
    return CompletionItem(
        record.id, "entity", *edit, detail=detail, documentation=about, sort_text=sort, filter_text=filter_text
    )
