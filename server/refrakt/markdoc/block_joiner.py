"""Joining the blocks of a document into one tree.

A tag may open in one block and close in another, so its content is known only here. Joining is one pass over the blocks. A tag
whose blocks are all unchanged is reused with its node, and skipped as a whole if it has no problems. After an edit only the
groups that contain new blocks are joined again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from refrakt.markdoc.block_reader import Block, is_closing_tag, problems_in
from refrakt.markdoc.inline_parser import MAX_NESTING
from refrakt.markdoc.list_tables import copy_node, lists_to_table
from refrakt.markdoc.tree import BlockText, MarkdocError, Node, Span, appended


class JoinedTag(NamedTuple):
    """A tag as last joined, and the problems found while joining it."""

    node: Node
    rest: Sequence[Block]
    """The blocks it was joined from, except the first, which stores this."""
    problems: list[MarkdocError]
    depth: int | None
    """The maximum depth of its blocks; None if they have problems, which must be reported each time."""


class BlockGroup(NamedTuple):
    """Consecutive blocks that form one child of the root, by index: the first, and the one after the last."""

    first: int
    end: int


class _OpenNode(NamedTuple):
    node: Node
    block: int
    problem_count: int
    """The number of problems when it was opened."""


_nodes = attrgetter("nodes")
_SHALLOW = MAX_NESTING // 2
_DEEPEST_OPEN = MAX_NESTING + MAX_NESTING // 2
"""How deep unclosed nodes may nest. The reference has no limit; a tree needs one."""
_CACHED_DEPTH = 16
_CACHED_BLOCKS = 64
"""Tags nested deeper than this are cached only if they have few blocks: each cache entry lists all its blocks."""


def is_plain(block: Block) -> bool:
    """Whether a block only adds its nodes to the tree. Most do, and joining handles runs of them at once."""
    return (
        block.kind in ("leaf", "empty")
        and not block.problems
        and block.orphan_annotation is None
        and not block.slots
        and not block.unclosed
        and block.depth_change == 0
        and block.max_depth < _SHALLOW
    )


@dataclass(slots=True)
class BlockJoiner:
    """Joins `blocks`; `structural` are the indexes of those that are not plain."""

    blocks: Sequence[Block]
    structural: Sequence[int]
    starts: Sequence[int]
    lines: Sequence[int]
    slots: bool
    root: Node = field(default_factory=lambda: Node("document", children=[]))
    found: list[tuple[int, int, MarkdocError]] = field(default_factory=list)
    too_deep: bool = False
    stack: list[_OpenNode] = field(default_factory=list)
    order: dict[BlockText | None, int] = field(default_factory=dict)
    reported_depth: bool = False
    groups: list[BlockGroup] = field(default_factory=list)
    """The runs of blocks that form one child of the root."""
    balanced: bool = True
    """Whether everything that opens within a child of the root is closed within it."""

    def join(
        self, first: int = 0, unchanged_from: int | None = None, is_unnested: Callable[[int], bool] | None = None
    ) -> int:
        """Build the tree below `root` from the block `first` on; returns the block before which joining stopped.

        From `unchanged_from` on, blocks are those of the previous version, and `is_unnested` returns whether a block was outside
        of all open tags there. Joining stops at the first such block that is outside of all open tags here.
        """
        blocks, structural = self.blocks, self.structural
        children: list[Node] = self.root.children  # type: ignore[assignment]
        level, done, at = 0, first, bisect_left(structural, first)
        unchanged_from = len(blocks) if unchanged_from is None else unchanged_from
        while True:
            index = structural[at] if at < len(structural) else len(blocks)
            if not self.stack:
                self.balanced = self.balanced and level == 0
                end = max(done, unchanged_from)
                if end <= index and (
                    end == len(blocks) or (level == 0 and is_unnested is not None and is_unnested(end))
                ):
                    children.extend(chain.from_iterable(map(_nodes, blocks[done:end])))
                    return end
            if index == len(blocks):
                break
            if index > done:
                children.extend(chain.from_iterable(map(_nodes, blocks[done:index])))
            block = blocks[index]
            size = self._reuse(block, index, level)
            if size:
                done = index + size
                at = bisect_left(structural, done, at)
                continue
            done = index + 1
            at += 1
            self._report(block.problems, index)
            if block.kind == "leaf":
                if block.orphan_annotation is not None or block.slots:
                    self._attach(block, index)
                children.extend(block.nodes)
            elif block.kind != "empty":
                if block.kind == "open":
                    self._open(block, index)
                elif block.kind == "close":
                    self._close(block, index)
                elif block.kind == "mixed":
                    self._mixed(block, index)
                else:
                    self._unbalanced(block, index)
                children = self._parent().children  # type: ignore[assignment]
            if level + block.max_depth >= MAX_NESTING:
                self.too_deep = True
            level += block.depth_change
            if level >= _SHALLOW:
                self.too_deep = True
        children.extend(chain.from_iterable(map(_nodes, blocks[done:])))
        self._close_document()
        return len(blocks)

    def _reuse(self, block: Block, index: int, level: int) -> int:
        """Reuse the cached tag that starts here if it has no problems. Returns its number of blocks."""
        joined: JoinedTag | None = block.joined
        if joined is None or joined.depth is None or level + joined.depth >= _SHALLOW:
            return 0
        size = 1 + len(joined.rest)
        if self.blocks[index + 1 : index + size] != joined.rest:
            return 0
        self._append(joined.node)
        if not self.stack:
            self.groups.append(BlockGroup(index, index + size))
        return size

    @property
    def problems(self) -> list[MarkdocError]:
        """All problems, in document order."""
        self.found.sort()
        return [problem for _, _, problem in self.found]

    def _report(self, problems: Iterable[MarkdocError], index: int) -> None:
        for problem in problems:
            self.found.append((self.starts[index] + problem.span.start, len(self.found), problem))

    def _report_anywhere(self, problems: Iterable[MarkdocError]) -> None:
        """Report problems of blocks other than the current one."""
        for problem in problems:
            if not self.order:
                self.order = {block.source: index for index, block in enumerate(self.blocks)}
            self._report([problem], self.order.get(problem.span.block, 0))

    def _parent(self) -> Node:
        return self.stack[-1].node if self.stack else self.root

    def _attach(self, block: Block, index: int) -> None:
        """Add a block's orphan annotation and slots to the parent node."""
        parent = self._parent()
        if block.orphan_annotation is not None:
            parent.errors = appended(parent.errors, block.orphan_annotation)
            self._report([block.orphan_annotation], index)
        if block.slots:
            parent.slots = {**parent.slots, **block.slots}

    def _append(self, node: Node) -> None:
        parent = self._parent()
        slot = node.attributes.get("primary") if self.slots and node.tag == "slot" else None
        if isinstance(slot, str):
            parent.slots = {**parent.slots, slot: node}
        else:
            parent.children.append(node)  # type: ignore[attr-defined]

    def _open(self, block: Block, index: int) -> None:
        template = block.open_nodes[0]
        node = copy_node(template, "tag", template.attributes)
        node.lines = list(template.lines)
        node.children = []
        problem_count = len(self.found) - len(block.problems)
        self._report(node.errors, index)
        self._append(node)
        if self._may_open(block.tags[0].name_span, index):
            self.stack.append(_OpenNode(node, index, problem_count))

    def _may_open(self, span: Span, index: int) -> bool:
        """Whether one more node may stay open; reports the first that may not."""
        if len(self.stack) < _DEEPEST_OPEN:
            return True
        if not self.reported_depth:
            self.reported_depth = True
            message = "too many unclosed tags before this one; it is treated as closed"
            self._report([MarkdocError("too-deep", "error", message, span)], index)
        return False

    def _close(self, block: Block, index: int) -> None:
        closing = block.tags[0]
        parent = self._parent()
        if not self.stack or parent.type != "tag" or parent.tag != closing.name:
            parent.children.extend(block.nodes)  # type: ignore[attr-defined]
            self._report(block.nodes[0].errors, index)
            return
        node, opened, problem_count = self.stack.pop()
        if not self.stack:
            self.groups.append(BlockGroup(opened, index + 1))
        opener = self.blocks[opened]
        joined: JoinedTag | None = opener.joined
        if joined is not None and self.blocks[opened + 1 : index + 1] == joined.rest:
            self._replace(node, joined.node)
            self._report_anywhere(joined.problems)
            return
        node.close = closing
        node.end = self.starts[index] - self.starts[opened] + closing.end
        shift = self.lines[index] - self.lines[opened]
        node.lines.extend(line + shift for line in block.nodes[0].lines)  # type: ignore[attr-defined]
        found = self._tabulate(node, opened, index + 1) if node.tag == "table" else []
        self._report_anywhere(found)
        if opener.kind == "open":
            opener.joined = self._cache_entry(node, opened, index, found, problem_count)

    def _cache_entry(
        self, node: Node, opened: int, index: int, found: list[MarkdocError], problem_count: int
    ) -> JoinedTag | None:
        if len(self.stack) >= _CACHED_DEPTH and index - opened >= _CACHED_BLOCKS:
            return None
        blocks = self.blocks[opened : index + 1]
        has_no_problems = len(self.found) == problem_count
        return JoinedTag(node, blocks[1:], found, _depth(blocks) if has_no_problems else None)

    def _replace(self, node: Node, replacement: Node) -> None:
        parent = self._parent()
        if parent.children and parent.children[-1] is node:
            parent.children[-1] = replacement  # type: ignore[index]
        else:
            parent.slots = {name: replacement if slot is node else slot for name, slot in parent.slots.items()}

    def _tabulate(self, node: Node, opened: int, end: int) -> list[MarkdocError]:
        tag_starts = {
            id(block.source): start
            for block, start in zip(self.blocks[opened:end], self.starts[opened:end], strict=True)
        }
        return lists_to_table(
            node, lambda each: tag_starts.get(id(each.block), self.starts[opened]) - self.starts[opened]
        )

    def _unbalanced(self, block: Block, index: int) -> None:
        roots, left_open = copy_unbalanced(block)
        for node in roots:
            self._report(problems_in(node), index)
        self._parent().children.extend(roots)  # type: ignore[attr-defined]
        if self._may_open(block.unclosed_tag or roots[0].span, index):
            self.stack.extend(_OpenNode(node, index, len(self.found)) for node in left_open)

    def _mixed(self, block: Block, index: int) -> None:
        """Add a block of HTML, with the tags that it closes. The closed tags are not cached: they end inside of a block."""
        roots, left_open = copy_unbalanced(block)
        self.balanced = False
        for node in roots:
            parent = self._parent()
            closing = node.open if is_closing_tag(node) else None
            if closing is None or not self.stack or parent.type != "tag" or parent.tag != closing.name:
                parent.children.append(node)  # type: ignore[attr-defined]
                self._report(problems_in(node), index)
                continue
            closed, opened, _ = self.stack.pop()
            if not self.stack:
                self.groups.append(BlockGroup(opened, index + 1))
            closed.close = closing
            closed.end = self.starts[index] - self.starts[opened] + closing.end
            shift = self.lines[index] - self.lines[opened]
            closed.lines.extend(line + shift for line in node.lines)  # type: ignore[attr-defined]
            if closed.tag == "table":
                self._report_anywhere(self._tabulate(closed, opened, index + 1))
        if left_open and self._may_open(block.unclosed_tag or roots[0].span, index):
            self.stack.extend(_OpenNode(node, index, len(self.found)) for node in left_open)

    def _close_document(self) -> None:
        end = self.starts[-1]
        if self.stack:
            self.groups.append(BlockGroup(self.stack[0].block, len(self.blocks)))
        for node, index, _ in self.stack:
            node.end = end - self.starts[index]
            name = f"`{node.tag}`" if node.tag else f"this {node.type}"
            span = node.open.name_span if node.open else self.blocks[index].unclosed_tag or node.span
            message = f"{name} is never closed" if node.tag else f"{name} is left open by a tag that is never closed"
            problem = MarkdocError("missing-closing", "critical", message, span)
            node.errors = appended(node.errors, problem)
            self._report([problem], index)
        for node, index, _ in self.stack:
            if node.type == "tag" and node.tag == "table":
                self._report_anywhere(self._tabulate(node, index, len(self.blocks)))


def _depth(blocks: Iterable[Block]) -> int:
    level = deepest = 0
    for block in blocks:
        deepest = max(deepest, level + block.max_depth)
        level += block.depth_change
        deepest = max(deepest, level)
    return deepest


def copy_unbalanced(block: Block) -> tuple[list[Node], list[Node]]:
    """Copies of the nodes of an unbalanced block, and of those that stay open: later blocks are added to them.

    Nodes that share their list of lines share it in the copy, too.
    """
    lines: dict[int, list[int]] = {}
    copies: dict[int, Node] = {}

    def copy(node: Node) -> Node:
        duplicate = copy_node(node, node.type, node.attributes)
        duplicate.lines = lines.setdefault(id(node.lines), list(node.lines))
        copies[id(node)] = duplicate
        return duplicate

    roots = [copy(node) for node in block.nodes]
    pending = list(roots)
    while pending:
        node = pending.pop()
        if isinstance(node.children, list):
            node.children = [copy(child) for child in node.children]
        node.slots = {name: copy(slot) for name, slot in node.slots.items()} if node.slots else node.slots
        pending.extend(chain(node.children, node.slots.values()))
    return roots, [copies[id(node)] for node in block.open_nodes]
