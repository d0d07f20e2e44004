"""Frontmatter that does not match the schema that the site declares for it.

An Astro content collection or Keystatic may declare the keys of its entries, and a JSON schema can be named in
`markdoc.config.json`. A key of the wrong type, a value that is not one of those listed, and a required key that is missing are
reported; with a JSON schema that has `"additionalProperties": false`, unknown keys, too. Parts of a declaration that refrakt cannot
read allow any value.

**Example**

```markdoc {% process=false %}
---
title: Boats
order: "first"
---
```

**Use instead**

```markdoc {% process=false %}
---
title: Boats
order: 1
---
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.frontmatter import YamlNode
from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_schema import TYPE_NAMES, FrontmatterField, FrontmatterSchema
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
"""A number to every parser of YAML. Parsers disagree on `1_000`, `0777` and `12:30`."""
_BOOLEANS = ("true", "false")
_BOOLEAN_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", *_BOOLEANS})
"""Booleans to some parsers of YAML."""
_MOST_VALUES = 8


@rule("frontmatter-mismatch", "error", "frontmatter", on="page")
def frontmatter_mismatch(page: Page) -> Iterator[Problem]:
    schema = page.site.frontmatter_schema(page.path) if page.path is not None else None
    frontmatter = page.document.frontmatter
    if schema is None or not schema.checked or page.frontmatter is not None:
        return
    if frontmatter is not None and (frontmatter.problems or frontmatter.incomplete):
        return
    root = frontmatter.root if frontmatter is not None else None
    if root is not None and root.kind != "mapping":
        return
    entries = root.entries if root is not None else []
    for key, value in entries:
        name = key.key_text
        field = schema.fields.get(name) if name is not None else None
        if field is not None and (message := _mismatch(field, value)):
            yield Problem(value.span if value.kind == "scalar" else key.span, f"`{name}` must be {message}")
    yield from _missing(schema, entries)
    if schema.closed:
        yield from _unknown(schema, entries)


def _missing(schema: FrontmatterSchema, entries: list[tuple[YamlNode, YamlNode]]) -> Iterator[Problem]:
    names = {key.key_text for key, _ in entries}
    if None in names or "<<" in names:
        return  # other keys may be merged into it
    at = entries[0][0].span if entries else Span(0, 0)
    for name, field in schema.fields.items():
        if field.required and name not in names:
            yield Problem(at, f"the required key `{name}` is missing", f"Add {name}.")


def _unknown(schema: FrontmatterSchema, entries: list[tuple[YamlNode, YamlNode]]) -> Iterator[Problem]:
    for key, _ in entries:
        name = key.key_text
        if name is not None and name != "<<" and name not in schema.fields:
            yield Problem(key.span, f"the schema has no key '{name}'{did_you_mean(nearest(name, schema.fields))}")


def _mismatch(field: FrontmatterField, node: YamlNode) -> str:
    """What the value must be; empty if it may be right."""
    if not node.resolved or field.type == "unknown" or (node.kind == "scalar" and node.value is None):
        return ""
    if field.type in ("array", "object"):
        is_right = node.kind == ("sequence" if field.type == "array" else "mapping")
    elif node.kind != "scalar":
        is_right = False
    else:
        is_right = _may_be(field, node.value, _source(node))
    return "" if is_right else _expected(field)


def _may_be(field: FrontmatterField, value: object, source: str) -> bool:
    """Whether a scalar may have the type of a field, for any parser of YAML."""
    is_text = isinstance(value, str)
    is_quoted = is_text and source[:1] in ("'", '"', "|", ">")
    is_number = not is_text and _NUMBER.fullmatch(source) is not None
    is_boolean = not is_text and source in _BOOLEANS
    match field.type:
        case "string":
            return not is_number and not is_boolean
        case "enum":
            return source in field.values or value in field.values or not (is_text or is_number or is_boolean)
        case "number":
            return not is_boolean and not (is_text and (is_quoted or not any(map(str.isdigit, source))))
        case "boolean":
            return not is_number and not (is_text and (is_quoted or source.lower() not in _BOOLEAN_WORDS))
        case _:
            return not is_boolean


def _expected(field: FrontmatterField) -> str:
    if field.type != "enum":
        return TYPE_NAMES[field.type]
    shown = ", ".join(field.values[:_MOST_VALUES])
    return f"one of {shown}{', …' if len(field.values) > _MOST_VALUES else ''}"


def _source(node: YamlNode) -> str:
    span = node.span
    return span.block.text[span.start : span.end].strip() if span.block is not None else ""
