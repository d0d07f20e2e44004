"""Matching of nodes and text against the expressions of content models."""

from __future__ import annotations

from functools import lru_cache

from refrakt.markdoc.patterns import Match, Pattern, pattern_problem
from refrakt.markdoc.tree import Node

Alternatives = tuple[tuple[str, str], ...]


@lru_cache(maxsize=512)
def parse_match(match: str) -> Alternatives:
    """The (type, detail) pairs of a match expression: `heading:2|tag` is (heading, 2), (tag, "")."""
    pairs = (part.strip().partition(":") for part in match.split("|"))
    return tuple((kind, detail) for kind, _, detail in pairs)


def matches(node: Node, match: str) -> bool:
    """Whether a node satisfies a match expression."""
    return any(_matches_one(node, kind, detail) for kind, detail in parse_match(match))


def _matches_one(node: Node, kind: str, detail: str) -> bool:
    if kind == "any":
        return True
    if kind == "image" and node.type == "paragraph":
        return lone_image(node) is not None
    if node.type != kind:
        return False
    if not detail:
        return True
    if kind == "heading":
        return str(node.attributes.get("level")) == detail
    if kind == "list":
        return bool(node.attributes.get("ordered")) == (detail == "ordered")
    return kind == "tag" and node.tag == detail


def lone_image(node: Node) -> Node | None:
    """The image of a paragraph without other content."""
    found: Node | None = None
    for inline in node.children:
        for child in inline.children if inline.type == "inline" else (inline,):
            if child.type == "image" and found is None:
                found = child
            elif child.type != "softbreak" and not (
                child.type == "text" and not str(child.attributes["content"]).strip()
            ):
                return None
    return found


def describe_match(match: str) -> str:
    """A match expression for a message: `heading:2|list:ordered` is "a level 2 heading or a numbered list"."""
    return " or ".join(_describe_one(kind, detail) for kind, detail in parse_match(match))


_DESCRIPTIONS = {
    "any": "anything",
    "heading": "a heading",
    "paragraph": "a paragraph",
    "list": "a list",
    "list:ordered": "a numbered list",
    "list:unordered": "a bulleted list",
    "blockquote": "a quote",
    "fence": "a code block",
    "image": "an image",
    "table": "a table",
    "hr": "a `---` line",
    "tag": "a rune",
    "item": "a list item",
}


def _describe_one(kind: str, detail: str) -> str:
    if kind == "heading" and detail:
        return f"a level {detail} heading"
    if kind == "tag" and detail:
        return f"a `{detail}` rune"
    return _DESCRIPTIONS.get(f"{kind}:{detail}" if detail else kind, f"a {kind}")


def describe_node(node: Node) -> str:
    """A node in the same terms."""
    if node.type == "heading":
        return f"a level {node.attributes.get('level')} heading"
    if node.type == "list":
        return "a numbered list" if node.attributes.get("ordered") else "a bulleted list"
    if node.type == "tag":
        return f"a `{node.tag}` rune"
    return _DESCRIPTIONS.get(node.type, f"a {node.type}")


def search_pattern(pattern: str, text: str) -> Match | None:
    """Search a text for a pattern of a content model, with JavaScript's semantics."""
    return Pattern(pattern).search(text) if is_applicable(pattern, text) else None


def is_applicable(pattern: str, text: str) -> bool:
    """Whether a text can be matched by a pattern: it is short enough, and the pattern is valid."""
    return pattern_problem(pattern) is None and Pattern(pattern).is_applicable(text)


def plain_text(node: Node) -> str:
    """The text of a node without markup."""
    parts: list[str] = []
    for each in (node, *node.walk()):
        content = each.attributes.get("content") if each.type in ("text", "code") else None
        if isinstance(content, str):
            parts.append(content)
    return "".join(parts)
