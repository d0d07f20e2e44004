"""The output of Markdown nodes on a refrakt site: ids of headings, code blocks, images with a scheme, tables that scroll."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from refrakt.markdoc.builtins import NODES
from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.markdoc.schema import (
    AttributeSchema,
    MarkdocConfig,
    RenderGenerator,
    RenderRequest,
    Schema,
    class_names,
    rendered_attributes,
)
from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.output.code_block import code_block
from refrakt.runes.output.image_output import image_output

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


def _text(node: Node, _: MarkdocConfig) -> Renderable:
    content: Renderable = node.attributes.get("content", UNDEFINED)
    named = node.attributes.get("property")
    return Tag("span", {"data-field": named}, [content]) if truthy(named) else content


def _link(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    """All attributes of a link are kept. The site can map the targets of links to URLs, `$urls`."""
    attributes = {key: value for key, value in node.attributes.items() if value is not UNDEFINED and value is not None}
    if "class" in attributes:
        attributes["class"] = class_names(attributes["class"])
    variables = config.variables or {}
    urls, href = variables.get("urls"), attributes.get("href")
    if isinstance(urls, Mapping) and isinstance(href, str):
        attributes["href"] = urls.get(_from_page(href, variables.get("path")), href)
    children = yield RenderRequest(node.children, config)
    return Tag("a", attributes, children)


def _from_page(href: str, path: Any) -> str:
    """A link target from the root of the content, if the path of its page is known."""
    folder = posixpath.dirname(path) if isinstance(path, str) and path else "/"
    if folder == "/":
        return href
    joined = posixpath.normpath(f"{folder or '.'}/{href}")
    return joined + "/" if href.endswith("/") and joined != "/" else joined


def _table(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    attributes = yield from rendered_attributes(node, config)
    children = yield RenderRequest(node.children, config)
    return Tag("div", {"class": "rf-table-wrapper"}, [Tag("table", attributes, children)])


_PROPERTY = {"property": AttributeSchema("String")}

LINK = replace(NODES["link"], transform=_link)
"""The schema of links, which is also that of the tag `link`."""


def _extended(name: str, attributes: Mapping[str, AttributeSchema]) -> Schema:
    return replace(NODES[name], attributes={**NODES[name].attributes, **attributes})


_MARKER = {"marker": AttributeSchema("String")}
"""The characters around emphasis stay in the tree, as sites of refrakt have them; HTML does not contain them."""

NODE_OUTPUT: Mapping[str, Schema] = {
    "heading": replace(_extended("heading", _PROPERTY), transform=_heading),
    "paragraph": _extended("paragraph", _PROPERTY),
    "fence": replace(NODES["fence"], transform=code_block),
    "item": _extended("item", {**_PROPERTY, "typeof": AttributeSchema("String")}),
    "text": replace(_extended("text", _PROPERTY), transform=_text),
    "em": _extended("em", _MARKER),
    "strong": _extended("strong", _MARKER),
    "link": LINK,
    "image": replace(_extended("image", _PROPERTY), transform=image_output),
    "table": replace(NODES["table"], transform=_table),
    "td": _extended("td", {"data-value": AttributeSchema("String")}),
}
"""The schemas that differ from Markdoc's."""
