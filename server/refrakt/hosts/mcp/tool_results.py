"""Tool results and errors as MCP objects: short text for the model, exact data for programs.

A failed call is a result, too, so that the model reads what was wrong and what to do. Code and hint are in `_meta`; the message
writer copies them to the top level, where the documentation describes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent
from pydantic_core import to_json

from refrakt.compact_text import compact_text
from refrakt.errors import RefraktError
from refrakt.services.isolated_process import Isolated
from refrakt.truncation import Cuts, cut_text, marked, shortened, size

MAX_RESULT = 100_000
"""Characters of a result. Services return long lists in pages, so results rarely reach it."""
_REST = "request less at once"
MAX_CODE = 100
MAX_MESSAGE = 1_000
MAX_HINT = 4_000
"""Characters of an error: a message may quote any input."""


def success_result(
    answer: Any, name: str, schema: Mapping[str, Any] | None = None, *, json_text: bool = False
) -> CallToolResult:
    """The result of a call. A list is wrapped in an object, under the name in its schema or else the tool's name.

    With `json_text`, the text is JSON, for clients that parse it.
    """
    if isinstance(answer, str):
        text, cuts = answer, Cuts()
        if len(answer) > MAX_RESULT:
            text = cut_text(answer, MAX_RESULT, "the text", cuts)
        return _result(text, marked({"text": text}, cuts, _REST))
    data = answer if isinstance(answer, dict) else {} if answer is None else {_list_name(name, schema): answer}
    return _within_limit(*shortened(data, MAX_RESULT, size(data)), name, json_text)


def isolated_result(answer: Isolated, name: str) -> CallToolResult:
    """The result of a call that ran in a child process."""
    return _within_limit(answer.data, answer.cuts, name)


def _within_limit(data: Any, cuts: Cuts, name: str, json_text: bool = False) -> CallToolResult:
    data = marked(data, cuts, _REST)
    if data.get("nextCursor") is not None:
        data = {**data, "truncated": True}
    text = compact_json(data) if json_text else compact_text(data)
    if max(len(text), size(data)) > MAX_RESULT * 1.1:
        message = f"the result of `{name}` exceeds {MAX_RESULT} characters and cannot be truncated"
        raise RefraktError("TOO_LARGE", message, "request less at once")
    return _result(text, data)


def error_result(error: RefraktError, envelope: Mapping[str, Any] | None = None) -> CallToolResult:
    """The result of a failed call. A client that expects an envelope parses it from the text."""
    shown = _truncated(error)
    meta: dict[str, Any] = {"errorCode": shown.code, "hint": shown.hint}
    if shown.data is not None:
        meta["data"] = shown.data
    return CallToolResult(
        content=[TextContent(type="text", text=str(shown) if envelope is None else compact_json(envelope))],
        is_error=True,
        structured_content=dict(envelope) if envelope is not None else None,
        _meta=meta,
    )


def protocol_error(error: RefraktError, number: int, **more: str) -> MCPError:
    """The JSON-RPC error of a request other than a tool call."""
    shown = _truncated(error)
    return MCPError(number, str(shown), {"errorCode": shown.code, "hint": shown.hint, **more})


def _truncated(error: RefraktError) -> RefraktError:
    error = error.for_agent()
    parts = (error.code, MAX_CODE), (error.message, MAX_MESSAGE), (error.hint, MAX_HINT), (error.detail, MAX_MESSAGE)
    code, message, hint, detail = (_start(str(text), limit) for text, limit in parts)
    try:
        data = error.data if size(error.data) <= MAX_RESULT else None
    except (TypeError, ValueError):
        data = None  # a plugin's data that is not JSON
    return RefraktError(code, message, hint, error.exit_code, data, detail)


def _start(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"


def pretty(data: Any) -> str:
    """Indented JSON."""
    try:
        return to_json(data, indent=2).decode()  # several times faster than `json` with an indent
    except ValueError:
        return json.dumps(data, ensure_ascii=False, indent=2)  # a lone surrogate is not valid UTF-8


def compact_json(data: Any) -> str:
    """JSON in one line."""
    try:
        return to_json(data).decode()
    except ValueError:
        return json.dumps(data, ensure_ascii=False)


def _result(text: str, data: dict[str, Any]) -> CallToolResult:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            data = _with_valid_keys(data)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=data)


def _with_valid_keys(value: Any) -> Any:
    """The data without lone surrogates in keys, which the protocol library refuses; it accepts them in values."""
    if isinstance(value, dict):
        return {key.encode("utf-8", "backslashreplace").decode(): _with_valid_keys(each) for key, each in value.items()}
    return [_with_valid_keys(each) for each in value] if isinstance(value, list) else value


def _list_name(name: str, schema: Mapping[str, Any] | None) -> str:
    fields = (schema or {}).get("properties", {})
    lists = [key for key, each in fields.items() if isinstance(each, Mapping) and each.get("type") == "array"]
    return lists[0] if len(lists) == 1 else name.rpartition(".")[2]
