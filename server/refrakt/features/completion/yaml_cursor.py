"""The cursor in the frontmatter.

Incomplete YAML seldom parses: a key without its colon breaks all that follows. So a unique probe is inserted at the cursor,
with the colon that a key needs, and the text is parsed again. The position of the probe in the result is that of the cursor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from refrakt.markdoc.document import Document
from refrakt.markdoc.frontmatter import YamlNode, read_frontmatter
from refrakt.markdoc.tree import Span
from refrakt.rules.problem_spans import line_end, line_start

_PROBE = "\ue000refrakt\ue000"
_FENCE = "---"


@dataclass(frozen=True, slots=True)
class YamlCursor:
    """A key or a value that is being typed."""

    is_key: bool
    path: tuple[str, ...]
    """The enclosing keys; of a value, its own key is the last."""
    span: Span
    text: str
    offset: int
    siblings: frozenset[str] = frozenset()
    """The other keys of the mapping; of a value in a list, the other values."""
    in_flow: bool = False
    """Whether commas and brackets end it."""
    quote: str = ""
    next_char: str = ""
    """The character after it; empty at the end of a line."""

    @property
    def typed(self) -> str:
        return self.text[: self.offset - self.span.start]


def yaml_cursor_at(document: Document, offset: int) -> YamlCursor | None:
    """The cursor context in the frontmatter, also in one without closing dashes."""
    span = _frontmatter_span(document)
    if span is None or not span.start <= offset <= span.end:
        return None
    text = document.text
    line = Span(line_start(text, offset), line_end(text, offset))
    if text[line.start : line.end].rstrip() == _FENCE:
        return None
    typed = _LineScanner(text, line, offset).token()
    if typed is None:
        return None
    missing = ": " if typed.is_key else typed.quote
    missing = "" if typed.next_char == missing.strip() else missing
    source = f"{text[span.start : typed.span.start]}{_PROBE}{missing}{text[typed.span.end : span.end]}"
    root = read_frontmatter(source, Span(0, len(source))).root
    found = _find_probe(root) if root is not None else None
    typed_text = text[typed.span.start : typed.span.end]
    if found is None or found.is_key != typed.is_key:
        return None
    return YamlCursor(
        typed.is_key,
        found.path,
        typed.span,
        typed_text,
        offset,
        found.siblings,
        typed.in_flow,
        typed.quote,
        typed.next_char,
    )


def _frontmatter_span(document: Document) -> Span | None:
    """The span of the YAML text."""
    if not document.blocks:
        return None
    text, frontmatter = document.text, document.frontmatter
    start = _next_line(text, 0)
    if frontmatter is not None:
        # Whitespace before the closing dashes is not parsed, but the cursor may be there.
        return Span(start, max(start, text.find(_FENCE, document.offsets(frontmatter.span)[1]) - 1))
    if not any(opener == _FENCE for opener, _ in document.blocks[0].unclosed):
        return None
    # Not closed yet: the lines up to the first blank one.
    end = start
    while end < len(text) and text[end : line_end(text, end)].strip():
        end = _next_line(text, end)
    return Span(start, end)


def _next_line(text: str, at: int) -> int:
    end = line_end(text, at)
    return min(len(text), end + (2 if text.startswith("\r\n", end) else 1))


class _LineToken(NamedTuple):
    span: Span
    is_key: bool
    in_flow: bool
    quote: str
    next_char: str


class _LineScanner:
    """Finds the token at the cursor, and whether it is a key, from its line alone."""

    def __init__(self, text: str, line: Span, offset: int) -> None:
        self.text = text
        self.line = line
        self.offset = offset
        self.start = line.start
        """Where the current token begins."""
        while self.start < offset and (text[self.start] in " \t" or text[self.start : self.start + 2] == "- "):
            self.start += 1
        self.in_list = "-" in text[line.start : self.start]
        self.flow: list[str] = []
        """The open brackets."""
        self.quote = ""
        self.after_colon = False

    def token(self) -> _LineToken | None:
        at = self.start
        while at < self.offset:
            if not self._read(at):
                return None
            at += 1
            if at == self.start and not self.quote:
                at = self.start = self._skip_blanks(at)
        end = self._end()
        is_key = not self.after_colon and not self.quote and self._allows_key()
        return _LineToken(
            Span(self.start, end), is_key, bool(self.flow), self.quote, self.text[end : end + 1].strip("\r\n")
        )

    def _read(self, at: int) -> bool:
        """Read one character; False where nothing can be completed: in a comment, or directly after a colon."""
        char = self.text[at]
        if self.quote:
            self.quote = "" if char == self.quote else self.quote
        elif char in "\"'" and at == self.start:
            self.quote, self.start = char, at + 1
        elif char == "#" and (at == self.line.start or self.text[at - 1] in " \t"):
            return False
        elif char == ":":
            return self._read_colon(at)
        elif char in "[{" and at == self.start:
            self.flow.append(char)
            self.after_colon = self.after_colon and char == "["
            self.start = at + 1
        elif char == "," and self.flow:
            self.after_colon = False
            self.start = at + 1
        elif char in "]}" and self.flow:
            self.flow.pop()
            self.start = at + 1
        return True

    def _read_colon(self, at: int) -> bool:
        is_last = at + 1 == self.offset
        if is_last and not self.flow:
            return False  # only with a space after it does the colon end a key
        if self.flow or self.text[at + 1] in " \t":
            self.after_colon, self.start = True, at + 1
        return True

    def _skip_blanks(self, at: int) -> int:
        while at < self.offset and self.text[at] in " \t":
            at += 1
        return at

    def _end(self) -> int:
        stops = self.quote or (",]}" if self.flow else "") + ("" if self.after_colon else ":")
        end = self.offset
        while end < self.line.end and self.text[end] not in stops:
            end += 1
        rest = self.text[self.offset : end]
        return end - len(rest) + len(rest.rstrip())

    def _allows_key(self) -> bool:
        return self.flow[-1] == "{" if self.flow else not self.in_list


class _ProbePosition(NamedTuple):
    is_key: bool
    path: tuple[str, ...]
    siblings: frozenset[str]


def _find_probe(node: YamlNode, path: tuple[str, ...] = ()) -> _ProbePosition | None:
    """The position of the probe."""
    if node.kind == "sequence":
        for item in node.items:
            if item.value == _PROBE:
                others = frozenset(str(each.value) for each in node.items if each is not item)
                return _ProbePosition(False, path, others)
            if (found := _find_probe(item, path)) is not None:
                return found
    for key, value in node.entries:
        if key.value == _PROBE:
            return _ProbePosition(True, path, frozenset(node.names) - {_PROBE})
        name = str(key.value)
        if value.value == _PROBE:
            return _ProbePosition(False, (*path, name), frozenset())
        if (found := _find_probe(value, (*path, name))) is not None:
            return found
    return None
