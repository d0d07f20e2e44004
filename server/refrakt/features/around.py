"""What stands around the cursor: the nodes it is in, and the tags that are still to be closed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from refrakt.markdoc import Document, Node, TagSyntax
from refrakt.rules.places import is_stray, line_end, line_start

from .typed import TypedTag, stretch_after

_IN_LINE = frozenset({"heading", "th", "td", "link", "strong", "em", "s"})
"""What holds a line of text and nothing else."""


def nodes_around(document: Document, offset: int) -> tuple[Node, ...]:
    """The nodes an offset is in, outermost first. In a tag is what stands between its opening and its closing."""
    found: list[Node] = []
    node = document.tree
    while True:
        inner = _child_at(document, node, offset)
        if inner is None:
            return tuple(found)
        found.append(inner)
        node = inner


def _child_at(document: Document, node: Node, offset: int) -> Node | None:
    children = node.children
    index = bisect_right(children, offset, key=lambda child: document.offsets(child.span)[0])
    child = children[index - 1] if index else None
    if child is None or (child.type == "tag" and is_stray(child)):
        return None
    start, end = document.offsets(child.span)
    if child.open is not None:
        start = document.offsets(child.open.span)[1]
        if child.type == "tag" and child.open.kind == "void":
            return None
        if child.close is not None:
            end = document.offsets(child.close.span)[0]
        elif child.type == "tag":
            end = max(end, offset)
    return child if start <= offset <= end else None


@dataclass(frozen=True)
class Surroundings:
    """What is around a tag that is being typed."""

    document: Document
    tag: TypedTag

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes it stands in, outermost first."""
        tag = self.tag
        if tag.host is None or tag.stretch is None:
            return nodes_around(self.document, tag.place.start)
        outer = nodes_around(self.document, tag.host.place.start)
        return outer + nodes_around(tag.stretch, tag.place.start - tag.stretch_base)

    @cached_property
    def node(self) -> Node | None:
        """What the tag opens, where the page knows it."""
        if self.tag.syntax.kind != "open" or self.tag.stretch is not None:
            return None
        inside = nodes_around(self.document, self.tag.place.end)
        return next((node for node in inside if node.open is self.tag.syntax), None)

    @property
    def closed_by(self) -> TagSyntax | None:
        """The closing tag of this one, if it has both."""
        return self.node.close if self.node is not None else None

    @cached_property
    def open_tags(self) -> list[Node]:
        """The tags it stands in, innermost first."""
        return [node for node in reversed(self.nodes) if node.type == "tag" and node.tag]

    @cached_property
    def closings(self) -> list[str]:
        """The names of closing tags that follow and whose opening ones do not, in the order of the text."""
        opened: list[str] = []
        found: list[str] = []
        for tag in self._following():
            if tag.kind == "open" and tag.terminated:
                opened.append(tag.name)
            elif tag.kind == "close":
                if tag.name in opened:
                    while opened.pop() != tag.name:
                        pass
                else:
                    found.append(tag.name)
        return found

    def _following(self) -> Iterator[TagSyntax]:
        """Tags that follow this one, in the order of the text. Whole pairs of the page are left out, they change nothing."""
        document, tag = self.document, self.tag
        outer = tag
        if tag.stretch is not None and tag.host is not None:
            local = tag.place.start - tag.stretch_base
            yield from (each for each in tag.stretch.tags() if tag.stretch.offsets(each.span)[0] > local)
            outer = tag.host
        elif not tag.syntax.terminated:
            yield from stretch_after(tag, document.options).tags()
        elif self.node is not None:
            # If it is never closed it has taken in what follows.
            yield from _strays(self.node.children)
        start = outer.place.start
        for node in (*reversed(nodes_around(document, start)), document.tree):
            behind = bisect_right(node.children, start, key=lambda child: document.offsets(child.span)[0])
            yield from _strays(node.children[behind:])
            if node.close is not None:
                yield node.close

    @cached_property
    def unclosed(self) -> list[str]:
        """The names of the tags around it that nothing closes, innermost first."""
        waiting = self.closings
        missing: list[str] = []
        for node in self.open_tags:
            if node.tag in waiting:
                waiting = waiting[waiting.index(node.tag) + 1 :]
            else:
                missing.append(node.tag or "")
        return missing

    def is_closed(self, name: str) -> bool:
        """Whether a closing tag of this name follows that no other tag has a claim to."""
        claims = sum(node.tag == name for node in self.open_tags)
        return self.closings[:1] == [name] and self.closings.count(name) > claims

    # Lines -------------------------------------------------------------------------------------------------------

    @cached_property
    def lead(self) -> str:
        """What stands before the tag in its line."""
        text, start = self.tag.block.text, self.tag.syntax.start
        return text[line_start(text, start) : start]

    @cached_property
    def begins_line(self) -> bool:
        """Whether nothing but the marks of lists and quotes stands before the tag in its line."""
        if any(node.type in _IN_LINE for node in self.nodes):
            return False
        if not self.lead.strip(" \t>"):
            return True
        item = next((node for node in reversed(self.nodes) if node.type == "item"), None)
        if item is None or item.block is None:
            return False
        marker = item.block.text[item.start : self.tag.syntax.start]
        return item.block is self.tag.block.source and len(marker.split()) == 1

    @cached_property
    def ends_line(self) -> bool:
        """Whether nothing follows the tag in its line."""
        text, end = self.tag.block.text, self.tag.reach
        return not text[end : line_end(text, end)].strip()

    @cached_property
    def is_alone(self) -> bool:
        """Whether no text follows that could be meant as the body of the tag."""
        blocks, tag = self.document.blocks, self.tag
        behind = self.document.block_at(tag.place.end) + 1
        rest = tag.block.text[tag.reach :] + (blocks[behind].text if behind < len(blocks) else "")
        line, *below = re.split("\r\n|\r|\n", rest, maxsplit=2)
        return bool(line.strip()) or below[:1] == [] or below[0].strip(" \t>")[:2] in ("", "{%")

    @property
    def next_lines(self) -> str:
        """What a further line must begin with to stand where the tag does, besides the white space its line begins with."""
        marks = self.lead.lstrip(" \t")
        return "".join(mark if mark in " \t>" else " " for mark in marks)


def _strays(nodes: Iterable[Node]) -> Iterator[TagSyntax]:
    """Closing tags that close nothing. What is never closed has taken in what follows, and with it such tags."""
    while nodes:
        taken_in: Iterable[Node] = ()
        for node in nodes:
            if node.type == "tag" and node.open is not None:
                if is_stray(node):
                    yield node.open
                elif node.close is None and node.open.kind == "open":
                    yield node.open
                    taken_in = node.children
        nodes = taken_in
