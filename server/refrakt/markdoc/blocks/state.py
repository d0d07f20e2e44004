"""The state of the block parser, and text extraction with source offsets."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block.state_block import StateBlock

from refrakt.markdoc.tag_parser import trim
from refrakt.markdoc.text import OffsetMap, TagEnds
from refrakt.markdoc.tokens import SourceMap, SyntaxToken

_INDENT = re.compile(r"[ \t]+")


class BlockState(StateBlock):
    """The lines being parsed.

    `leading_space` is the length of the white space at the start of the document, which the reference's tag rule depends on.
    """

    tokens: list[SyntaxToken]  # type: ignore[assignment]

    def __init__(self, src: str, md: MarkdownIt, env: Any, leading_space: int, at_document_start: bool) -> None:
        self.src = src
        self.md = md
        self.env = env
        self.tokens = []
        self.leading_space = leading_space
        self.at_document_start = at_document_start
        self.delimiter_searches: list[tuple[str, int, int]] = []
        """Searches for the end of a tag or comment, which may go past the block: (opener, offset, result)."""
        self.too_deep: list[int] = []
        """Offsets at which content is nested too deep and is ignored."""
        self.deepest = 0
        self.tag_ends: TagEnds | None = None
        self.last_comment = -2
        self.indented = bool(md.options["indentation"])
        self.html = bool(md.options["html"])
        self.blkIndent = 0
        self.line = 0
        self.tight = False
        self.ddIndent = -1
        self.listIndent = -1
        self.parentType = "root"
        self.level = 0
        self.result = ""
        self._mark_lines()

    def _mark_lines(self) -> None:
        begins: list[int] = []
        ends: list[int] = []
        shifts: list[int] = []
        counts: list[int] = []
        src = self.src
        at = 0
        match_indent = _INDENT.match
        for line in src.split("\n"):
            end = at + len(line)
            begins.append(at)
            ends.append(end)
            if line and line[0] in " \t":
                indent = match_indent(line)
                width = indent.end() if indent else 0
                shifts.append(width)
                if "\t" in line[:width]:
                    count = 0
                    for char in line[:width]:
                        count += 4 - count % 4 if char == "\t" else 1
                    counts.append(count)
                else:
                    counts.append(width)
            else:
                shifts.append(0)
                counts.append(0)
            at = end + 1
        if begins[-1] + shifts[-1] >= len(src):
            # Text after the last line break is a line only if it is not blank.
            for column in (begins, ends, shifts, counts):
                column.pop()
        self.lineMax = len(begins)
        for column in (begins, ends):
            column.append(len(src))
        for column in (shifts, counts):
            column.append(0)
        self.bMarks = begins
        self.eMarks = ends
        self.tShift = shifts
        self.sCount = counts
        self.bsCount = [0] * len(begins)

    def push(self, ttype: str, tag: str, nesting: int) -> SyntaxToken:  # type: ignore[override]
        token = SyntaxToken(ttype, tag, nesting)
        if nesting < 0:
            self.level -= 1
        token.level = self.level
        if nesting > 0:
            self.level += 1
            if self.level > self.deepest:
                self.deepest = self.level
        self.tokens.append(token)
        return token

    def is_code_block(self, line: int) -> bool:
        """Whether a line is indented by four columns or more, so that it can only be text."""
        return self.sCount[line] - self.blkIndent >= 4 and not self.indented

    def find_end(self, opener: str, at: int) -> int:
        """The offset of the delimiter that closes the tag or comment at `at`, or -1."""
        if opener == "{%":
            if self.tag_ends is None:
                self.tag_ends = TagEnds(self.src)
            end = self.tag_ends.find(at)
        else:
            if self.last_comment < -1:
                self.last_comment = self.src.rfind("-->")
            end = self.src.find("-->", at) if at <= self.last_comment else -1
        self.delimiter_searches.append((opener, at, end))
        return end

    def extract(self, begin: int, end: int, indent: int) -> tuple[str, SourceMap]:
        """The text of some lines without indentation, trimmed, and its source map."""
        src, begins, ends = self.src, self.bMarks, self.eMarks
        if end - begin == 1 or (
            indent == 0 and begins[begin + 1] == ends[begin] + 1 and self.is_contiguous(begin, end)
        ):
            start, stop = trim(src, self.after_indent(begin, indent)[0], ends[end - 1])
            return src[start:stop], start
        parts: list[str] = []
        pairs: list[tuple[int, int]] = []
        size = 0
        for line in range(begin, end):
            first, virtual = self.after_indent(line, indent)
            part = src[first : ends[line]]
            pairs.append((size + virtual, first))
            parts.append(" " * virtual + part)
            size += virtual + len(part) + 1
        text = "\n".join(parts)
        start, stop = trim(text, 0, len(text))
        return text[start:stop], OffsetMap(
            [(max(offset - start, 0), source + max(start - offset, 0)) for offset, source in pairs]
        )

    def is_contiguous(self, begin: int, end: int) -> bool:
        """Whether these lines are contiguous in the source."""
        begins, ends = self.bMarks, self.eMarks
        return all(begins[line + 1] == ends[line] + 1 for line in range(begin, end - 1))

    def after_indent(self, line: int, indent: int) -> tuple[int, int]:
        """The offset in a line after `indent` columns, and how many columns of a tab extend past them."""
        src = self.src
        start = at = self.bMarks[line]
        stop = self.eMarks[line]
        column = 0
        while at < stop and column < indent:
            char = src[at]
            if char == "\t":
                column += 4 - (column + self.bsCount[line]) % 4
            elif char == " " or at - start < self.tShift[line]:
                column += 1
            else:
                break
            at += 1
        return at, max(column - indent, 0)

    def last_text_end(self, begin: int, end: int) -> int:
        """The end of the last line in a range that is not blank."""
        line = min(end, self.lineMax) - 1
        while line > begin and self.isEmpty(line):
            line -= 1
        return self.eMarks[line]


Rule = Callable[[BlockState, int, int, bool], bool]
"""A block rule: takes the current line, the line to stop before, and whether to test only (`silent`)."""
