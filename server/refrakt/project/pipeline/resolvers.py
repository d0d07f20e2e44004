"""The resolvers of cross-page runes, in the order in which they run on a page.

A resolver is a function of a tree and a page that returns the tree with its runes filled in. Later resolvers see the output of
earlier ones, so the order is part of the contract.
"""

from __future__ import annotations

from collections.abc import Callable

from refrakt.markdoc.html import Renderable
from refrakt.markdoc.renderable_walk import elements
from refrakt.project.pipeline.aggregates import fill_aggregates
from refrakt.project.pipeline.blog_posts import list_posts
from refrakt.project.pipeline.breadcrumb_trail import fill_breadcrumbs
from refrakt.project.pipeline.collections import fill_collections
from refrakt.project.pipeline.drawers import level_drawer_titles, open_previews
from refrakt.project.pipeline.entity_name_links import link_entity_names
from refrakt.project.pipeline.expanded_entities import expand_entities
from refrakt.project.pipeline.file_refs import resolve_file_refs
from refrakt.project.pipeline.nav_items import (
    collapse_groups,
    enrich_cards,
    list_child_pages,
    mark_active_links,
    resolve_slugs,
)
from refrakt.project.pipeline.pagination_links import resolve_pagination
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.relationships import fill_relationships
from refrakt.project.pipeline.xref_links import resolve_xrefs

Resolver = Callable[[Renderable, PipelinePage], Renderable]

REGION_RESOLVERS: tuple[tuple[str, Resolver], ...] = (
    ("breadcrumb", fill_breadcrumbs),
    ("nav", list_child_pages),
    ("nav", resolve_slugs),
    ("nav", enrich_cards),
    ("pagination", resolve_pagination),
    ("nav", mark_active_links),
    ("nav", collapse_groups),
    ("blog", list_posts),
    ("drawer", level_drawer_titles),
    ("file-ref", resolve_file_refs),
    ("xref", open_previews),
    ("expand-pending", expand_entities),
    ("collection", fill_collections),
    ("relationships", fill_relationships),
    ("aggregate", fill_aggregates),
    ("xref", resolve_xrefs),
)
"""The resolvers of everything that is shown with a page, the regions of its layouts included, each with the rune it fills in."""


def resolved(tree: Renderable, page: PipelinePage) -> Renderable:
    """The content of a page."""
    return link_entity_names(resolved_region(tree, page), page)


def resolved_region(tree: Renderable, page: PipelinePage) -> Renderable:
    """A region of its layouts. Most pages have few of these runes, and a resolver walks the whole tree: others are skipped."""
    present = _runes(tree)
    for rune, resolver in REGION_RESOLVERS:
        if rune in present:
            changed = resolver(tree, page)
            if changed is not tree:
                tree, present = changed, _runes(changed)
    return tree


def _runes(tree: Renderable) -> set[object]:
    return {tag.attributes.get("data-rune") for tag in elements(tree)}
