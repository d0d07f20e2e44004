"""Formatting a page without ever changing what it says.

A page is formatted piece by piece, joined, read again and compared. A piece that is read differently is written more
carefully, then kept as its author wrote it, then kept together with its neighbours; and if all that does not help, the page
stays as it is. So formatting can be trusted with any page, however strange.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..document import Document
from ..equality import same_tree
from ..text import WHITE
from .lines import Edit, line_edits
from .pieces import Care, Piece, alike, pieces_of, unified, write

ROUNDS = 8
"""How often a page is read again before it is left as it is."""

_LATER_RULE = re.compile(r"^[ \t]*---[ \t]*$", re.MULTILINE)


def format_document(document: Document) -> str:
    """The page in its normal form. Reading it gives the same tree, and formatting it again changes nothing."""
    layout = _Layout(document)
    if not layout.settle():
        return document.text
    return layout.text


def format_edits(document: Document) -> list[Edit] | None:
    """The same as edits of the lines that change; None if the page cannot be formatted without changing what it says."""
    layout = _Layout(document)
    return layout.edits() if layout.settle() else None


def format_range(document: Document, start: int, end: int) -> list[Edit]:
    """The edits that format every top-level block that `start` to `end` touches, and nothing else."""
    return format_ranges(document, [(start, end)])


def format_ranges(document: Document, ranges: Sequence[tuple[int, int]]) -> list[Edit]:
    """The same for several stretches of a page."""
    layout = _Layout(document)
    touched = [
        piece.kind != "frontmatter" and any(piece.start <= end and start <= piece.end for start, end in ranges)
        for piece in layout.pieces
    ]
    layout.restrict(touched)
    if not any(touched) or not layout.settle():
        return []
    return layout.edits()


class _Layout:
    """A page being laid out: how each piece is written, and which pieces may be touched at all."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.pieces = pieces_of(document)
        self.care = [Care.PLAIN] * len(self.pieces)
        if document.text[:1] in WHITE and any(problem.id == "text-after-tag" for problem in document.problems):
            # Whether text may follow a tag on its line depends, in Markdoc, on the white space that opens the page.
            self.care[:1] = [Care.FIXED] * len(self.care[:1])
        self.touched = [True] * len(self.pieces)
        self.whole = True
        self.text = ""
        self.places: list[tuple[int, int]] = []

    def restrict(self, touched: list[bool]) -> None:
        """Leave everything as it is except some pieces and what stands between two of them."""
        self.touched = touched
        self.whole = False

    def settle(self) -> bool:
        """Lay the page out until it reads as it did; false if it never does."""
        for _ in range(ROUNDS):
            self._lay_out()
            if self.text == self.document.text:
                return True
            again = Document(self.text, self.document.options)
            # What is in no tree counts, too: without its backslash, text such as `\{%` looks like a tag that is never ended.
            quiet = len(again.problems) <= len(self.document.problems)
            same = quiet and same_tree(self.document.tree, again.tree)
            if same and not self._hides_something():
                return True
            found = {piece.start: piece for piece in pieces_of(again)}
            wrong = [index for index in range(len(self.pieces)) if not self._reads_back(index, found, again)]
            if same and not wrong:
                return True
            if not self._escalate(wrong, found):
                return False
        return False

    def edits(self) -> list[Edit]:
        """What has changed, line by line."""
        places = [(piece.start, start) for piece, (start, _) in zip(self.pieces, self.places, strict=True)]
        return line_edits(self.document.text, self.text, places)

    # Laying out ------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        document = self.document
        parts: list[str] = []
        places: list[tuple[int, int]] = []
        size = 0
        kept = self._needs_definitions()
        chunks = [
            write(piece, care if touched else Care.VERBATIM, document)
            for piece, care, touched in zip(self.pieces, self.care, self.touched, strict=True)
        ]
        for index, chunk in enumerate(chunks):
            gap = self._gap_before(index, chunks[index - 1].after + chunk.before if index else 0, kept)
            places.append((size + len(gap), size + len(gap) + len(chunk.text)))
            parts += [gap, chunk.text]
            size = places[-1][1]
        parts.append(self._ending(chunks[-1].after if chunks else 0, kept))
        self.text = "".join(parts)
        self.places = places
        self._mind_first_rule()

    def _gap_before(self, index: int, line_ends: int, kept: bool) -> str:
        """What stands between a piece and the one before it."""
        piece = self.pieces[index]
        before = self.pieces[index - 1] if index else None
        if self._is_fixed(index):
            return unified(self.document.text[self._end_of(index - 1) : piece.start])
        definitions = self._definitions(before.last + 1 if before else 0, piece.first) if kept else ""
        if before is None:
            return f"{definitions}\n\n" if definitions else ""
        if before.kind == "frontmatter":
            line_ends = 2
        line_ends = max(line_ends, 1)
        return f"\n\n{definitions}\n\n" if definitions else "\n" * line_ends

    def _is_fixed(self, index: int) -> bool:
        """Whether the gap before a piece stays as it is: beside pieces that must not be touched."""
        if not (self.touched[index] and (self.touched[index - 1] if index else self.whole)):
            return True
        return self.care[index] >= Care.FIXED and (index == 0 or self.care[index - 1] >= Care.FIXED)

    def _end_of(self, index: int) -> int:
        """Where a piece ends in the source: what is formatted takes the white space at its end with it."""
        if index < 0:
            return 0
        piece = self.pieces[index]
        formatted = not self.whole and self.touched[index]
        return piece.line_end if formatted else piece.end

    def _ending(self, line_ends: int, kept: bool) -> str:
        if not self.pieces:
            return ""
        last = self.pieces[-1]
        if not self.whole or self.care[-1] >= Care.FIXED:
            return unified(self.document.text[self._end_of(len(self.pieces) - 1) :])
        definitions = self._definitions(last.last + 1, len(self.document.blocks)) if kept else ""
        if definitions:
            return f"\n\n{definitions}\n"
        return "\n" * (1 if self.document.blocks[last.last].kind == "open" else line_ends)

    def _needs_definitions(self) -> bool:
        """Link definitions stay where a link that is kept as it was written looks for one."""
        blocks = self.document.blocks
        known = {label for block in blocks for label in block.definitions}
        if not known:
            return False
        return any(
            (care >= Care.VERBATIM or not touched) and not block.asked.isdisjoint(known)
            for piece, care, touched in zip(self.pieces, self.care, self.touched, strict=True)
            for block in blocks[piece.first : piece.last + 1]
        )

    def _definitions(self, first: int, last: int) -> str:
        """The link definitions that stand between two pieces."""
        blocks = self.document.blocks[first:last]
        return unified("\n\n".join(block.text.strip() for block in blocks if block.definitions))

    def _mind_first_rule(self) -> None:
        """A rule on top of a page that has no frontmatter must not become the beginning of one."""
        on_top = self.text.startswith("---\n") and self.pieces[0].kind != "frontmatter" and self.care[0] == Care.PLAIN
        if on_top and _LATER_RULE.search(self.text, 4):
            self.care[0] = Care.GUARDED
            self._lay_out()

    # Comparing -------------------------------------------------------------------------------------------------------

    def _hides_something(self) -> bool:
        """Whether the tree may leave something out and so hide a difference: what is no row of a table, a slot set twice."""
        return self.document.options.slots or any(tag.name == "table" for tag in self.document.tags())

    def _reads_back(self, index: int, found: dict[int, Piece], again: Document) -> bool:
        other = found.get(self.places[index][0])
        return other is not None and alike(self.pieces[index], other, self.document, again)

    def _escalate(self, wrong: list[int], found: dict[int, Piece]) -> bool:
        """Write what was read differently in another way; false when nothing is left to try."""
        # A piece that reaches too far hides those after it, which may be innocent.
        guilty = [index for index in wrong if self.places[index][0] in found] or wrong
        before = list(self.care)
        for index in guilty:
            if self.touched[index] and self.care[index] < Care.FIXED:
                self.care[index] = Care(self.care[index] + 1)
        self._fix_neighbours()
        return self.care != before

    def _fix_neighbours(self) -> None:
        """What does not even read back as its author wrote it is kept together with what stands beside it."""
        fixed = [index for index, care in enumerate(self.care) if care is Care.FIXED]
        for index in fixed:
            for neighbour in (index - 1, index + 1):
                if 0 <= neighbour < len(self.care):
                    self.care[neighbour] = Care.FIXED
