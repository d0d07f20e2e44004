"""`breadcrumb auto`: links to the pages above a page, and the page itself."""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import children_of, replaced
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.rune_fields import has_field, without_field
from refrakt.project.pipeline.site_pages import ancestor_pages

_AUTO = "__breadcrumb-auto"


def fill_breadcrumbs(tree: Renderable, page: PipelinePage) -> Renderable:
    def change(tag: Tag) -> Tag:
        is_auto = tag.attributes.get("data-rune") == "breadcrumb" and has_field(tag, _AUTO)
        return _filled(tag, page) if is_auto else tag

    return replaced(tree, change)


def _filled(breadcrumb: Tag, page: PipelinePage) -> Tag:
    if page.site is None:
        page.warn_without_data("breadcrumb")
        return breadcrumb
    items = [_item(each.title or each.url or "", each.url) for each in ancestor_pages(page)]
    items.append(_item(page.title or page.url, None))
    trail = without_field(breadcrumb, _AUTO)
    children = [
        Tag(each.name, each.attributes, items, each.origin)
        if isinstance(each, Tag) and each.attributes.get("data-name") == "items"
        else each
        for each in children_of(trail)
    ]
    return Tag(trail.name, trail.attributes, children, trail.origin)


def _item(title: str, url: str | None) -> Tag:
    attributes = {"data-rune": "breadcrumb-item", "typeof": "ListItem"}
    if url is None:
        return Tag("li", attributes, [Tag("span", {"data-field": "name"}, [title])])
    name = Tag("span", {"hidden": True, "data-field": "name"}, [title])
    return Tag("li", attributes, [name, Tag("a", {"href": url, "data-field": "url"}, [title])])
