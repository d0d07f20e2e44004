"""Validates the resources, prompts and providers of a plugin, and copies what is valid."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

from refrakt.plugins.contract import Prompt, PromptArgument, Provider, Resource
from refrakt.plugins.declared_commands import MAX_DESCRIPTION, TOOL_NAME
from refrakt.plugins.field_reader import FieldReader, PluginProblem, flag, function, matching, optional
from refrakt.plugins.plain_data import Malformed, plain_list, plain_name, plain_text, type_name

MAX_URI_TEMPLATE = 1_000

_URI = re.compile(r"[a-z][a-z0-9+.-]*://[!-~\xa1-\U0010ffff]*")
_VARIABLE = re.compile(r"\{(\+?)[A-Za-z_][A-Za-z0-9_]*\}")
_QUERY = re.compile(r"\{\?[^{}]*\}$")
_MIME_TYPE = matching(re.compile(r"[\w.+-]+/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*", re.ASCII), "must be a MIME type")
_PROMPT = matching(TOOL_NAME, "must be at most 128 letters, digits, `.`, `_` and `-`")

_AT_OFFSET = ("file", "offset", "context")
PROVIDER_METHODS: Mapping[str, tuple[str, ...]] = {
    "handles": ("path", "context"),
    "problems": ("file", "context"),
    "complete": _AT_OFFSET,
    "hover": _AT_OFFSET,
    "definition": _AT_OFFSET,
    "references": ("file", "offset", "include_declaration", "context"),
    "prepare_rename": _AT_OFFSET,
    "rename": ("file", "offset", "new_name", "context"),
    "code_actions": ("file", "range", "context"),
    "code_lenses": ("file", "context"),
    "workspace_symbols": ("query", "context"),
}
"""The methods of a provider, with their parameters."""


def checked_resource(value: object, path: str) -> tuple[Resource | None, list[PluginProblem]]:
    """A copy of a resource, and its problems; None if one is an error."""
    fields = FieldReader(value, path)
    if not issubclass(type(value), Resource):
        fields.error("", f"must be a `Resource`, not {type_name(value)}")
        return None, fields.problems_of("resource")
    resource = Resource(
        uri=fields.read("uri", uri_template, ""),
        name=fields.read("name", plain_name, ""),
        description=fields.read("description", _description, ""),
        read=fields.read("read", function, None),
        mime_type=fields.read("mime_type", optional(_MIME_TYPE), None),
        complete=fields.read("complete", optional(function), None),
        files=fields.read("files", optional(function), None),
    )
    return None if fields.has_errors else resource, fields.problems_of("resource")


def uri_template(value: Any) -> str:
    """A URI template that can be matched in linear time."""
    text = plain_text(value, MAX_URI_TEMPLATE)
    if not _URI.fullmatch(text):
        raise Malformed("must be a URI such as `garden://plants/{name}`")
    path = _QUERY.sub("", text)
    if re.search(r"[{}]", _VARIABLE.sub("", path)):
        raise Malformed("must have variables such as `{name}` and `{+name}`, and a query such as `{?key}` at its end")
    segments = [_VARIABLE.findall(each) for each in path.split("/")]
    if any(len(each) > 1 for each in segments) or sum("+" in each for each in segments) > 1:
        raise Malformed("must have at most one variable between two slashes, and one of several segments")
    return text


def checked_prompt(value: object, path: str) -> tuple[Prompt | None, list[PluginProblem]]:
    """A copy of a prompt, and its problems; None if one is an error."""
    fields = FieldReader(value, path)
    if not issubclass(type(value), Prompt):
        fields.error("", f"must be a `Prompt`, not {type_name(value)}")
        return None, fields.problems_of("prompt")
    prompt = Prompt(
        name=fields.read("name", _PROMPT, ""),
        description=fields.read("description", _description, ""),
        render=fields.read("render", function, None),
        arguments=fields.read("arguments", lambda values: _arguments(values, fields), ()),
        complete=fields.read("complete", optional(function), None),
    )
    return None if fields.has_errors else prompt, fields.problems_of("prompt")


def _arguments(values: Any, fields: FieldReader) -> tuple[PromptArgument, ...]:
    found: dict[str, PromptArgument] = {}
    for number, value in enumerate(plain_list(values)):
        path = f"arguments[{number}]"
        if not issubclass(type(value), PromptArgument):
            fields.error(path, f"must be a `PromptArgument`, not {type_name(value)}")
            continue
        argument = FieldReader(value, path)
        read = PromptArgument(
            name=argument.read("name", plain_name, ""),
            description=argument.read("description", _description, ""),
            required=argument.read("required", flag, False),
        )
        if read.name in found:
            argument.error("name", "is the name of two arguments")
        found[read.name] = read
        for each in argument.problems:
            fields.error(each.path, each.message)
    return tuple(found.values())


def checked_provider(provider: Any, path: str) -> tuple[Provider | None, list[PluginProblem]]:
    """An object with the methods of a provider, and its problems; None if one is an error."""
    fields = FieldReader(provider, path)
    has = [name for name in PROVIDER_METHODS if fields.convert(name, partial(hasattr, provider, name), False)]
    # The methods are read once: reading them later may run code that fails.
    methods = {name: fields.read(name, partial(_checked_method, name), None) for name in has}
    if has != ["workspace_symbols"] and "handles" not in has:
        fields.error("", "must have a method `handles`")
    elif has == ["handles"]:
        others = ", ".join(sorted({*PROVIDER_METHODS} - {"handles"}))
        fields.warn("", f"offers nothing; possible methods: {others}")
    if "prepare_rename" in has and "rename" not in has:
        fields.error("", "has `prepare_rename` but no `rename`")
    checked: Any = SimpleNamespace(**methods)
    return None if fields.has_errors else checked, fields.problems_of("provider")


def _checked_method(name: str, method: Any) -> Any:
    if not callable(method):
        raise Malformed("must be a method")
    parameters = PROVIDER_METHODS[name]
    if not _accepts(method, len(parameters)):
        raise Malformed(f"must accept {', '.join(parameters)}")
    if inspect.iscoroutinefunction(method):
        raise Malformed("must not be a coroutine: it runs in a thread")
    return method


def _accepts(method: Any, count: int) -> bool:
    """Whether a method accepts this number of arguments."""
    try:
        signature = inspect.signature(method)
    except ValueError:
        return True  # unknown signature
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


def _description(value: Any) -> str:
    return plain_text(value, MAX_DESCRIPTION)
