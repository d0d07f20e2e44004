"""The outline of a page: frontmatter, headings by their levels, runes and what they are called, partials.

One walk over the tree, so that a page of twenty thousand lines is outlined in the time it takes to look at each node once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from refrakt.markdoc import Document, Node
from refrakt.markdoc.frontmatter import YamlNode
from refrakt.project.pages.headings import heading_text
from refrakt.rules.places import head_of, is_stray
from refrakt.runes.vocabulary import Vocabulary

from .answers import Range, Symbol
from .page import PageContext
from .sections import end_of, level_of, may_hold_blocks

SymbolKind = Literal["page", "heading", "rune", "entity", "partial", "key"]

_TRANSPARENT = frozenset({"if", "else"})
"""Tags that are nothing by themselves: what stands in them belongs to what is around them."""
_HIDDEN = "comment"
_CONTAINERS = frozenset({"blockquote", "list", "item", "table", "thead", "tbody", "tr", "th", "td"})
_CALLED = ("name", "title", "label", "heading", "id", "primary")
"""Attributes by which a writer knows a rune again, the best first."""
_LONGEST = 80


@dataclass(slots=True)
class _Draft:
    """A symbol whose end and children are not all known yet."""

    name: str
    kind: SymbolKind
    start: int
    end: int
    title: Range
    detail: str = ""
    level: int = 0
    children: list[_Draft] = field(default_factory=list)

    def reach(self, end: int) -> None:
        self.end = max(self.end, end)

    def done(self) -> Symbol:
        children = tuple(each.done() for each in self.children)
        end = max([self.end, self.title.end, *(each.place.end for each in children[-1:])])
        return Symbol(self.name, self.kind, Range(self.start, end), self.title, self.detail, children)


def outline(page: PageContext) -> tuple[Symbol, ...]:
    """What a page is made of, in the order of its text."""
    document, site = page.document, page.site
    reader = _Reader(document, site.vocabulary, site.variables or {})
    return (*_frontmatter(document), *(each.done() for each in reader.children(document.tree)))


def without_headings(symbols: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """The same outline for an editor that shows the headings by itself."""
    found: list[Symbol] = []
    for each in symbols:
        below = without_headings(each.children)
        found += below if each.kind == "heading" else [replace(each, children=below)]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Reader:
    document: Document
    words: Vocabulary
    variables: Mapping[str, Any]

    def children(self, parent: Node) -> list[_Draft]:
        found: list[_Draft] = []
        headings: list[_Draft] = []
        """Those whose sections go on, the outermost first."""
        before: Node | None = None
        for child in parent.children:
            for node in _parts(child):
                draft = self._heading(node) if node.type == "heading" else self._tag(node)
                if node.type == "heading":
                    end = end_of(self.document, before) if before is not None else 0
                    while headings and headings[-1].level >= draft.level:
                        headings.pop().reach(end)
                (headings[-1].children if headings else found).append(draft)
                if node.type == "heading":
                    headings.append(draft)
            before = child
        for heading in headings:
            heading.reach(end_of(self.document, before) if before is not None else 0)
        return found

    def _heading(self, node: Node) -> _Draft:
        start, end = self.document.offsets(node.span)
        level = level_of(node)
        name = self._text(node) or "#" * max(level, 1)
        return _Draft(name, "heading", start, end, Range(start, end), level=level)

    def _text(self, heading: Node) -> str:
        match heading.children:
            case [Node(children=[Node(type="text", attributes={"content": str(content)})])]:
                return _line(content)  # as nearly every heading is
        return _line(heading_text(heading, self.variables))

    def _tag(self, node: Node) -> _Draft:
        start = self.document.offsets(node.span)[0]
        title = Range(*self.document.offsets(head_of(node)))
        end = end_of(self.document, node)
        name = node.tag or ""
        file = node.attributes.get("file")
        if name == "partial" and isinstance(file, str) and file.strip():
            return _Draft(_line(file), "partial", start, end, title, name)
        rune = self.words.get(name)
        kind: SymbolKind = "entity" if rune is not None and rune.entity is not None else "rune"
        return _Draft(name, kind, start, end, title, self._called(node), children=self.children(node))

    def _called(self, node: Node) -> str:
        for key in _CALLED:
            value = node.attributes.get(key)
            if isinstance(value, str) and value.strip():
                return _line(value)
        heading = next((each for each in node.children if each.type == "heading"), None)
        return self._text(heading) if heading is not None else ""


def _parts(node: Node) -> Iterator[Node]:
    """The headings and tags in a node that no other tag holds; the node itself, where it is one."""
    if node.type == "heading":
        yield node
    elif node.type == "tag":
        if node.tag in _TRANSPARENT:
            for child in node.children:
                yield from _parts(child)
        elif node.tag and node.tag != _HIDDEN and not node.inline and not is_stray(node):
            yield node
    elif node.type in _CONTAINERS and may_hold_blocks(node):
        for child in node.children:
            yield from _parts(child)


def _frontmatter(document: Document) -> Iterator[Symbol]:
    frontmatter = document.frontmatter
    if frontmatter is None:
        return
    block = document.blocks[0]
    place = Range(len(block.text) - len(block.text.lstrip()), len(block.text.rstrip()))
    root = frontmatter.root
    entries = root.entries if root is not None and root.kind == "mapping" else []
    keys = tuple(
        Symbol(
            name, "key", Range(key.span.start, max(value.span.end, key.span.end)), Range(*key.span[:2]), _shown(value)
        )
        for key, value in entries
        if (name := _line(str(key.value)))
    )
    title = root.get("title") if root is not None else None
    detail = _line(title.value) if title is not None and isinstance(title.value, str) else ""
    yield Symbol("frontmatter", "page", place, Range(place.start, min(place.start + 3, place.end)), detail, keys)


def _shown(value: YamlNode) -> str:
    if value.kind == "scalar":
        return (
            ""
            if value.value is None
            else _line(value.span.block.text[slice(*value.span[:2])] if value.span.block else "")
        )
    return f"{len(value.items or value.entries)} items"


def _line(text: str) -> str:
    """A text as one line that fits into a list."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
