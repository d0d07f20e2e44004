"""The edits that tidy a page in the style of its author.

Only white space is changed, and only where it has no meaning: at the end of lines, in runs of empty lines, in tags, after the
marker of a heading. What most places of the page have in common is a habit and stays: two empty lines before headings, two
spaces before `%}`. Everything else stays as written: markers, numbers, escapes, tables, breaks, long lines, code, comments,
HTML, link targets.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from refrakt.markdoc.document import Document
from refrakt.markdoc.text import line_starts
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span, TagSyntax

LEAST_USES = 2
"""How many places make a habit, if they are more than half of all."""

_BLANK = re.compile(r"[ \t\r\n]*")
_HEADING_SPACE = re.compile(r"#{1,6}([ \t]{2,}|\t)")
_HTML = re.compile(r"</?[A-Za-z]")


def tidy_edits(document: Document) -> list[TextEdit]:
    """The edits in ascending order, without overlaps. Whether they preserve the tree is not checked here."""
    lines = _PageLines(document)
    return sorted({*lines.white_space(), *_tag_spaces(document, lines), *_headings(document)})


def _habit(uses: Iterable[str | int]) -> str | int | None:
    """What most of the uses have in common."""
    counts = Counter(uses)
    common, count = counts.most_common(1)[0] if counts else ("", 0)
    return common if count >= LEAST_USES and 2 * count > counts.total() else None


# Lines ---------------------------------------------------------------------------------------------------------------


class _PageLines:
    """The lines of a page, and which of them are kept: code, comments, frontmatter, breaks inside of links and tags, HTML."""

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self.starts = line_starts(self.text)
        self.ends = [*self.starts[1:], len(self.text)]
        self.kept: set[int] = set()
        self.literal: set[int] = set()
        """Lines of code and comments, where even a tag is kept."""
        if document.frontmatter is not None:
            self.kept.update(range(self.line_of(document.offsets(document.frontmatter.span)[1]) + 2))
        for node in document.tree.walk():
            if node.type in ("fence", "comment", "error"):
                start, end = document.offsets(node.span)
                self.literal.update(range(self.line_of(start), self.line_of(max(start, end - 1)) + 1))
            elif node.type == "hardbreak":
                self.kept.add(self.line_of(document.offsets(node.span)[0]))
            elif node.type in ("code", "image", "link"):
                self._keep_breaks(*document.offsets(node.span))
        for tag in document.tags():
            self._keep_breaks(*document.offsets(tag.span))
        if document.options.html:
            self._keep_html(document)
        self.kept |= self.literal

    def line_of(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1

    def _keep_breaks(self, start: int, end: int) -> None:
        """Keep the line ends inside a range."""
        self.kept.update(range(self.line_of(start), self.line_of(end)))

    def _keep_html(self, document: Document) -> None:
        """White space may have a meaning in HTML, such as in `<pre>`."""
        for index, block in enumerate(document.blocks):
            if _HTML.search(block.text):
                start = document.start_of(index)
                self.kept.update(range(self.line_of(start), self.line_of(start + len(block.text)) + 1))

    def white_space(self) -> Iterator[TextEdit]:
        """No white space at the end of lines, no empty line after another."""
        removed = {line for run in self._removed_lines() for line in run}
        for line, (start, end) in enumerate(zip(self.starts, self.ends, strict=True)):
            if line in removed:
                yield TextEdit(Span(start, end), "")
            elif line not in self.kept:
                written = self.text[start:end].rstrip("\r\n")
                kept = written.rstrip(" \t")
                if kept != written:
                    yield TextEdit(Span(start + len(kept), start + len(written)), "")

    def _removed_lines(self) -> Iterator[range]:
        runs = list(self._runs())
        habit = _habit(len(run) for run in runs if self._is_heading(run.stop))
        for run in runs:
            if len(run) > 1 and not (len(run) == habit and self._is_heading(run.stop)):
                yield run[1:]

    def _runs(self) -> Iterator[range]:
        """The runs of empty lines, without those at the start of the page, where white space has a meaning in Markdoc."""
        first: int | None = None
        for line, (start, end) in enumerate(zip(self.starts, self.ends, strict=True)):
            if line not in self.kept and start < end and _BLANK.fullmatch(self.text, start, end):
                first = line if first is None else first
            elif first is not None:
                if first:
                    yield range(first, line)
                first = None
        if first:
            yield range(first, len(self.starts))

    def _is_heading(self, line: int) -> bool:
        return line < len(self.starts) and self.text.startswith("#", self.starts[line])


def _headings(document: Document) -> Iterator[TextEdit]:
    """More than one space between the marker of a heading and its text."""
    for node in document.tree.walk():
        if node.type == "heading" and node.children and node.children[0].children:
            found = _HEADING_SPACE.match(document.text, document.offsets(node.span)[0])
            if found is not None:
                yield TextEdit(Span(*found.span(1)), " ")


# Tags ----------------------------------------------------------------------------------------------------------------


class _TagGap(NamedTuple):
    """The white space at one place of a tag, on one line."""

    place: str
    start: int
    end: int


def _tag_spaces(document: Document, lines: _PageLines) -> Iterator[TextEdit]:
    """`{%tag  a=1%}` becomes `{% tag a=1 %}`; line breaks in a tag stay."""
    text = document.text
    gaps: dict[str, list[_TagGap]] = {}
    for tag in document.tags():
        start, _ = document.offsets(tag.span)
        if tag.error is None and tag.terminated and lines.line_of(start) not in lines.literal:
            for gap in _gaps(text, tag, start):
                gaps.setdefault(gap.place, []).append(gap)
    for same_place in gaps.values():
        habit = _habit(text[each.start : each.end] for each in same_place)
        for each in same_place:
            if text[each.start : each.end] not in (" ", habit or " "):
                yield TextEdit(Span(each.start, each.end), " ")


def _gaps(text: str, tag: TagSyntax, start: int) -> Iterator[_TagGap]:
    shift = start - tag.start
    end = tag.end + shift - 2
    if tag.kind == "void":
        # White space between `/` and `%}` stays.
        end = text.rindex("/", start, end)
    after = start + 2
    while text[after] in " \t":
        after += 1
    before = end
    while before > after and text[before - 1] in " \t":
        before -= 1
    parts = [(tag.name_start, tag.name_start + len(tag.name))] if tag.name and tag.kind != "value" else []
    parts += [(min(each.key[0], each.value[0]), each.value[1]) for each in tag.attributes]
    candidates = [_TagGap("start", start + 2, after), _TagGap("void end" if tag.kind == "void" else "end", before, end)]
    candidates += [_TagGap("attribute", one[1] + shift, other[0] + shift) for one, other in pairwise(parts)]
    for gap in candidates:
        on_one_line = text[gap.start - 1] not in "\r\n" and text[gap.end] not in "\r\n"
        if on_one_line and not text[gap.start : gap.end].strip(" \t"):
            yield gap
