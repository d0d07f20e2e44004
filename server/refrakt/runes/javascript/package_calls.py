"""Finds calls of a package's functions in a module, and evaluates their arguments where they are.

Statements before the call, in the blocks around it, are evaluated; parameters of the functions around it are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from refrakt.runes.javascript.frame import Frame, Scope
from refrakt.runes.javascript.patterns import bound_names
from refrakt.runes.javascript.script_module import ScriptModule
from refrakt.runes.javascript.statements import execute
from refrakt.runes.javascript.syntax import ScriptText, operands, string_of, text_of
from refrakt.runes.javascript.values import UNDEFINED, Unknown, Value

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

_FUNCTIONS = (
    *("function_declaration", "function_expression", "arrow_function", "method_definition"),
    *("generator_function_declaration", "generator_function"),
)
_Path = tuple["SyntaxNode", "_Path | None"]


def local_names(text: ScriptText, package: str, spend: Callable[[], None] = lambda: None) -> dict[str, str]:
    """The names of a module for the exports of a package: local name to exported name, `*` for the package itself."""
    names: dict[str, str] = {}
    for node, _ in _walk(text, ("import_statement", "variable_declarator"), spend):
        if node.type == "import_statement":
            source = node.child_by_field_name("source")
            clause = next((each for each in node.named_children if each.type == "import_clause"), None)
            if source is None or clause is None or string_of(source) != package:
                continue
            for each in clause.named_children:
                if each.type == "named_imports":
                    for specifier in operands(each):
                        name = specifier.child_by_field_name("name")
                        alias = specifier.child_by_field_name("alias") or name
                        if name is not None and alias is not None:
                            names[text_of(alias)] = text_of(name)
                else:
                    inner = operands(each)[-1] if each.type == "namespace_import" and operands(each) else each
                    names[text_of(inner)] = "*"
            continue
        pattern, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if pattern is not None and value is not None and _requires(value, package):
            names.update(dict.fromkeys(bound_names(pattern), "*") if pattern.type == "identifier" else {})
            if pattern.type == "object_pattern":
                names.update({name: name for name in bound_names(pattern)})
    return names


def _requires(node: SyntaxNode, package: str) -> bool:
    text = text_of(node)
    return len(text) < 200 and text in (f"require({quote}{package}{quote})" for quote in "'\"`")


def package_calls(
    module: ScriptModule, package: str, is_called: Callable[[str], bool]
) -> Iterator[tuple[Frame, list[SyntaxNode]]]:
    """The calls of a package's functions: the frame of each, and its arguments.

    `is_called` gets the exported name: `default` for a call of the package itself, else a member or named export.
    """
    spend = module.graph.budget.spend
    names = local_names(module.text, package, spend)
    if not names:
        return
    module.prepare()
    for arguments, path in _calls(module.text, names, is_called, spend):
        yield _frame_at(module, path), arguments


def calls_with_context(
    text: ScriptText, package: str, is_called: Callable[[str], bool]
) -> Iterator[tuple[list[SyntaxNode], list[SyntaxNode]]]:
    """The calls of a package's functions: the nodes around each, innermost first, and its arguments."""
    for arguments, path in _calls(text, local_names(text, package), is_called):
        yield _nodes_around(path), arguments


def _calls(
    text: ScriptText, names: dict[str, str], is_called: Callable[[str], bool], spend: Callable[[], None] = lambda: None
) -> Iterator[tuple[list[SyntaxNode], _Path | None]]:
    for node, path in _walk(text, ("call_expression",), spend):
        called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if called is None or arguments is None:
            continue
        name = _called_name(called, names)
        if name is not None and is_called(name):
            yield operands(arguments), path


def _called_name(called: SyntaxNode, names: dict[str, str]) -> str | None:
    if called.type == "identifier":
        found = names.get(text_of(called))
        return "default" if found == "*" else found
    owner, member = called.child_by_field_name("object"), called.child_by_field_name("property")
    if called.type != "member_expression" or owner is None or member is None or text_of(owner) not in names:
        return None
    return text_of(member)


def _walk(
    text: ScriptText, types: tuple[str, ...], spend: Callable[[], None]
) -> Iterator[tuple[SyntaxNode, _Path | None]]:
    """The nodes of these types in a module, each with the nodes around it, innermost first."""
    pending: list[tuple[SyntaxNode, _Path | None]] = [(text.root, None)]
    count = 0
    while pending:
        node, path = pending.pop()
        count += 1
        if count % 10 == 0:
            spend()
        if node.type in types:
            yield node, path
        inner = (node, path)
        pending.extend((child, inner) for child in reversed(node.named_children))


def _nodes_around(path: _Path | None) -> list[SyntaxNode]:
    around: list[SyntaxNode] = []
    while path is not None:
        around.append(path[0])
        path = path[1]
    return around


def _frame_at(module: ScriptModule, path: _Path | None) -> Frame:
    around = _nodes_around(path)
    frame = module.frame
    module.graph.uncertain = 0
    for index in range(len(around) - 1, -1, -1):
        node = around[index]
        if node.type in _FUNCTIONS:
            frame = Frame(module, Scope(frame.scope), Unknown("`this` is not known"), [])
            _bind_unknown(frame, node)
        elif node.type in ("statement_block", "switch_case", "switch_default"):
            frame = frame.block()
            following = around[index - 1] if index else None
            for statement in node.named_children:
                if following is not None and statement.start_byte >= following.start_byte:
                    break
                execute(frame, statement)
    return frame


def _bind_unknown(frame: Frame, function: SyntaxNode) -> None:
    for field in ("parameter", "parameters"):
        parameters = function.child_by_field_name(field)
        for name in bound_names(parameters) if parameters is not None else ():
            frame.scope.names[name] = Unknown(f"the parameter `{name}` is only known when the site runs")


def argument_value(frame: Frame, arguments: list[SyntaxNode], index: int) -> Value:
    if any(each.type == "spread_element" for each in arguments[: index + 1]):
        return Unknown("the arguments of a call are not known")
    try:
        return frame.evaluate(arguments[index]) if index < len(arguments) else UNDEFINED
    finally:
        frame.graph.uncertain = 0
