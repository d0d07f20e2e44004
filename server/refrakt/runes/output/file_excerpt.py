"""An excerpt of a file as a code block, for runes that show code of the project."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Node
from refrakt.runes.output.render_context import FileReadError, RenderContext

UNREADABLE = "unreadable-file"

_RANGE = re.compile(r"([0-9]*+)(-?)([0-9]*+)")
_LANGUAGES = {
    "typescript": ".ts .tsx",
    "javascript": ".js .jsx .mjs .cjs",
    "svelte": ".svelte",
    "vue": ".vue",
    "markdoc": ".md .markdoc",
    "json": ".json",
    "jsonc": ".jsonc",
    "html": ".html",
    "css": ".css",
    "yaml": ".yml .yaml",
    "toml": ".toml",
    "bash": ".sh .bash",
}
_LANGUAGE_OF = {suffix: language for language, suffixes in _LANGUAGES.items() for suffix in suffixes.split()}


def file_excerpt(written: Mapping[str, Any], context: RenderContext, node: Node) -> Node:
    """The code block of a snippet with these attributes. If the file cannot be shown, it contains the reason."""
    path, lines = _text(written, "path"), _text(written, "lines")
    attributes: dict[str, Any] = {"source": path or "(unknown)"}
    try:
        attributes |= {
            "content": _excerpt(_read(path, context), lines),
            "language": _text(written, "lang") or _language(path),
            "lines": lines,
            "linenumbers": written.get("linenumbers") is True,
            "highlight": _text(written, "highlight"),
        }
    except FileReadError as error:
        reason = str(error)
        context.warn(UNREADABLE, reason, node, "error")
        attributes |= {"content": f"{reason}\n", "language": "text", "data-snippet-error": reason}
    fence = Node("fence", attributes)
    fence.block, fence.start, fence.end, fence.lines = node.block, node.start, node.end, node.lines
    return fence


def _text(attributes: Mapping[str, Any], name: str) -> str:
    value = attributes.get(name)
    return js_str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _read(path: str, context: RenderContext) -> str:
    if not path:
        raise FileReadError("a snippet needs the path of a file")
    if context.files is None:
        raise FileReadError("a snippet needs a project, and this text belongs to none")
    return context.files.read(path)


def _excerpt(text: str, lines: str) -> str:
    """The lines of a range such as `4`, `4-9`, `4-` or `-9`; all lines if it is empty."""
    if not lines:
        return text
    found = _RANGE.fullmatch(lines)
    if found is None or not (found[1] or found[3]):
        raise FileReadError(f"`{lines}` is not a range of lines, such as 4-9")
    every = text.split("\n")
    first = int(found[1] or 1)
    last = int(found[3] or len(every)) if found[2] else first
    if first < 1 or last < first:
        raise FileReadError(f"the range of lines `{lines}` is empty")
    if first > len(every):
        raise FileReadError(f"the file has only {len(every)} lines, and the range is `{lines}`")
    return "\n".join(every[first - 1 : last])


def _language(path: str) -> str:
    """The language of a file by its name."""
    _, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return _LANGUAGE_OF.get(f"{dot}{suffix}".lower(), "text")
