"""The outline of a page: frontmatter, headings by level, runes with their names, partials.

It is built in one walk over the tree, since it is requested after every keystroke.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from refrakt.features.page_context import PageContext
from refrakt.features.results import DocumentSymbol, SymbolKind
from refrakt.features.sections import end_of, level_of, may_hold_blocks
from refrakt.markdoc.document import Document
from refrakt.markdoc.frontmatter import YamlNode
from refrakt.markdoc.tree import Node, Span
from refrakt.project.pages.heading_ids import heading_text
from refrakt.rules.problem_spans import is_stray, primary_span
from refrakt.runes.vocabulary import Vocabulary

_TRANSPARENT = frozenset({"if", "else"})
"""Tags whose children belong to the parent."""
_HIDDEN = "comment"
_CONTAINERS = frozenset({"blockquote", "list", "item", "table", "thead", "tbody", "tr", "th", "td"})
_NAME_ATTRIBUTES = ("name", "title", "label", "heading", "id", "primary")
"""Attributes that identify a rune, the best first."""
_MAX_NAME = 80


@dataclass(slots=True)
class _SymbolDraft:
    """A symbol whose end and children are not complete yet."""

    name: str
    kind: SymbolKind
    start: int
    end: int
    selection_span: Span
    detail: str = ""
    level: int = 0
    children: list[_SymbolDraft] = field(default_factory=list)

    def extend_to(self, end: int) -> None:
        self.end = max(self.end, end)

    def build(self) -> DocumentSymbol:
        children = tuple(each.build() for each in self.children)
        end = max([self.end, self.selection_span.end, *(each.span.end for each in children[-1:])])
        return DocumentSymbol(self.name, self.kind, Span(self.start, end), self.selection_span, self.detail, children)


def outline(page: PageContext) -> tuple[DocumentSymbol, ...]:
    """The symbols of a page, in document order."""
    document, site = page.document, page.site
    reader = _OutlineBuilder(document, site.vocabulary, site.variables or {})
    return (*_frontmatter(document), *(each.build() for each in reader.children(document.tree)))


@dataclass(frozen=True, slots=True)
class _OutlineBuilder:
    document: Document
    vocabulary: Vocabulary
    variables: Mapping[str, Any]

    def children(self, parent: Node) -> list[_SymbolDraft]:
        found: list[_SymbolDraft] = []
        headings: list[_SymbolDraft] = []
        """The open headings, outermost first."""
        before: Node | None = None
        for child in parent.children:
            for node in _outline_nodes(child):
                draft = self._heading(node) if node.type == "heading" else self._tag(node)
                if node.type == "heading":
                    end = end_of(self.document, before) if before is not None else 0
                    while headings and headings[-1].level >= draft.level:
                        headings.pop().extend_to(end)
                (headings[-1].children if headings else found).append(draft)
                if node.type == "heading":
                    headings.append(draft)
            before = child
        for heading in headings:
            heading.extend_to(end_of(self.document, before) if before is not None else 0)
        return found

    def _heading(self, node: Node) -> _SymbolDraft:
        start, end = self.document.offsets(node.span)
        level = level_of(node)
        name = self._text(node) or "#" * max(level, 1)
        return _SymbolDraft(name, "heading", start, end, Span(start, end), level=level)

    def _text(self, heading: Node) -> str:
        match heading.children:
            case [Node(children=[Node(type="text", attributes={"content": str(content)})])]:
                return _one_line(content)  # nearly every heading
        return _one_line(heading_text(heading, self.variables))

    def _tag(self, node: Node) -> _SymbolDraft:
        start = self.document.offsets(node.span)[0]
        title = Span(*self.document.offsets(primary_span(node)))
        end = end_of(self.document, node)
        name = node.tag or ""
        file = node.attributes.get("file")
        if name == "partial" and isinstance(file, str) and file.strip():
            return _SymbolDraft(_one_line(file), "partial", start, end, title, name)
        rune = self.vocabulary.get(name)
        kind: SymbolKind = "entity" if rune is not None and rune.entity is not None else "rune"
        return _SymbolDraft(name, kind, start, end, title, self._detail(node), children=self.children(node))

    def _detail(self, node: Node) -> str:
        for key in _NAME_ATTRIBUTES:
            value = node.attributes.get(key)
            if isinstance(value, str) and value.strip():
                return _one_line(value)
        heading = next((each for each in node.children if each.type == "heading"), None)
        return self._text(heading) if heading is not None else ""


def _outline_nodes(node: Node) -> Iterator[Node]:
    """The outermost headings and tags in a node, or the node itself."""
    if node.type == "heading":
        yield node
    elif node.type == "tag":
        if node.tag in _TRANSPARENT:
            for child in node.children:
                yield from _outline_nodes(child)
        elif node.tag and node.tag != _HIDDEN and not node.inline and not is_stray(node):
            yield node
    elif node.type in _CONTAINERS and may_hold_blocks(node):
        for child in node.children:
            yield from _outline_nodes(child)


def _frontmatter(document: Document) -> Iterator[DocumentSymbol]:
    frontmatter = document.frontmatter
    if frontmatter is None:
        return
    block = document.blocks[0]
    span = Span(len(block.text) - len(block.text.lstrip()), len(block.text.rstrip()))
    root = frontmatter.root
    entries = root.entries if root is not None and root.kind == "mapping" else []
    keys = tuple(
        DocumentSymbol(
            name,
            "key",
            Span(key.span.start, max(value.span.end, key.span.end)),
            Span(*key.span[:2]),
            _yaml_summary(value),
        )
        for key, value in entries
        if (name := _one_line(str(key.value)))
    )
    title = root.get("title") if root is not None else None
    detail = _one_line(title.value) if title is not None and isinstance(title.value, str) else ""
    yield DocumentSymbol("frontmatter", "page", span, Span(span.start, min(span.start + 3, span.end)), detail, keys)


def _yaml_summary(value: YamlNode) -> str:
    if value.kind == "scalar":
        return (
            ""
            if value.value is None
            else _one_line(value.span.block.text[slice(*value.span[:2])] if value.span.block else "")
        )
    return f"{len(value.items or value.entries)} items"


def _one_line(text: str) -> str:
    """A text as one line, truncated for a list."""
    line = " ".join(text.split())
    return line if len(line) <= _MAX_NAME else f"{line[: _MAX_NAME - 1]}…"
