"""Validates the JSON schemas of tools when a plugin is discovered.

One malformed schema in the list of tools makes clients reject the whole list. The JSON Schema library is slow to import, so the
keywords are checked here: what each must contain, and that references lead to something. Unknown keywords are allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from refrakt.markdoc.patterns import syntax_problem
from refrakt.plugins.plain_data import Malformed, plain_object
from refrakt.untrusted import quoted, word

Schema = dict[str, Any]

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_SCHEMAS = (
    *("additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "not", "propertyNames"),
    *("then", "unevaluatedItems", "unevaluatedProperties"),
)
_SCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SCHEMA_MAPS = ("$defs", "definitions", "dependentSchemas", "patternProperties", "properties")
_STRINGS = (
    *("$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema", "contentEncoding"),
    *("contentMediaType", "description", "format", "pattern", "title"),
)
_COUNTS = (
    *("maxContains", "maxItems", "maxLength", "maxProperties", "minContains", "minItems", "minLength"),
    "minProperties",
)
_NUMBERS = ("exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf")
_FLAGS = ("deprecated", "readOnly", "uniqueItems", "writeOnly")
_LISTS = ("enum", "examples")


def checked_input_schema(value: object) -> Schema:
    """A copy of the input schema of a tool. Raises `Malformed`."""
    schema = _checked(value, "")
    root = _target(schema, schema["$ref"]) if "$ref" in schema else schema
    if root.get("type", "object") != "object":
        raise Malformed('is not a JSON schema of a tool: its "type" must be "object"')
    return schema


def checked_output_schema(value: object) -> Schema:
    """A copy of the output schema of a tool. Raises `Malformed`.

    Clients compile the output schemas of all tools when they list them, the patterns with JavaScript's flag `u`.
    """
    return _checked(value, "u")


def _checked(value: object, flags: str) -> Schema:
    schema = plain_object(value)
    for found in (
        _problems(schema, ""),
        _wrong_references(schema),
        _endless_references(schema),
        _wrong_patterns(schema, flags),
    ):
        for problem in found:
            raise Malformed(f"is not a JSON schema: {problem}")
    own = schema.get("$id")
    if own and any(each.startswith(own) for each in _references(schema)):
        return schema
    # Clients reject two schemas with the same id, and nothing else needs it.
    return {key: each for key, each in schema.items() if key != "$id"}


def _problems(schema: Any, path: str) -> Iterator[str]:
    if isinstance(schema, bool):
        return
    if not isinstance(schema, dict):
        yield f"{path or 'it'} must be an object"
        return
    for key, value in schema.items():
        where = f"{path}/{word(key)}"
        rule = _RULES.get(key)
        if rule is not None:
            yield from rule(value, where)


def _schema_list(value: Any, path: str) -> Iterator[str]:
    if not isinstance(value, list) or not value:
        yield f"{path} must be a list of schemas"
        return
    for number, each in enumerate(value):
        yield from _problems(each, f"{path}/{number}")


def _schema_map(value: Any, path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path} must be an object"
        return
    for name, each in value.items():
        yield from _problems(each, f"{path}/{word(name)}")


def _items(value: Any, path: str) -> Iterator[str]:
    """A schema, or in older drafts a list of them."""
    return _schema_list(value, path) if isinstance(value, list) and value else _problems(value, path)


def _dependencies(value: Any, path: str) -> Iterator[str]:
    """By property: a schema, or the names of properties. Of older drafts."""
    if not isinstance(value, dict):
        yield f"{path} must be an object"
        return
    for name, each in value.items():
        yield from (_names if isinstance(each, list) else _problems)(each, f"{path}/{word(name)}")


def _name_map(value: Any, path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path} must be an object"
        return
    for name, each in value.items():
        yield from _names(each, f"{path}/{word(name)}")


def _names(value: Any, path: str) -> Iterator[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        yield f"{path} must be a list of names"
    elif len(set(value)) < len(value):
        yield f"{path} must not repeat a name"


def _type(value: Any, path: str) -> Iterator[str]:
    kinds = value if isinstance(value, list) else [value]
    if not kinds or not all(isinstance(each, str) and each in _TYPES for each in kinds) or len(set(kinds)) < len(kinds):
        yield f"{path} must be one or several of {', '.join(_TYPES)}"


def _string(value: Any, path: str) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{path} must be a string"


def _count(value: Any, path: str) -> Iterator[str]:
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not whole or value < 0:
        yield f"{path} must be a number of at least 0"


def _number(value: Any, path: str) -> Iterator[str]:
    older = isinstance(value, bool) and path.endswith(("/exclusiveMaximum", "/exclusiveMinimum"))
    if older:
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield f"{path} must be a number"
    elif path.endswith("/multipleOf") and value <= 0:
        yield f"{path} must be above 0"


def _flag(value: Any, path: str) -> Iterator[str]:
    if not isinstance(value, bool):
        yield f"{path} must be true or false"


def _list(value: Any, path: str) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{path} must be a list"


_RULES: Mapping[str, Callable[[Any, str], Iterator[str]]] = {
    **dict.fromkeys(_SCHEMAS, _problems),
    **dict.fromkeys(_SCHEMA_LISTS, _schema_list),
    **dict.fromkeys(_SCHEMA_MAPS, _schema_map),
    **dict.fromkeys(_STRINGS, _string),
    **dict.fromkeys(_COUNTS, _count),
    **dict.fromkeys(_NUMBERS, _number),
    **dict.fromkeys(_FLAGS, _flag),
    **dict.fromkeys(_LISTS, _list),
    "dependencies": _dependencies,
    "dependentRequired": _name_map,
    "items": _items,
    "required": _names,
    "type": _type,
}


def _wrong_patterns(schema: Schema, flags: str) -> Iterator[str]:
    for each in _parts(schema):
        for source in (*([each["pattern"]] if "pattern" in each else ()), *each.get("patternProperties", ())):
            problem = syntax_problem(source, flags)
            if problem is not None:
                yield f"the pattern {quoted(source, 60)} {problem}"


# References -----------------------------------------------------------------------------------------------------------


def _wrong_references(schema: Schema) -> Iterator[str]:
    """References that lead nowhere. Nothing is fetched, so those to other documents do."""
    anchors = {f"#{each[key]}" for each in _parts(schema) for key in ("$anchor", "$dynamicAnchor") if key in each}
    documents = {each["$id"] for each in _parts(schema) if each.get("$id")}
    for each in _references(schema):
        if each in anchors or each.partition("#")[0] in documents:
            continue
        try:
            _target(schema, each)
        except Malformed:
            yield f"nothing is at {word(each)}"


def _endless_references(schema: Schema) -> Iterator[str]:
    """References that lead back to themselves without a step into the value: a validator would follow them forever."""
    on_path: set[int] = set()
    done: set[int] = set()
    for part in _parts(schema):
        pending = [(part, _same_value(schema, part))] if id(part) not in done else []
        on_path.update(id(each) for each, _ in pending)
        while pending:
            current, followed = pending[-1]
            following = next(followed, None)
            if following is None:
                pending.pop()
                on_path.discard(id(current))
                done.add(id(current))
            elif id(following) in on_path:
                yield "a reference leads back to itself"
                return
            elif id(following) not in done:
                on_path.add(id(following))
                pending.append((following, _same_value(schema, following)))


def _same_value(schema: Schema, part: Schema) -> Iterator[Schema]:
    """The schemas that are applied to the same value as one of its parts."""
    for key in ("$ref", "$dynamicRef"):
        if key in part:
            with suppress(Malformed):  # an anchor, or another `$id`
                yield _target(schema, part[key])
    for key in ("allOf", "anyOf", "oneOf"):
        yield from (each for each in part.get(key, ()) if isinstance(each, dict))
    for key in ("if", "then", "else", "not"):
        if isinstance(part.get(key), dict):
            yield part[key]


def _references(schema: Schema) -> Iterator[str]:
    for each in _parts(schema):
        yield from (each[key] for key in ("$ref", "$dynamicRef") if key in each)


def _parts(value: Any) -> Iterator[Schema]:
    """All schemas in a schema."""
    if not isinstance(value, dict):
        return
    yield value
    for key, each in value.items():
        if key in _SCHEMA_MAPS or key == "dependencies":
            inner = list(each.values())
        elif key in _SCHEMA_LISTS or (key == "items" and isinstance(each, list)):
            inner = each
        else:
            inner = [each] if key in _SCHEMAS or key == "items" else []
        for part in inner:
            yield from _parts(part)


def _target(schema: Schema, reference: object) -> Schema:
    """The schema that a reference such as `#/$defs/Name` leads to; empty for true and false."""
    found: Any = schema
    document, _, pointer = str(reference).partition("#")
    if document or (pointer and not pointer.startswith("/")):
        raise Malformed("is in another document")
    for step in unquote(pointer).split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(found, list) and name.isdecimal() and int(name) < len(found):
            found = found[int(name)]
        elif isinstance(found, dict) and name in found:
            found = found[name]
        else:
            raise Malformed("leads nowhere")
    return found if isinstance(found, dict) else {}
