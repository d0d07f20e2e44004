"""What the cursor is in, in the frontmatter.

YAML that is being typed can seldom be read: a key without its colon spoils all that follows. So a word that cannot be mistaken is
put at the cursor, with the colon a key needs, and the whole is read again. Where the word turns up is where the cursor is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from refrakt.markdoc import Document
from refrakt.markdoc.frontmatter import YamlNode, read_frontmatter
from refrakt.markdoc.tree import Span
from refrakt.rules.places import line_end, line_start

from ..answers import Range

_PROBE = "\ue000refrakt\ue000"
_FENCE = "---"


@dataclass(frozen=True, slots=True)
class YamlPlace:
    """A key or a value that is being typed."""

    is_key: bool
    path: tuple[str, ...]
    """The keys it stands below; of a value, its own is the last."""
    word: Range
    text: str
    offset: int
    taken: frozenset[str] = frozenset()
    """The keys that are there already, beside it; of a value in a list, the other values."""
    in_flow: bool = False
    """Whether commas and brackets end it."""
    quote: str = ""
    behind: str = ""
    """The character behind it; nothing at the end of a line."""

    @property
    def typed(self) -> str:
        return self.text[: self.offset - self.word.start]


def yaml_at(document: Document, offset: int) -> YamlPlace | None:
    """The place of an offset in the frontmatter, also in one that is not closed yet."""
    span = _span(document)
    if span is None or not span.start <= offset <= span.end:
        return None
    text = document.text
    line = Range(line_start(text, offset), line_end(text, offset))
    if text[line.start : line.end].rstrip() == _FENCE:
        return None
    typed = _typed(text, line, offset)
    if typed is None:
        return None
    missing = ": " if typed.is_key else typed.quote
    missing = "" if typed.behind == missing.strip() else missing
    source = f"{text[span.start : typed.word.start]}{_PROBE}{missing}{text[typed.word.end : span.end]}"
    root = read_frontmatter(source, Span(0, len(source))).root
    found = _find(root) if root is not None else None
    word = text[typed.word.start : typed.word.end]
    if found is None or found.is_key != typed.is_key:
        return None
    return YamlPlace(
        typed.is_key,
        found.path,
        typed.word,
        word,
        offset,
        found.taken,
        typed.in_flow,
        typed.quote,
        typed.behind,
    )


def _span(document: Document) -> Range | None:
    """Where the YAML stands."""
    if not document.blocks:
        return None
    text, frontmatter = document.text, document.frontmatter
    start = _next_line(text, 0)
    if frontmatter is not None:
        # White space before the closing dashes is no part of what was read, but the cursor may well stand there.
        return Range(start, max(start, text.find(_FENCE, document.offsets(frontmatter.span)[1]) - 1))
    if not any(opener == _FENCE for opener, _ in document.blocks[0].unended):
        return None
    # Not closed yet: what stands below the dashes without a gap.
    end = start
    while end < len(text) and text[end : line_end(text, end)].strip():
        end = _next_line(text, end)
    return Range(start, end)


def _next_line(text: str, at: int) -> int:
    end = line_end(text, at)
    return min(len(text), end + (2 if text.startswith("\r\n", end) else 1))


class _Typed(NamedTuple):
    word: Range
    is_key: bool
    in_flow: bool
    quote: str
    behind: str


def _typed(text: str, line: Range, offset: int) -> _Typed | None:
    """The word at the cursor, and whether it is a key, as far as its line tells."""
    start = line.start
    while start < offset and (text[start] in " \t" or text[start : start + 2] == "- "):
        start += 1
    begins, in_list = start, "-" in text[line.start : start]
    flow: list[str] = []
    quote = ""
    behind_colon = False
    at = start
    while at < offset:
        sign = text[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and at == start:
            quote, start = sign, at + 1
        elif sign == "#" and (at == line.start or text[at - 1] in " \t"):
            return None
        elif sign == ":" and (at + 1 == offset or text[at + 1] in " \t" or flow):
            if at + 1 == offset and not flow:
                return None  # the space that makes it a value is still to come
            behind_colon, start = True, at + 1
        elif (sign in "[{" and at == start) or (sign == "," and flow):
            flow += [sign] if sign != "," else []
            behind_colon = behind_colon and sign == "["
            start = at + 1
        elif sign in "]}" and flow:
            flow.pop()
            start = at + 1
        at += 1
        while not quote and at == start and start < offset and text[start] in " \t":
            start, at = start + 1, at + 1
    stops = quote or (",]}" if flow else "") + ("" if behind_colon else ":")
    end = offset
    while end < line.end and text[end] not in stops:
        end += 1
    end -= len(text[offset:end]) - len(text[offset:end].rstrip())
    is_key = not behind_colon and (flow[-1:] == ["{"] if flow else not in_list) and not quote and start >= begins
    return _Typed(Range(start, end), is_key, bool(flow), quote, text[end : end + 1].strip("\r\n"))


class _Found(NamedTuple):
    is_key: bool
    path: tuple[str, ...]
    taken: frozenset[str]


def _find(node: YamlNode, path: tuple[str, ...] = ()) -> _Found | None:
    """Where the word turns up."""
    if node.kind == "sequence":
        for item in node.items:
            if item.value == _PROBE:
                others = frozenset(str(each.value) for each in node.items if each is not item)
                return _Found(False, path, others)
            if (found := _find(item, path)) is not None:
                return found
    for key, value in node.entries:
        if key.value == _PROBE:
            return _Found(True, path, frozenset(node.names) - {_PROBE})
        name = str(key.value)
        if value.value == _PROBE:
            return _Found(False, (*path, name), frozenset())
        if (found := _find(value, (*path, name))) is not None:
            return found
    return None
