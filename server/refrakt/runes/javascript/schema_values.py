"""Schemas of tags and nodes as values of the evaluator, for the tables of known packages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.builtins import NODES, TAGS
from refrakt.markdoc.schema import AttributeSchema, CustomType, Schema
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.javascript.conversions import from_json
from refrakt.runes.javascript.values import BuiltinType, ComponentName, JsArray, JsClass, JsObject, Value


def builtin_nodes() -> JsObject:
    """`Markdoc.nodes`."""
    return JsObject({name: _schema_value(schema) for name, schema in NODES.items()})


def builtin_tags() -> JsObject:
    """`Markdoc.tags`."""
    return JsObject({name: _schema_value(schema) for name, schema in TAGS.items()})


def _schema_value(schema: Schema) -> JsObject:
    value = JsObject({"attributes": JsObject({name: _attribute(each) for name, each in schema.attributes.items()})})
    if schema.render is not None:
        value.set("render", schema.render)
    if schema.children is not None:
        value.set("children", JsArray(list(schema.children)))
    if schema.inline is not None:
        value.set("inline", schema.inline)
    if schema.self_closing:
        value.set("selfClosing", True)
    return value


def _attribute(schema: AttributeSchema) -> JsObject:
    value = JsObject()
    if schema.type is not None:
        value.set("type", _type(schema.type))
    if schema.required:
        value.set("required", True)
    if schema.default is not UNDEFINED:
        value.set("default", from_json(schema.default))
    return value


def _type(given: Any) -> Value:
    if isinstance(given, CustomType):
        return JsClass(given.name, JsObject())
    return JsArray([_type(each) for each in given]) if isinstance(given, tuple) else BuiltinType(given)


def tag_values(table: Mapping[str, str], components: Mapping[str, str] | None = None) -> JsObject:
    """Tags from a compact table: `name` to attributes such as `href! icon size:Number kind=note|tip`.

    `!` marks a required attribute, `:Type` one that is not text, `=a|b` the allowed values.
    """
    tags = JsObject()
    for name, attributes in table.items():
        component = (components or {}).get(name, name)
        written = JsObject(dict(map(_written_attribute, attributes.split())))
        tags.set(name, JsObject({"render": ComponentName(component), "attributes": written}))
    return tags


def _written_attribute(text: str) -> tuple[str, JsObject]:
    text, _, values = text.partition("=")
    text, _, type_name = text.partition(":")
    value = JsObject({"type": BuiltinType(type_name or "String")})
    if text.endswith("!"):
        value.set("required", True)
    if values:
        value.set("matches", JsArray(values.split("|")))
    return text.removesuffix("!"), value
