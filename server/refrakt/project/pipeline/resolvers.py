"""The resolvers of cross-page runes, in the order in which they run on a page.

A resolver is a function of a tree and a page that returns the tree with its runes filled in. Later resolvers see the output of
earlier ones, so the order is part of the contract.
"""

from __future__ import annotations

from collections.abc import Callable

from refrakt.markdoc.html import Renderable
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

REGION_RESOLVERS: tuple[Resolver, ...] = (
    fill_breadcrumbs,
    list_child_pages,
    resolve_slugs,
    enrich_cards,
    resolve_pagination,
    mark_active_links,
    collapse_groups,
    list_posts,
    level_drawer_titles,
    resolve_file_refs,
    open_previews,
    expand_entities,
    fill_collections,
    fill_relationships,
    fill_aggregates,
    resolve_xrefs,
)
"""The resolvers of everything that is shown with a page, the regions of its layouts included."""

RESOLVERS: tuple[Resolver, ...] = (*REGION_RESOLVERS, link_entity_names)


def resolved(tree: Renderable, page: PipelinePage) -> Renderable:
    """The content of a page."""
    return _applied(RESOLVERS, tree, page)


def resolved_region(tree: Renderable, page: PipelinePage) -> Renderable:
    """A region of its layouts."""
    return _applied(REGION_RESOLVERS, tree, page)


def _applied(resolvers: tuple[Resolver, ...], tree: Renderable, page: PipelinePage) -> Renderable:
    for resolver in resolvers:
        tree = resolver(tree, page)
    return tree
