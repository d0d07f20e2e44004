"""Checking a page.

What is found on a node depends on the node and on what is around it. Nodes are shared between the versions of a document, so
a check that is given the memory of the one before looks only at what has changed, and passes over the rest at one stroke.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from refrakt.markdoc.shared_blocks import common_prefix_and_suffix
from refrakt.markdoc.tree import Node, TagSyntax
from refrakt.markdoc.validate import validate_node
from refrakt.rules.page import Page, RuleContext, Site
from refrakt.rules.parse_limits import unread_from
from refrakt.rules.problem import Problem
from refrakt.rules.registry import PageRules, page_rule_table

Around = tuple[str, ...]


class CheckedChildren(NamedTuple):
    """The children of the page or of a tag that holds blocks, as they were looked at last."""

    opening: TagSyntax | None
    """Of the tag: it stays the same object while somebody types between it and its end."""
    around: Around
    children: Sequence[Node]
    told: list[tuple[int, list[Problem]]]
    """Those with which anything is wrong, by index, and what."""


@dataclass(slots=True)
class CheckCache:
    """What was found on each node, by what was around it: a tag that is being typed may swallow half a page for a moment."""

    site: Site | None = None
    known: dict[int, tuple[Node, dict[Around, list[Problem]]]] = field(default_factory=dict)
    rows: dict[int, CheckedChildren] = field(default_factory=dict)
    room: int = 0
    """How many nodes may be remembered before those are forgotten that are on the page no more."""


_MOST_AROUND = 4
_NO_ROW = CheckedChildren(None, (), (), [])


def check(page: Page, memory: CheckCache | None = None) -> list[Problem]:
    """Everything the rules find on a page, in the order of the text."""
    memory = memory if memory is not None else CheckCache()
    if memory.site is not page.site:
        memory.site, memory.known, memory.rows, memory.room = page.site, {}, {}, 0
    findings = _Checker(page, page_rule_table(), memory).run()
    if len(memory.known) > memory.room:
        _forget(memory, page.document.tree)
    return findings


def _forget(memory: CheckCache, tree: Node) -> None:
    """Keep what is known of the nodes that are still there. Done seldom: it looks at them all."""
    known: dict[int, tuple[Node, dict[Around, list[Problem]]]] = {}
    rows: dict[int, CheckedChildren] = {}
    pending = [tree]
    while pending:
        node = pending.pop()
        row = memory.rows.get(id(node.open))
        if row is not None:
            rows[id(node.open)] = row
        for child in _children_of(node):
            entry = memory.known.get(id(child))
            if entry is not None:
                known[id(child)] = entry
            if child.type == "tag" and not child.inline:
                pending.append(child)
    memory.known, memory.rows = known, rows
    memory.room = len(known) + max(100, len(known) // 8)  # what is gone from the page may hold on to a lot


def _children_of(node: Node) -> Sequence[Node]:
    return [*node.slots.values(), *node.children] if node.slots else node.children


def _inside(node: Node, around: Around) -> Around:
    """What is around the children of a node."""
    return (*around, f"{node.type}:{node.tag or ''}")


class _Checker:
    def __init__(self, page: Page, rules: PageRules, memory: CheckCache) -> None:
        self.page = page
        self.rules = rules
        self.known = memory.known
        self.rows = memory.rows

    def run(self) -> list[Problem]:
        page = self.page
        tree = page.document.tree
        found: list[Problem] = []
        for problem in page.document.problems:
            found += self._problem(RuleContext(page, tree, (), problem))
        self._children(tree, (), (), found)
        for rule in self.rules.for_page:
            found += rule.problems(page)
        if unread_from(page.document) is not None:
            found = [replace(each, fix=None) if each.fix else each for each in found]
        return _in_order(found, page)

    def _children(self, node: Node, parents: tuple[Node, ...], around: Around, found: list[Problem]) -> None:
        children = _children_of(node)
        row = self.rows.get(id(node.open), _NO_ROW)
        if row.opening is not node.open or row.around != around:
            row = _NO_ROW
        before, after = common_prefix_and_suffix(row.children, children)
        changed, shift = len(row.children) - after, len(children) - len(row.children)
        told = [each for each in row.told if each[0] < before]
        for index in range(before, len(children) - after):
            findings = self._child(children[index], parents, around)
            if findings:
                told.append((index, findings))
        told += [(index + shift, findings) for index, findings in row.told if index >= changed]
        self.rows[id(node.open)] = CheckedChildren(node.open, around, children, told)
        for _, findings in told:
            found += findings

    def _child(self, child: Node, parents: tuple[Node, ...], around: Around) -> list[Problem]:
        entry = self.known.get(id(child))
        if entry is None or entry[0] is not child:
            entry = self.known[id(child)] = (child, {})
        known = entry[1]
        if around not in known:
            if len(known) == _MOST_AROUND:
                known.clear()
            known[around] = self._node(child, parents, around)
        return known[around]

    def _node(self, node: Node, parents: tuple[Node, ...], around: Around) -> list[Problem]:
        """A node and everything below it."""
        found: list[Problem] = []
        self._look(node, parents, around, found)
        return found

    def _look(self, node: Node, parents: tuple[Node, ...], around: Around, found: list[Problem]) -> None:
        self._one(node, parents, found)
        if node.children or node.slots:
            inside = (*parents, node)
            deeper = _inside(node, around)
            if node.type == "tag" and not node.inline:
                # Tags that hold blocks remember their children one by one.
                self._children(node, inside, deeper, found)
                return
            for child in node.slots.values():
                self._look(child, inside, deeper, found)
            for child in node.children:
                self._look(child, inside, deeper, found)

    def _one(self, node: Node, parents: tuple[Node, ...], found: list[Problem]) -> None:
        # What was found while reading comes first and has been told already.
        for problem in islice(validate_node(node, self.page.site.config, parents), len(node.errors), None):
            found += self._problem(RuleContext(self.page, node, parents, problem))
        rules = self.rules.by_node.get(node.type)
        if rules:
            context = RuleContext(self.page, node, parents)
            for rule in rules:
                found += rule.problems(context)

    def _problem(self, context: RuleContext) -> Iterator[Problem]:
        assert context.problem is not None
        for rule in self.rules.by_error.get(context.problem.id, ()):
            yield from rule.problems(context)


def _in_order(found: list[Problem], page: Page) -> list[Problem]:
    """Sorted by place, and each thing told once."""
    offsets = page.document.offsets
    keyed = {(*offsets(each.span), each.code, each.message): each for each in found}
    return [keyed[key] for key in sorted(keyed)]
