"""A JSON schema for the frontmatter of a site, which `frontmatterSchema` in `markdoc.config.json` names.

These keywords are read: `type`, `properties`, `required`, `enum` of strings, `additionalProperties` if it is false, and
`description`. Others only restrict values further, so what is read stays true. A `$ref` may replace everything beside it: such a
key is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from refrakt.markdoc.tree import Span
from refrakt.project.config import config_problem
from refrakt.project.config_rules import CONFIG_SHAPE, CONFIG_SYNTAX
from refrakt.project.json_tree import JsonNode, read_json
from refrakt.rules.frontmatter_schema import FrontmatterField, FrontmatterSchema, FrontmatterType
from refrakt.rules.problem import Problem

_TYPES: dict[str, FrontmatterType] = {
    "string": "string",
    "number": "number",
    "integer": "number",
    "boolean": "boolean",
    "array": "array",
    "object": "object",
    "null": "unknown",
}


def read_json_frontmatter(text: str, path: Path) -> tuple[FrontmatterSchema | None, tuple[Problem, ...]]:
    """The schema in a text, and its problems; None if it is not an object."""
    root, errors = read_json(text)
    rules = {"error": CONFIG_SYNTAX}
    problems = [
        config_problem(rules.get(each.severity, CONFIG_SHAPE), each.message, path, each.span, severity=each.severity)
        for each in errors
    ]
    if root is None or root.kind != "object" or any(each.severity == "error" for each in errors):
        if root is not None and root.kind != "object" and not errors:
            problems.append(_shape("a JSON schema must be an object", root, path))
        return None, tuple(problems)
    return _Reader(path, problems).schema(root), tuple(problems)


class _Reader:
    def __init__(self, path: Path, problems: list[Problem]) -> None:
        self._path = path
        self._problems = problems

    def schema(self, root: JsonNode) -> FrontmatterSchema:
        if root.get("$ref") is not None:
            return FrontmatterSchema({}, open=True)
        properties, required = self._object(root, "properties"), set(self._texts(root, "required"))
        fields = dict(self._fields(properties, required)) if properties is not None else {}
        fields |= {name: FrontmatterField(required=True) for name in required if name not in fields}
        more = root.get("additionalProperties")
        closed = more is not None and more.kind == "scalar" and more.value is False
        return FrontmatterSchema(fields, closed=closed and root.get("patternProperties") is None)

    def _fields(self, properties: JsonNode, required: set[str]) -> Iterator[tuple[str, FrontmatterField]]:
        for name, _, node in properties.entries():
            if node.kind == "object":
                yield name, self._field(node, name in required)
            else:
                if not isinstance(node.value, bool):
                    self._report(f"`{name}` must be a schema", node)
                yield name, FrontmatterField(required=name in required)

    def _field(self, node: JsonNode, required: bool) -> FrontmatterField:
        if node.get("$ref") is not None:
            return FrontmatterField(required=required)
        about = node.get("description")
        description = about.value if about is not None and isinstance(about.value, str) else None
        listed = node.get("enum")
        values = self._texts(node, "enum", of_strings=False)
        if listed is not None and values and len(values) == len(listed.items):
            return FrontmatterField("enum", required, values, description)
        return FrontmatterField(self._type(node), required, (), description)

    def _type(self, node: JsonNode) -> FrontmatterType:
        names = self._texts(node, "type")
        for name in names:
            if name not in _TYPES:
                self._report(f"'{name}' is not a type of JSON schemas", node.get("type"))
        known = {_TYPES.get(name, "unknown") for name in names if name != "null"}
        return known.pop() if len(known) == 1 else "unknown"

    def _object(self, node: JsonNode, key: str) -> JsonNode | None:
        value = node.get(key)
        if value is not None and value.kind != "object":
            self._report(f"`{key}` must be an object", value)
            return None
        return value

    def _texts(self, node: JsonNode, key: str, of_strings: bool = True) -> tuple[str, ...]:
        """The strings of a list, or one string."""
        value = node.get(key)
        if value is None:
            return ()
        items = value.items if value.kind == "array" else [value]
        texts = tuple(each.value for each in items if isinstance(each.value, str))
        if of_strings and len(texts) < len(items):
            self._report(f"`{key}` must be a list of strings", value)
        return texts

    def _report(self, message: str, node: JsonNode | None) -> None:
        if node is not None:
            self._problems.append(_shape(message, node, self._path))


def _shape(message: str, node: JsonNode, path: Path) -> Problem:
    return config_problem(CONFIG_SHAPE, message, path, Span(node.start, node.end))
