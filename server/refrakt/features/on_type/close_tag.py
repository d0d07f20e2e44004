"""The closing tag for an opening tag that is completed on a line of its own.

It is inserted on the next line, since editors move the cursor behind text inserted at it. On the last line of a file nothing is
inserted.
"""

from __future__ import annotations

from refrakt.features.enclosing_tags import EnclosingScope
from refrakt.features.page_context import PageContext
from refrakt.features.tag_at_cursor import tag_at
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.problem_spans import line_end


def closing_tag_edits(page: PageContext, offset: int) -> list[TextEdit]:
    document = page.document
    tag = tag_at(document, offset - 1) if offset else None
    if tag is None or tag.span.end != offset or tag.outer is not None:
        return []
    syntax = tag.syntax
    rune = page.site.vocabulary.get(syntax.name)
    if syntax.kind != "open" or not syntax.terminated or rune is None or rune.self_closing or rune.inline:
        return []
    scope = EnclosingScope(document, tag)
    if not (scope.begins_line and scope.ends_line and scope.has_no_body_text) or _is_closed(scope, syntax.name):
        return []
    if any(node.type == "fence" for node in scope.nodes):
        return []
    text = document.text
    end = line_end(text, offset)
    ends = "\r\n" if text[end : end + 2] == "\r\n" else text[end : end + 1]
    if not ends:
        return []
    indent = scope.line_prefix[: len(scope.line_prefix) - len(scope.line_prefix.lstrip(" \t"))]
    below = end + len(ends)
    return [TextEdit(Span(below, below), f"{indent}{scope.continuation_prefix}{{% /{syntax.name} %}}{ends}")]


def _is_closed(scope: EnclosingScope, name: str) -> bool:
    """Whether the tag has a closing tag of its own, not that of an enclosing rune of the same name."""
    if scope.closing_tag is None:
        return scope.is_closed(name)
    return all(node.close is not None for node in scope.open_tags if node.tag == name)
