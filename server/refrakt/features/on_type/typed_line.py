"""The line of the cursor, and the one above it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.tag_at_cursor import tag_at
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node
from refrakt.rules.problem_spans import line_end, line_start


@dataclass(frozen=True)
class TypedLine:
    """A line with the cursor in it."""

    document: Document
    offset: int
    start: int
    end: int

    @property
    def before(self) -> str:
        """The text before the cursor."""
        return self.document.text[self.start : self.offset]

    @property
    def rest(self) -> str:
        """The text after the cursor."""
        return self.document.text[self.offset : self.end]

    @property
    def text(self) -> str:
        return self.document.text[self.start : self.end]

    @cached_property
    def indent_end(self) -> int:
        """The end of the indentation."""
        return self.end - len(self.text.lstrip(" \t"))

    @cached_property
    def line_end(self) -> str:
        """The line end of the line above; on the first line, its own."""
        text = self.document.text
        at = self.start - 1 if self.start else self.end
        return "\r\n" if text[at - 1 : at + 1] == "\r\n" or text[at : at + 2] == "\r\n" else text[at : at + 1] or "\n"

    @cached_property
    def above(self) -> TypedLine | None:
        """The line above, with the cursor at its end."""
        if not self.start:
            return None
        end = self.start - len(self.line_end)
        start = line_start(self.document.text, end)
        return TypedLine(self.document, start + len(self.document.text[start:end].rstrip(" \t")), start, end)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes at the cursor, outermost first."""
        return nodes_around(self.document, self.offset)

    @cached_property
    def is_text(self) -> bool:
        """Whether the cursor is not in code, in an unfinished tag or in the frontmatter."""
        frontmatter = self.document.frontmatter
        if frontmatter is not None and self.offset <= self.document.offsets(frontmatter.span)[1]:
            return False
        return tag_at(self.document, self.offset) is None and all(node.type != "fence" for node in self.nodes)

    def starts(self, node: Node) -> bool:
        """Whether a node begins on this line."""
        return self.start <= self.document.offsets(node.span)[0] <= self.end

    def continuation_prefix(self, node: Node) -> str:
        """The prefix a further line needs to stay in the container of a node on this line."""
        prefix = self.document.text[self.start : self.document.offsets(node.span)[0]]
        return "".join(char if char in " \t>" else " " for char in prefix)


def typed_line_at(document: Document, offset: int) -> TypedLine:
    text = document.text
    return TypedLine(document, offset, line_start(text, offset), line_end(text, offset))
