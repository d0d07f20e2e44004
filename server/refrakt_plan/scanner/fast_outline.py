"""The outline of a page without parsing all of it.

Most of a page is prose, which an outline does not need. Code fences and headings at the start of a line are recognised by their
first characters; a paragraph with a tag is cut out at the blank lines around it and parsed on its own. Where the context could
change the meaning (a heading in a list, a fence in a quote, a tag around other blocks) the fast path gives up and the whole page
is parsed. A property test checks that both ways give the same outline.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from refrakt.plugins import Span
from refrakt.plugins.markdoc import parse
from refrakt_plan.entity import EntityReference
from refrakt_plan.scanner.outline import (
    PARSE_OPTIONS,
    Outline,
    OutlineBuilder,
    OutlineHeading,
    attribute_ranges,
    parse_outline,
)
from refrakt_plan.vocabulary import TYPES

_CONTAINER = " \t>*+-0123456789.)"
"""Characters before a nested block."""
_HEADING = re.compile(r"(#{1,6})(?:[ \t]++(.*))?")
_PLAIN_HEADING = re.compile(r"(?:[^\W_]|[ ,;:.()/'\"?@+=$→—–-]|`[^`{\s](?:[^`{]*[^`{\s])?`)+")
"""Text without markup, except for code spans."""
_CODE = re.compile(r"(?<!`)`(?!`)[^`\n]*(?<!`)`(?!`)")
_REFERENCE = re.compile(r'\{% x?ref ("([^"\\\0]+)") /%\}')
_MARKUP = re.compile(r"[`\\<\[{|]")
"""Characters that could prevent a tag from being one."""
_NESTED_BLOCK = re.compile(r"^(?: {4}| *\t)[ \t]*(?:[>*+-]|[0-9]+[.)])", re.MULTILINE)
"""A line that begins another block inside a list, but not outside of one."""
_ENDS_LIST_PARAGRAPH = re.compile(r"[ \t].*\n[ \t]*(?:[0-9]+[.)]|[*+-][ \t]*$)", re.MULTILINE | re.DOTALL)
"""An indented line, followed later by one that ends a paragraph inside a list, but not outside of one."""
_ITEM = re.compile(r" {0,3}[*+-] +[^ ]")
"""A line that always begins a list item and is never the delimiter row of a table."""
_FENCE = re.compile(r"(`{3,}|~{3,})([^`]*)")
_PREFIX = "x\n\n"
"""Put before a paragraph, so that the parser does not read it as the start of a page."""


class _Fence(NamedTuple):
    marks: str
    indent: int
    start: int


class _NeedsParser(Exception):
    """Only a parse of the whole page gives the answer."""


def outline_of(text: str) -> Outline | None:
    """The outline of a text, by the fast path if possible; None if it has no entity."""
    return fast_outline(text) or parse_outline(text)


def fast_outline(text: str) -> Outline | None:
    """The outline of a text with an entity and simple structure; None for any other text."""
    if "\r" in text or "\0" in text:
        return None
    try:
        return _FastOutliner(text).outline()
    except _NeedsParser:
        return None


class _FastOutliner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.builder = OutlineBuilder()
        self.paragraph: int | None = None
        """Start of the current run of non-blank lines."""
        self.has_tag = False
        """Whether that run contains a tag."""
        self.fence: _Fence | None = None

    def outline(self) -> Outline:
        text = self.text
        at = text.find("\n") + 1 or len(text)
        opening = parse(text[:at], PARSE_OPTIONS)
        node = opening.tree.children[0] if opening.tree.children else None
        syntax = node.open if node is not None else None
        if node is None or syntax is None or syntax.kind != "open" or syntax.name not in TYPES:
            raise _NeedsParser
        tag = Span(*opening.offsets(syntax.span))
        closing = f"{{% /{syntax.name} %}}"
        end = len(text)
        while at < len(text):
            next_line = text.find("\n", at) + 1 or len(text)
            line = text[at:next_line].rstrip("\n")
            if self.fence is None and line.rstrip() == closing and line.startswith("{"):
                if text[next_line:].strip():
                    raise _NeedsParser
                end = at
                break
            self._line(line, at)
            at = next_line
        self._end_paragraph(end)
        if self.fence is not None:
            raise _NeedsParser
        content = Span(tag.end, end)
        ranges = attribute_ranges(opening, syntax)
        return self.builder.outline(syntax.name, dict(node.attributes), ranges, tag, content)

    def _line(self, line: str, at: int) -> None:
        bare = line.lstrip(" \t")
        indent = len(line) - len(bare)
        if self.fence is not None:
            self._in_fence(self.fence, line, bare, indent, at)
        elif not bare:
            self._end_paragraph(at)
        elif bare[0] in "`~" and bare.startswith(("```", "~~~")):
            self._open_fence(line, bare, indent, at)
        elif bare[0] == "#" and (heading := _HEADING.fullmatch(bare)):
            self._heading(heading, line, indent, at)
        else:
            self._text(line, bare, at)

    def _text(self, line: str, bare: str, at: int) -> None:
        if self.paragraph is not None and _ITEM.match(line):
            self._end_paragraph(at)
        if self.paragraph is None:
            self.paragraph = at
        if "{%" in line:
            self.has_tag = True
        if bare[0] in _CONTAINER:
            inner = bare.lstrip(_CONTAINER)
            if inner.startswith(("#", "```", "~~~")):
                raise _NeedsParser

    def _heading(self, heading: re.Match[str], line: str, indent: int, at: int) -> None:
        if indent:
            raise _NeedsParser
        self._end_paragraph(at)
        text = heading[2] or ""
        if _PLAIN_HEADING.fullmatch(text):
            plain = text.replace("`", "").strip()
            self.builder.headings.append(OutlineHeading(len(heading[1]), plain, at, direct=True))
        else:
            self._parse(at, at + len(line))

    def _open_fence(self, line: str, bare: str, indent: int, at: int) -> None:
        opened = _FENCE.fullmatch(bare)
        if opened is None or indent > 3 or "\t" in line[:indent] or "{%" in line:
            raise _NeedsParser
        self._end_paragraph(at)
        self.fence = _Fence(opened[1], indent, at + indent)

    def _in_fence(self, fence: _Fence, line: str, bare: str, indent: int, at: int) -> None:
        if not bare:
            return
        marks = bare.rstrip(" \t")
        closes = len(marks) >= len(fence.marks) and not marks.strip(fence.marks[0])
        if indent < fence.indent or (closes and indent != fence.indent) or (fence.indent and "\t" in line[:indent]):
            raise _NeedsParser
        if closes:
            self.builder.fences.append(Span(fence.start, at + indent + len(marks)))
            self.fence = None

    def _end_paragraph(self, end: int) -> None:
        if self.paragraph is not None and self.has_tag and not self._only_references(self.paragraph, end):
            self._parse(self.paragraph, end)
        self.paragraph, self.has_tag = None, False

    def _only_references(self, start: int, end: int) -> bool:
        """Add the references of a paragraph of words, code spans and references; False if it contains anything else."""
        text = _CODE.sub(_blank, self.text[start:end])
        if _MARKUP.search(_REFERENCE.sub("", text)):
            return False
        for tag in _REFERENCE.finditer(text):
            whole, value = (Span(start + tag.start(group), start + tag.end(group)) for group in (0, 1))
            self.builder.references.append(EntityReference(tag[2], whole, value))
        return True

    def _parse(self, start: int, end: int) -> None:
        """Parse some lines. Raises if they could affect what follows."""
        text = self.text[start:end]
        document = parse(_PREFIX + text, PARSE_OPTIONS)
        if document.problems or any(tag.kind in ("open", "close", "broken") for tag in document.tags()):
            raise _NeedsParser
        if ("|" in text and not text.startswith("|")) or _NESTED_BLOCK.search(text) or _ENDS_LIST_PARAGRAPH.match(text):
            raise _NeedsParser
        self.builder.add(document, document.tree.children[1:], start - len(_PREFIX))


def _blank(code: re.Match[str]) -> str:
    """As many characters that occur in no text."""
    return "\0" * len(code[0])
