"""The line the cursor has just come to, and the one above it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from refrakt.markdoc import Document, Node
from refrakt.rules.places import line_end, line_start

from ..around import nodes_around
from ..typed import tag_around


@dataclass(frozen=True)
class Line:
    """A line with the cursor in it."""

    document: Document
    offset: int
    start: int
    end: int

    @property
    def before(self) -> str:
        """What stands in front of the cursor."""
        return self.document.text[self.start : self.offset]

    @property
    def rest(self) -> str:
        """What stands behind the cursor."""
        return self.document.text[self.offset : self.end]

    @property
    def text(self) -> str:
        return self.document.text[self.start : self.end]

    @cached_property
    def indent_end(self) -> int:
        """Where the white space ends that the line begins with."""
        return self.end - len(self.text.lstrip(" \t"))

    @cached_property
    def line_end(self) -> str:
        """How the line above ends; of the first line, how it ends itself."""
        text = self.document.text
        at = self.start - 1 if self.start else self.end
        return "\r\n" if text[at - 1 : at + 1] == "\r\n" or text[at : at + 2] == "\r\n" else text[at : at + 1] or "\n"

    @cached_property
    def above(self) -> Line | None:
        """The line above, with the cursor behind its last sign."""
        if not self.start:
            return None
        end = self.start - len(self.line_end)
        start = line_start(self.document.text, end)
        return Line(self.document, start + len(self.document.text[start:end].rstrip(" \t")), start, end)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """What the cursor is in, outermost first."""
        return nodes_around(self.document, self.offset)

    @cached_property
    def is_text(self) -> bool:
        """Whether the cursor is neither in code, nor in a tag that has not come to its end, nor in the frontmatter."""
        frontmatter = self.document.frontmatter
        if frontmatter is not None and self.offset <= self.document.offsets(frontmatter.span)[1]:
            return False
        return tag_around(self.document, self.offset) is None and all(node.type != "fence" for node in self.nodes)

    def holds(self, node: Node) -> bool:
        """Whether a node begins on this line."""
        return self.start <= self.document.offsets(node.span)[0] <= self.end

    def lead(self, node: Node) -> str:
        """What a further line begins with to stand where a node on this one does."""
        marks = self.document.text[self.start : self.document.offsets(node.span)[0]]
        return "".join(mark if mark in " \t>" else " " for mark in marks)


def line_at(document: Document, offset: int) -> Line:
    text = document.text
    return Line(document, offset, line_start(text, offset), line_end(text, offset))
