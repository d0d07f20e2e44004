"""Validators of the JSON Schema library whose patterns take linear time.

The library matches patterns with Python's `re`. On some texts that takes years, and holds the interpreter lock, so
one argument would stop the editor and all agents. A pattern that RE2 cannot express, and a text that is too long, are not checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from refrakt.markdoc.patterns import Pattern, pattern_problem

_BY_NAME = "patternProperties"


def schema_validator(schema: Mapping[str, Any]) -> Any:
    """A validator for a schema, in the draft that it names."""
    import jsonschema  # type: ignore[import-untyped]  # slow to import, and few plugins need it

    return _linear(jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator))(schema)


@cache
def _linear(validator: Any) -> Any:
    """A validator class with other implementations of the keywords that have patterns."""
    from jsonschema import validators

    keywords = {
        "pattern": _pattern,
        _BY_NAME: _pattern_properties,
        "additionalProperties": _additional_properties(validator.VALIDATORS["additionalProperties"]),
    }
    if "unevaluatedProperties" in validator.VALIDATORS:
        keywords["unevaluatedProperties"] = _unevaluated_properties(validator.VALIDATORS["unevaluatedProperties"])
    return validators.extend(validator, keywords)


def _fits(source: str, text: str) -> bool | None:
    """Whether a pattern matches in a text; None if that cannot be decided."""
    if pattern_problem(source, "u") is not None:
        return None
    expression = Pattern(source, "u")
    return expression.matches(text) if expression.is_applicable(text) else None


def _pattern(validator: Any, source: str, instance: Any, schema: Any) -> Iterator[Any]:
    from jsonschema import ValidationError

    if validator.is_type(instance, "string") and _fits(source, instance) is False:
        yield ValidationError(f"{instance!r} does not match {source!r}")


def _pattern_properties(validator: Any, by_pattern: Mapping[str, Any], instance: Any, schema: Any) -> Iterator[Any]:
    for source, expected in by_pattern.items() if validator.is_type(instance, "object") else ():
        for name, value in instance.items():
            if _fits(source, name):
                yield from validator.descend(value, expected, path=name, schema_path=source)


def _additional_properties(original: Any) -> Any:
    def check(validator: Any, expected: Any, instance: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
        """The library's own check, of the properties that may not fit a pattern."""
        patterns = schema.get(_BY_NAME, {})
        if patterns and validator.is_type(instance, "object"):
            instance = {
                name: value
                for name, value in instance.items()
                if not any(_fits(source, name) is not False for source in patterns)
            }
            schema = {key: value for key, value in schema.items() if key != _BY_NAME}
        yield from original(validator, expected, instance, schema)

    return check


def _unevaluated_properties(original: Any) -> Any:
    def check(validator: Any, expected: Any, instance: Any, schema: Any) -> Iterator[Any]:
        """The library's own check, if it does not search for patterns."""
        if not _has_patterns(validator.schema):
            yield from original(validator, expected, instance, schema)

    return check


def _has_patterns(schema: Any) -> bool:
    pending = [schema]
    while pending:
        each = pending.pop()
        if isinstance(each, dict):
            if _BY_NAME in each:
                return True
            pending += each.values()
        elif isinstance(each, list):
            pending += each
    return False
