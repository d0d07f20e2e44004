"""`expand`: the content of an entity in place, such as a spec of the plan on a page of the documentation."""

from __future__ import annotations

from dataclasses import replace

from refrakt.markdoc.document import Document
from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import elements, replaced
from refrakt.markdoc.tree import Node
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.xref_links import found_entity

_PENDING = "expand-pending"
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_DEEPEST = 8
"""How deep entities may expand each other."""


def expand_entities(tree: Renderable, page: PipelinePage) -> Renderable:
    return _expanded(tree, page, ())


def _expanded(tree: Renderable, page: PipelinePage, around: tuple[str, ...]) -> Renderable:
    def change(tag: Tag) -> Renderable:
        return _content(tag, page, around) if tag.attributes.get("data-rune") == _PENDING else tag

    return replaced(tree, change)


def _content(tag: Tag, page: PipelinePage, around: tuple[str, ...]) -> Renderable:
    name = js_str(tag.attributes.get("data-expand-id") or "")
    if not name:
        return tag
    if page.site is None:
        page.warn_without_data("expand")
        return tag
    hint = tag.attributes.get("data-expand-type")
    level = tag.attributes.get("data-expand-level")
    content = expanded_entity(
        page,
        name,
        js_str(hint) if hint else None,
        scope=None if level else name,
        level=int(level) if level and js_str(level).isdecimal() else None,
        around=around,
        cause=tag.origin,
    )
    return tag if content is None else content


def expanded_entity(
    page: PipelinePage,
    name: str,
    type: str | None,
    *,
    scope: str | None = None,
    level: int | None = None,
    around: tuple[str, ...] = (),
    cause: Node | None = None,
) -> Tag | None:
    """The content of an entity in a section. With a `scope`, the ids of its headings get it as a prefix."""
    entity = found_entity(page, name, type)
    if entity is None:
        page.context.warn("expand-unresolved", f"no entity has the id or title `{name}`", cause)
        return None
    if name in around or len(around) >= _DEEPEST:
        page.context.warn("expand-cycle", f"`{name}` expands itself: {' → '.join((*around, name))}", cause, "error")
        return None
    nodes, document = _entity_nodes(page, entity)
    if document is None:
        return None
    page.context.documents = [*page.context.documents, document]
    content = _expanded(page.render(nodes), page, (*around, name))
    if level is not None:
        content = _shifted(content, level, page, name)
    if scope is not None:
        content = _scoped(content, scope)
    attributes = {
        "data-rune": "expand",
        "data-entity-id": entity.id,
        "data-entity-type": entity.type,
        "data-source": "registry",
        **({"data-outline-scope": scope} if scope is not None else {}),
    }
    return Tag("section", attributes, list(content) if isinstance(content, list | tuple) else [content])


def _entity_nodes(page: PipelinePage, entity: EntityRecord) -> tuple[list[Node], Document | None]:
    """The nodes that declare an entity: its rune, or the whole page."""
    document = page.sources.document(entity.path)
    page.depends_on_file(entity.path)
    if document is None:
        return [], None
    for node in document.tree.walk():
        if node.type == "tag" and node.open is not None and entity.id in node.attributes.values():
            return [node], document
    return list(document.tree.children), document


def _shifted(content: Renderable, level: int, page: PipelinePage, name: str) -> Renderable:
    """The content with its highest heading at a level."""
    found = [int(tag.name[1]) for tag in _headings(content)]
    shift = level - min(found) if found else 0
    if found and max(found) + shift > 6:
        page.context.warn("heading-level", f"headings of `{name}` would be deeper than level 6")

    def change(tag: Tag) -> Tag:
        if tag.name not in HEADINGS:
            return tag
        return replace(tag, name=f"h{max(1, min(6, int(tag.name[1]) + shift))}")

    return replaced(content, change)


def _headings(content: Renderable) -> list[Tag]:

    return [tag for tag in elements(content) if tag.name in HEADINGS]


def _scoped(content: Renderable, scope: str) -> Renderable:
    """The content with a prefix for the ids of its headings, so that they do not clash with those of the page."""

    def change(tag: Tag) -> Tag:
        if tag.name not in HEADINGS or not tag.attributes.get("id"):
            return tag
        return replace(tag, attributes={**tag.attributes, "id": f"{scope}--{tag.attributes['id']}"})

    return replaced(content, change)
