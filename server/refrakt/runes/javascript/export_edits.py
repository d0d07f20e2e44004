"""Renames an export of a module, where the edit of one place is enough."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.runes.javascript.budget import Budget, Limits
from refrakt.runes.javascript.syntax import ScriptText, parse_script, text_of

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_RESERVED = frozenset(
    (
        "await",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "continue",
        "debugger",
        "default",
        "delete",
        "do",
        "else",
        "enum",
        "export",
        "extends",
        "false",
        "finally",
        "for",
        "function",
        "if",
        "implements",
        "import",
        "in",
        "instanceof",
        "interface",
        "let",
        "new",
        "null",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "static",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "try",
        "typeof",
        "var",
        "void",
        "while",
        "with",
        "yield",
    )
)
_VARIABLES = frozenset({"identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"})
MOST_NODES = 500_000


def renamed_export(path: str, text: str, start: int, old: str, new: str) -> TextEdit | str:
    """The edit that renames the export whose name is at an offset; or why there is none."""
    if not _IDENTIFIER.fullmatch(new) or new in _RESERVED:
        return f"it is an export, and `{new}` is not a name of JavaScript"
    script = parse_script(path, text.encode("utf-8", "replace"), Budget(Limits()))
    if isinstance(script, str):
        return script
    named = [node for node in _nodes(script.root) if node.type in _VARIABLES and text_of(node) in (old, new)]
    node = next((each for each in named if _offset(script, each) == start), None)
    parent = node.parent if node is not None else None
    if node is None or parent is None:
        return "its export is not found"
    span = Span(start, start + len(old))
    if parent.type == "export_specifier":
        has_alias = parent.child_by_field_name("alias") is not None
        return TextEdit(span, new if has_alias else f"{old} as {new}")
    if parent.type != "variable_declarator":
        return "its export is not a constant"
    if any(text_of(each) == new for each in named):
        return f"`{path}` has another variable `{new}`"
    if len(named) > 1:
        return f"`{path}` uses the constant elsewhere"
    return TextEdit(span, new)


def _offset(script: ScriptText, node: SyntaxNode) -> int:
    return script.location(node).start


def _nodes(root: SyntaxNode) -> Iterator[SyntaxNode]:
    pending = [root]
    for _ in range(MOST_NODES):
        if not pending:
            return
        node = pending.pop()
        yield node
        pending.extend(node.named_children)
