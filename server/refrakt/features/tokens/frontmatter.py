"""The tokens of frontmatter: keys, and values by what they are."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.frontmatter import Frontmatter, YamlNode

from .token import Token


def frontmatter_tokens(frontmatter: Frontmatter) -> Iterator[Token]:
    pending = [frontmatter.root] if frontmatter.root is not None else []
    while pending:
        node = pending.pop()
        for key, value in node.entries:
            # What an alias stands for is written at another place, and gets its colour there.
            if _is_in(key, node):
                yield Token(key.span.start, key.span.end, "key")
                pending.append(value)
        pending += (each for each in node.items if _is_in(each, node))
        if node.kind == "scalar" and node.span.end > node.span.start:
            yield _scalar(node)


def _is_in(inner: YamlNode, outer: YamlNode) -> bool:
    return outer.span.start <= inner.span.start and inner.span.end <= outer.span.end


def _scalar(node: YamlNode) -> Token:
    start, end = node.span[:2]
    if node.value is None or isinstance(node.value, bool):
        return Token(start, end, "constant")
    return Token(start, end, "string" if isinstance(node.value, str) else "number")
