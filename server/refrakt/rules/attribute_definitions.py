"""Attributes as written, and what their definitions allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast, get_args

from refrakt.markdoc.patterns import Pattern, pattern_problem
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import AttributeSyntax, Level, Span, TagSyntax
from refrakt.markdoc.values import UNDEFINED, Function, Variable
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Severity
from refrakt.rules.problem_spans import attribute_at
from refrakt.runes.rune import Attribute, TypeName

_SEVERITIES: Mapping[Level, Severity] = {"critical": "error", "error": "error", "warning": "warning"}


def severity_of(level: Level) -> Severity:
    """Markdoc knows five levels, an editor four."""
    return _SEVERITIES.get(level, "info")


def written_attributes(context: RuleContext) -> Iterator[tuple[TagSyntax, AttributeSyntax]]:
    """The attributes of a node as typed, those that count first: the last one wins, and annotations come after the tag."""
    node = context.node
    opening = node.open
    if opening is None and node.type == "table" and context.parents and context.parents[-1].tag == "table":
        opening = context.parents[-1].open
    for tag in reversed([*([opening] if opening is not None else []), *node.annotation_tags]):
        for attribute in reversed(tag.attributes):
            yield tag, attribute


def attribute_of(context: RuleContext) -> tuple[TagSyntax, AttributeSyntax] | None:
    """The attribute whose key or value is the span of a problem."""
    assert context.problem is not None
    found = attribute_at(context.page.document, context.problem.span)
    return (found[0], found[0].attributes[found[1]]) if found is not None else None


def definition_of(context: RuleContext, name: str) -> Attribute | None:
    """The definition of an attribute in a rune, or in the schema of a node of Markdown."""
    rune = context.rune
    if rune is not None or context.node.tag:
        return rune.every_attribute.get(name) if rune is not None else None
    schema = context.page.site.config.schema_of(context.node)
    defined = schema.attributes.get(name) if schema is not None else None
    if defined is None or defined.matches is not None or defined.type not in get_args(TypeName):
        return None
    return Attribute(name, type=cast(TypeName, defined.type), required=defined.required, level=defined.error_level)


def is_set_by_parser(context: RuleContext) -> bool:
    """Whether an attribute that is not written, of a node of Markdown on a plain site, has its value from the parser: a schema that
    declares another type, such as that of a heading's level, is not a mistake of the page."""
    return not context.node.tag and not context.vocabulary.refrakt


def definition_path(context: RuleContext) -> str:
    """The tag or node that a problem is about, and its attribute: `box size`, or `box` if it is about the tag as a whole. The
    name of a node has a colon in front, because there may be a tag of the same name."""
    found = attribute_of(context)
    owner = context.node.tag or f":{context.node.type}"
    return f"{owner} {found[1].annotation.name}" if found is not None else owner


def types_of(attribute: Attribute) -> tuple[str, ...]:
    return (attribute.type,) if isinstance(attribute.type, str) else attribute.type


def fits_type(attribute: Attribute, value: Any) -> bool:
    """Whether a value is of the right type. A value known only at build time may be."""
    return isinstance(value, Variable | Function) or any(_is(name, value) for name in types_of(attribute))


def _is(name: str, value: Any) -> bool:
    match name:
        case "String" | "SpaceSeparatedList":
            return isinstance(value, str)
        case "Number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "Boolean":
            return isinstance(value, bool)
        case "Array":
            return isinstance(value, list | tuple)
        case "Object":
            return isinstance(value, Mapping)
    return True


def accepts(attribute: Attribute, value: Any) -> bool:
    """Whether a value is one an attribute may have."""
    if isinstance(value, Variable | Function):
        return True
    if not fits_type(attribute, value):
        return False
    if attribute.values:
        return any(type(each) is type(value) and each == value for each in attribute.values)
    if attribute.pattern and isinstance(value, str):
        pattern = Pattern(attribute.pattern)
        is_checked = pattern_problem(attribute.pattern) is None and pattern.is_applicable(value)
        return not is_checked or pattern.matches(value)
    return True


def removal(tag: TagSyntax, attribute: AttributeSyntax) -> TextEdit:
    """An edit that removes an attribute, with the space before it."""
    start = attribute.key[0]
    text = tag.block.text if tag.block is not None else ""
    while start > 0 and text[start - 1] in " \t\n\r":
        start -= 1
    return TextEdit(Span(start, attribute.value[1], tag.block), "")


def insertion(tag: TagSyntax, text: str) -> TextEdit:
    """An edit that appends text to a tag."""
    end = max((each.value[1] for each in tag.attributes), default=tag.name_start + len(tag.name))
    return TextEdit(Span(end, end, tag.block), f" {text}")


def value_for(attribute: Attribute) -> Any:
    """A placeholder value for a required attribute; UNDEFINED if there is none."""
    kinds = {"Number": 1, "Boolean": True, "Array": [], "Object": {}}
    candidates = (attribute.default, *attribute.values[:1], kinds.get(types_of(attribute)[0], ""))
    return next((each for each in candidates if each is not UNDEFINED and accepts(attribute, each)), UNDEFINED)
