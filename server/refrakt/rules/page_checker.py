"""Runs the page rules on a page.

The problems of a node depend on the node and on its ancestors. Nodes are shared between the versions of a document, so a check with
the cache of the last one runs the rules only on changed nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.shared_blocks import common_prefix_and_suffix
from refrakt.markdoc.tree import Node, TagSyntax
from refrakt.markdoc.validate import validate_node
from refrakt.rules.attribute_definitions import definition_path
from refrakt.rules.consequences import without_consequences
from refrakt.rules.emphasis_syntax import has_mark
from refrakt.rules.expressions import may_have_expressions
from refrakt.rules.frontmatter_fences import misplaced_end
from refrakt.rules.invisible_character import is_printable
from refrakt.rules.page import Page, RuleContext, Site
from refrakt.rules.pairing_consequences import without_pairing_consequences
from refrakt.rules.parse_limits import unread_from
from refrakt.rules.problem import Problem
from refrakt.rules.prose_text import verbatim_blocks
from refrakt.rules.registry import PageRules, Rule, page_rule_table
from refrakt.rules.rune_bodies import rune_bodies
from refrakt.rules.signs import NO_SIGNS, Signs, signs_of
from refrakt.rules.tag_repair import has_unmatched_tags
from refrakt.rules.unknown_variable import once_per_name
from refrakt.rules.unused_disable import unused_disables

Around = tuple[str, ...]


class CheckedChildren(NamedTuple):
    """The children of the page or of a block tag at the last check."""

    opening: TagSyntax | None
    """Of the tag: it stays the same object while the text between its tags changes."""
    around: Around
    children: Sequence[Node]
    problems: list[tuple[int, list[Problem]]]
    """The problems of each child that has any, by its index."""


class CheckedBlocks(NamedTuple):
    """The blocks of the page at the last check."""

    blocks: Sequence[Block]
    problems: list[tuple[int, list[Problem]]]
    """The problems of each block that has any, by its index."""


_NO_BLOCKS = CheckedBlocks((), [])


@dataclass(slots=True)
class CheckCache:
    """The problems of each node, by its ancestors: an unfinished tag may contain half a page for a moment."""

    site: Site | None = None
    by_node: dict[int, tuple[Node, dict[Around, list[Problem]]]] = field(default_factory=dict)
    rows: dict[int, CheckedChildren] = field(default_factory=dict)
    limit: int = 0
    """How many nodes are cached before those that have left the page are evicted."""
    blocks: CheckedBlocks = _NO_BLOCKS
    repaired: CheckCache | None = None
    """For the page as it would be with matching tags."""


_MOST_AROUND = 4
_NO_ROW = CheckedChildren(None, (), (), [])


def check(page: Page, cache: CheckCache | None = None) -> list[Problem]:
    """All problems of a page, in text order."""
    cache = cache if cache is not None else CheckCache()
    if cache.site is not page.site:
        cache.site, cache.by_node, cache.rows, cache.limit, cache.repaired = page.site, {}, {}, 0, None
        cache.blocks = _NO_BLOCKS
    rules = page_rule_table(refrakt=page.site.vocabulary.refrakt, unchecked=page.unchecked)
    found_problems = _Checker(page, rules, cache).run()
    unused = list(unused_disables(page.document, found_problems, rules.codes))
    if rules.root_causes:
        found_problems = without_consequences(
            page.document,
            found_problems,
            lambda problem: problem.code in rules.root_causes,
            lambda document: _Checker(replace(page, document=document), rules, cache).run(),
        )
    _evict_unused(cache, page.document.tree)
    if unused:
        found_problems = sorted([*found_problems, *unused], key=lambda each: page.document.offsets(each.span))
    return found_problems


def _evict_unused(cache: CheckCache, tree: Node) -> None:
    if len(cache.by_node) > cache.limit:
        _evict(cache, tree)


def _evict(cache: CheckCache, tree: Node) -> None:
    """Evict the nodes that have left the page. Done rarely, because it visits all nodes."""
    by_node: dict[int, tuple[Node, dict[Around, list[Problem]]]] = {}
    rows: dict[int, CheckedChildren] = {}
    pending = [tree]
    while pending:
        node = pending.pop()
        row = cache.rows.get(id(node.open))
        if row is not None:
            rows[id(node.open)] = row
        for child in _children_of(node):
            entry = cache.by_node.get(id(child))
            if entry is not None:
                by_node[id(child)] = entry
            if child.type == "tag" and not child.inline:
                pending.append(child)
    cache.by_node, cache.rows = by_node, rows
    cache.limit = len(by_node) + max(100, len(by_node) // 8)  # evicted nodes may reference large trees


def _children_of(node: Node) -> Sequence[Node]:
    return [*node.slots.values(), *node.children] if node.slots else node.children


def _inside(node: Node, around: Around) -> Around:
    """The ancestors of the children of a node."""
    return (*around, f"{node.type}:{node.tag or ''}")


class _Checker:
    def __init__(self, page: Page, rules: PageRules, cache: CheckCache) -> None:
        self.page = page
        self.rules = rules
        self.cache = cache
        self.by_node = cache.by_node
        self.rows = cache.rows
        self.is_refrakt = page.site.vocabulary.refrakt
        self.is_open = bool(page.site.vocabulary.unknown)

    def run(self) -> list[Problem]:
        page = self.page
        tree = page.document.tree
        found: list[Problem] = []
        for problem in page.document.problems:
            found += self._problem(RuleContext(page, tree, (), problem))
        self._children(tree, (), (), found)
        self._blocks(found)
        for rule in self.rules.for_page:
            found += self._run(rule, page)
        if misplaced_end(page.document) is not None:
            # The start of the text is read as YAML: what is reported for the rest follows from that.
            found = [each for each in found if each.code.startswith("frontmatter-")]
        elif has_unmatched_tags(page.document):
            found = without_pairing_consequences(page, found, self._repaired)
        if unread_from(page.document) is not None:
            found = [replace(each, fix=None) if each.fix else each for each in found]
        return _in_order(found, page)

    def _blocks(self, found: list[Problem]) -> None:
        """Run the rules for blocks on those that have changed."""
        blocks, last = self.page.document.blocks, self.cache.blocks
        before, after = common_prefix_and_suffix(last.blocks, blocks)
        changed, shift = len(last.blocks) - after, len(blocks) - len(last.blocks)
        problems = [each for each in last.problems if each[0] < before]
        for index in range(before, len(blocks) - after):
            rules = self.rules.for_block(signs_of(blocks[index].source))
            listed = [each for rule in rules for each in self._run(rule, self.page, blocks[index])]
            if listed:
                problems.append((index, listed))
        problems += [(index + shift, listed) for index, listed in last.problems if index >= changed]
        self.cache.blocks = CheckedBlocks(blocks, problems)
        hidden = verbatim_blocks(self.page) if problems else ()
        for index, listed in problems:
            if index not in hidden:
                found += listed

    def _repaired(self, document: Document) -> list[Problem]:
        """The problems of the page after its tags are repaired.

        Its tree has other rows. Its blocks are those of the page but for the repair, and many of its nodes have been checked with
        the same ancestors before the mistake was made. Its own consequences stay, as those of the page do at this point: leaving
        them out tries repairs again, which could go on for ever.
        """
        cache = self.cache.repaired
        if cache is None:
            cache = self.cache.repaired = CheckCache(site=self.page.site, blocks=self.cache.blocks)
        cache.by_node, cache.limit = self.by_node, len(self.by_node) * 2 + 100
        problems = _Checker(replace(self.page, document=document), self.rules, cache).run()
        _evict_unused(cache, document.tree)
        return problems

    def _children(self, node: Node, parents: tuple[Node, ...], around: Around, found: list[Problem]) -> None:
        children = _children_of(node)
        row = self.rows.get(id(node.open), _NO_ROW)
        if row.opening is not node.open or row.around != around:
            row = _NO_ROW
        before, after = common_prefix_and_suffix(row.children, children)
        changed, shift = len(row.children) - after, len(children) - len(row.children)
        problems = [each for each in row.problems if each[0] < before]
        for index in range(before, len(children) - after):
            found_problems = self._child(children[index], parents, around)
            if found_problems:
                problems.append((index, found_problems))
        problems += [(index + shift, found_problems) for index, found_problems in row.problems if index >= changed]
        self.rows[id(node.open)] = CheckedChildren(node.open, around, children, problems)
        for _, found_problems in problems:
            found += found_problems

    def _child(self, child: Node, parents: tuple[Node, ...], around: Around) -> list[Problem]:
        entry = self.by_node.get(id(child))
        if entry is None or entry[0] is not child:
            entry = self.by_node[id(child)] = (child, {})
        by_node = entry[1]
        if around not in by_node:
            if len(by_node) == _MOST_AROUND:
                by_node.clear()
            by_node[around] = self._node(child, parents, around)
        return by_node[around]

    def _node(self, node: Node, parents: tuple[Node, ...], around: Around) -> list[Problem]:
        """The problems of a node and its descendants."""
        found: list[Problem] = []
        self._check_subtree(node, parents, around, found)
        return found

    def _check_subtree(self, node: Node, parents: tuple[Node, ...], around: Around, found: list[Problem]) -> None:
        self._one(node, parents, found)
        if node.children or node.slots:
            inside = (*parents, node)
            deeper = _inside(node, around)
            if node.type == "tag" and not node.inline:
                # The children of block tags are cached one by one.
                self._children(node, inside, deeper, found)
                return
            for child in node.slots.values():
                self._check_subtree(child, inside, deeper, found)
            for child in node.children:
                self._check_subtree(child, inside, deeper, found)

    def _one(self, node: Node, parents: tuple[Node, ...], found: list[Problem]) -> None:
        if (
            node.type == "text"
            and not node.annotations
            and not node.errors
            and is_printable(node)
            and not has_mark(node.attributes["content"])
        ):
            return  # nearly half of all nodes: the parser sets its only attribute, and the rules for texts are about characters
        # Parse errors come first and have been reported already.
        for problem in islice(validate_node(node, self.page.site.config, parents), len(node.errors), None):
            found += self._problem(RuleContext(self.page, node, parents, problem))
        rules = self.rules.for_node(node.type, _signs_of(node))
        if may_have_expressions(node):
            rules = (*rules, *self.rules.for_expressions)
        if rules or node.type == "tag":
            context = RuleContext(self.page, node, parents)
            if node.type == "tag" and self.rules.for_bodies and rune_bodies(context):
                rules = (*rules, *self.rules.for_bodies)
            for rule in rules:
                found += self._run(rule, context)

    def _run(self, rule: Rule, *subject: Page | RuleContext | Block) -> Iterator[Problem]:
        """The problems of a rule. On a plain site, fixes that rename, move or remove something need a person; with an open schema
        there are none, because what is unknown may be right."""
        found = rule.problems(*subject)
        if self.is_refrakt or rule.fixes_spelling:
            return found
        return map(self._without_guesses, found)

    def _without_guesses(self, problem: Problem) -> Problem:
        if problem.fix is None:
            return problem
        return replace(problem, fix=None if self.is_open else replace(problem.fix, applicability="unsafe"))

    def _problem(self, context: RuleContext) -> Iterator[Problem]:
        assert context.problem is not None
        for rule in self.rules.by_error.get(context.problem.id, ()):
            found = self._run(rule, context)
            if rule.habitual and not context.vocabulary.refrakt:
                found = (replace(each, target=definition_path(context)) for each in found)
            yield from found


def _signs_of(node: Node) -> Signs:
    """The signs in the blocks that a node begins and ends in."""
    block = node.block
    signs = NO_SIGNS if block is None else block.signs if block.signs is not None else signs_of(block)
    if node.close is not None and node.close.block is not None and node.close.block is not node.block:
        signs |= signs_of(node.close.block)
    return signs


def _in_order(found: list[Problem], page: Page) -> list[Problem]:
    """Sorted by span, without duplicates, each unknown variable once."""
    offsets = page.document.offsets
    keyed = {(*offsets(each.span), each.code, each.message): each for each in found}
    return once_per_name(keyed[key] for key in sorted(keyed))
