"""The rules of files that have no rules of their own: `plugin.json` and the configuration, by the tables of their fields.

Unknown keys of a mapping that other programs share are reported only if they are likely typing errors.
"""

from __future__ import annotations

from refrakt.plugins.message_quoting import quoted
from refrakt.plugins.name_suggestion import did_you_mean, nearest
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_node import FieldPath, SourceNode
from refrakt_forge.editor.format_field import FormatField
from refrakt_forge.validation.field_checks import FieldChecks, is_number

_KINDS = {"list": "list", "mapping": "mapping"}
_ARTICLES = {"text": "a text", "number": "a number", "whole number": "a whole number", "list": "a list"}


class TableRules:
    """Compares a file with a table. `error` and `warning` are the codes of what is found."""

    def __init__(self, root: SourceNode, error: str, warning: str) -> None:
        self._checks = FieldChecks(root)
        self._error = error
        self._warning = warning

    def problems(self, table: FormatField) -> list[DefinitionProblem]:
        return self._checks.collected(lambda: self._check_mapping(table, self._checks.root, ()))

    def _check(self, field: FormatField, node: SourceNode, path: FieldPath) -> None:
        if node.kind == "scalar" and node.value is None and not field.required:
            return
        if not _has_type(field, node):
            self._report(path, f"{_shown(path)} must be {_ARTICLES.get(field.type, field.type)}")
        elif field.type == "mapping":
            self._check_mapping(field, node, path)
        elif field.items is not None:
            for number, each in enumerate(node.items):
                self._check(field.items, each, (*path, number))
        elif field.values and node.value not in field.values:
            written = str(node.value)
            self._report(
                path, f"{_shown(path)} must be {field.type_text}", nearest(written, field.values) or field.values
            )
        elif field.pattern is not None and (field.pattern.fullmatch(node.value) is None or ".." in node.value):
            self._report(path, f"{_shown(path)} must be {field.form}")
        elif field.minimum is not None and node.value < field.minimum:
            self._report(path, f"{_shown(path)} must be a {field.type_text}")

    def _check_mapping(self, field: FormatField, node: SourceNode, path: FieldPath) -> None:
        for name, member in node.members.items():
            inner = field.fields.get(name, field.entries)
            if inner is not None:
                self._check(inner, member.node, (*path, name))
                continue
            likely = nearest(name, [each for each in field.fields if each not in node.members])
            if likely or not field.open:
                message = f"unknown key {quoted(name, 60)}{did_you_mean(likely)}"
                self._checks.report(self._warning, (*path, name), message, likely, key=True)
        for name, inner in field.fields.items():
            if inner.required and name not in node.members:
                self._report((*path, name), f"`{name}` is missing")

    def _report(self, path: FieldPath, message: str, candidates: tuple[str, ...] | list[str] = ()) -> None:
        self._checks.report(self._error, path, message, candidates)


def _has_type(field: FormatField, node: SourceNode) -> bool:
    if field.type == "any value":
        return True
    if field.type in _KINDS:
        return node.kind == _KINDS[field.type]
    value = node.value
    if node.kind != "scalar":
        return False
    if field.type == "true or false":
        return isinstance(value, bool)
    if field.type == "whole number":
        return isinstance(value, int) and not isinstance(value, bool)
    return is_number(value) if field.type == "number" else isinstance(value, str)


def _shown(path: FieldPath) -> str:
    last = next((each for each in reversed(path) if isinstance(each, str)), "")
    return f"`{last}`" if not path or isinstance(path[-1], str) else f"an item of `{last}`"
