"""The rules of tools that need nothing but the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from refrakt_forge.definitions.tool import HTTP_METHODS, IMPLEMENTATIONS, PARAMETER_TYPES
from refrakt_forge.documents.source_node import FieldPath, SourceNode
from refrakt_forge.validation.definition_fields import check_shared_fields, warn_about_shared_fields
from refrakt_forge.validation.field_checks import FieldChecks, is_number
from refrakt_forge.validation.secret_values import SECRET

_PLACEHOLDER = re.compile(r"(?<![$\\])\$?\{\{?\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}?\}")
_PYTHON_TYPES: dict[str, Any] = {"string": str, "boolean": bool, "object": dict, "array": list}


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


_SANDBOX_FIELDS: dict[str, tuple[str, Any]] = {
    "allowlisted_commands": ("a list of texts", _is_texts),
    "network_access": ("true or false", lambda value: isinstance(value, bool)),
    "max_execution_time": ("a number", is_number),
    "env_vars": ("a list of texts", _is_texts),
}


def check_tool(checks: FieldChecks) -> None:
    """The errors of a tool."""
    check_shared_fields(checks, "tool")
    parameters = checks.required("E205", ("parameters",), "`parameters` is missing; without parameters it is `{}`")
    if parameters and checks.mapping("E205", ("parameters",)):
        _check_parameters(checks, ("parameters",))
    if checks.required("E209", ("implementation",), "`implementation` is missing") and checks.mapping(
        "E209", ("implementation",)
    ):
        _check_implementation(checks)
    checks.texts("E218", ("depends_on",))
    checks.mapping("E219", ("output",))
    checks.text("E203", ("extended_description",))


def _check_parameters(checks: FieldChecks, path: FieldPath) -> None:
    node = checks.root.get(*path)
    for name in node.members if node is not None else ():
        here = (*path, name)
        if not checks.mapping("E206", here):
            if not checks.is_written(*here):
                checks.report("E206", here, "a parameter must be a mapping with `type` and `required`")
            continue
        checks.choice("E206", (*here, "type"), PARAMETER_TYPES)
        required = (*here, "required")
        message = "`required` must be true or false"
        if checks.required("E207", required, "`required` is missing: true or false"):
            checks.check("E207", required, lambda value: isinstance(value, bool), message)
        checks.check("E208", (*here, "enum"), lambda value: isinstance(value, list), "`enum` must be a list")
        checks.text("E206", (*here, "description"))
        if checks.mapping("E206", (*here, "properties")):
            _check_parameters(checks, (*here, "properties"))


def _check_implementation(checks: FieldChecks) -> None:
    if not checks.choice("E210", ("implementation", "type"), IMPLEMENTATIONS):
        return
    kind = checks.value("implementation", "type")
    path: FieldPath = ("implementation", kind)
    if not checks.required("E211", path, f"`implementation.{kind}` is missing") or not checks.mapping("E211", path):
        return
    if kind == "bash":
        _required_text(checks, "E212", (*path, "command"))
        if checks.mapping("E213", (*path, "sandbox")):
            _check_sandbox(checks, (*path, "sandbox"))
    elif kind == "python":
        _required_text(checks, "E214", (*path, "module"))
        _required_text(checks, "E214", (*path, "function"))
    else:
        checks.choice("E215", (*path, "method"), HTTP_METHODS)
        if checks.required("E216", (*path, "url"), "`url` is missing"):
            checks.check("E216", (*path, "url"), _is_url, "`url` must be an http or https URL")
        headers = (*path, "headers")
        if checks.mapping("E217", headers):
            for name, value in checks.value(*headers).items():
                if not isinstance(value, str):
                    checks.report("E217", (*headers, name), "the value of a header must be a text")
        checks.text("E217", (*path, "body_template"))


def _check_sandbox(checks: FieldChecks, path: FieldPath) -> None:
    if checks.required("E213", (*path, "enabled"), "`enabled` is missing"):
        checks.check(
            "E213", (*path, "enabled"), lambda value: isinstance(value, bool), "`enabled` must be true or false"
        )
    for name, (expected, valid) in _SANDBOX_FIELDS.items():
        checks.check("E213", (*path, name), valid, f"`{name}` must be {expected}")


def _required_text(checks: FieldChecks, code: str, path: FieldPath) -> None:
    if (
        checks.required(code, path, f"`{path[-1]}` is missing")
        and checks.text(code, path)
        and not checks.value(*path).strip()
    ):
        checks.report(code, path, f"`{path[-1]}` must not be empty")


def _is_url(value: Any) -> bool:
    try:
        parts = urlsplit(value) if isinstance(value, str) else None
        return parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


# Warnings -------------------------------------------------------------------------------------------------------------


def warn_about_tool(checks: FieldChecks, nested: bool = False) -> None:
    """The warnings of a tool; of one inside an agent, those of its parameters and implementation."""
    if not nested:
        warn_about_shared_fields(checks, "tool")
    _warn_about_parameters(checks, ("parameters",))
    _warn_about_implementation(checks)


def _warn_about_parameters(checks: FieldChecks, path: FieldPath) -> None:
    node = checks.root.get(*path)
    for name, member in node.members.items() if node is not None else ():
        here, data = (*path, name), member.node.data()
        if not isinstance(data, dict):
            continue
        kind = data.get("type")
        if "default" in data:
            if not _fits(data["default"], kind):
                checks.report("W314", (*here, "default"), "`default` is not of the declared type")
            elif isinstance(data.get("enum"), list) and data["default"] not in data["enum"]:
                checks.report("W314", (*here, "default"), "`default` is not in `enum`")
            if data.get("required") is True:
                checks.report("W314", (*here, "default"), "a required parameter does not use its `default`")
        if "properties" in data and kind != "object":
            checks.report("W315", (*here, "properties"), "only an object has `properties`")
        elif kind == "array" and not any(key in data for key in ("items", "properties")):
            checks.report("W315", here, "the items of this array are not described")
        _warn_about_parameters(checks, (*here, "properties"))


def _fits(value: Any, kind: Any) -> bool:
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "number":
        return is_number(value)
    expected = _PYTHON_TYPES.get(kind) if isinstance(kind, str) else None
    return expected is None or isinstance(value, expected)


def _warn_about_implementation(checks: FieldChecks) -> None:
    node = checks.root.get("implementation")
    kind = node.get("type") if node is not None else None
    if node is None or kind is None:
        return
    if kind.value == "bash":
        path: FieldPath = ("implementation", "bash", "command")
        command = checks.value(*path)
        known = checks.root.get("parameters")
        names = set(known.members) if known is not None else set()
        if isinstance(command, str) and not checks.is_written("extends"):
            for name in dict.fromkeys(_PLACEHOLDER.findall(command)):
                if name not in names and not name.isupper():
                    checks.report("W316", path, f"the command uses `{name}`, which is not a parameter")
        if checks.value("implementation", "bash", "sandbox", "enabled") is not True:
            checks.report("W318", ("implementation", "bash", "sandbox"), "the command runs without a sandbox")
    url = checks.value("implementation", "http", "url")
    if kind.value == "http" and isinstance(url, str) and url.startswith("http:"):
        checks.report("W317", ("implementation", "http", "url"), "the URL is not https")
    for path, text in _texts(node, ("implementation",)):
        if SECRET.search(text):
            checks.report("W319", path, "this looks like a secret; use a variable instead")


def _texts(node: SourceNode, path: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    if node.kind == "mapping":
        for name, member in node.members.items():
            yield from _texts(member.node, (*path, name))
    elif node.kind == "list":
        for n, each in enumerate(node.items):
            yield from _texts(each, (*path, n))
    elif isinstance(node.value, str):
        yield path, node.value
