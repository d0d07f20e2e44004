"""The errors of Forge: the codes of the specification, and the envelope in which its clients expect them.

An error is a `RefraktError` whose `data` are the details. Its hint holds the suggestions, separated by `; `, with placeholders
such as `{command:forge.search}`: a shell spells the command, the envelope names the tool.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, get_args

from refrakt.plugins import RefraktError
from refrakt_forge.json_values import well_formed

ErrorCode = Literal[
    "PLUGIN_NOT_FOUND",
    "AGENT_NOT_FOUND",
    "TOOL_NOT_FOUND",
    "VALIDATION_ERROR",
    "PERMISSION_DENIED",
    "NETWORK_ERROR",
    "AUTH_REQUIRED",
    "AUTH_FAILED",
    "CONFIG_ERROR",
    "INTEGRITY_ERROR",
    "DEPENDENCY_ERROR",
    "CONFLICT_ERROR",
    "INTERNAL_ERROR",
]
ERROR_CODES: tuple[str, ...] = get_args(ErrorCode)

TOOL_PREFIX = "fractary_forge_"
TOOL_OF_COMMAND = {
    "list": "plugin_list",
    "info": "plugin_info",
    "search": "plugin_search",
    "registry_list": "config_registry_list",
}
"""The commands whose tool has another name."""

_HOST_CODES = {"INVALID_ARGS": "VALIDATION_ERROR", "NOT_FOUND": "VALIDATION_ERROR", "TOOL_TIMEOUT": "NETWORK_ERROR"}
"""The codes of the host for a call that did not reach a command, or did not end."""
_COMMAND = re.compile(r"\bforge\.([a-z_]+)")
_SEPARATOR = "; "


def forge_error(
    code: ErrorCode, message: str, *suggestions: str, details: Mapping[str, Any] | None = None
) -> RefraktError:
    """An error for the caller. Suggestions contain no text of the workspace."""
    return RefraktError(
        code, message, _SEPARATOR.join(suggestions), exit_code=1, data=dict(details) if details else None
    )


def validation_failure(field: str, message: str, *suggestions: str) -> RefraktError:
    """Input that is not valid; `field` is the argument."""
    return forge_error("VALIDATION_ERROR", message, *suggestions, details={"field": field})


def envelope(error: RefraktError) -> dict[str, Any]:
    """The error as clients of Forge expect it."""
    code = _HOST_CODES.get(error.code, error.code)
    shown: dict[str, Any] = {
        "error": True,
        "code": code if code in ERROR_CODES else "INTERNAL_ERROR",
        "message": error.message,
    }
    if error.data is not None:
        shown["details"] = error.data
    suggestions = [_suggestion(each) for each in error.hint.split(_SEPARATOR) if each]
    complete: dict[str, Any] = well_formed({**shown, "suggestions": suggestions} if suggestions else shown)
    return complete


def _suggestion(hint: str) -> str:
    """A part of a hint as the specification writes suggestions: a capital, no full stop."""
    return tool_names(hint[:1].upper() + hint[1:].removesuffix("."))


def tool_names(text: str) -> str:
    """A text with tools instead of `forge.COMMAND`."""
    return _COMMAND.sub(lambda found: TOOL_PREFIX + TOOL_OF_COMMAND.get(found[1], found[1]), text)
