"""Zod schemas of content collections, read from the syntax: `z.object({title: z.string().optional()})`.

Only what is written in place is read. A type that comes from elsewhere is `unknown`, and so is one that is changed by
`transform`, `preprocess` or the like, whose input is not what the type says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from refrakt.rules.frontmatter_schema import FrontmatterField, FrontmatterSchema, FrontmatterType
from refrakt.runes.javascript.syntax import operands, string_of, text_of

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

_TYPES: dict[str, FrontmatterType] = {
    "string": "string",
    "number": "number",
    "boolean": "boolean",
    "array": "array",
    "tuple": "array",
    "object": "object",
    "record": "object",
    "date": "date",
    "enum": "enum",
}
_OPTIONAL = frozenset({"optional", "nullish", "default", "catch", "prefault"})
_UNCHECKED = frozenset({"nullable", "nullish", "catch"})
"""Methods that allow other values than those of the type."""
_HARMLESS = frozenset({"describe", "meta", "min", "max", "length", "email", "url", "int", "positive", "nonnegative"})
_SAME_KEYS = frozenset(
    {"strict", "strip", "passthrough", "catchall", "transform", "refine", "superRefine", "partial", "deepPartial"}
)
"""Methods of an object after which its keys have the types they were declared with, or none at all."""
_SAME_PRESENCE = frozenset(
    {"transform", "refine", "superRefine", "pipe", "nullable", "brand", "readonly", "regex", "trim"}
)
"""Methods after which a missing value is still missing."""
_MOST_STEPS = 50


class ChainStep(NamedTuple):
    """A call in a chain: `z.string().optional()` has the steps `string` and `optional`."""

    name: str
    arguments: list[SyntaxNode]


def call_chain(node: SyntaxNode) -> tuple[str, list[ChainStep]]:
    """The name that a chain of calls begins with, and its steps."""
    steps: list[ChainStep] = []
    current: SyntaxNode | None = node
    while current is not None and current.type == "call_expression" and len(steps) < _MOST_STEPS:
        called, arguments = current.child_by_field_name("function"), current.child_by_field_name("arguments")
        passed = operands(arguments) if arguments is not None else []
        if called is None or called.type != "member_expression":
            steps.append(ChainStep("", passed))
            current = called
            break
        name = called.child_by_field_name("property")
        steps.append(ChainStep(text_of(name) if name is not None else "", passed))
        current = called.child_by_field_name("object")
        while current is not None and current.type == "member_expression":  # `z.coerce.date()`
            prefix = current.child_by_field_name("property")
            steps.append(ChainStep(text_of(prefix) if prefix is not None else "", []))
            current = current.child_by_field_name("object")
    return text_of(current) if current is not None else "", steps[::-1]


def read_zod_object(node: SyntaxNode | None) -> FrontmatterSchema | None:
    """The keys of a schema; of a function, the schema that it returns. None if it is something else."""
    node = _returned(node)
    if node is None:
        return None
    _, steps = call_chain(node)
    if not steps or steps[0].name not in ("object", "strictObject") or not steps[0].arguments:
        return None
    shape = steps[0].arguments[0]
    if shape.type != "object":
        return None
    following = {step.name for step in steps[1:]}
    fields: dict[str, FrontmatterField] = {}
    opened = bool(following - _HARMLESS - _SAME_KEYS) or bool(following & {"passthrough", "catchall"})
    for member in operands(shape):
        key = member.child_by_field_name("key") if member.type == "pair" else None
        if key is None or key.type not in ("property_identifier", "string"):
            opened = True
            fields = dict.fromkeys(fields, FrontmatterField())  # a spread may replace what is before it
            continue
        name = string_of(key) if key.type == "string" else text_of(key)
        fields[name] = _field(member.child_by_field_name("value"))
    if following - _HARMLESS - _SAME_KEYS:  # such as `extend` or `omit`
        fields = dict.fromkeys(fields, FrontmatterField())
    if following & {"partial", "deepPartial"}:
        fields = {name: replace(each, required=False) for name, each in fields.items()}
    return FrontmatterSchema(fields, opened)


def _returned(node: SyntaxNode | None) -> SyntaxNode | None:
    """The expression of an arrow function, which Astro calls with `{ image }`."""
    while node is not None and node.type in ("arrow_function", "parenthesized_expression"):
        inner = node.child_by_field_name("body") if node.type == "arrow_function" else next(iter(operands(node)), None)
        if inner is not None and inner.type == "statement_block":
            returns = [each for each in operands(inner) if each.type == "return_statement"]
            inner = next(iter(operands(returns[-1])), None) if returns else None
        node = inner
    return node


def _field(node: SyntaxNode | None) -> FrontmatterField:
    if node is None:
        return FrontmatterField()
    first, steps = call_chain(node)
    names = [step.name for step in steps]
    required = bool(names) and names[0] in _TYPES and not set(names) & _OPTIONAL
    if first != "z" or not names:
        return FrontmatterField(required=False)
    type = _TYPES.get(names[0], "unknown")
    values = _values(steps[0]) if type == "enum" else ()
    if "array" in names[1:]:
        type, values = "array", ()
    unread = set(names[1:]) - _OPTIONAL - _HARMLESS - {"array"}
    required = required and not unread - _SAME_PRESENCE
    if unread or set(names) & _UNCHECKED or (type == "enum" and not values):
        type, values = "unknown", ()
    about = next((each.arguments[0] for each in steps if each.name == "describe" and each.arguments), None)
    text = string_of(about) if about is not None and about.type == "string" else None
    return FrontmatterField(type, required, values, text)


def _values(step: ChainStep) -> tuple[str, ...]:
    """The values of `z.enum([…])`; none if one of them is not a string."""
    if not step.arguments or step.arguments[0].type != "array":
        return ()
    items = operands(step.arguments[0])
    return tuple(map(string_of, items)) if all(each.type == "string" for each in items) else ()
