"""Joining the blocks of a document into one tree.

Tags may open in one block and close in another, so only here is it known what they hold. Joining walks over the blocks once;
a tag all of whose blocks are the same as before is taken over from the version before, node and all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from .inlines import DEEPEST
from .listtables import like, to_table
from .reader import Block, problems_in
from .tree import Node, Problem


class Joined(NamedTuple):
    """A tag as it was joined, the block that closes it, and what was found wrong in joining."""

    node: Node
    close: Block
    problems: list[Problem]


class _Open(NamedTuple):
    node: Node
    index: int


@dataclass(slots=True)
class Joiner:
    """Joins `blocks`. Those before `kept[0]` and from `kept[1]` on stood in the version before."""

    blocks: Sequence[Block]
    starts: Sequence[int]
    lines: Sequence[int]
    slots: bool
    kept: tuple[int, int]
    root: Node = field(default_factory=lambda: Node("document", children=[]))
    problems: list[Problem] = field(default_factory=list)
    too_deep: bool = False
    stack: list[_Open] = field(default_factory=list)

    def join(self) -> None:
        problems = self.problems
        children: list[Node] = self.root.children  # type: ignore[assignment]
        level = 0
        for index, block in enumerate(self.blocks):
            if block.problems:
                problems.extend(block.problems)
            if block.kind == "leaf":
                if block.orphan is not None or block.slots:
                    self._attach(block)
                children.extend(block.nodes)
            elif block.kind != "empty":
                if block.kind == "open":
                    self._open(block, index)
                elif block.kind == "close":
                    self._close(block, index)
                else:
                    self._crooked(block, index)
                children = self._parent().children  # type: ignore[assignment]
            if block.deepest or block.level:
                self.too_deep = self.too_deep or level + block.deepest >= DEEPEST
                level += block.level
        self._leave_open()

    def _parent(self) -> Node:
        return self.stack[-1].node if self.stack else self.root

    def _attach(self, block: Block) -> None:
        """What a block does to the node it hangs on, besides becoming its child."""
        parent = self._parent()
        if block.orphan is not None:
            parent.errors = [*parent.errors, block.orphan]
            self.problems.append(block.orphan)
        if block.slots:
            parent.slots = {**parent.slots, **block.slots}

    def _hang(self, node: Node) -> None:
        parent = self._parent()
        slot = node.attributes.get("primary") if self.slots and node.tag == "slot" else None
        if isinstance(slot, str):
            parent.slots = {**parent.slots, slot: node}
        else:
            parent.children.append(node)  # type: ignore[attr-defined]

    def _open(self, block: Block, index: int) -> None:
        template = block.chain[0]
        node = like(template, "tag", template.attributes)
        node.lines = list(template.lines)
        node.children = []
        self.problems.extend(node.errors)
        self._hang(node)
        self.stack.append(_Open(node, index))

    def _close(self, block: Block, index: int) -> None:
        closing = block.tags[0]
        parent = self._parent()
        if not self.stack or parent.type != "tag" or parent.tag != closing.name:
            parent.children.extend(block.nodes)  # type: ignore[attr-defined]
            self.problems.extend(block.nodes[0].errors)
            return
        node, opened = self.stack.pop()
        opener = self.blocks[opened]
        same = index < self.kept[0] or opened >= self.kept[1]
        if same and opener.joined is not None and opener.joined.close is block:
            self._replace(node, opener.joined.node)
            self.problems.extend(opener.joined.problems)
            return
        node.close = closing
        node.end = self.starts[index] - self.starts[opened] + closing.end
        shift = self.lines[index] - self.lines[opened]
        node.lines.extend(line + shift for line in block.nodes[0].lines)  # type: ignore[attr-defined]
        found = self._tabulate(node, opened) if node.tag == "table" else []
        self.problems.extend(found)
        if opener.kind == "open":
            opener.joined = Joined(node, block, found)

    def _replace(self, node: Node, known: Node) -> None:
        parent = self._parent()
        if parent.children and parent.children[-1] is node:
            parent.children[-1] = known  # type: ignore[index]
        else:
            parent.slots = {name: known if slot is node else slot for name, slot in parent.slots.items()}

    def _tabulate(self, node: Node, opened: int) -> list[Problem]:
        begin = {id(block): start for block, start in zip(self.blocks[opened:], self.starts[opened:], strict=False)}
        return to_table(node, lambda each: begin.get(id(each.block), self.starts[opened]) - self.starts[opened])

    def _crooked(self, block: Block, index: int) -> None:
        roots, left_open = copied(block)
        for node in roots:
            self.problems.extend(problems_in(node))
        self._parent().children.extend(roots)  # type: ignore[attr-defined]
        self.stack.extend(_Open(node, index) for node in left_open)

    def _leave_open(self) -> None:
        end = self.starts[-1] + self.blocks[-1].length if self.blocks else 0
        for node, index in self.stack:
            node.end = end - self.starts[index]
            name = f"`{node.tag}`" if node.tag else f"this {node.type}"
            span = node.open.name_span if node.open else self.blocks[index].culprit or node.span
            message = f"{name} is never closed" if node.tag else f"{name} is left open by a tag that is never closed"
            problem = Problem("missing-closing", "critical", message, span)
            node.errors = [*node.errors, problem]
            self.problems.append(problem)
        for node, index in self.stack:
            if node.type == "tag" and node.tag == "table":
                self.problems.extend(self._tabulate(node, index))


def copied(block: Block) -> tuple[list[Node], list[Node]]:
    """The nodes of a crooked block, and those of them that stay open, made anew: what follows will be added to them.

    Nodes that share their line numbers go on sharing them.
    """
    lines: dict[int, list[int]] = {}
    copies: dict[int, Node] = {}

    def copy(node: Node) -> Node:
        twin = like(node, node.type, node.attributes)
        twin.lines = lines.setdefault(id(node.lines), list(node.lines))
        copies[id(node)] = twin
        return twin

    roots = [copy(node) for node in block.nodes]
    pending = list(roots)
    while pending:
        node = pending.pop()
        if isinstance(node.children, list):
            node.children = [copy(child) for child in node.children]
        node.slots = {name: copy(slot) for name, slot in node.slots.items()} if node.slots else node.slots
        pending.extend(chain(node.children, node.slots.values()))
    return roots, [copies[id(node)] for node in block.chain]
