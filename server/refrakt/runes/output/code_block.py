"""The output of a code block: its language and its annotations as data attributes, for highlighting and line numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.schema import MarkdocConfig
from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED

DEFAULT_LANGUAGE = "shell"
_FIRST_LINE = re.compile(r"\s*([0-9]+)")


def code_block(node: Node, _: MarkdocConfig) -> Renderable:
    data = _data(node.attributes)
    start = first_line(data.get("data-lines"))
    # Line numbers are a CSS counter, which is incremented before the first line.
    style = {"style": f"--rf-start-line: {start - 1}"} if start > 0 else {}
    content: Any = node.attributes.get("content", UNDEFINED)
    return Tag("div", {"class": "rf-codeblock"}, [Tag("pre", {**data, **style}, [Tag("code", data, [content])])])


def first_line(lines: Any) -> int:
    """The first number of an annotation such as `12-30`; 0 if there is none."""
    found = _FIRST_LINE.match(lines) if isinstance(lines, str) else None
    return int(found[1]) if found else 0


def _data(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The data attributes of both elements. Text annotations that are empty or no text are left out."""
    data: dict[str, Any] = {"data-language": attributes.get("language") or DEFAULT_LANGUAGE}
    for name, key in (("source", "data-source"), ("lines", "data-lines")):
        if isinstance(attributes.get(name), str) and attributes[name]:
            data[key] = attributes[name]
    if attributes.get("linenumbers") is True:
        data["data-linenumbers"] = "true"
    if isinstance(attributes.get("highlight"), str) and attributes["highlight"]:
        data["data-highlight-lines"] = attributes["highlight"]
    return data | {key: value for key, value in attributes.items() if key.startswith("data-")}
