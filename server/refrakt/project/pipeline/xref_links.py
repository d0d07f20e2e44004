"""References to entities: `xref` becomes a link with the title of what it refers to.

An id is looked up on the site first, then in the patterns of the config. What is found in neither stays visible as text.
"""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import replaced
from refrakt.project.index.entity_records import EntityRecord, best
from refrakt.project.index.external_references import outside
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.pipeline.pipeline_page import PipelinePage

XREF_ID, XREF_LABEL, XREF_TYPE = "data-xref-id", "data-xref-label", "data-xref-type"
XREF_PREVIEW = "data-xref-preview"


def resolve_xrefs(tree: Renderable, page: PipelinePage) -> Renderable:
    return replaced(tree, lambda tag: _link(tag, page) if tag.attributes.get("data-rune") == "xref" else tag)


def _link(tag: Tag, page: PipelinePage) -> Tag:
    written = tag.attributes
    name = js_str(written.get(XREF_ID) or "")
    if not name:
        return tag
    if page.site is None or page.spec is None:
        page.warn_without_data("xref")
        return tag
    label = js_str(written.get(XREF_LABEL) or "")
    hint = written.get(XREF_TYPE)
    entity = found_entity(page, name, js_str(hint) if hint else None)
    if entity is not None and entity.href is not None:
        href = shortened(entity.href, page.url)
        attributes = {
            "class": f"rf-xref rf-xref--{entity.type}",
            "href": href,
            XREF_ID: entity.id,
            "data-xref-source": "registry",
            "data-target-type": entity.type,
        }
        return Tag("a", attributes, [label or entity.title or name], tag.origin)
    external = outside(name, page.spec.xrefs)
    if external is not None:
        kind = entity.type if entity is not None else external.type
        text = label or (entity.title if entity is not None else None) or external.label
        attributes = {
            "class": f"rf-xref rf-xref--{kind}",
            "href": external.url,
            XREF_ID: name,
            "data-xref-source": "pattern",
        }
        return Tag("a", attributes, [text], tag.origin)
    page.context.warn("xref-unresolved", f"no entity has the id or title `{name}`", tag.origin)
    return Tag("span", {"class": "rf-xref rf-xref--unresolved", XREF_ID: name}, [label or name], tag.origin)


def found_entity(page: PipelinePage, name: str, type: str | None) -> EntityRecord | None:
    """The entity that a name on this page refers to."""
    assert page.site is not None
    found: Sequence[EntityRecord] = resolve_name(page.site, name, type).entities
    return best(found, page.path)


def shortened(href: str, url: str) -> str:
    """A link to the same page is only its fragment."""
    before, separator, fragment = href.partition("#")
    return f"#{fragment}" if separator and before == url else href
