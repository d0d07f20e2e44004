"""Finds expressions in the syntax tree of a script: the object of a config, and calls of an imported function."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from refrakt.runes.javascript.syntax import operands, string_of, text_of

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

MOST_NODES = 200_000


def nodes_below(root: SyntaxNode) -> Iterator[SyntaxNode]:
    """All nodes in the order of the text. Not recursive: a script may nest deeper than the stack allows."""
    pending = [root]
    for _ in range(MOST_NODES):
        if not pending:
            return
        node = pending.pop()
        yield node
        pending.extend(reversed(node.named_children))


def config_object(root: SyntaxNode, keys: Collection[str]) -> SyntaxNode | None:
    """The object literal with the most of these keys: the config, however it is wrapped and exported."""
    found: SyntaxNode | None = None
    most = 0
    for node in nodes_below(root):
        if node.type == "object":
            count = sum(1 for name in _keys(node) if name in keys)
            if count > most:
                found, most = node, count
    return found


def _keys(node: SyntaxNode) -> Iterator[str]:
    for member in operands(node):
        key = member.child_by_field_name("key") or member.child_by_field_name("name") or member
        yield string_of(key) if key.type == "string" else text_of(key)


def named_members(node: SyntaxNode) -> Iterator[tuple[str, SyntaxNode]]:
    """The keys of an object literal and their expressions; of a shorthand, the name itself."""
    for member in operands(node):
        if member.type == "shorthand_property_identifier":
            yield text_of(member), member
        key, value = member.child_by_field_name("key"), member.child_by_field_name("value")
        if member.type == "pair" and key is not None and value is not None:
            yield string_of(key) if key.type == "string" else text_of(key), value


def member_value(node: SyntaxNode, key: str) -> SyntaxNode | None:
    """The expression of a key of an object literal; the last one, as in JavaScript."""
    return dict(named_members(node)).get(key)


def imported_as(root: SyntaxNode, package: str) -> set[str]:
    """The names that a script gives to the default export of a package, or to the package."""
    found: set[str] = set()
    for node in operands(root):
        if node.type == "import_statement":
            source = node.child_by_field_name("source")
            if source is not None and string_of(source) == package:
                clause = next((each for each in operands(node) if each.type == "import_clause"), None)
                names = operands(clause) if clause is not None else []
                found.update(text_of(each) for each in names if each.type == "identifier")
                found.update(text_of(operands(each)[0]) for each in names if each.type == "namespace_import")
        elif node.type in ("lexical_declaration", "variable_declaration"):
            for each in operands(node):
                name, value = each.child_by_field_name("name"), each.child_by_field_name("value")
                if name is not None and value is not None and _required(value) == package:
                    found.add(text_of(name))
    return found


def _required(node: SyntaxNode) -> str | None:
    """The package of `require('package')`."""
    called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if node.type != "call_expression" or called is None or arguments is None or text_of(called) != "require":
        return None
    passed = operands(arguments)
    return string_of(passed[0]) if passed and passed[0].type == "string" else None


def calls_of(root: SyntaxNode, package: str) -> Iterator[list[SyntaxNode]]:
    """The arguments of the calls of a package's default export."""
    names = imported_as(root, package)
    for node in nodes_below(root):
        if node.type != "call_expression":
            continue
        called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if called is None or arguments is None or arguments.type != "arguments":
            continue
        if (called.type == "identifier" and text_of(called) in names) or _required(called) == package:
            yield operands(arguments)
