"""Icons of the site, drawn in the text: by the rune `icon` and by images such as `![](icon:rocket)`."""

from __future__ import annotations

import re
from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.output.render_context import RenderContext

_SVG = re.compile(r"<svg\s([^>]*)>")
_SHAPE = re.compile(r"<(path|circle|line|polyline|rect|polygon|ellipse)\s([^>]*+)>")
_ATTRIBUTE = re.compile(r'(?<![\w-])([\w-]++)="([^"]*)"')
_DEFAULT_GROUP = "global"

UNKNOWN_ICON = "unknown-icon"


def icon_element(
    name: str, context: RenderContext, *, size: str = "", label: str = "", node: Node | None = None
) -> Tag:
    """The icon of a name such as `rocket` or `hint/warning`. An icon that the site does not have is an empty element."""
    group, _, short = name.partition("/") if "/" in name else (_DEFAULT_GROUP, "", name)
    source = context.icons.get(group, {}).get(short)
    drawing = _drawing(source, name) if source else None
    if drawing is None:
        if context.icons:
            context.warn(UNKNOWN_ICON, f"the site has no icon `{name}`", node)
        drawing = Tag("span", {"class": "rf-icon", "data-icon": name})
        sized: dict[str, Any] = {"style": f"width:{size};height:{size}"} if size else {}
    else:
        sized = {"width": size, "height": size} if size else {}
    named = {"role": "img", "aria-label": label} if label else {}
    return Tag(drawing.name, {**drawing.attributes, **sized, **named}, drawing.children)


def _drawing(source: str, name: str) -> Tag | None:
    """The shapes of an SVG text. Everything else in it, such as scripts and styles, is omitted."""
    opening = _SVG.match(source.strip())
    if opening is None:
        return None
    shapes = [Tag(found[1], _attributes(found[2])) for found in _SHAPE.finditer(source, 0, source.rfind(">") + 1)]
    return Tag("svg", {**_attributes(opening[1]), "class": "rf-icon", "data-icon": name}, [*shapes])


def _attributes(text: str) -> dict[str, str]:
    return {name: value for name, value in _ATTRIBUTE.findall(text) if not name.lower().startswith("on")}
