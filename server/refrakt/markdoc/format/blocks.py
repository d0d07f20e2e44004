"""Formatting of blocks: paragraphs, lists, quotes, fences, tables and tags, each with its margin.

The style is that of Markdoc's own formatter, except where that would change the tree: loose lists, column alignment, fences
around fences, pipes in cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from refrakt.markdoc.format.block_sequence import BlockEvent, block_events
from refrakt.markdoc.format.block_style import DEFAULT, Style, closing_of, opening_of
from refrakt.markdoc.format.inline import AnnotationGroups, annotations_of, format_inline
from refrakt.markdoc.format.values import format_annotations, format_opening
from refrakt.markdoc.text import WHITESPACE, utf16_length
from refrakt.markdoc.tree import Node
from refrakt.markdoc.tree_equality import same_value


class Margin(NamedTuple):
    """The prefix of a block's lines: `indent` before its text, `blank` before an empty line around it.

    A `tight` margin allows no empty lines, because they would make a list loose.
    """

    indent: str = ""
    blank: str = ""
    tight: bool = False

    def item(self, width: int, tight: bool) -> Margin:
        return Margin(self.indent + " " * width, self.blank, tight)

    def quote(self) -> Margin:
        return Margin(f"{self.indent}> ", f"{self.indent}> ")


PAGE = Margin()

_LEVELS = range(1, 7)

_TICKS = re.compile(r"`{3,}")
_TILDES = re.compile(r"~{3,}")


class BlockWriter:
    """Writes blocks in sequence.

    `pending` is the number of line ends that the last block needs after it; the next block adds its own, so that there is an
    empty line between two blocks and none between a tag and its content. It is None at the start of a line.
    """

    def __init__(self, style: Style = DEFAULT) -> None:
        self.style = style
        self.parts: list[str] = []
        self.pending: int | None = None
        self.before = 0
        """The line ends that the first block needs before it."""
        self._bullet = ""

    def result(self) -> str:
        return "".join(self.parts) + "\n" * (self.pending or 0)

    def write(self, children: Iterable[BlockEvent], margin: Margin = PAGE, annotations: AnnotationGroups = ()) -> None:
        """Write blocks. `annotations` are those of the enclosing item and go to its first line of text."""
        for event in children:
            if event.role == "block":
                self.block(event.node, margin, annotations)
                if event.node.type == "inline":
                    annotations = ()
            else:
                self.tag(event, margin)

    def begin(self, before: int, margin: Margin) -> None:
        """Start the next block."""
        if not self.parts:
            self.before = before
        if self.pending is not None:
            ends = max(self.pending + before, 1)
            blank_lines = 0 if margin.tight else ends - 1
            self.parts.append(f"\n{margin.blank}" * blank_lines + f"\n{margin.indent}")
        self.pending = 1

    def put(self, text: str, margin: Margin) -> None:
        self.parts.append(text.replace("\n", f"\n{margin.indent}") if margin.indent else text)

    def tag(self, event: BlockEvent, margin: Margin = PAGE) -> None:
        node = event.node
        if event.role == "close":
            self.begin(0, margin)
            self.put(f"{{% /{node.tag} %}}", margin)
            return
        self.begin(1, margin)
        opening = opening_of(node)
        self.put(opening, margin)
        if not opening.endswith("/%}") and not opening.startswith("{% /"):
            self.pending = 0

    def block(self, node: Node, margin: Margin, annotations: AnnotationGroups = ()) -> None:
        match node.type:
            case "paragraph":
                self.begin(1, margin)
                self.put(self._text(node), margin)
                self._separate_comment(node)
            case "heading":
                self.begin(1, margin)
                text = self._text(node, heading=True).lstrip(WHITESPACE)
                level = node.attributes.get("level")
                self.put(f"{'#' * (level if isinstance(level, int) and level in _LEVELS else 1)} {text}", margin)
                self._separate_comment(node)
            case "inline":
                self.begin(0, margin)
                self.put(format_inline(node, annotations, self.style), margin)
                self.pending = 0
            case "hr":
                # After a `-` bullet, dashes would become one thematic break, and at the top of a page they would start frontmatter.
                rule = "***" if self.style.escape_all_text or (self.pending is None and self._bullet == "-") else "---"
                self.begin(1, margin)
                self.put(rule, margin)
            case "fence":
                self._fence(node, margin)
            case "list":
                self._items(node.children, [_marker(node, index) for index in range(len(node.children))], margin)
            case "blockquote":
                self.begin(1, margin)
                self.parts.append("> ")
                self._start_line("")
                for child in node.children:
                    first = len(self.parts)
                    self.write(block_events([child]), margin.quote())
                    self._trim(first)
                self.pending = 1
            case "table":
                self._pipes(node, margin)
            case "tag":
                self._table_tag(node, margin)
            case "tr":
                self.begin(1, margin)
                self.put("---", margin)
                self._row(node, margin)
            case "comment":
                self.begin(0, margin)
                # Comments are kept verbatim, without a margin.
                self.parts.append(f"<!-- {node.attributes.get('content', '')} -->")
            case "error":
                self.begin(1, margin)
                self.put(self.style.source(node.span), margin)
            case _:
                self.begin(0, margin)
                self.put(format_inline(Node("inline", children=[node]), style=self.style), margin)
                self.pending = 0

    def _start_line(self, bullet: str) -> None:
        """Record that a line was started after a bullet or quote marker."""
        self.pending = None
        self._bullet = bullet

    def _trim(self, first: int) -> None:
        """Remove trailing white space of the parts written since `mark`."""
        while len(self.parts) > first:
            last = self.parts.pop().rstrip(WHITESPACE)
            if last:
                self.parts.append(last)
                return

    def _text(self, node: Node, heading: bool = False) -> str:
        annotations = annotations_of(node)
        texts: list[str] = []
        for child in node.children:
            texts.append(format_inline(child, annotations, self.style, heading))
            annotations = ()
        return "".join(texts)

    def _separate_comment(self, node: Node) -> None:
        """Add a line end after a comment at the end of a text."""
        last = node.children[-1] if node.children else None
        if last is not None and last.children and last.children[-1].type == "comment" and not node.annotations:
            self.pending = 2

    def _fence(self, node: Node, margin: Margin) -> None:
        content = str(node.attributes.get("content", ""))
        info = _fence_info(node)
        char, runs = ("~", _TILDES) if "`" in info else ("`", _TICKS)
        longest = max(map(len, runs.findall(content)), default=2)
        boundary = char * (longest + 1)
        lines = content.removesuffix("\n").split("\n") if content else []
        self.begin(1, margin)
        self.put("\n".join([boundary + info, *lines, boundary]), margin)

    # Lists -----------------------------------------------------------------------------------------------------------

    def _items(self, items: Sequence[Node], markers: Sequence[str], margin: Margin, compact: bool = False) -> None:
        """Write a list; `compact` omits empty lines between items if one inside an item makes the list loose already."""
        kinds = {child.type for item in items for child in item.children}
        loose = "paragraph" in kinds
        tight = "inline" in kinds and not loose
        inside = any(len(item.children) > 1 for item in items)
        spaced = loose and not (compact and inside)
        # One empty line makes a list loose, so empty items need none.
        enough = inside or any(item.children for item in items[:-1])
        for index, (item, marker) in enumerate(zip(items, markers, strict=True)):
            if not index:
                self.begin(1, margin)
            else:
                self.pending = max(self.pending or 0, bool(items[index - 1].children) or not enough) if spaced else 0
                self.begin(1, margin._replace(tight=False))
            self.parts.append(f"{marker} ")
            self._start_line(marker)
            first = len(self.parts)
            self.write(block_events(item.children), margin.item(len(marker) + 1, tight), annotations_of(item))
            if not spaced or index == len(items) - 1:
                self._trim(first)
            self.pending = self.pending or 0
        self.pending = 1

    # Tables ----------------------------------------------------------------------------------------------------------

    def _pipes(self, table: Node, margin: Margin) -> None:
        rows = [row.children for part in table.children for row in part.children]
        texts = [[self._cell(cell) for cell in row] for row in rows]
        columns = range(max(map(len, rows), default=0))
        aligns = [_DASHES.get(str(cell.attributes.get("align")), _DASHES[""]) for cell in rows[0]] if rows else []
        aligns += [_DASHES[""]] * (len(columns) - len(aligns))
        widths = [len("".join(aligns[at])) + 1 for at in columns]
        for row in texts:
            for at, text in enumerate(row):
                widths[at] = max(widths[at], utf16_length(text))
        lines = [
            _piped([text + " " * (widths[at] - utf16_length(text)) for at, text in enumerate(row)]) for row in texts
        ]
        dashes = ["-" * (widths[at] - len("".join(aligns[at]))) for at in columns]
        lines.insert(1, _piped([dash.join(ends) for dash, ends in zip(dashes, aligns, strict=True)]))
        self.begin(1, margin)
        self.put("\n".join(lines), margin)

    def _cell(self, cell: Node) -> str:
        whole = self.style
        # Pipes in text from the source are escaped already.
        self.style = whole._replace(source=lambda span: whole.source(span).replace("\\|", "|"))
        text = self._text(cell).strip(WHITESPACE)
        self.style = whole
        return text.replace("|", "\\|")

    def _table_tag(self, tag: Node, margin: Margin) -> None:
        """Write a table tag: rows as lists, separated by thematic breaks."""
        table = tag.children[0]
        self.tag(BlockEvent("open", tag), margin)
        if _fits_lists(tag, table):
            head, body = table.children
            for row in head.children:
                self._row(row, margin)
            self.write(block_events(body.children), margin._replace(tight=True))
        else:
            self.block(table, margin)
        if closing_of(tag):
            self.tag(BlockEvent("close", tag), margin)

    def _row(self, row: Node, margin: Margin) -> None:
        self.pending = 0
        self._items(row.children, ["-"] * len(row.children), margin, compact=True)
        self.pending = 0


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


_DASHES = {"": ("", ""), "left": (":", ""), "right": ("", ":"), "center": (":", ":")}


def _fits_lists(tag: Node, table: Node) -> bool:
    """Whether a table inside a table tag can be written as lists: then it has the attributes of the tag."""
    cells = [cell for part in table.children for row in part.children for cell in row.children]
    aligned = any(
        "align" in cell.attributes and all(each.name != "align" for each in cell.annotations) for cell in cells
    )
    return len(table.children) == 2 and not aligned and same_value(tag.attributes, table.attributes)


def _marker(node: Node, index: int) -> str:
    marker = node.attributes.get("marker")
    if not node.attributes.get("ordered"):
        return str(marker or "-")
    start: Any = node.attributes.get("start", 1)
    return f"{start if not index else 1}{marker or '.'}"


def _fence_info(node: Node) -> str:
    """The info string of a fence: the language, and the annotations in a tag."""
    named = any(annotation.name == "language" for annotation in node.annotations)
    language = "" if named else str(node.attributes.get("language") or "")
    tag = ""
    if node.tag:
        tag = format_opening(node, "%}", one_line=True)
    elif node.annotations:
        tag = format_annotations(node.annotations)
    if language.endswith("{%"):
        return language + tag.removeprefix("{%")
    return f"{language} {tag}" if tag else language
