"""Checking a page.

What is found on a node depends on the node and on what is around it. Nodes are shared between the versions of a document, so
a check that is given the memory of the one before looks only at what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from refrakt.markdoc.tree import Node
from refrakt.markdoc.validate import validate_node

from .finding import Finding, Found
from .page import Here, Page, Site
from .registry import Rule, Table, table

Around = tuple[str, ...]


@dataclass(slots=True)
class Memory:
    """What was found on each node, and what was around it then."""

    site: Site | None = None
    known: dict[int, tuple[Node, Around, list[Finding]]] = field(default_factory=dict)
    room: int = 0
    """How many nodes may be remembered before those are forgotten that are on the page no more."""


def check(page: Page, memory: Memory | None = None) -> list[Finding]:
    """Everything the rules find on a page, in the order of the text."""
    memory = memory if memory is not None else Memory()
    if memory.site is not page.site:
        memory.site, memory.known, memory.room = page.site, {}, 0
    findings = _Checker(page, table(), memory.known).run()
    if len(memory.known) > memory.room:
        _forget(memory, page.document.tree)
    return findings


def _forget(memory: Memory, tree: Node) -> None:
    """Keep what is known of the nodes that are still there. Done seldom: it looks at them all."""
    kept: dict[int, tuple[Node, Around, list[Finding]]] = {}
    pending = [tree]
    while pending:
        node = pending.pop()
        for child in (*node.slots.values(), *node.children):
            entry = memory.known.get(id(child))
            if entry is not None:
                kept[id(child)] = entry
            if child.type == "tag" and not child.inline:
                pending.append(child)
    memory.known = kept
    memory.room = len(kept) + max(100, len(kept) // 8)  # what is gone from the page may hold on to a lot


class _Checker:
    def __init__(self, page: Page, rules: Table, known: dict[int, tuple[Node, Around, list[Finding]]]) -> None:
        self.page = page
        self.rules = rules
        self.known = known

    def run(self) -> list[Finding]:
        page = self.page
        tree = page.document.tree
        found: list[Finding] = []
        for problem in page.document.problems:
            found += self._problem(Here(page, tree, (), problem))
        self._children(tree, (), (), found)
        for rule in self.rules.for_page:
            if rule.look_at_page is not None:
                found += [_finding(rule, each) for each in rule.look_at_page(page)]
        return _in_order(found, page)

    def _children(self, node: Node, parents: tuple[Node, ...], around: Around, found: list[Finding]) -> None:
        known = self.known
        for child in (*node.slots.values(), *node.children):
            entry = known.get(id(child))
            if entry is None or entry[0] is not child or entry[1] != around:
                entry = known[id(child)] = (child, around, self._node(child, parents, around))
            if entry[2]:
                found += entry[2]

    def _node(self, node: Node, parents: tuple[Node, ...], around: Around) -> list[Finding]:
        """A node and everything below it."""
        found: list[Finding] = []
        self._look(node, parents, around, found)
        return found

    def _look(self, node: Node, parents: tuple[Node, ...], around: Around, found: list[Finding]) -> None:
        self._one(node, parents, found)
        if node.children or node.slots:
            inside = (*parents, node)
            deeper = (*around, f"{node.type}:{node.tag or ''}")
            if node.type == "tag" and not node.inline:
                # Tags that hold blocks remember their children one by one.
                self._children(node, inside, deeper, found)
                return
            for child in node.slots.values():
                self._look(child, inside, deeper, found)
            for child in node.children:
                self._look(child, inside, deeper, found)

    def _one(self, node: Node, parents: tuple[Node, ...], found: list[Finding]) -> None:
        # What was found while reading comes first and has been told already.
        for problem in islice(validate_node(node, self.page.site.config, parents), len(node.errors), None):
            found += self._problem(Here(self.page, node, parents, problem))
        rules = self.rules.by_node.get(node.type)
        if rules:
            here = Here(self.page, node, parents)
            for rule in rules:
                if rule.look is not None:
                    for each in rule.look(here):
                        found.append(_finding(rule, each))

    def _problem(self, here: Here) -> Iterator[Finding]:
        assert here.problem is not None
        for rule in self.rules.by_problem.get(here.problem.id, ()):
            if rule.look is not None:
                yield from (_finding(rule, each) for each in rule.look(here))


def _finding(rule: Rule, found: Found) -> Finding:
    severity = found.severity or rule.severity
    return Finding(rule.code, severity, found.span, found.message, found.suggestion, tuple(found.fix))


def _in_order(found: list[Finding], page: Page) -> list[Finding]:
    """Sorted by place, and each thing told once."""
    offsets = page.document.offsets
    keyed = {(*offsets(each.span), each.code, each.message): each for each in found}
    return [keyed[key] for key in sorted(keyed)]
