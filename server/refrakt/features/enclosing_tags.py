"""What encloses the cursor: the nodes it is in, and the tags that are still open."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from refrakt.features.tag_at_cursor import TagAtCursor, fragment_after
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node, TagSyntax
from refrakt.rules.problem_spans import is_stray, line_end, line_start

_INLINE_ONLY = frozenset({"heading", "th", "td", "link", "strong", "em", "s"})
"""Nodes that hold one line of text."""


def nodes_around(document: Document, offset: int) -> tuple[Node, ...]:
    """The nodes that contain an offset, outermost first. A tag contains what is between its opening and its closing tag."""
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
class EnclosingScope:
    """The scope of a tag that is being typed."""

    document: Document
    tag: TagAtCursor

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes that contain the tag, outermost first."""
        tag = self.tag
        if tag.outer is None or tag.fragment is None:
            return nodes_around(self.document, tag.span.start)
        outer = nodes_around(self.document, tag.outer.span.start)
        return outer + nodes_around(tag.fragment, tag.span.start - tag.fragment_base)

    @cached_property
    def node(self) -> Node | None:
        """The node that the tag opens, where the page has it."""
        if self.tag.syntax.kind != "open" or self.tag.fragment is not None:
            return None
        inside = nodes_around(self.document, self.tag.span.end)
        return next((node for node in inside if node.open is self.tag.syntax), None)

    @property
    def closing_tag(self) -> TagSyntax | None:
        """The closing tag that belongs to this one."""
        return self.node.close if self.node is not None else None

    @cached_property
    def open_tags(self) -> list[Node]:
        """The tags that contain this one, innermost first."""
        return [node for node in reversed(self.nodes) if node.type == "tag" and node.tag]

    @cached_property
    def closing_names(self) -> list[str]:
        """The names of unmatched closing tags after the cursor, in document order."""
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
        """Tags after this one, in document order, without complete pairs."""
        document, tag = self.document, self.tag
        outer = tag
        if tag.fragment is not None and tag.outer is not None:
            local = tag.span.start - tag.fragment_base
            yield from (each for each in tag.fragment.tags() if tag.fragment.offsets(each.span)[0] > local)
            outer = tag.outer
        elif not tag.syntax.terminated:
            yield from fragment_after(tag, document.options).tags()
        elif self.node is not None:
            # An unclosed tag contains what follows it.
            yield from _stray_tags(self.node.children)
        start = outer.span.start
        for node in (*reversed(nodes_around(document, start)), document.tree):
            index = bisect_right(node.children, start, key=lambda child: document.offsets(child.span)[0])
            yield from _stray_tags(node.children[index:])
            if node.close is not None:
                yield node.close

    @cached_property
    def unclosed(self) -> list[str]:
        """The names of enclosing tags without a closing tag, innermost first."""
        waiting = self.closing_names
        missing: list[str] = []
        for node in self.open_tags:
            if node.tag in waiting:
                waiting = waiting[waiting.index(node.tag) + 1 :]
            else:
                missing.append(node.tag or "")
        return missing

    def is_closed(self, name: str) -> bool:
        """Whether a closing tag of this name follows that no enclosing tag claims."""
        claims = sum(node.tag == name for node in self.open_tags)
        return self.closing_names[:1] == [name] and self.closing_names.count(name) > claims

    # Lines -------------------------------------------------------------------------------------------------------

    @cached_property
    def line_prefix(self) -> str:
        """The text before the tag in its line."""
        text, start = self.tag.block.text, self.tag.syntax.start
        return text[line_start(text, start) : start]

    @cached_property
    def begins_line(self) -> bool:
        """Whether only list and quote markers are before the tag in its line."""
        if any(node.type in _INLINE_ONLY for node in self.nodes):
            return False
        if not self.line_prefix.strip(" \t>"):
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
    def has_no_body_text(self) -> bool:
        """Whether no text follows that could be the body of the tag."""
        blocks, tag = self.document.blocks, self.tag
        index = self.document.block_at(tag.span.end) + 1
        rest = tag.block.text[tag.reach :] + (blocks[index].text if index < len(blocks) else "")
        line, *below = re.split("\r\n|\r|\n", rest, maxsplit=2)
        return bool(line.strip()) or below[:1] == [] or below[0].strip(" \t>")[:2] in ("", "{%")

    @property
    def continuation_prefix(self) -> str:
        """The markers a further line needs to stay in the same container, without the indentation of the tag's line."""
        prefix = self.line_prefix.lstrip(" \t")
        return "".join(char if char in " \t>" else " " for char in prefix)


def _stray_tags(nodes: Iterable[Node]) -> Iterator[TagSyntax]:
    """Unmatched tags. An unclosed tag contains what follows it, and with it unmatched closing tags."""
    while nodes:
        contained: Iterable[Node] = ()
        for node in nodes:
            if node.type == "tag" and node.open is not None:
                if is_stray(node):
                    yield node.open
                elif node.close is None and node.open.kind == "open":
                    yield node.open
                    contained = node.children
        nodes = contained
