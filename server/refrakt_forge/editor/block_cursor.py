"""The cursor in YAML by indentation, also while a line is not complete.

A line that is being typed is rarely valid YAML, so the lines above are read by their columns instead of parsing the file.
"""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.plugins import Span
from refrakt_forge.documents.source_node import FieldPath
from refrakt_forge.editor.cursor import Cursor, CursorRole
from refrakt_forge.editor.flow_cursor import flow_cursor

_MOST_LINES = 5_000
"""Lines above the cursor that are read."""


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    """The offset of its first character."""
    dashes: tuple[int, ...]
    """The columns of the dashes before the content."""
    column: int
    """Of the content."""
    content: str
    """Without a comment and the white space around it."""
    key: str | None = None
    colon: int = 0
    """The column of the colon after the key."""

    @property
    def value(self) -> str:
        """What follows the key, else the content."""
        return self.content[self.colon - self.column + 1 :].strip() if self.key is not None else self.content

    @property
    def value_start(self) -> int:
        """The offset of the value."""
        return self.start + self.column + len(self.content) - len(self.value)


def block_cursor(text: str, start: int, end: int, offset: int) -> Cursor | None:
    """The cursor in the YAML between two offsets; None where nothing can be typed."""
    before = text[start:offset].split("\n")
    current = before[-1] + text[offset:end].partition("\n")[0].removesuffix("\r")
    begin = offset - len(before[-1])
    line = _line(current, begin)
    above = _lines(before[:-1], start)
    column = offset - begin
    if line is None:
        if current.strip() or "\t" in current:
            return None  # a comment
        path = _parents(above, column, in_list=False, text=text, end=end, offset=offset)
        if not isinstance(path, tuple):
            return path
        keys = _keys(above, _below(text, offset, end), column, first=False)
        return Cursor(path, "key", Span(offset, offset), "block", frozenset(keys))
    if column < line.column:
        return None
    return _in_line(line, above, text, end, offset)


def _in_line(line: _Line, above: list[_Line], text: str, end: int, offset: int) -> Cursor | None:
    column = offset - line.start
    top = line.dashes[0] if line.dashes else line.column
    path = _parents(above, top, bool(line.dashes), text, end, offset)
    if not isinstance(path, tuple):
        return path
    path = (*path, *(0 for _ in line.dashes))
    if line.key is not None and column > line.colon:
        return _in_value(line, (*path, line.key), text, end, offset)
    if line.content[:1] in ("[", "{"):
        return flow_cursor(text, line.start + line.column, end, offset, path, "flow")
    size = line.colon - line.column if line.key is not None else len(line.content)
    span = Span(line.start + line.column, line.start + line.column + size)
    if not span.start <= offset <= span.end:
        return None
    keys = _keys(above, _below(text, offset, end), line.column, first=bool(line.dashes))
    indentation = " " * (line.column - top) if line.dashes else ""
    role: CursorRole = "item" if line.dashes and line.key is None else "key"
    return Cursor(
        path,
        role,
        span,
        "block",
        frozenset(keys),
        _quote(line.content),
        line.key is not None,
        indentation,
    )


def _in_value(line: _Line, path: FieldPath, text: str, end: int, offset: int) -> Cursor | None:
    value, start = line.value, line.value_start
    if value[:1] in ("[", "{"):
        return flow_cursor(text, start, end, offset, path, "flow")
    if value[:1] in ("|", ">", "&", "*", "!"):
        return None
    if not value:
        start = offset
    if not start <= offset <= start + len(value):
        return None
    needs_space = not value and offset == line.start + line.colon + 1
    return Cursor(path, "value", Span(start, start + len(value)), "block", quote=_quote(value), needs_space=needs_space)


def _quote(text: str) -> str:
    return text[0] if text[:1] in ('"', "'") else ""


