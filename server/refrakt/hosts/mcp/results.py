"""Answers and errors in the shape MCP has for them: text for the model, data for programs.

A failed call is a result too, so that the model reads what was wrong and what to do; the code and the hint stand in `_meta`,
and the wire lifts them to the top, where the documents look for them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent
from pydantic_core import to_json

from refrakt.errors import RefraktError
from refrakt.services.isolated import Isolated
from refrakt.services.shortening import Cuts, cut_text, shortened, size

LONGEST = 100_000
"""How many characters an answer may have. Services give long answers in pages, so this is only reached by accident."""
LONGEST_CODE = 100
LONGEST_MESSAGE = 1_000
LONGEST_HINT = 4_000
"""How many characters of an error are told: some quote what they were given, and that may be anything."""


def succeeded(answer: Any, name: str, schema: Mapping[str, Any] | None = None) -> CallToolResult:
    """The result of a call. An answer that is a list gets the name its schema has for it, else the tool's."""
    if isinstance(answer, str):
        text, cuts = answer, Cuts()
        if len(answer) > LONGEST:
            text = cut_text(answer, LONGEST, "the text", cuts)
        return _result(text, {"text": text}, cuts)
    data = answer if isinstance(answer, dict) else {} if answer is None else {_list_name(name, schema): answer}
    return _within_limit(*shortened(data, LONGEST, len(pretty(data))), name)


def succeeded_elsewhere(answer: Isolated, name: str) -> CallToolResult:
    """The result of a call that another process has answered."""
    return _within_limit(answer.data, answer.cuts, name)


def _within_limit(data: Any, cuts: Cuts, name: str) -> CallToolResult:
    text = pretty(data)
    if len(text) > LONGEST * 1.1:
        message = f"the answer of {name} has more than {LONGEST} characters, and nothing in it can be cut"
        raise RefraktError("TOOL_FAILED", message, f"At most {LONGEST} can be sent; ask for less at once.")
    return _result(text, data, cuts)


def failed(error: RefraktError, envelope: Mapping[str, Any] | None = None) -> CallToolResult:
    """The result of a call that could not be answered."""
    told = _in_short(error)
    meta: dict[str, Any] = {"errorCode": told.code, "hint": told.hint}
    if told.data is not None:
        meta["data"] = told.data
    return CallToolResult(
        content=[TextContent(type="text", text=str(told))],
        is_error=True,
        structured_content=dict(envelope) if envelope is not None else None,
        _meta=meta,
    )


def refused(error: RefraktError, number: int, **more: str) -> MCPError:
    """The same for what is no call of a tool: an error of the protocol."""
    told = _in_short(error)
    return MCPError(number, str(told), {"errorCode": told.code, "hint": told.hint, **more})


def _in_short(error: RefraktError) -> RefraktError:
    parts = (error.code, LONGEST_CODE), (error.message, LONGEST_MESSAGE), (error.hint, LONGEST_HINT)
    code, message, hint, detail = (
        _beginning(str(text), most) for text, most in (*parts, (error.detail, LONGEST_MESSAGE))
    )
    try:
        data = error.data if size(error.data) <= LONGEST else None
    except (TypeError, ValueError):
        data = None  # a plugin's, and no JSON
    return RefraktError(code, message, hint, error.exit_code, data, detail)


def _beginning(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def pretty(data: Any) -> str:
    """JSON as a person would lay it out."""
    try:
        return to_json(data, indent=2).decode()  # several times faster than `json` is with an indent
    except ValueError:
        return json.dumps(data, ensure_ascii=False, indent=2)  # half a surrogate pair is no UTF-8


def _result(text: str, data: dict[str, Any], cuts: Cuts) -> CallToolResult:
    notices = [f"This answer was too long and has been cut: {'; '.join(cuts)}. Ask for less."] if cuts else []
    content = [TextContent(type="text", text=each) for each in (text, *notices)]
    return CallToolResult(content=list(content), structured_content=data)


def _list_name(name: str, schema: Mapping[str, Any] | None) -> str:
    fields = (schema or {}).get("properties", {})
    lists = [key for key, each in fields.items() if isinstance(each, Mapping) and each.get("type") == "array"]
    return lists[0] if len(lists) == 1 else name.rpartition(".")[2]
