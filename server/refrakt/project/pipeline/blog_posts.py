"""`blog`: the posts in a folder of the site."""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import children_of, replaced
from refrakt.project.index.entity_records import PAGE, EntityRecord
from refrakt.project.index.exports import RECORDS
from refrakt.project.index.field_query import parse
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.rune_fields import fields_of


def list_posts(tree: Renderable, page: PipelinePage) -> Renderable:
    return replaced(tree, lambda tag: _with_posts(tag, page) if tag.attributes.get("data-rune") == "blog" else tag)


def _with_posts(blog: Tag, page: PipelinePage) -> Tag:
    if page.site is None:
        page.warn_without_data("blog")
        return blog
    fields = fields_of(blog)
    folder = js_str(fields.get("folder") or "").rstrip("/")
    posts = _posts(page, folder, fields)

    def fill(tag: Tag) -> Tag:
        if tag.attributes.get("data-name") != "posts":
            return tag
        return Tag(tag.name, tag.attributes, [*children_of(tag), *map(_post, posts)], tag.origin)

    filled = replaced(blog, fill)
    assert isinstance(filled, Tag)
    return filled


def _posts(page: PipelinePage, folder: str, fields: dict[str, Any]) -> list[EntityRecord]:
    """The pages below a folder, without drafts and the page itself, in the order of the rune."""
    assert page.site is not None
    below = f"{folder}/"
    query = parse(js_str(fields.get("filter") or ""))
    found = [
        each
        for each in page.site.lookup(RECORDS, PAGE) or ()
        if (each.url or "").startswith(below)
        and each.url != page.url
        and each.data.get("draft") is not True
        and query.matches(each)
    ]
    key, _, order = js_str(fields.get("sort") or "date-desc").rpartition("-")
    found.sort(key=lambda each: each.url or "")
    found.sort(key=lambda each: _text(each.data.get(key)), reverse=order == "desc")
    limit = js_str(fields.get("limit") or "")
    return found[: int(limit)] if limit.isdecimal() else found


def _text(value: Any) -> str:
    return "" if value is None else js_str(value)


def _post(record: EntityRecord) -> Tag:
    data = record.data
    title = Tag("h3", {}, [Tag("a", {"href": record.url}, [record.title or record.url or ""])])
    date = [Tag("time", {"datetime": _text(data["date"])}, [_text(data["date"])])] if data.get("date") else []
    about = [Tag("p", {}, [_text(data["description"])])] if data.get("description") else []
    return Tag("article", {"data-name": "post"}, [title, *date, *about])
