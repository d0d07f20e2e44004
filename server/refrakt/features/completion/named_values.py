"""Attribute values that refer to something outside the page: entities, types, files, icons, tints, backgrounds, fields.

Which attributes refer to what is declared in `project.pages.reference_attributes`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from refrakt.features.completion import entities, file_paths, filter_fields, link_targets
from refrakt.features.completion.attribute_values import value_edit
from refrakt.features.completion.path_segments import MAX_ITEMS
from refrakt.features.completion.sibling_attributes import sibling_value
from refrakt.features.completion.site_cache import sorted_names
from refrakt.features.completion.typed_link_target import target_in_value
from refrakt.features.cursor_context import CursorContext
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem, CompletionKind, CompletionList
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_view import SiteView
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.reference_attributes import (
    ANYWHERE,
    FILTERS,
    HINTED,
    HINTS,
    HREF,
    LINKS,
    LISTS,
    REFERENCES,
    LinkKind,
    ReferenceKind,
)
from refrakt.project.site_rules.unknown_type import possible_types

_WORD_BREAK = re.compile(r"[-_/ ]")


def completions(page: PageContext, cursor: CursorContext, attribute: str | None = None) -> CompletionList:
    """What an attribute of a rune may refer to; empty where it refers to nothing."""
    vocabulary = page.site.vocabulary
    rune = vocabulary.names.get(cursor.name, cursor.name)
    key = attribute or cursor.attribute or ""
    if page.view is None or cursor.prefix is None or cursor.prefix.brackets or rune not in vocabulary.runes:
        return CompletionList()
    link = (
        "link" if key == HREF else LINKS.get((rune, key)) if vocabulary.refrakt else _media_kind(page.view, rune, key)
    )
    if link is not None:
        target = target_in_value(cursor, link)
        return link_targets.completions(page, target) if target is not None else CompletionList()
    kind = REFERENCES.get((rune, key)) or ANYWHERE.get(key)
    if kind is None and (rune, key) not in FILTERS:
        return CompletionList()  # most attributes refer to nothing, and the facts of a long page are slow to compute
    with page.view.lock:
        tracked = page.tracked
        if tracked is None:
            return CompletionList()
        if (rune, key) in FILTERS:
            return filter_fields.completions(page.view, tracked, cursor, rune, key)
        assert kind is not None
        if key in LISTS:
            cursor = list_item_cursor(cursor)
        if kind in ("xref", "expand", "bond"):
            return entities.completions(page, tracked, cursor, _types(page, cursor, rune, key, kind))
        return _name_completions(cursor, _names(page, tracked, cursor, rune, kind))


def _media_kind(view: SiteView, tag: str, attribute: str) -> LinkKind | None:
    """The kind of an attribute whose other values are paths of media files."""
    with view.lock:
        return "image" if view.site.is_media_attribute(f"{tag} {attribute}") else None


def _types(page: PageContext, cursor: CursorContext, rune: str, key: str, kind: ReferenceKind) -> Collection[str]:
    """The allowed entity types; empty for any."""
    if kind == "bond":
        return _package_types(page, rune)
    hint = sibling_value(cursor, "type") if rune in HINTED else HINTS.get((rune, key))
    return (hint,) if hint else ()


def _package_types(page: PageContext, rune: str) -> frozenset[str]:
    """The entity types that the runes of a package declare, which a bond may connect."""
    runes = page.site.vocabulary.runes
    own = runes[rune]
    others = (each for each in runes.values() if each.package == own.package and each is not own)
    return frozenset(each.entity.type for each in others if each.entity is not None)


def _names(
    page: PageContext, tracked: TrackedSite, cursor: CursorContext, rune: str, kind: ReferenceKind
) -> Iterator[tuple[str, str]]:
    """Names with a description each."""
    spec, typed = tracked.spec, cursor.text[: cursor.offset - cursor.span.start]
    match kind:
        case "type":
            assert page.view is not None
            types = page.view.site.types
            for each in sorted({*possible_types(tracked), *types}):
                yield each, f"{types[each]} on this site" if types[each] else ""
        case "icon":
            yield from _sorted_names(spec.names.icons, "icon")
        case "tint":
            yield from _sorted_names(spec.names.tints, "tint")
        case "background":
            yield from _sorted_names(spec.names.backgrounds, "background")
        case "layout":
            yield from _sorted_names(spec.names.layouts, "layout")
        case "folder":
            yield from _folder_names(page)
        case "file":
            tops = [spec.root, spec.repository] if rune == "file-ref" else [spec.root]
            yield from _path_names(file_paths.readable_files(tracked, map(str, tops), typed))
        case "sandbox":
            tops = [spec.examples] if spec.examples is not None else []
            found = file_paths.readable_files(tracked, map(str, tops), typed, folders_only=True)
            yield from ((each.name.rstrip("/"), "example") for each in found)


def _sorted_names(names: Iterable[str] | None, what: str) -> Iterator[tuple[str, str]]:
    yield from ((each, what) for each in sorted(names or ()))


def _path_names(found: Iterable[file_paths.PathEntry]) -> Iterator[tuple[str, str]]:
    yield from ((each.name, "folder" if each.is_folder else "file") for each in found)


def _folder_names(page: PageContext) -> Iterator[tuple[str, str]]:
    """The URLs below which pages are served."""
    assert page.view is not None
    site = page.view.site
    for each in sorted_names(site, "folders"):
        yield each, f"{site.folders[each]} pages"


def _name_completions(cursor: CursorContext, named: Iterable[tuple[str, str]]) -> CompletionList:
    found: list[CompletionItem] = []
    typed = cursor.text[: cursor.offset - cursor.span.start].lower()
    for name, detail in named:
        if not _has_word_prefix(name.lower(), typed):
            continue
        if len(found) == MAX_ITEMS:
            return CompletionList(tuple(found), complete=False)
        found.append(_item(cursor, name, detail))
    return CompletionList(tuple(found))


def _has_word_prefix(name: str, typed: str) -> bool:
    """Whether a name, or a word in it, starts with the typed text."""
    return name.startswith(typed) or any(name.startswith(typed, each.end()) for each in _WORD_BREAK.finditer(name))


def _item(cursor: CursorContext, name: str, detail: str) -> CompletionItem:
    if detail != "folder":
        kind: CompletionKind = "file" if detail == "file" else "value"
        return CompletionItem(name, kind, *value_edit(cursor, name), detail=detail, sort_text=f"0{name}")
    # After a folder the string stays open for the next segment.
    range, text = value_edit(replace(cursor, closed=True), name)
    return CompletionItem(name, "folder", range, text, detail=detail, sort_text=f"1{name}", retrigger=True)


def list_item_cursor(cursor: CursorContext) -> CursorContext:
    """The same context for only the item at the cursor of a comma-separated list."""
    if not cursor.quote:
        return cursor
    at = cursor.offset - cursor.span.start
    before, after = cursor.text[:at], cursor.text[at:]
    start = before.rfind(",") + 1
    start += len(before[start:]) - len(before[start:].lstrip())
    end = at + len(after.partition(",")[0])
    span = Span(cursor.span.start + start, cursor.span.start + end)
    # Where other items follow, the closing quote is further on.
    closed = cursor.closed or "," in after
    return replace(cursor, span=span, text=cursor.text[start:end], closed=closed)
