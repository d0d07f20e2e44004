"""The output of Markdown nodes on a refrakt site: ids of headings, code blocks, images with a scheme, tables that scroll."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from refrakt.markdoc.builtins import NODES
from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.schema import (
    AttributeSchema,
    MarkdocConfig,
    RenderGenerator,
    RenderRequest,
    Schema,
    rendered_attributes,
)
from refrakt.markdoc.tree import Node

_NOT_IN_IDS = re.compile(r"[?{}%]")


def heading_id(written: Any, children: list[Renderable]) -> str:
    """The id of a heading: its own, or its direct texts in lower case with hyphens. Formatted texts are not part of it."""
    if isinstance(written, str) and written:
        return written
    text = " ".join(each for each in children if isinstance(each, str))
    return re.sub(r"\s+", "-", _NOT_IN_IDS.sub("", text)).lower()


def _heading(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    attributes = yield from rendered_attributes(node, config)
    children = yield RenderRequest(node.children, config)
    level = js_str(node.attributes.get("level"))
    return Tag(f"h{level}", {**attributes, "id": heading_id(attributes.get("id"), children)}, children)


_LEVEL = AttributeSchema("Number", required=True, render=False)

NODE_OUTPUT: Mapping[str, Schema] = {
    "heading": replace(NODES["heading"], attributes={"level": _LEVEL}, transform=_heading),
}
"""The schemas that differ from Markdoc's."""
