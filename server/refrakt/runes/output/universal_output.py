"""The universal attributes in a rune's output: its colours, background, frame and place on the page.

Most of them are elements `meta` at the end of the rune's element, which the theme reads and removes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.markdoc.tree import Node
from refrakt.runes.output.backdrops import is_backdrop, preset_backdrop
from refrakt.runes.output.rune_builder import RuneBuilder

_COPIED = ("width", "spacing", "inset", "elevation", "prominence", "reveal", "stagger", "reading", "dropcap")
_FRAME = (
    "frame",
    "frame-aspect",
    "frame-displace",
    "frame-displace-mode",
    "frame-offset",
    "frame-oversize",
    "frame-place",
    "frame-anchor",
    "frame-overflow",
    "frame-shadow",
)
_SUBSTRATE = ("substrate", "substrate-size", "substrate-opacity", "substrate-fill", "substrate-target")
_BACKGROUND = ("bg-gradient", "bg-from", "bg-to", "bg-via", "bg-gradient-type")
_SCRIM = ("scrim", "scrim-type", "scrim-strength", "scrim-blur", "scrim-tone")


def add_universal_output(builder: RuneBuilder, built: Tag) -> Tag:
    """Add what the universal attributes and the tags `tint` and `bg` in the rune set."""
    values = builder.attributes
    copied = {name: values[name] for name in _COPIED if truthy(values.get(name))}
    added = [*_tint(builder), *_background(builder)]
    present = {_field(child) for child in (*built.children, *added)}
    added += [
        universal_meta(name, js_str(values[name]))
        for name in (*_FRAME, *_SUBSTRATE, *_BACKGROUND, *_SCRIM)
        if values.get(name) not in (None, "") and name not in present
    ]
    if not copied and not added:
        return built
    return replace(built, attributes={**built.attributes, **copied}, children=[*built.children, *added])


def universal_meta(name: str, content: Any) -> Tag:
    """A value that the theme reads from the enclosing rune."""
    return Tag("meta", {"data-field": name, "content": content})


def _tint(builder: RuneBuilder) -> list[Renderable]:
    found: list[Renderable] = [*_metas(_directive(builder, "tint"))]
    return found + _missing(found, {"tint": builder.attributes["tint"], "tint-mode": _mode(builder)})


def _mode(builder: RuneBuilder) -> Any:
    mode = builder.attributes["tint-mode"]
    return None if mode == "auto" else mode


def _background(builder: RuneBuilder) -> list[Renderable]:
    """The background of the tag `bg`, or the background of the site that an attribute names."""
    rendered = _directive(builder, "bg")
    metas: list[Renderable] = [*_metas(rendered)]
    backdrops = [child for child in rendered if is_backdrop(child)]
    name = builder.attributes["bg"]
    metas += _missing(metas, {"bg-preset": name})
    if isinstance(name, str) and not backdrops:
        backdrops = preset_backdrop(name, builder)
    return [*metas, *backdrops]


def _missing(metas: Iterable[Renderable], values: Mapping[str, Any]) -> list[Renderable]:
    """The values that are set by attributes only."""
    present = set(map(_field, metas))
    return [universal_meta(name, value) for name, value in values.items() if truthy(value) and name not in present]


def _directive(builder: RuneBuilder, name: str) -> list[Renderable]:
    """What the last `tint` or `bg` directly in a rune renders, without the element around it."""
    tags: list[Node] = [child for child in builder.node.children if child.type == "tag" and child.tag == name]
    rendered = builder.render(tags[-1]) if tags else []
    return [child for element in rendered if isinstance(element, Tag) for child in element.children]


def _metas(children: Iterable[Renderable]) -> list[Tag]:
    return [child for child in children if isinstance(child, Tag) and child.name == "meta"]


def _field(child: Renderable) -> Any:
    return child.attributes.get("data-field") if isinstance(child, Tag) and child.name == "meta" else None
