"""The outline of a page without parsing all of it.

Most of a page is prose, and prose has nothing a plan needs. Code blocks and headings that begin a line can be told by their
first characters; what holds a tag is cut out at the blank lines around it and given to the parser on its own. Whatever could
mean something else in its surroundings (a heading in a list, a code block in a quote, a tag around other blocks) is not
guessed at: then there is no answer, and the page is parsed as a whole. A property test holds both ways to the same outline.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from refrakt.plugins import Range
from refrakt.plugins.markdoc import parse
from refrakt_plan.reading.outline import OPTIONS, Found, Heading, Mention, Outline, attribute_places
from refrakt_plan.vocabulary import TYPES

_CONTAINER = " \t>*+-0123456789.)"
"""What may stand before a block that is not at the top level."""
_HEADING = re.compile(r"(#{1,6})(?:[ \t]++(.*))?")
_PLAIN = re.compile(r"(?:[^\W_]|[ ,;:.()/'\"?@+=$→—–-]|`[^`{\s](?:[^`{]*[^`{\s])?`)+")
"""Words in which no character could be markup, but for code that begins and ends in the same line."""
_CODE = re.compile(r"(?<!`)`(?!`)[^`\n]*(?<!`)`(?!`)")
_REFERENCE = re.compile(r'\{% x?ref ("([^"\\\0]+)") /%\}')
_MARKUP = re.compile(r"[`\\<\[{|]")
"""What could keep a tag from being one."""
_DEEP = re.compile(r"^(?: {4}| *\t)[ \t]*(?:[>*+-]|[0-9]+[.)])", re.MULTILINE)
"""A line that begins another block in a list, and none outside of it."""
_AFTER = re.compile(r"[ \t].*\n[ \t]*(?:[0-9]+[.)]|[*+-][ \t]*$)", re.MULTILINE | re.DOTALL)
"""An indented line, and later one that ends a paragraph in a list, and none outside of it."""
_ITEM = re.compile(r" {0,3}[*+-] +[^ ]")
"""A line that begins an item wherever it stands, and is never the ruled line of a table."""
_FENCE = re.compile(r"(`{3,}|~{3,})([^`]*)")
_AHEAD = "x\n\n"
"""Put before a piece, so that the parser does not take it for the beginning of a page."""


class _Fence(NamedTuple):
    marks: str
    indent: int
    start: int


class _InDoubt(Exception):
    """Only the parser can tell."""


def skim(text: str) -> Outline | None:
    """The outline of a text that holds an entity and nothing difficult; None for everything else."""
    if "\r" in text or "\0" in text:
        return None
    try:
        return _Skimmer(text).outline()
    except _InDoubt:
        return None


class _Skimmer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Found()
        self.piece: int | None = None
        """Where the run of lines without a blank one began."""
        self.tagged = False
        """Whether that run holds a tag."""
        self.fence: _Fence | None = None

    def outline(self) -> Outline:
        text = self.text
        at = text.find("\n") + 1 or len(text)
        opening = parse(text[:at], OPTIONS)
        node = opening.tree.children[0] if opening.tree.children else None
        syntax = node.open if node is not None else None
        if node is None or syntax is None or syntax.kind != "open" or syntax.name not in TYPES:
            raise _InDoubt
        tag = Range(*opening.offsets(syntax.span))
        closing = f"{{% /{syntax.name} %}}"
        end = len(text)
        while at < len(text):
            next_line = text.find("\n", at) + 1 or len(text)
            line = text[at:next_line].rstrip("\n")
            if self.fence is None and line.rstrip() == closing and line.startswith("{"):
                if text[next_line:].strip():
                    raise _InDoubt
                end = at
                break
            self._line(line, at)
            at = next_line
        self._end_piece(end)
        if self.fence is not None:
            raise _InDoubt
        content = Range(tag.end, end)
        return self.found.outline(syntax.name, dict(node.attributes), attribute_places(opening, syntax), tag, content)

    def _line(self, line: str, at: int) -> None:
        bare = line.lstrip(" \t")
        indent = len(line) - len(bare)
        if self.fence is not None:
            self._in_fence(self.fence, line, bare, indent, at)
        elif not bare:
            self._end_piece(at)
        elif bare[0] in "`~" and bare.startswith(("```", "~~~")):
            self._open_fence(line, bare, indent, at)
        elif bare[0] == "#" and (heading := _HEADING.fullmatch(bare)):
            self._heading(heading, line, indent, at)
        else:
            self._text(line, bare, at)

    def _text(self, line: str, bare: str, at: int) -> None:
        if self.piece is not None and _ITEM.match(line):
            self._end_piece(at)
        if self.piece is None:
            self.piece = at
        if "{%" in line:
            self.tagged = True
        if bare[0] in _CONTAINER:
            inner = bare.lstrip(_CONTAINER)
            if inner.startswith(("#", "```", "~~~")):
                raise _InDoubt

    def _heading(self, heading: re.Match[str], line: str, indent: int, at: int) -> None:
        if indent:
            raise _InDoubt
        self._end_piece(at)
        words = heading[2] or ""
        if _PLAIN.fullmatch(words):
            self.found.headings.append(Heading(len(heading[1]), words.replace("`", "").strip(), at, direct=True))
        else:
            self._parse(at, at + len(line))

    def _open_fence(self, line: str, bare: str, indent: int, at: int) -> None:
        opened = _FENCE.fullmatch(bare)
        if opened is None or indent > 3 or "\t" in line[:indent] or "{%" in line:
            raise _InDoubt
        self._end_piece(at)
        self.fence = _Fence(opened[1], indent, at + indent)

    def _in_fence(self, fence: _Fence, line: str, bare: str, indent: int, at: int) -> None:
        if not bare:
            return
        marks = bare.rstrip(" \t")
        closes = len(marks) >= len(fence.marks) and not marks.strip(fence.marks[0])
        if indent < fence.indent or (closes and indent != fence.indent) or (fence.indent and "\t" in line[:indent]):
            raise _InDoubt
        if closes:
            self.found.fences.append(Range(fence.start, at + indent + len(marks)))
            self.fence = None

    def _end_piece(self, end: int) -> None:
        if self.piece is not None and self.tagged and not self._only_references(self.piece, end):
            self._parse(self.piece, end)
        self.piece, self.tagged = None, False

    def _only_references(self, start: int, end: int) -> bool:
        """Take what is nothing but words, code and references as it stands."""
        text = _CODE.sub(_blank, self.text[start:end])
        if _MARKUP.search(_REFERENCE.sub("", text)):
            return False
        for tag in _REFERENCE.finditer(text):
            place, value = (Range(start + tag.start(group), start + tag.end(group)) for group in (0, 1))
            self.found.mentions.append(Mention(tag[2], place, value))
        return True

    def _parse(self, start: int, end: int) -> None:
        """Ask the parser about some lines. What could reach beyond them is for the parser alone."""
        text = self.text[start:end]
        document = parse(_AHEAD + text, OPTIONS)
        if document.problems or any(tag.kind in ("open", "close", "broken") for tag in document.tags()):
            raise _InDoubt
        if ("|" in text and not text.startswith("|")) or _DEEP.search(text) or _AFTER.match(text):
            raise _InDoubt
        self.found.add(document, document.tree.children[1:], start - len(_AHEAD))


def _blank(code: re.Match[str]) -> str:
    """As many characters that stand in no text."""
    return "\0" * len(code[0])
