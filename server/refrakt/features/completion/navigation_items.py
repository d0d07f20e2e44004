"""Items of a `nav` rune: pages, by URL relative to the folder of the file or from the root of the site."""

from __future__ import annotations

import posixpath
from functools import partial

from refrakt.features.completion import link_targets
from refrakt.features.completion.item_documentation import page_card
from refrakt.features.completion.path_segments import path_segments
from refrakt.features.completion.site_cache import sorted_names
from refrakt.features.completion.typed_link_target import TypedTarget
from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem, CompletionList
from refrakt.markdoc.tree import Span
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.rules.problem_spans import line_end, line_start

_NAV = "nav"
_MARKUP = frozenset("[]()`*_!{}<>\\")
"""Characters that make an item something other than a URL."""


def navigation_item_at(page: PageContext, offset: int) -> TypedTarget | None:
    """The navigation item that is being typed, if it is not a link."""
    nodes = nodes_around(page.document, offset)
    item = next((node for node in reversed(nodes) if node.type == "item"), None)
    names = page.site.vocabulary.names
    if item is None or item.block is None:
        return None
    inner = next((node for node in reversed(nodes) if node.type == "tag" and node.tag), None)
    if inner is None or names.get(inner.tag or "") != _NAV:
        return None
    text, base = item.block.text, page.document.offsets(item.span)[0] - item.start
    at = offset - base
    marker = item.start + len(text[item.start :].split(maxsplit=1)[0])
    start = marker + len(text[marker:at]) - len(text[marker:at].lstrip(" \t"))
    end = line_end(text, at)
    typed = text[start:end].rstrip()
    if line_start(text, at) > item.start or start == marker or at < start or _MARKUP & {*typed} or " " in typed:
        return None
    return TypedTarget("link", Span(base + start, base + max(at, start + len(typed))), typed, offset)


def completions(page: PageContext, item: TypedTarget) -> CompletionList:
    """The pages that an item may refer to."""
    if page.view is None:
        return CompletionList()
    if item.typed.startswith("/"):
        found = link_targets.completions(page, item)
        return CompletionList(tuple(each for each in found.items if each.kind != "file"), found.complete)
    with page.view.lock:
        tracked = page.tracked
        return (
            _pages_below(page, tracked, item)
            if tracked is not None and tracked.entry.kind != "partial"
            else CompletionList()
        )


def _pages_below(page: PageContext, tracked: TrackedSite, item: TypedTarget) -> CompletionList:
    """The pages below the folder of the file."""
    assert page.view is not None
    site, base = page.view.site, tracked.spec.routes.base
    around = posixpath.join(base, tracked.folder, "")
    found = path_segments(sorted_names(site, "urls"), around + item.typed)
    items: list[CompletionItem] = []
    for name, is_folder in found.segments:
        written = name[len(around) :]
        if not written:
            continue
        if is_folder:
            sort = f"1{written}"
            items.append(
                CompletionItem(written, "folder", item.span, written, detail="folder", sort_text=sort, retrigger=True)
            )
            continue
        path = site.urls[name][0]
        facts = site.entries[path].facts
        detail = ": ".join(filter(None, ("draft" if facts.draft else "", facts.title)))
        about = partial(page_card, page, path)
        items.append(
            CompletionItem(
                written, "page", item.span, written, detail=detail, documentation=about, sort_text=f"0{written}"
            )
        )
    return CompletionList(tuple(items), found.complete)
