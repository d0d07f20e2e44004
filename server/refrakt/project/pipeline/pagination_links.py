"""`pagination`: links to the previous and the next page.

Their order is that of the navigation group that contains the page, else of the pages in the same folder.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import children_of, elements, replaced, text_of
from refrakt.project.pipeline.nav_items import slug_url
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.rune_fields import fields_of, has_field, without_field
from refrakt.project.pipeline.site_pages import child_pages, page_at, parent_url

_AUTO, _SCOPE = "__pagination-auto", "scope"
_SLUG = "__slug:"
Direction = Literal["prev", "next"]
Neighbour = tuple[str, str]
"""The URL and the title of a page."""


def resolve_pagination(tree: Renderable, page: PipelinePage) -> Renderable:
    def change(tag: Tag) -> Tag:
        if tag.attributes.get("data-rune") != "pagination":
            return tag
        return _automatic(tag, page, tree) if has_field(tag, _AUTO) else _written(tag, page)

    return replaced(tree, change)


def _automatic(pagination: Tag, page: PipelinePage, tree: Renderable) -> Tag:
    if page.site is None:
        page.warn_without_data("pagination")
        return pagination
    labels = fields_of(pagination)
    before, after = _neighbours(page, tree, js_str(labels.get(_SCOPE) or "siblings"))
    links = [
        *([_link("prev", before[0], js_str(labels.get("prev-label") or before[1]))] if before else []),
        *([_link("next", after[0], js_str(labels.get("next-label") or after[1]))] if after else []),
    ]
    cleared = without_field(pagination, _AUTO, _SCOPE, "prev-label", "next-label")
    return replace(cleared, children=[*children_of(cleared), *links])


def _neighbours(page: PipelinePage, tree: Renderable, scope: str) -> tuple[Neighbour | None, Neighbour | None]:
    groups = [*_nav_groups([tree, *page.raw_regions().values()])]
    for group in groups:
        urls = [url for url, _ in group]
        if page.url in urls:
            at = urls.index(page.url)
            return group[at - 1] if at > 0 else None, group[at + 1] if at + 1 < len(group) else None
    if child_pages(page, page.url):
        return None, None
    above = parent_url(page.url)
    siblings = child_pages(page, above) if above is not None else []
    places = [each.url for each in siblings]
    if page.url not in places:
        return None, None
    at = places.index(page.url)
    pairs: list[Neighbour] = [(each.url or "", each.title or each.url or "") for each in siblings]
    return pairs[at - 1] if at > 0 else None, pairs[at + 1] if at + 1 < len(pairs) else None


def _nav_groups(trees: Sequence[Renderable]) -> Iterator[list[Neighbour]]:
    """The links of each group of the vertical navigations."""
    for tree in trees:
        for nav in elements(tree):
            if nav.attributes.get("data-rune") != "nav" or nav.attributes.get("layout") not in (None, "vertical"):
                continue
            groups = [tag for tag in elements(nav) if tag.attributes.get("data-rune") == "nav-group"]
            for group in groups or [nav]:
                yield [
                    (js_str(tag.attributes["href"]), text_of(tag).strip())
                    for tag in elements(group)
                    if tag.name == "a" and tag.attributes.get("href")
                ]


def _written(pagination: Tag, page: PipelinePage) -> Tag:
    """Links whose pages are named by slugs."""
    folder = posixpath.dirname(page.path.removeprefix(page.spec.content_path)) if page.spec is not None else ""

    def change(link: Tag) -> Tag:
        href = link.attributes.get("href")
        if link.name != "a" or not isinstance(href, str) or not href.startswith(_SLUG) or page.site is None:
            return link
        slug = href.removeprefix(_SLUG)
        found = page_at(page, slug_url(page, slug, folder))
        if found is None:
            page.context.warn("nav-slug", f"the slug `{slug}` names no page", link.origin)
            return link
        titled = replaced(link, lambda tag: _titled(tag, slug, found.title or slug))
        assert isinstance(titled, Tag)
        return replace(titled, attributes={**titled.attributes, "href": found.url})

    changed = replaced(pagination, change)
    assert isinstance(changed, Tag)
    return changed


def _titled(tag: Tag, slug: str, title: str) -> Tag:
    is_slug = tag.attributes.get("data-name") == "label" and text_of(tag) == slug
    return replace(tag, children=[title]) if is_slug else tag


def _link(direction: Direction, url: str, title: str) -> Tag:
    label = Tag("span", {"data-name": "label"}, [title])
    marker = Tag("span", {"data-name": "marker"}, ["←" if direction == "prev" else "→"])
    children = [marker, label] if direction == "prev" else [label, marker]
    return Tag("a", {"href": url, "data-direction": direction, "data-name": direction}, children)
