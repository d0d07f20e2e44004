"""A vocabulary as the schema Markdoc's validator works with.

Markdown itself has a schema on refrakt sites, too: fences take more attributes there, headings and images a `property`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from refrakt.markdoc.builtins import NODES
from refrakt.markdoc.patterns import Pattern, pattern_problem
from refrakt.markdoc.schema import Attribute as SchemaAttribute
from refrakt.markdoc.schema import Config, CustomType, FunctionSchema, Schema

from .model import Attribute, Rune
from .vocabulary import Vocabulary

_SPACE_SEPARATED = CustomType("SpaceSeparatedList", validate=lambda value, config, name: ())
_STRING, _NUMBER, _HIDDEN = (
    SchemaAttribute("String"),
    SchemaAttribute("Number"),
    SchemaAttribute("String", render=False),
)
_BLOCKS = ("heading", "paragraph", "image", "table", "tag", "fence", "blockquote", "list", "hr")
_CELL = {"align": _STRING, "colspan": _NUMBER, "rowspan": _NUMBER}

FUNCTIONS = ("currency", "date", "number", "join", "concat", "humanize")
"""What a refrakt site offers besides Markdoc's own functions."""

MARKDOWN: Mapping[str, Schema] = {
    "heading": Schema("h", {"level": SchemaAttribute("Number", required=True), "property": _STRING}, ("inline",)),
    "paragraph": Schema("p", {"property": _STRING}, ("inline",)),
    "fence": Schema(
        "pre",
        dict.fromkeys(("content", "language", "source", "lines", "highlight", "label"), _HIDDEN)
        | {"process": SchemaAttribute("Boolean"), "linenumbers": SchemaAttribute("Boolean")},
    ),
    "item": Schema("li", {"property": _STRING, "typeof": _STRING}, ("inline", *_BLOCKS)),
    "text": Schema(None, {"content": SchemaAttribute("String", required=True), "property": _STRING}),
    "image": Schema(
        "img", {"src": SchemaAttribute("String", required=True), "alt": _STRING, "title": _STRING, "property": _STRING}
    ),
    "table": Schema("table", {}, ("thead", "tbody", "tr")),
    "th": Schema("th", {"width": _STRING, **_CELL}),
    "td": Schema("td", {**_CELL, "data-value": _STRING}, ("inline", *_BLOCKS)),
}


@lru_cache(maxsize=1024)
def rune_schema(rune: Rune) -> Schema:
    """A rune's schema. Markdoc's `if`, `partial` and `table` keep their own, which know more."""
    attributes = {each.name: _attribute(each) for each in rune.every_attribute.values()}
    return Schema(rune.name, attributes, self_closing=rune.self_closing, inline=rune.inline)


def _attribute(attribute: Attribute) -> SchemaAttribute:
    types = (attribute.type,) if isinstance(attribute.type, str) else attribute.type
    kinds = tuple(_SPACE_SEPARATED if each == "SpaceSeparatedList" else each for each in types)
    return SchemaAttribute(
        kinds[0] if len(kinds) == 1 else kinds,
        attribute.default,
        attribute.required,
        attribute.values or _pattern(attribute.pattern),
        error_level=attribute.level,
    )


def _pattern(source: str | None) -> Pattern | None:
    """The pattern of an attribute. By one that cannot be used no value is judged."""
    return Pattern(source) if source and pattern_problem(source) is None else None


def markdoc_config(
    vocabulary: Vocabulary,
    *,
    functions: Iterable[str] = (),
    nodes: Mapping[str, tuple[Attribute, ...]] | None = None,
) -> Config:
    """All that Markdoc's validator needs to know about a site: its runes, functions, and what its Markdown takes besides."""
    tags = {
        name: rune_schema(vocabulary.runes[known])
        for name, known in vocabulary.names.items()
        if vocabulary.runes[known].category != "Markdoc" or known == "link"
    }
    known_functions = (*FUNCTIONS, *functions) if vocabulary.refrakt else tuple(functions)
    markdown = dict(MARKDOWN) if vocabulary.refrakt else {}
    for name, attributes in (nodes or {}).items():
        base = markdown.get(name) or NODES.get(name) or Schema()
        markdown[name] = replace(
            base, attributes={**base.attributes, **{each.name: _attribute(each) for each in attributes}}
        )
    return Config(nodes=markdown, tags=tags, functions={name: FunctionSchema() for name in known_functions})
