"""A vocabulary as a schema for Markdoc's validator.

Refrakt sites also extend the schema of Markdown nodes: fences take more attributes, headings and images a `property`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from refrakt.markdoc.builtins import NODES
from refrakt.markdoc.patterns import Pattern, pattern_problem
from refrakt.markdoc.schema import AttributeSchema, CustomType, FunctionSchema, MarkdocConfig, Schema
from refrakt.runes.rune import Attribute, Rune
from refrakt.runes.vocabulary import Vocabulary

_SPACE_SEPARATED = CustomType("SpaceSeparatedList", validate=lambda value, config, name: ())
_STRING, _NUMBER, _HIDDEN = (
    AttributeSchema("String"),
    AttributeSchema("Number"),
    AttributeSchema("String", render=False),
)
_BLOCKS = ("heading", "paragraph", "image", "table", "tag", "fence", "blockquote", "list", "hr")
_CELL = {"align": _STRING, "colspan": _NUMBER, "rowspan": _NUMBER}

FUNCTIONS = ("currency", "date", "number", "join", "concat", "humanize")
"""The functions of a refrakt site, in addition to Markdoc's."""

MARKDOWN: Mapping[str, Schema] = {
    "heading": Schema("h", {"level": AttributeSchema("Number", required=True), "property": _STRING}, ("inline",)),
    "paragraph": Schema("p", {"property": _STRING}, ("inline",)),
    "fence": Schema(
        "pre",
        dict.fromkeys(("content", "language", "source", "lines", "highlight", "label"), _HIDDEN)
        | {"process": AttributeSchema("Boolean"), "linenumbers": AttributeSchema("Boolean")},
    ),
    "item": Schema("li", {"property": _STRING, "typeof": _STRING}, ("inline", *_BLOCKS)),
    "text": Schema(None, {"content": AttributeSchema("String", required=True), "property": _STRING}),
    "image": Schema(
        "img", {"src": AttributeSchema("String", required=True), "alt": _STRING, "title": _STRING, "property": _STRING}
    ),
    "table": Schema("table", {}, ("thead", "tbody", "tr")),
    "th": Schema("th", {"width": _STRING, **_CELL}),
    "td": Schema("td", {**_CELL, "data-value": _STRING}, ("inline", *_BLOCKS)),
}


@lru_cache(maxsize=1024)
def rune_schema(rune: Rune) -> Schema:
    """The schema of a rune. Markdoc's `if`, `partial` and `table` keep their built-in schemas."""
    attributes = {each.name: _attribute(each) for each in rune.every_attribute.values()}
    # Some sites list tags among the allowed children, which Markdoc compares with node types.
    children = tuple(each for each in rune.children or () if each in NODES or each == "tag") or None
    return Schema(rune.name, attributes, children, self_closing=rune.self_closing, inline=rune.inline)


def _attribute(attribute: Attribute) -> AttributeSchema:
    if not attribute.checked:
        return AttributeSchema(None, attribute.default, attribute.required)
    types = (attribute.type,) if isinstance(attribute.type, str) else attribute.type
    kinds = tuple(_SPACE_SEPARATED if each == "SpaceSeparatedList" else each for each in types)
    return AttributeSchema(
        kinds[0] if len(kinds) == 1 else kinds,
        attribute.default,
        attribute.required,
        attribute.values or _pattern(attribute.pattern),
        error_level=attribute.level,
    )


def _pattern(source: str | None) -> Pattern | None:
    """The pattern of an attribute; None if it is invalid, so that no value is checked against it."""
    return Pattern(source) if source and pattern_problem(source) is None else None


def markdoc_config(
    vocabulary: Vocabulary,
    *,
    functions: Iterable[str] = (),
    nodes: Mapping[str, tuple[Attribute, ...]] | None = None,
) -> MarkdocConfig:
    """The config of Markdoc's validator for a site: runes, functions, and additional attributes of Markdown nodes."""
    tags = {
        name: rune_schema(vocabulary.runes[canonical])
        for name, canonical in vocabulary.names.items()
        if vocabulary.runes[canonical].category != "Markdoc" or canonical == "link"
    }
    function_names = (*FUNCTIONS, *functions) if vocabulary.refrakt else tuple(functions)
    markdown = dict(MARKDOWN) if vocabulary.refrakt else {}
    for name, attributes in (nodes or {}).items():
        base = markdown.get(name) or NODES.get(name) or Schema()
        markdown[name] = replace(
            base, attributes={**base.attributes, **{each.name: _attribute(each) for each in attributes}}
        )
    return MarkdocConfig(nodes=markdown, tags=tags, functions={name: FunctionSchema() for name in function_names})
