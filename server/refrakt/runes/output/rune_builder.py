"""What the `build` function of a rune gets: attributes, resolved content, and the means to create elements.

A rune's element carries three channels of data, which the theme and search engines read:

- *fields*, the values of the rune, as JSON in `data-rune-fields`,
- *parts*, children with a `data-name`, which the theme can style and arrange,
- schema.org data in `typeof` and `property`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.schema import MarkdocConfig, Schema, class_names
from refrakt.markdoc.transform import render_nodes
from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.output.render_context import RenderContext
from refrakt.runes.resolution import Trace
from refrakt.runes.rune import Rune

__all__ = [
    "FIELDS",
    "Renderable",
    "RuneBuilder",
    "Tag",
    "element",
    "field",
    "meta",
    "part",
    "property_meta",
    "tags_in",
    "with_attributes",
]

FIELDS = "data-rune-fields"


@dataclass(slots=True)
class RuneBuilder:
    rune: Rune
    node: Node
    config: MarkdocConfig
    attributes: Mapping[str, Any]
    """The values of all attributes of the rune, defaults included; None where there is none."""
    content: Mapping[str, Any]
    """The body, resolved by the rune's content model."""
    trace: Trace
    context: RenderContext

    def text(self, attribute: str, default: str = "") -> str:
        """The value of an attribute as text; the default if there is none."""
        value = self.attributes.get(attribute)
        return default if value is None else js_str(value)

    def nodes(self, name: str, zone: str | None = None) -> list[Node]:
        """The nodes of a content field, in a zone if the body has zones."""
        found = (self.content.get(zone) or {} if zone else self.content).get(name)
        if found is None:
            return []
        return [found] if isinstance(found, Node) else list(found)

    def render(
        self,
        content: str | Node | Iterable[Node],
        *,
        zone: str | None = None,
        nodes: Mapping[str, Schema] | None = None,
        tags: Mapping[str, Schema] | None = None,
        variables: Mapping[str, Any] | None = None,
    ) -> list[Renderable]:
        """Render nodes, or the content field of a name. `nodes` and `tags` override schemas inside of them."""
        if isinstance(content, str):
            content = self.nodes(content, zone)
        elif isinstance(content, Node):
            content = [content]
        config = self.config
        if nodes or tags or variables:
            config = replace(
                config,
                nodes={**config.nodes, **(nodes or {})},
                tags={**config.tags, **(tags or {})},
                variables={**(config.variables or {}), **variables} if variables else config.variables,
            )
        return render_nodes(list(content), config)

    def element(
        self,
        name: str,
        children: Iterable[Renderable] = (),
        *,
        fields: Mapping[str, Any] | None = None,
        field: str | None = None,
        rune: str | None = None,
        typeof: str | None = None,
        property: str | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> Tag:
        """The element of the rune; `field` is its own `data-field`. `id` and `class` are those of the page."""
        written = self.node.attributes
        return element(
            name,
            children,
            rune=rune or self.rune.rendered_as or self.rune.name,
            fields=fields,
            field=field,
            typeof=typeof,
            property=property,
            attributes={"id": written.get("id"), "class": class_names(written.get("class")), **(attributes or {})},
        )

    def warn(self, code: str, message: str, node: Node | None = None, severity: str = "warning") -> None:
        self.context.warn(code, message, node or self.node, severity)


# Elements ------------------------------------------------------------------------------------------------------------


def element(
    name: str,
    children: Iterable[Renderable] = (),
    *,
    rune: str,
    fields: Mapping[str, Any] | None = None,
    field: str | None = None,
    typeof: str | None = None,
    property: str | None = None,
    attributes: Mapping[str, Any] | None = None,
) -> Tag:
    """An element that the theme treats as a rune."""
    values = {key: value for key, value in (fields or {}).items() if value is not None and value is not UNDEFINED}
    more = dict(attributes or {})
    # Previews show the source of elements, so the order of attributes is visible.
    written = {
        "id": more.pop("id", None),
        "data-field": field,
        "data-rune": rune,
        "typeof": typeof,
        "class": more.pop("class", None),
        FIELDS: json.dumps(values, ensure_ascii=False, separators=(",", ":")) if values else None,
        **more,
        "property": property,
    }
    return Tag(name, _present(written), list(children))


def part(name: str, tag: str, children: Iterable[Renderable] = (), **attributes: Any) -> Tag:
    """An element that the theme knows by this name. Underscores in attribute names are hyphens; `class_` is `class`."""
    return Tag(tag, _with_name(attributes, "data-name", name), list(children))


def field(name: str, tag: str, children: Iterable[Renderable] = (), **attributes: Any) -> Tag:
    """An element that shows the field of this name."""
    return Tag(tag, _with_name(attributes, "data-field", name), list(children))


def meta(content: Any, **attributes: Any) -> Tag:
    """A value for the theme or for search engines that is not shown."""
    written = _named(attributes)
    first = {"data-field": written.pop("data-field", None)}
    return Tag("meta", _present({**first, "content": content, **written}))


def property_meta(property: str, content: Any) -> Tag:
    """A value for search engines in an element of its own, such as the name of a place."""
    return Tag("meta", {"property": property, "content": content})


def with_attributes(tag: Tag, **attributes: Any) -> Tag:
    """The same element with more attributes; None leaves an attribute out."""
    written = {**tag.attributes, **_named(attributes)}
    if "data-rune" in written:
        # The order in which `element` writes them.
        written = {**{name: written.get(name) for name in ("id", "data-field")}, **written}
    return replace(tag, attributes=_present(written))


def _with_name(attributes: Mapping[str, Any], kind: str, name: str) -> dict[str, Any]:
    """The attributes with a name before the schema.org property."""
    written = _named(attributes)
    last = {"property": written.pop("property", None)}
    return _present({**written, kind: name, **last})


def _named(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}


def _present(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in attributes.items() if value is not None and value is not UNDEFINED}


def tags_in(children: Sequence[Renderable]) -> list[Tag]:
    """The elements among rendered children."""
    return [each for each in children if isinstance(each, Tag)]
