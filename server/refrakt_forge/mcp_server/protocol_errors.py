"""Errors of requests other than tool calls, as in the shared host: a JSON-RPC error with code and hint in its data."""

from __future__ import annotations

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from refrakt.plugins import RefraktError
from refrakt_forge.errors import tool_names

RESOURCE_NOT_FOUND = -32002
"""The error code of a missing resource until 2025-11-25; later versions have none."""
_BROKEN = ("RESOURCE_FAILED", "TOOL_FAILED", "TOOL_TIMEOUT", "INTERNAL_ERROR")


def protocol_error(error: RefraktError, version: str = "", **more: str) -> MCPError:
    """The error in a version of the protocol."""
    shown = error.for_agent()
    if shown.code in _BROKEN:
        number = types.INTERNAL_ERROR
    elif shown.code == "RESOURCE_NOT_FOUND" and version not in MODERN_PROTOCOL_VERSIONS:
        number = RESOURCE_NOT_FOUND
    else:
        number = types.INVALID_PARAMS
    hint = tool_names(shown.hint)
    return MCPError(number, shown.message, {"errorCode": shown.code, "hint": hint, **more})
