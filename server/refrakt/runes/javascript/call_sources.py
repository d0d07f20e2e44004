"""Code that gives the configs of a module's calls of Markdoc, to be appended to the module when it is run for an export.

An argument may use names of the functions around the call. Parameters are not known. A local variable is computed from its
initial value, unless other code before the call mentions it and may change it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from refrakt.runes.javascript.budget import Budget, Limits
from refrakt.runes.javascript.package_calls import calls_with_context
from refrakt.runes.javascript.patterns import bound_names
from refrakt.runes.javascript.syntax import ScriptText, operands, parse_script, text_of

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

_MARKDOC = "@markdoc/markdoc"
_IDENTIFIERS = ("identifier", "shorthand_property_identifier")
_MODULE_SYNTAX = ("import_statement", "export_statement")
_FUNCTIONS = ("function_declaration", "class_declaration")


def config_functions(path: str, source: bytes) -> str | None:
    """The code to append to a module; None if it has no calls with a config."""
    text = parse_script(path, source, Budget(Limits(file_bytes=2_000_000, parse_seconds=5)))
    if isinstance(text, str):
        return None
    configs = [
        _config(around, arguments[1])
        for around, arguments in calls_with_context(text, _MARKDOC, lambda name: name in ("transform", "validate"))
        if len(arguments) > 1 and not any(each.type == "spread_element" for each in arguments[:2])
    ]
    if not configs:
        return None
    made = f"() => Promise.all([{', '.join(configs)}])"
    return f"export const __refraktConfigs = {made};" if _is_module(text) else f"exports.__refraktConfigs = {made};"


def _is_module(text: ScriptText) -> bool:
    return any(each.type in _MODULE_SYNTAX for each in text.root.named_children)


def _config(around: list[SyntaxNode], argument: SyntaxNode) -> str:
    """A call of a function that computes an argument with the local names it needs. `around` is innermost first."""
    local = dict(_local_names(around, argument))
    mentions = _mentions(around, argument)
    needed: dict[str, None] = {}
    pending = [argument]
    while pending:
        for name in _names_in(pending.pop()):
            if name in local and name not in needed:
                needed[name] = None
                declaration = local[name]
                if declaration is not None:
                    pending.append(declaration)
    initial = {local[name].id: local[name] for name in needed if local[name] is not None}  # type: ignore[union-attr]
    own = Counter(name for node in initial.values() for name in _names_in(node))  # type: ignore[arg-type]
    statements: list[str] = []
    for name in needed:
        declaration = local[name]
        if declaration is None or mentions[name] > own[name]:
            reason = json.dumps(f"`{name}` is only known when the site runs")
            statements.append(f"const {name} = __refrakt.stub({reason});")
            initial.pop(declaration.id if declaration is not None else -1, None)
    known = sorted((each for each in initial.values() if each is not None), key=lambda each: each.start_byte)
    statements += map(_statement, known)
    return f"__refrakt.attempt(async () => {{ {' '.join(statements)} return ({text_of(argument)}); }}, {_FAILED})"


_FAILED = json.dumps("a config is only known when the site runs")


def _statement(declaration: SyntaxNode) -> str:
    if declaration.type in _FUNCTIONS:
        return text_of(declaration)
    pattern, value = declaration.child_by_field_name("name"), declaration.child_by_field_name("value")
    initial = text_of(value) if value is not None else "undefined"
    return (
        f"const {text_of(pattern) if pattern is not None else '_'} = "
        f"await __refrakt.attempt(async () => ({initial}), {_FAILED});"
    )


def _local_names(around: list[SyntaxNode], argument: SyntaxNode) -> Iterator[tuple[str, SyntaxNode | None]]:
    """The names of the functions around a call, outermost first, with their declarations; None for parameters."""
    for node in reversed(around):
        for field in ("parameter", "parameters"):
            parameters = node.child_by_field_name(field)
            for name in bound_names(parameters) if parameters is not None else ():
                yield name, None
        for statement in _statements_before(node, argument):
            if statement.type in _FUNCTIONS:
                named = statement.child_by_field_name("name")
                if named is not None:
                    yield text_of(named), statement
            for each in operands(statement):
                pattern = each.child_by_field_name("name")
                if each.type == "variable_declarator" and pattern is not None:
                    for name in bound_names(pattern):
                        yield name, each


def _statements_before(node: SyntaxNode, argument: SyntaxNode) -> list[SyntaxNode]:
    if node.type not in ("statement_block", "switch_case", "switch_default"):
        return []
    return [each for each in node.named_children if each.end_byte <= argument.start_byte]


def _mentions(around: list[SyntaxNode], argument: SyntaxNode) -> Counter[str]:
    """How often each name is mentioned in the statements before a call."""
    before = (each for node in around for each in _statements_before(node, argument))
    return Counter(name for statement in before for name in _names_in(statement))


def _names_in(node: SyntaxNode) -> Iterator[str]:
    """The names that code mentions, without those that it declares."""
    pending = [node]
    while pending:
        each = pending.pop()
        if each.type in _IDENTIFIERS:
            yield text_of(each)
        declared = each.child_by_field_name("name") if each.type in ("variable_declarator", *_FUNCTIONS) else None
        pending.extend(child for child in each.named_children if declared is None or child.id != declared.id)
