"""The vocabulary every Markdoc page has: nodes of Markdown, tags for conditions and partials, a few functions.

Plain data wherever a schema says it all. A transform that needs its content rendered asks for it with `yield`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from .html import Renderable, Tag
from .javascript import js_alike, js_equal, js_items, js_json, js_str, truthy
from .resolve import resolve
from .schema import (
    Allowance,
    Ask,
    Attribute,
    Complaint,
    Config,
    CustomType,
    FunctionSchema,
    Schema,
    Steps,
    attributes_of,
)
from .tree import Node
from .values import UNDEFINED

PARTIAL_NAME = "$$partial:filename"
"""The variable under which a partial finds its own name."""

_DEEPEST_PARTIAL = 32


def with_builtins(config: Config) -> Config:
    """The config as validating and transforming use it: what is built in, overridden by what the site says."""
    return replace(
        config,
        nodes={**NODES, **config.nodes},
        tags={**TAGS, **config.tags},
        functions={**FUNCTIONS, **config.functions},
        allowance=Allowance(),
    )


# Nodes -----------------------------------------------------------------------------------------------------------


def _heading(node: Node, config: Config) -> Steps[Renderable]:
    attributes = yield from attributes_of(node, config)
    children = yield Ask(node.children, config)
    return Tag(f"h{js_str(node.attributes.get('level', UNDEFINED))}", attributes, children)


def _fence(node: Node, config: Config) -> Steps[Renderable]:
    attributes = yield from attributes_of(node, config)
    if not node.children:
        return Tag("pre", attributes, [node.attributes.get("content", UNDEFINED)])
    children = yield Ask(node.children, config)
    return Tag("pre", attributes, children)


def _list(node: Node, config: Config) -> Steps[Renderable]:
    attributes = yield from attributes_of(node, config)
    children = yield Ask(node.children, config)
    return Tag("ol" if truthy(node.attributes.get("ordered")) else "ul", attributes, children)


def _code(node: Node, config: Config) -> Steps[Renderable]:
    attributes = yield from attributes_of(node, config)
    return Tag("code", attributes, [node.attributes.get("content", UNDEFINED)])


def _text(node: Node, _: Config) -> Renderable:
    content: Renderable = node.attributes.get("content", UNDEFINED)
    return content


def _softbreak(_: Node, __: Config) -> Renderable:
    return " "


_FLOW = ("heading", "paragraph", "image", "table", "tag", "fence", "blockquote", "list", "hr")
_STYLED = ("strong", "em", "s", "link", "code", "text", "tag")

_string = Attribute("String")
_hidden_string = Attribute("String", render=False)
_content = Attribute("String", required=True)
_hidden_content = Attribute("String", required=True, render=False)
_cell_spans = {"colspan": Attribute("Number", render="colSpan"), "rowspan": Attribute("Number", render="rowSpan")}


def _styled_but(*names: str) -> tuple[str, ...]:
    """Emphasis of one kind holds every other kind, but not itself."""
    return tuple(each for each in _STYLED if each not in names)


NODES: Mapping[str, Schema] = {
    "document": Schema("article", {"frontmatter": Attribute(render=False)}, (*_FLOW, "comment")),
    "heading": Schema(
        attributes={"level": Attribute("Number", required=True, render=False)},
        children=("inline",),
        transform=_heading,
    ),
    "paragraph": Schema("p", children=("inline",)),
    "image": Schema("img", {"src": _content, "alt": _string, "title": _string}),
    "fence": Schema(
        "pre",
        {
            "content": _hidden_content,
            "language": Attribute("String", render="data-language"),
            "process": Attribute("Boolean", render=False, default=True),
        },
        transform=_fence,
    ),
    "blockquote": Schema("blockquote", children=_FLOW),
    "item": Schema("li", children=("inline", *_FLOW)),
    "list": Schema(
        attributes={
            "ordered": Attribute("Boolean", required=True, render=False),
            "start": Attribute("Number"),
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
    "strong": Schema("strong", {"marker": _hidden_string}, _styled_but("strong")),
    "em": Schema("em", {"marker": _hidden_string}, _styled_but("em")),
    "s": Schema("s", children=_styled_but("s")),
    "inline": Schema(children=(*_STYLED, "image", "hardbreak", "softbreak", "comment")),
    "link": Schema("a", {"href": _content, "title": _string}, _styled_but("link")),
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
    """Whether a condition is met: anything but `false`, `null` and what is not there, so `0` and `""` are met."""
    return condition is not False and condition is not None and condition is not UNDEFINED


def _branch(node: Node) -> Sequence[Node]:
    """The children of the first branch whose condition holds; each `else` on the way begins another branch."""
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


def _if(node: Node, config: Config) -> Steps[Renderable]:
    branch: Renderable = yield Ask(_branch(node), config)
    return branch


def _condition_rule(value: Any, _: Config, key: str) -> Sequence[Complaint]:
    if isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        message = f"'{key}' is always true: a condition is true, false, null, a variable or a function"
        return [Complaint("attribute-type-invalid", "error", message)]
    return []


def _partial_rule(value: Any, config: Config, _: str) -> Sequence[Complaint]:
    if js_str(value) in config.partials:
        return []
    return [Complaint("attribute-value-invalid", "error", f"There is no partial called '{js_str(value)}'")]


def _partial(node: Node, config: Config) -> Steps[Renderable]:
    """The partial's content in place of the tag.

    A partial may include itself as long as its variables change, which is how one walks down a nested value. With the
    same variables it would never end; there, and where partials multiply beyond all measure, nothing is rendered.
    """
    file = node.attributes.get("file", UNDEFINED)
    found = config.partials.get(js_str(file))
    if found is None:
        return None
    given = dict(js_items(node.attributes.get("variables")))
    variables = {**(config.variables or {}), **given, PARTIAL_NAME: file}
    around = next((outer for outer in reversed(config.expanding) if js_alike(outer[PARTIAL_NAME], file)), None)
    endless = around is not None and js_alike(variables, around)
    if endless or len(config.expanding) >= _DEEPEST_PARTIAL or not config.allowance.spend():
        return None
    inner = replace(config, variables=variables, expanding=(*config.expanding, variables))
    parts = [found] if isinstance(found, Node) else found
    children = [child for part in parts for child in resolve(part, inner).children]
    content: Renderable = yield Ask(children, inner)
    return content


_condition = Attribute(CustomType("Condition", _condition_rule), render=False)

TAGS: Mapping[str, Schema] = {
    "if": Schema(attributes={"primary": _condition}, transform=_if),
    "else": Schema(attributes={"primary": _condition}, self_closing=True),
    "partial": Schema(
        attributes={
            "file": Attribute(CustomType("Partial", _partial_rule), required=True, render=False),
            "variables": Attribute("Object", render=False),
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


def _and(parameters: Mapping[str | int, Any], _: Config) -> Any:
    return all(holds(value) for value in _values(parameters))


def _or(parameters: Mapping[str | int, Any], _: Config) -> Any:
    return any(holds(value) for value in _values(parameters))


def _not(parameters: Mapping[str | int, Any], _: Config) -> Any:
    return not holds(parameters.get(0, UNDEFINED))


def _equals(parameters: Mapping[str | int, Any], _: Config) -> Any:
    values = _values(parameters)
    return all(js_equal(value, values[0]) for value in values)


def _default(parameters: Mapping[str | int, Any], _: Config) -> Any:
    value = parameters.get(0, UNDEFINED)
    return parameters.get(1, UNDEFINED) if value is UNDEFINED else value


def _debug(parameters: Mapping[str | int, Any], _: Config) -> Any:
    return js_json(parameters.get(0, UNDEFINED))


FUNCTIONS: Mapping[str, FunctionSchema] = {
    "and": FunctionSchema(_and),
    "or": FunctionSchema(_or),
    "not": FunctionSchema(_not, parameters={"0": Attribute(required=True)}),
    "equals": FunctionSchema(_equals),
    "default": FunctionSchema(_default),
    "debug": FunctionSchema(_debug),
}
