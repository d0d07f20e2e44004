"""Literals in a definition that look like secrets. They are reported without being repeated, and hidden where a file is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt_forge.config.redaction import HIDDEN, shown_text
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.documents.source_node import SourceNode

SECRET = re.compile(
    r"(?i)\b(?:sk-[a-z0-9_-]{16,}|gh[pousr]_[a-z0-9]{20,}|xox[abprs]-[a-z0-9-]{10,}|AKIA[0-9A-Z]{16}|bearer\s+[a-z0-9._~+/=-]{16,})"
    r"|(?:api[-_]?key|token|secret|password)\s*[=:]\s*['\"]?[a-z0-9._~+/-]{16,}"
)


def without_secrets(document: SourceDocument) -> str:
    """The text of a definition with secrets hidden in the implementations of tools; of one that cannot be parsed, everywhere."""
    text = document.text
    if document.root is None:
        return text_without_secrets(text)
    for node in sorted(_implementations(document.root), key=lambda each: each.span.start, reverse=True):
        start, end = node.span.start, node.span.end
        text = text[:start] + text_without_secrets(text[start:end]) + text[end:]
    return text


def text_without_secrets(text: str) -> str:
    return SECRET.sub(HIDDEN, shown_text(text))


def _implementations(root: SourceNode) -> Iterator[SourceNode]:
    """The implementation of a tool, and those of the tools inside an agent."""
    custom = root.get("custom_tools")
    for each in (root, *(custom.items if custom is not None else ())):
        found = each.get("implementation")
        if found is not None:
            yield found
