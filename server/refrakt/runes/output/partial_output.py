"""`partial`: Markdoc's own output, with a warning where there is none, so that a page without its partial says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from refrakt.markdoc.builtins import TAGS
from refrakt.markdoc.html import Renderable
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.schema import MarkdocConfig, RenderGenerator
from refrakt.markdoc.tree import Node

_MARKDOC = TAGS["partial"]


def _partial(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    transform: Any = _MARKDOC.transform
    content: Renderable = yield from transform(node, config)
    if content is None:
        name = js_str(node.attributes.get("file"))
        if name in config.partials:
            config.context.warn(
                "partial-cycle", f"the partial `{name}` includes itself; the inner one is omitted", node
            )
        else:
            config.context.warn("missing-partial", f"there is no partial `{name}`", node)
    return content


PARTIAL = replace(_MARKDOC, transform=_partial)
