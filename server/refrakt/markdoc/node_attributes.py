"""The attributes of a node: from its Markdown syntax and from its annotations."""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.tokens import SyntaxToken
from refrakt.markdoc.tree import MarkdocError, Node, Span, TagSyntax, appended
from refrakt.markdoc.values import is_falsy

_ALIGNMENTS = {"text-align:left": "left", "text-align:center": "center", "text-align:right": "right"}

_WITHOUT_ATTRIBUTES = frozenset({"paragraph_open", "list_item_open", "tr_open"})
"""The most frequent tokens without attributes."""


def annotate(node: Node, syntax: TagSyntax) -> None:
    """Set the attributes of a tag or annotation on a node."""
    annotations = node.annotations if isinstance(node.annotations, list) else list(node.annotations)
    attributes = node.attributes
    for each in syntax.attributes:
        annotation = each.annotation
        if each.form == "primary" and is_falsy(annotation.value):
            continue
        annotations.append(annotation)
        name = annotation.name
        if annotation.type == "class":
            classes = attributes.get("class")
            if isinstance(classes, dict):
                attributes["class"] = {**classes, name: True}
            elif is_falsy(classes):
                attributes["class"] = {name: True}
        else:
            if name in attributes:
                start, end = each.key
                problem = MarkdocError(
                    "duplicate-attribute", "warning", f"duplicate attribute `{name}`", Span(start, end, syntax.block)
                )
                node.errors = appended(node.errors, problem)
            attributes[name] = annotation.value
    node.annotations = annotations


def block_attributes(token: SyntaxToken) -> dict[str, Any]:
    kind = token.type
    if kind in _WITHOUT_ATTRIBUTES:
        return {}
    if kind.startswith("heading"):
        return {"level": int(token.tag[1:])}
    if kind.startswith("ordered_list"):
        start = (token.attrs or {}).get("start")
        return (
            {"ordered": True, "start": start, "marker": token.markup}
            if start
            else {"ordered": True, "marker": token.markup}
        )
    if kind.startswith("bullet_list"):
        return {"ordered": False, "marker": token.markup}
    if kind == "th_open" or kind == "td_open":
        align = _ALIGNMENTS.get((token.attrs or {}).get("style", ""))
        return {"align": align} if align else {}
    if kind == "comment" or kind == "html":
        return {"content": token.content}
    if kind in ("em_close", "strong_close"):
        return {"marker": token.markup}
    if kind == "link_close":
        return {}
    return {}


def link_attributes(token: SyntaxToken) -> dict[str, Any]:
    attrs = token.attrs or {}
    if token.type == "image":
        attributes: dict[str, Any] = {"alt": token.content, "src": attrs["src"]}
    elif token.type == "link_open":
        attributes = {"href": attrs["href"]}
    else:
        return {}
    if attrs.get("title"):
        attributes["title"] = attrs["title"]
    return attributes
