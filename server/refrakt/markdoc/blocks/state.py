"""The lines being read, and how text is cut out of them without losing its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block.state_block import StateBlock

from ..tags import trim
from ..text import Segments, TagEnds
from ..tokens import Place, Token

_LEAD = re.compile(r"[ \t]+")


class BlockState(StateBlock):
    """Some lines being read.

    `lead` is the white space that opens the document, on which the reference's tag rule depends; `first` says that the
    lines are the document's first.
    """

    tokens: list[Token]  # type: ignore[assignment]

    def __init__(self, src: str, md: MarkdownIt, env: Any, lead: int, first: bool) -> None:
        self.src = src
        self.md = md
        self.env = env
        self.tokens = []
        self.lead = lead
        self.first = first
        self.asked: list[tuple[str, int, int]] = []
        """Searches for the end of a tag or comment, which may look past the block: (opener, asked where, answer)."""
        self.deep: list[int] = []
        """Offsets at which content nests too deep and is left out."""
        self.deepest = 0
        self.tag_ends: TagEnds | None = None
        self.last_comment = -2
        self.indented = bool(md.options["indentation"])
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
        match_lead = _LEAD.match
        for line in src.split("\n"):
            end = at + len(line)
            begins.append(at)
            ends.append(end)
            if line and line[0] in " \t":
                lead = match_lead(line)
                width = lead.end() if lead else 0
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
            # What follows the last line break is no line unless something stands on it.
            for marks in (begins, ends, shifts, counts):
                marks.pop()
        self.lineMax = len(begins)
        for marks in (begins, ends):
            marks.append(len(src))
        for marks in (shifts, counts):
            marks.append(0)
        self.bMarks = begins
        self.eMarks = ends
        self.tShift = shifts
        self.sCount = counts
        self.bsCount = [0] * len(begins)

    def push(self, ttype: str, tag: str, nesting: int) -> Token:  # type: ignore[override]
        token = Token(ttype, tag, nesting)
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
        """Whether a line is indented so far that nothing but text can stand there."""
        return self.sCount[line] - self.blkIndent >= 4 and not self.indented

    def find_end(self, opener: str, at: int) -> int:
        """Where the tag or comment that opens at `at` ends, or -1."""
        if opener == "{%":
            if self.tag_ends is None:
                self.tag_ends = TagEnds(self.src)
            end = self.tag_ends.find(at)
        else:
            if self.last_comment < -1:
                self.last_comment = self.src.rfind("-->")
            end = self.src.find("-->", at) if at <= self.last_comment else -1
        self.asked.append((opener, at, end))
        return end

    def cut(self, begin: int, end: int, indent: int) -> tuple[str, Place]:
        """Lines without their indentation, trimmed, and where that text came from."""
        src, begins, ends = self.src, self.bMarks, self.eMarks
        if end - begin == 1 or (indent == 0 and begins[begin + 1] == ends[begin] + 1 and self.runs_on(begin, end)):
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
        return text[start:stop], Segments(
            [(max(here - start, 0), there + max(start - here, 0)) for here, there in pairs]
        )

    def runs_on(self, begin: int, end: int) -> bool:
        """Whether these lines stand in the source one after the other with nothing taken out between them."""
        begins, ends = self.bMarks, self.eMarks
        return all(begins[line + 1] == ends[line] + 1 for line in range(begin, end - 1))

    def after_indent(self, line: int, indent: int) -> tuple[int, int]:
        """Where a line goes on after `indent` columns, and how many columns of a tab reach beyond them."""
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
"""A block rule: told the line at hand, the line to stop before, and whether only to look."""
