"""Formatting of a page without changing its tree.

A page is formatted chunk by chunk, parsed again and compared. A chunk whose tree changed is written with more escapes, then kept
verbatim, then kept together with its neighbours; if all that fails, the page is left unchanged. So formatting is safe for any
page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from refrakt.markdoc.document import Document
from refrakt.markdoc.format.line_edits import line_edits
from refrakt.markdoc.format.page_chunks import (
    FormatMode,
    PageChunk,
    format_chunk,
    normalize_line_ends,
    same_content,
    split_chunks,
)
from refrakt.markdoc.text import WHITESPACE
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree_equality import same_tree

MAX_PASSES = 8
"""How often a page is formatted again before it is left unchanged."""

_LATER_RULE = re.compile(r"^[ \t]*---[ \t]*$", re.MULTILINE)


def format_document(document: Document) -> str:
    """The page in its normal form. It has an equal tree, and formatting it again changes nothing."""
    formatter = _PageFormatter(document)
    if not formatter.stabilize():
        return document.text
    return formatter.text


def format_edits(document: Document) -> list[TextEdit] | None:
    """The edits that format the page; None if it cannot be formatted without changing the tree."""
    formatter = _PageFormatter(document)
    return formatter.edits() if formatter.stabilize() else None


def format_range(document: Document, start: int, end: int) -> list[TextEdit]:
    """The edits that format the top-level blocks that `start` to `end` intersects."""
    return format_ranges(document, [(start, end)])


def format_ranges(document: Document, ranges: Sequence[tuple[int, int]]) -> list[TextEdit]:
    """The edits that format the top-level blocks that any of the ranges intersects."""
    formatter = _PageFormatter(document)
    selected = [
        chunk.kind != "frontmatter" and any(chunk.start <= end and start <= chunk.end for start, end in ranges)
        for chunk in formatter.chunks
    ]
    formatter.restrict(selected)
    if not any(selected) or not formatter.stabilize():
        return []
    return formatter.edits()


class _PageFormatter:
    """Formats a page: the mode of each chunk, and which chunks are selected for formatting."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.chunks = split_chunks(document)
        self.modes = [FormatMode.PLAIN] * len(self.chunks)
        if document.text[:1] in WHITESPACE and any(problem.id == "text-after-tag" for problem in document.problems):
            # In Markdoc, whether text may follow a tag on its line depends on the white space at the start of the page.
            self.modes[:1] = [FormatMode.PINNED] * len(self.modes[:1])
        self.selected = [True] * len(self.chunks)
        self.whole_page = True
        self.text = ""
        self.ranges: list[tuple[int, int]] = []

    def restrict(self, selected: list[bool]) -> None:
        """Format only the selected chunks and the gaps between two of them."""
        self.selected = selected
        self.whole_page = False

    def stabilize(self) -> bool:
        """Format the page until its tree is unchanged; false if that fails."""
        for _ in range(MAX_PASSES):
            self._format_chunks()
            if self.text == self.document.text:
                return True
            reparsed = Document(self.text, self.document.options)
            # Problems count, too: without its backslash, text such as `\{%` becomes an unterminated tag with an equal tree.
            no_new_problems = len(reparsed.problems) <= len(self.document.problems)
            same = no_new_problems and same_tree(self.document.tree, reparsed.tree)
            if same and not self._may_hide_differences():
                return True
            reparsed_chunks = {chunk.start: chunk for chunk in split_chunks(reparsed)}
            changed = [
                index for index in range(len(self.chunks)) if not self._is_preserved(index, reparsed_chunks, reparsed)
            ]
            if same and not changed:
                return True
            if not self._escalate(changed, reparsed_chunks):
                return False
        return False

    def edits(self) -> list[TextEdit]:
        """The changes as edits of lines."""
        ranges = [(chunk.start, start) for chunk, (start, _) in zip(self.chunks, self.ranges, strict=True)]
        return line_edits(self.document.text, self.text, ranges)

    # Formatting ------------------------------------------------------------------------------------------------------

    def _format_chunks(self) -> None:
        document = self.document
        parts: list[str] = []
        ranges: list[tuple[int, int]] = []
        size = 0
        kept = self._needs_definitions()
        chunks = [
            format_chunk(chunk, mode if selected else FormatMode.VERBATIM, document)
            for chunk, mode, selected in zip(self.chunks, self.modes, self.selected, strict=True)
        ]
        for index, chunk in enumerate(chunks):
            gap = self._gap_before(index, chunks[index - 1].after + chunk.before if index else 0, kept)
            ranges.append((size + len(gap), size + len(gap) + len(chunk.text)))
            parts += [gap, chunk.text]
            size = ranges[-1][1]
        parts.append(self._ending(chunks[-1].after if chunks else 0, kept))
        self.text = "".join(parts)
        self.ranges = ranges
        self._guard_first_rule()

    def _gap_before(self, index: int, line_ends: int, kept: bool) -> str:
        """The text between a chunk and the one before it."""
        chunk = self.chunks[index]
        before = self.chunks[index - 1] if index else None
        if self._is_gap_pinned(index):
            return normalize_line_ends(self.document.text[self._end_of(index - 1) : chunk.start])
        definitions = self._definitions(before.last + 1 if before else 0, chunk.first) if kept else ""
        if before is None:
            return f"{definitions}\n\n" if definitions else ""
        if before.kind == "frontmatter":
            line_ends = 2
        line_ends = max(line_ends, 1)
        return f"\n\n{definitions}\n\n" if definitions else "\n" * line_ends

    def _is_gap_pinned(self, index: int) -> bool:
        """Whether the gap before a chunk is kept: next to chunks that are not selected, or between pinned ones."""
        if not (self.selected[index] and (self.selected[index - 1] if index else self.whole_page)):
            return True
        return self.modes[index] >= FormatMode.PINNED and (index == 0 or self.modes[index - 1] >= FormatMode.PINNED)

    def _end_of(self, index: int) -> int:
        """The end of a chunk in the source; trailing white space is part of a formatted chunk."""
        if index < 0:
            return 0
        chunk = self.chunks[index]
        formatted = not self.whole_page and self.selected[index]
        return chunk.line_end if formatted else chunk.end

    def _ending(self, line_ends: int, kept: bool) -> str:
        if not self.chunks:
            return ""
        last = self.chunks[-1]
        if not self.whole_page or self.modes[-1] >= FormatMode.PINNED:
            return normalize_line_ends(self.document.text[self._end_of(len(self.chunks) - 1) :])
        definitions = self._definitions(last.last + 1, len(self.document.blocks)) if kept else ""
        if definitions:
            return f"\n\n{definitions}\n"
        return "\n" * (1 if self.document.blocks[last.last].kind == "open" else line_ends)

    def _needs_definitions(self) -> bool:
        """Whether link definitions are kept, because a link in a verbatim chunk uses one."""
        blocks = self.document.blocks
        defined = {label for block in blocks for label in block.definitions}
        if not defined:
            return False
        return any(
            (mode >= FormatMode.VERBATIM or not selected) and not block.link_labels.isdisjoint(defined)
            for chunk, mode, selected in zip(self.chunks, self.modes, self.selected, strict=True)
            for block in blocks[chunk.first : chunk.last + 1]
        )

    def _definitions(self, first: int, last: int) -> str:
        """The link definitions between two chunks."""
        blocks = self.document.blocks[first:last]
        return normalize_line_ends("\n\n".join(block.text.strip() for block in blocks if block.definitions))

    def _guard_first_rule(self) -> None:
        """Keep a thematic break at the top of a page from becoming the start of frontmatter."""
        on_top = (
            self.text.startswith("---\n") and self.chunks[0].kind != "frontmatter" and self.modes[0] == FormatMode.PLAIN
        )
        if on_top and _LATER_RULE.search(self.text, 4):
            self.modes[0] = FormatMode.ESCAPED
            self._format_chunks()

    # Comparing -------------------------------------------------------------------------------------------------------

    def _may_hide_differences(self) -> bool:
        """Whether an equal tree may hide a difference: content in a table that is not a row, a slot that is set twice."""
        return self.document.options.slots or any(tag.name == "table" for tag in self.document.tags())

    def _is_preserved(self, index: int, reparsed_chunks: dict[int, PageChunk], reparsed: Document) -> bool:
        other = reparsed_chunks.get(self.ranges[index][0])
        return other is not None and same_content(self.chunks[index], other, self.document, reparsed)

    def _escalate(self, changed: list[int], reparsed_chunks: dict[int, PageChunk]) -> bool:
        """Raise the mode of changed chunks; false if no mode is left."""
        # A chunk that extends too far hides later chunks, which may be correct.
        to_escalate = [index for index in changed if self.ranges[index][0] in reparsed_chunks] or changed
        before = list(self.modes)
        for index in to_escalate:
            if self.selected[index] and self.modes[index] < FormatMode.PINNED:
                self.modes[index] = FormatMode(self.modes[index] + 1)
        self._pin_neighbours()
        return self.modes != before

    def _pin_neighbours(self) -> None:
        """Pin the neighbours of chunks that change even when kept verbatim."""
        fixed = [index for index, mode in enumerate(self.modes) if mode is FormatMode.PINNED]
        for index in fixed:
            for neighbour in (index - 1, index + 1):
                if 0 <= neighbour < len(self.modes):
                    self.modes[neighbour] = FormatMode.PINNED
