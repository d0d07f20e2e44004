"""The output of images: files, icons and placeholders.

The source of an image may have a scheme, `icon:rocket` or `placeholder:cover`; such an image is drawn in the page. An image of an
SVG file is drawn in the page if the site provides its text.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.schema import MarkdocConfig, RenderGenerator, RenderRequest, rendered_attributes
from refrakt.markdoc.tree import Node
from refrakt.runes.output.icons import icon_element
from refrakt.runes.output.placeholder_images import SHAPES, placeholder_image
from refrakt.runes.output.render_context import RenderContext
from refrakt.runes.output.svg_files import svg_element

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)", re.DOTALL)

UNKNOWN_PLACEHOLDER = "unknown-placeholder"


def image_output(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    attributes = yield from rendered_attributes(node, config)
    source = attributes.get("src")
    label = attributes.get("alt")
    drawing = (
        _drawing(source, label if isinstance(label, str) else "", node, config) if isinstance(source, str) else None
    )
    if drawing is None:
        children = yield RenderRequest(node.children, config)
        return Tag("img", attributes, children)
    named = attributes.get("property")
    return replace(drawing, attributes={**drawing.attributes, "data-field": named}) if named else drawing


def _drawing(source: str, label: str, node: Node, config: MarkdocConfig) -> Tag | None:
    context: RenderContext | None = config.context
    found = _SCHEME.fullmatch(source)
    scheme, argument = (found[1].lower(), found[2]) if found else ("", "")
    if scheme == "icon":
        return icon_element(argument, context or RenderContext(), label=label, node=node)
    if scheme == "placeholder":
        if argument and argument not in SHAPES and context is not None:
            shapes = ", ".join(SHAPES)
            context.warn(
                UNKNOWN_PLACEHOLDER, f"no placeholder has the shape `{argument}`; the shapes are {shapes}", node
            )
        return placeholder_image(argument, label)
    return _provided_svg(source, config)


def _provided_svg(source: str, config: MarkdocConfig) -> Tag | None:
    """The drawing of an SVG file among the site's variables, `$svg`; None if it is not there."""
    variables = config.variables or {}
    files: Any = variables.get("svg")
    path = variables.get("path")
    if not isinstance(files, list | tuple):
        return None
    if not source.startswith("/") and isinstance(path, str) and path:
        source = posixpath.normpath(posixpath.join("/", posixpath.dirname(path), source))
    for file in files:
        if isinstance(file, dict) and file.get("_id") == source and isinstance(file.get("content"), str):
            return svg_element(file["content"])
    return None
