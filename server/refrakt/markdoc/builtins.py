"""Markdoc's built-in vocabulary: Markdown nodes, tags for conditions and partials, functions.

Schemas are plain data where possible. A transform that needs rendered content yields a `RenderRequest`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_deep_equal, js_equal, js_items, js_json, js_str, truthy
from refrakt.markdoc.resolve_values import resolve
from refrakt.markdoc.schema import (
    AttributeSchema,
    CustomType,
    FunctionSchema,
    MarkdocConfig,
    PartialBudget,
    RenderGenerator,
    RenderRequest,
    Schema,
    rendered_attributes,
)
from refrakt.markdoc.tree import MarkdocError, Node
from refrakt.markdoc.values import UNDEFINED

PARTIAL_NAME = "$$partial:filename"
"""The variable that contains the name of the current partial."""

_DEEPEST_PARTIAL = 32


def with_builtins(config: MarkdocConfig) -> MarkdocConfig:
    """The config with the built-in vocabulary, overridden by the site's."""
    return replace(
        config,
        nodes={**NODES, **config.nodes},
        tags={**TAGS, **config.tags},
        functions={**FUNCTIONS, **config.functions},
        partial_budget=PartialBudget(),
    )


# Nodes -----------------------------------------------------------------------------------------------------------


def _heading(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    attributes = yield from rendered_attributes(node, config)
    children = yield RenderRequest(node.children, config)
    return Tag(f"h{js_str(node.attributes.get('level', UNDEFINED))}", attributes, children)


def _fence(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    attributes = yield from rendered_attributes(node, config)
    if not node.children:
        return Tag("pre", attributes, [node.attributes.get("content", UNDEFINED)])
    children = yield RenderRequest(node.children, config)
    return Tag("pre", attributes, children)


def _list(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    attributes = yield from rendered_attributes(node, config)
    children = yield RenderRequest(node.children, config)
    return Tag("ol" if truthy(node.attributes.get("ordered")) else "ul", attributes, children)


def _code(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    attributes = yield from rendered_attributes(node, config)
    return Tag("code", attributes, [node.attributes.get("content", UNDEFINED)])


def _text(node: Node, _: MarkdocConfig) -> Renderable:
    content: Renderable = node.attributes.get("content", UNDEFINED)
    return content


def _softbreak(_: Node, __: MarkdocConfig) -> Renderable:
    return " "


_FLOW = ("heading", "paragraph", "image", "table", "tag", "fence", "blockquote", "list", "hr")
_STYLED = ("strong", "em", "s", "link", "code", "text", "tag")

_string = AttributeSchema("String")
_hidden_string = AttributeSchema("String", render=False)
_content = AttributeSchema("String", required=True)
_hidden_content = AttributeSchema("String", required=True, render=False)
_cell_spans = {
    "colspan": AttributeSchema("Number", render="colSpan"),
    "rowspan": AttributeSchema("Number", render="rowSpan"),
}


def _styled_except(*names: str) -> tuple[str, ...]:
    """Inline types that may be nested in emphasis: all but itself."""
    return tuple(each for each in _STYLED if each not in names)


NODES: Mapping[str, Schema] = {
    "document": Schema("article", {"frontmatter": AttributeSchema(render=False)}, (*_FLOW, "comment")),
    "heading": Schema(
        attributes={"level": AttributeSchema("Number", required=True, render=False)},
        children=("inline",),
        transform=_heading,
    ),
    "paragraph": Schema("p", children=("inline",)),
    "image": Schema("img", {"src": _content, "alt": _string, "title": _string}),
    "fence": Schema(
        "pre",
        {
            "content": _hidden_content,
            "language": AttributeSchema("String", render="data-language"),
            "process": AttributeSchema("Boolean", render=False, default=True),
        },
        transform=_fence,
    ),
    "blockquote": Schema("blockquote", children=_FLOW),
    "item": Schema("li", children=("inline", *_FLOW)),
    "list": Schema(
        attributes={
            "ordered": AttributeSchema("Boolean", required=True, render=False),
            "start": AttributeSchema("Number"),
            "marker": _hidden_string,
        },
        children=("item",),
        transform=_list,
    ),
    "hr": Schema("hr"),
    "table": Schema("table"),
    "td": Schema("td", {"align": _string, **_cell_spans}, ("inline", *_FLOW)),
    "th": Schema("th", {"width": _string, "align": _string, **_cell_spans}),
    "tr": Schema("tr", children=("th", "td")),
    "tbody": Schema("tbody", children=("tr", "tag")),
    "thead": Schema("thead", children=("tr",)),
    "strong": Schema("strong", {"marker": _hidden_string}, _styled_except("strong")),
    "em": Schema("em", {"marker": _hidden_string}, _styled_except("em")),
    "s": Schema("s", children=_styled_except("s")),
    "inline": Schema(children=(*_STYLED, "image", "hardbreak", "softbreak", "comment")),
    "link": Schema("a", {"href": _content, "title": _string}, _styled_except("link")),
    "code": Schema("code", {"content": _hidden_content}, transform=_code),
    "text": Schema(attributes={"content": _content}, transform=_text),
    "hardbreak": Schema("br"),
    "softbreak": Schema(transform=_softbreak),
    "comment": Schema(attributes={"content": _content}),
    "error": Schema(),
    "node": Schema(),
}


# Tags ------------------------------------------------------------------------------------------------------------


def holds(condition: Any) -> bool:
    """Whether a condition is true: only `false`, `null` and undefined are false, so `0` and `""` are true."""
    return condition is not False and condition is not None and condition is not UNDEFINED


def _branch(node: Node) -> Sequence[Node]:
    """The children of the first branch whose condition is true; each `else` starts another branch."""
    chosen: list[Node] = []
    active = holds(node.attributes.get("primary", UNDEFINED))
    for child in node.children:
        if child.type == "tag" and child.tag == "else":
            if active:
                break
            active = holds(child.attributes.get("primary", True))
        elif active:
            chosen.append(child)
    return chosen


def _if(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    branch: Renderable = yield RenderRequest(_branch(node), config)
    return branch


def _validate_condition(value: Any, _: MarkdocConfig, key: str) -> Sequence[MarkdocError]:
    if isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        message = f"`{key}` is always true; a condition must be `true`, `false`, `null`, a variable or a function"
        return [MarkdocError("attribute-type-invalid", "error", message)]
    return []


def _validate_partial(value: Any, config: MarkdocConfig, _: str) -> Sequence[MarkdocError]:
    if js_str(value) in config.partials:
        return []
    return [MarkdocError("attribute-value-invalid", "error", f"unknown partial `{js_str(value)}`")]


def _partial(node: Node, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    """Replaces the tag by the content of the partial.

    A partial may include itself with different variables, which is how nested values are rendered. Recursion with the same
    variables would not end; it renders nothing, and neither do partials beyond the budget.
    """
    file = node.attributes.get("file", UNDEFINED)
    found = config.partials.get(js_str(file))
    if found is None:
        return None
    passed = dict(js_items(node.attributes.get("variables")))
    variables = {**(config.variables or {}), **passed, PARTIAL_NAME: file}
    enclosing = next((outer for outer in reversed(config.expanding) if js_deep_equal(outer[PARTIAL_NAME], file)), None)
    endless = enclosing is not None and js_deep_equal(variables, enclosing)
    if endless or len(config.expanding) >= _DEEPEST_PARTIAL or not config.partial_budget.spend():
        return None
    inner = replace(config, variables=variables, expanding=(*config.expanding, variables))
    parts = [found] if isinstance(found, Node) else found
    children = [child for part in parts for child in resolve(part, inner).children]
    content: Renderable = yield RenderRequest(children, inner)
    return content


_condition = AttributeSchema(CustomType("Condition", _validate_condition), render=False)

TAGS: Mapping[str, Schema] = {
    "if": Schema(attributes={"primary": _condition}, transform=_if),
    "else": Schema(attributes={"primary": _condition}, self_closing=True),
    "partial": Schema(
        attributes={
            "file": AttributeSchema(CustomType("Partial", _validate_partial), required=True, render=False),
            "variables": AttributeSchema("Object", render=False),
        },
        inline=False,
        self_closing=True,
        transform=_partial,
    ),
    "slot": Schema(attributes={"primary": _content}),
    "table": Schema(children=("table",), inline=False),
}


# Functions -------------------------------------------------------------------------------------------------------


def _values(parameters: Mapping[str | int, Any]) -> list[Any]:
    return [value for _, value in js_items(parameters)]


def _and(parameters: Mapping[str | int, Any], _: MarkdocConfig) -> Any:
    return all(holds(value) for value in _values(parameters))


def _or(parameters: Mapping[str | int, Any], _: MarkdocConfig) -> Any:
    return any(holds(value) for value in _values(parameters))


def _not(parameters: Mapping[str | int, Any], _: MarkdocConfig) -> Any:
    return not holds(parameters.get(0, UNDEFINED))


def _equals(parameters: Mapping[str | int, Any], _: MarkdocConfig) -> Any:
    values = _values(parameters)
    return all(js_equal(value, values[0]) for value in values)


def _default(parameters: Mapping[str | int, Any], _: MarkdocConfig) -> Any:
    value = parameters.get(0, UNDEFINED)
    return parameters.get(1, UNDEFINED) if value is UNDEFINED else value


def _debug(parameters: Mapping[str | int, Any], _: MarkdocConfig) -> Any:
    return js_json(parameters.get(0, UNDEFINED))


FUNCTIONS: Mapping[str, FunctionSchema] = {
    "and": FunctionSchema(_and),
    "or": FunctionSchema(_or),
    "not": FunctionSchema(_not, parameters={"0": AttributeSchema(required=True)}),
    "equals": FunctionSchema(_equals),
    "default": FunctionSchema(_default),
    "debug": FunctionSchema(_debug),
}
