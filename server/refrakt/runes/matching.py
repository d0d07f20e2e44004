"""What a match in a content model means."""

from __future__ import annotations

from functools import lru_cache

from refrakt.markdoc.patterns import Match, Pattern, pattern_problem
from refrakt.markdoc.tree import Node

Alternatives = tuple[tuple[str, str], ...]


@lru_cache(maxsize=512)
def parsed(match: str) -> Alternatives:
    """A match as (type, detail) pairs: `heading:2|tag` is (heading, 2), (tag, "")."""
    pairs = (part.strip().partition(":") for part in match.split("|"))
    return tuple((kind, detail) for kind, _, detail in pairs)


def matches(node: Node, match: str) -> bool:
    """Whether a node is one of those a match names."""
    return any(_is(node, kind, detail) for kind, detail in parsed(match))


def _is(node: Node, kind: str, detail: str) -> bool:
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
    """The image in a paragraph that holds nothing else."""
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


def describe(match: str) -> str:
    """A match in words: `heading:2|list:ordered` is "a level 2 heading or a numbered list"."""
    return " or ".join(_in_words(kind, detail) for kind, detail in parsed(match))


_WORDS = {
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


def _in_words(kind: str, detail: str) -> str:
    if kind == "heading" and detail:
        return f"a level {detail} heading"
    if kind == "tag" and detail:
        return f"a `{detail}` rune"
    return _WORDS.get(f"{kind}:{detail}" if detail else kind, f"a {kind}")


def described(node: Node) -> str:
    """A node in the same words."""
    if node.type == "heading":
        return f"a level {node.attributes.get('level')} heading"
    if node.type == "list":
        return "a numbered list" if node.attributes.get("ordered") else "a bulleted list"
    if node.type == "tag":
        return f"a `{node.tag}` rune"
    return _WORDS.get(node.type, f"a {node.type}")


def search(pattern: str, text: str) -> Match | None:
    """Look for a pattern of a content model, as JavaScript would."""
    return Pattern(pattern).search(text) if is_judged(pattern, text) else None


def is_judged(pattern: str, text: str) -> bool:
    """Whether a text can be judged by a pattern: it is short enough, and the pattern can be used."""
    return pattern_problem(pattern) is None and Pattern(pattern).is_applicable(text)


def plain_text(node: Node) -> str:
    """The text in a node, markup left out."""
    parts: list[str] = []
    for each in (node, *node.walk()):
        content = each.attributes.get("content") if each.type in ("text", "code") else None
        if isinstance(content, str):
            parts.append(content)
    return "".join(parts)