def _parents(
    above: list[_Line], column: int, in_list: bool, text: str, end: int, offset: int
) -> FieldPath | Cursor | None:
    """The path of the block at a column; the cursor itself if it is between brackets that start above, None inside a text."""
    steps: list[str | int] = []
    for line in reversed(above):
        if column == 0 and not in_list:
            break
        if line.key is not None and (line.column < column or (in_list and line.column == column and not line.dashes)):
            value = line.value
            if value[:1] in ("[", "{"):
                path = _above(above, line, text, end, offset)
                return flow_cursor(text, line.value_start, end, offset, path, "flow") if path is not None else None
            if value and value[0] not in "&!":
                return None
            steps.append(line.key)
            steps += [0 for _ in line.dashes]
        elif line.dashes and not in_list and line.dashes[-1] < column <= line.column:
            steps += [0 for _ in line.dashes]
        elif line.column < column and not line.dashes:
            return None
        else:
            continue
        column, in_list = (line.dashes[0], True) if line.dashes else (line.column, False)
    return tuple(reversed(steps))


def _above(above: list[_Line], line: _Line, text: str, end: int, offset: int) -> FieldPath | None:
    """The path of the value in a line."""
    top = line.dashes[0] if line.dashes else line.column
    path = _parents(above[: above.index(line)], top, bool(line.dashes), text, end, offset)
    return (*path, *(0 for _ in line.dashes), line.key or "") if isinstance(path, tuple) else None


def _keys(above: list[_Line], below: list[_Line], column: int, first: bool) -> list[str]:
    """The other keys of the mapping at a column; `first` says that it starts in the line of the cursor."""
    found: list[str] = []
    for line in [] if first else reversed(above):
        starts_item = bool(line.dashes) and line.dashes[-1] < column
        if line.column == column and line.key is not None and (starts_item or not line.dashes):
            found.append(line.key)
        if starts_item or (not line.dashes and line.column < column):
            break
    for line in below:
        if (line.dashes[0] if line.dashes else line.column) < column:
            break
        if line.column == column and line.key is not None and not line.dashes:
            found.append(line.key)
    return found


# Lines ----------------------------------------------------------------------------------------------------------------


def _lines(lines: list[str], start: int) -> list[_Line]:
    found: list[_Line] = []
    for each in lines:
        line = _line(each.removesuffix("\r"), start)
        if line is not None:
            found.append(line)
        start += len(each) + 1
    return found[-_MOST_LINES:]


def _below(text: str, offset: int, end: int) -> list[_Line]:
    first = text.find("\n", offset, end)
    return _lines(text[first + 1 : end].split("\n")[:_MOST_LINES], first + 1) if first >= 0 else []


def _line(raw: str, start: int) -> _Line | None:
    """A line with content; None for one that is empty or a comment."""
    column = len(raw) - len(raw.lstrip(" "))
    dashes: list[int] = []
    while raw.startswith("- ", column) or raw[column:] == "-":
        dashes.append(column)
        column += 1
        column += len(raw) - column - len(raw[column:].lstrip(" "))
    content = _without_comment(raw[column:])
    if not content and not dashes:
        return None
    if content.startswith(("#", "\t", "%")) or content in ("---", "..."):
        return None
    colon = _colon(content)
    if colon is None:
        return _Line(start, tuple(dashes), column, content)
    key = content[:colon].rstrip()
    return _Line(start, tuple(dashes), column, content, key.strip("\"'"), column + colon)


def _without_comment(content: str) -> str:
    quote = _quote(content)
    at = content.find(quote, 1) + 1 if quote else 0
    found = content.find(" #", max(at, 0))
    return (content[:found] if found >= 0 else content).rstrip()


def _colon(content: str) -> int | None:
    """Where the key of a line ends; None if it has none."""
    if content[:1] in ("[", "{", "|", ">"):
        return None
    quote = _quote(content)
    at = content.find(quote, 1) + 1 if quote else 0
    if quote and not at:
        return None
    found = content.find(": ", at)
    if found >= 0:
        return found
    return len(content) - 1 if content.endswith(":") and len(content) > at else None
