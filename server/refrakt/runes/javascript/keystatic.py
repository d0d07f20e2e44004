"""Keystatic: the content components of its Markdoc fields are tags."""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.runes.javascript.schema_values import builtin_nodes, tag_values
from refrakt.runes.javascript.values import (
    UNDEFINED,
    BuiltinType,
    ComponentName,
    JsArray,
    JsObject,
    NativeFunction,
    Property,
    Unknown,
    Value,
    force,
    open_reason,
)

MARKDOC_FIELD = "$markdoc"
"""The property that marks a Markdoc field of a collection; its value is the options of the field."""

_TYPES = {
    **dict.fromkeys(
        ["text", "url", "date", "datetime", "slug", "image", "file", "relationship", "pathReference"], "String"
    ),
    **dict.fromkeys(["integer", "number"], "Number"),
    **dict.fromkeys(["array", "blocks", "multiselect", "multiRelationship"], "Array"),
    **dict.fromkeys(["object", "conditional"], "Object"),
    "checkbox": "Boolean",
}
_ALWAYS_WRITTEN = frozenset(("checkbox", "array", "object", "conditional"))
_KINDS = ("block", "wrapper", "inline", "mark", "repeating")
_CLOUD_IMAGE = {"cloudImage": "src! alt height:Number width:Number"}


def keystatic() -> JsObject:
    """The exports of `@keystatic/core`."""
    fields = JsObject({kind: _field(kind) for kind in (*_TYPES, "select")}, open="a field of Keystatic is not known")
    creates = NativeFunction("createMarkdocConfig", _create_config)
    fields.set("markdoc", NativeFunction("fields.markdoc", _markdoc_field, JsObject({"createMarkdocConfig": creates})))
    fields.set("document", NativeFunction("fields.document", _document_field))
    same = NativeFunction("config", lambda arguments: force(arguments[0]) if arguments else UNDEFINED)
    names = ("config", "collection", "singleton", "component")
    return JsObject(
        {**dict.fromkeys(names, same), "fields": fields}, open="an export of `@keystatic/core` is not known"
    )


def content_components() -> JsObject:
    """The exports of `@keystatic/core/content-components`."""
    made: dict[str, Property] = {kind: _component(kind) for kind in (*_KINDS, "cloudImage")}
    return JsObject(made, open="a content component of Keystatic is not known")


def _options(arguments: Sequence[Property]) -> Value:
    return force(arguments[0]) if arguments else UNDEFINED


def _field(kind: str) -> NativeFunction:
    def make(arguments: Sequence[Property]) -> Value:
        attribute = JsObject({"type": BuiltinType(_TYPES.get(kind, "String"))})
        if kind == "select":
            attribute.set("required", True)
            attribute.set("matches", _choices(_options(arguments)))
        elif kind in _ALWAYS_WRITTEN:
            attribute.set("required", True)
        return attribute

    return NativeFunction(f"fields.{kind}", make)


def _choices(options: Value) -> Value:
    listed = options.get("options") if isinstance(options, JsObject) else UNDEFINED
    if not isinstance(listed, JsArray):
        return Unknown(open_reason(listed, "the options of a field are not known"))
    values = [each.get("value") if isinstance(each, JsObject) else Unknown("an option") for each in listed.values()]
    return JsArray(values, listed.open, listed.exact)


def _markdoc_field(arguments: Sequence[Property]) -> Value:
    return JsObject({MARKDOC_FIELD: _options(arguments)})


def _document_field(arguments: Sequence[Property]) -> Value:
    """A document has component blocks and layouts, which become tags with attributes and tags of Keystatic's own."""
    blocks = Unknown("the component blocks of a document field are not read")
    return JsObject({MARKDOC_FIELD: JsObject({"components": blocks})})


def _create_config(arguments: Sequence[Property]) -> Value:
    options = _options(arguments)
    components = options.get("components") if isinstance(options, JsObject) else UNDEFINED
    return JsObject({"tags": component_tags(components), "nodes": builtin_nodes()})


def _component(kind: str) -> NativeFunction:
    def make(arguments: Sequence[Property]) -> Value:
        options = _options(arguments)
        if isinstance(options, JsObject):
            made = options.copy()
        else:
            made = JsObject(open=open_reason(options, "the options of a component are not known"))
        made.set("kind", "block" if kind == "cloudImage" else kind)
        if kind == "cloudImage":
            image = tag_values(_CLOUD_IMAGE).get("cloudImage")
            made.set("schema", image.get("attributes") if isinstance(image, JsObject) else UNDEFINED)
        return made

    return NativeFunction(kind, make)


def component_tags(components: Value) -> JsObject:
    """The tags of content components: `schema` has the attributes, blocks and inline components have no content."""
    if not isinstance(components, JsObject):
        reason = open_reason(components, "the content components are not known")
        return JsObject(open=None if components is UNDEFINED else reason)
    tags = components.copy()
    for name, value in components.properties.items():
        tags.properties[name] = _component_tag(name, force(value))
    return tags


def _component_tag(name: str, component: Value) -> Value:
    if not isinstance(component, JsObject):
        return Unknown(open_reason(component, "a content component is not known"))
    kind, schema = component.get("kind"), component.get("schema")
    tag = JsObject({"render": ComponentName(name), "attributes": JsObject() if schema is UNDEFINED else schema})
    tag.definition = component.definition
    tag.set("selfClosing", kind in ("block", "inline"))
    tag.set("description", component.get("description") if "description" in component.properties else UNDEFINED)
    return tag
