"""Edits of TOML files that people write: a table is added or its values are replaced, and everything else stays as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_KEY = re.compile(r"""[ \t]*(?:([A-Za-z0-9_-]+)|"([^"\r\n]*)"|'([^'\r\n]*)')[ \t]*=[ \t]*""")
_TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]++|\\.)*+"|\'[^\'\n]*+\'|#[^\n]*+|[\[\]{}]|\n|'
    r"[^\"'#\[\]{}\n]++",
    re.DOTALL,
)


class TomlEditError(ValueError):
    """A file cannot be edited. The message says why, and where."""


def merge_toml(text: str, keys: Sequence[str], values: Mapping[str, Any]) -> tuple[TextEdit, ...]:
    """The edits after which the table at `keys` has these values. It is added at the end of the file if there is none."""
    before = read_toml(text)
    table: Any = before
    for depth, key in enumerate(keys):
        if not isinstance(table, dict):
            raise TomlEditError(f"`{'.'.join(keys[:depth])}` is not a table")
        table = table.get(key)
        if table is None:
            edits = _appended(text, as_toml(keys, values))
            break
    else:
        if not isinstance(table, dict):
            raise TomlEditError(f"`{'.'.join(keys)}` is not a table")
        wanted = {key: value for key, value in values.items() if table.get(key) != value}
        edits = tuple(_changed(text, keys, wanted)) if wanted else ()
    after = text
    for span, new in reversed(edits):
        after = after[: span.start] + new + after[span.end :]
    if not _is_merged(before, after, keys, values):
        raise TomlEditError(f"`{'.'.join(keys)}` has a form that cannot be changed automatically")
    return edits


def as_toml(keys: Sequence[str], values: Mapping[str, Any]) -> str:
    """A table with its header."""
    lines = (f"{_key(key)} = {_value(value)}\n" for key, value in values.items())
    return f"[{'.'.join(map(_key, keys))}]\n{''.join(lines)}"


def read_toml(text: str) -> dict[str, Any]:
    """The data of a file. Raises `TomlEditError` if it cannot be parsed."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        reason = str(error)
        raise TomlEditError(reason[:1].lower() + reason[1:]) from error


def _is_merged(before: dict[str, Any], after: str, keys: Sequence[str], values: Mapping[str, Any]) -> bool:
    """Whether a text has exactly the data from before, with these values."""
    inner = before
    for key in keys:
        inner = inner.setdefault(key, {})
    inner.update(values)
    try:
        return tomllib.loads(after) == before
    except tomllib.TOMLDecodeError:
        return False


def _appended(text: str, table: str) -> tuple[TextEdit, ...]:
    end = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text.strip() else end if text.endswith("\n") else end * 2
    return (TextEdit(Span(len(text), len(text)), gap + table.replace("\n", end)),)


def _changed(text: str, keys: Sequence[str], values: dict[str, Any]) -> Iterator[TextEdit]:
    """The edits of an existing table: new values after its header, then the changed ones."""
    header = r"[ \t]*\.[ \t]*".join(
        rf"""(?:{re.escape(each)}|"{re.escape(each)}"|'{re.escape(each)}')""" for each in keys
    )
    found = re.search(rf"^[ \t]*\[[ \t]*{header}[ \t]*\][ \t]*(?:#[^\n]*)?(?:\n|\Z)", text, re.MULTILINE)
    if found is None:
        raise TomlEditError(f"`{'.'.join(keys)}` has a form that cannot be changed automatically")
    spans = {key: span for key, span in _statements(text, found.end()) if key in values}
    end = "\r\n" if "\r\n" in text else "\n"
    new = "".join(f"{_key(key)} = {_value(value)}{end}" for key, value in values.items() if key not in spans)
    if new:
        yield TextEdit(Span(found.end(), found.end()), new if found[0].endswith("\n") else end + new)
    for key, span in spans.items():
        yield TextEdit(span, _value(values[key]))


def _statements(text: str, at: int) -> Iterator[tuple[str, Span]]:
    """The keys of a table with the spans of their values, up to the next header."""
    while at < len(text):
        key = _KEY.match(text, at)
        if key is None and text[at:].lstrip(" \t")[:1] == "[":
            return
        start = key.end() if key is not None else at
        end, has_comment = _value_end(text, start)
        if key is not None:
            name = next(each for each in key.groups() if each is not None)
            if has_comment:
                raise TomlEditError(f"the value of `{name}` contains a comment, which would be lost")
            yield name, Span(start, end)
        line = text.find("\n", end)
        at = len(text) if line < 0 else line + 1


def _value_end(text: str, at: int) -> tuple[int, bool]:
    """Where a value ends, and whether it contains a comment."""
    depth, end, has_comment = 0, at, False
    for token in _TOKEN.finditer(text, at):
        if token[0] in ("[", "{"):
            depth += 1
        elif token[0] in ("]", "}"):
            depth -= 1
        elif depth == 0 and (token[0] == "\n" or token[0][0] == "#"):
            break
        elif token[0][0] == "#":
            has_comment = True
        if token[0].strip():
            end = token.start() + len(token[0].rstrip())
    return end, has_comment


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    """A value in TOML. The strings of JSON are strings of TOML, too."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
