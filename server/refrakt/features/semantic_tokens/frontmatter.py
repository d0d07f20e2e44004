"""The semantic tokens of frontmatter: keys, and values by type."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.semantic_tokens.token_types import SemanticToken
from refrakt.markdoc.frontmatter import Frontmatter, YamlNode


def frontmatter_tokens(frontmatter: Frontmatter) -> Iterator[SemanticToken]:
    pending = [frontmatter.root] if frontmatter.root is not None else []
    while pending:
        node = pending.pop()
        for key, value in node.entries:
            # The node of an alias is elsewhere in the text, and gets its token there.
            if _is_in(key, node):
                yield SemanticToken(key.span.start, key.span.end, "key")
                pending.append(value)
        pending += (each for each in node.items if _is_in(each, node))
        if node.kind == "scalar" and node.span.end > node.span.start:
            yield _scalar(node)


def _is_in(inner: YamlNode, outer: YamlNode) -> bool:
    return outer.span.start <= inner.span.start and inner.span.end <= outer.span.end


def _scalar(node: YamlNode) -> SemanticToken:
    start, end = node.span[:2]
    if node.value is None or isinstance(node.value, bool):
        return SemanticToken(start, end, "constant")
    return SemanticToken(start, end, "string" if isinstance(node.value, str) else "number")
