"""Block structure: which lines make a paragraph, a list, a fence, a table or a tag.

The frame is markdown-it-py's block parser, and its rules for quotes and rules do their work as they are. The rules written here
are those that must note where their text came from (paragraphs, headings, cells, fences), those that follow the reference where
the library has moved on (lists, reference definitions), and Markdoc's own: tags, comments and frontmatter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt, rules_block
from markdown_it.common.utils import normalizeReference
from markdown_it.parser_block import ParserBlock
from markdown_it.ruler import Ruler
from markdown_it.rules_block.list import markTightParagraphs, skipBulletListMarker, skipOrderedListMarker
from markdown_it.rules_block.state_block import StateBlock

from .inlines import DEEPEST, InlineParser, push_tag, relocate, unterminate
from .tables import table
from .tags import read_tag, trim
from .text import WHITE, Segments, TagEnds, wide
from .tokens import Place, Token

if TYPE_CHECKING:
    from .document import Options

Rule = Callable[["BlockState", int, int, bool], bool]

_LEAD = re.compile(r"[ \t]+")


class BlockState(StateBlock):
    """Some lines being read. `lead` is the white space that opens the document, on which the reference's tag rule depends."""

    tokens: list[Token]  # type: ignore[assignment]

    def __init__(self, src: str, md: MarkdownIt, env: Any, lead: int, first: bool) -> None:
        self.src = src
        self.md = md
        self.env = env
        self.tokens = []
        self.lead = lead
        self.first = first
        self.asked: list[tuple[str, int, int]] = []
        """Searches for the end of a tag or comment: (opener, where it was asked, answer). They may look past the block."""
        self.deep: list[int] = []
        """Offsets at which content nests too deep and is left out."""
        self.deepest = 0
        self.tag_ends: TagEnds | None = None
        self.indented = bool(md.options["indentation"])
        self.blkIndent = 0
        self.line = 0
        self.tight = False
        self.ddIndent = -1
        self.listIndent = -1
        self.parentType = "root"
        self.level = 0
        self.result = ""
        self._mark_lines()

    def _mark_lines(self) -> None:
        begins: list[int] = []
        ends: list[int] = []
        shifts: list[int] = []
        counts: list[int] = []
        src = self.src
        at = 0
        match_lead = _LEAD.match
        for line in src.split("\n"):
            end = at + len(line)
            begins.append(at)
            ends.append(end)
            if line and line[0] in " \t":
                lead = match_lead(line)
                width = lead.end() if lead else 0
                shifts.append(width)
                if "\t" in line[:width]:
                    count = 0
                    for char in line[:width]:
                        count += 4 - count % 4 if char == "\t" else 1
                    counts.append(count)
                else:
                    counts.append(width)
            else:
                shifts.append(0)
                counts.append(0)
            at = end + 1
        if begins[-1] + shifts[-1] >= len(src):
            # What follows the last line break is no line unless something stands on it.
            for marks in (begins, ends, shifts, counts):
                marks.pop()
        self.lineMax = len(begins)
        for marks in (begins, ends):
            marks.append(len(src))
        for marks in (shifts, counts):
            marks.append(0)
        self.bMarks = begins
        self.eMarks = ends
        self.tShift = shifts
        self.sCount = counts
        self.bsCount = [0] * len(begins)

    def push(self, ttype: str, tag: str, nesting: int) -> Token:  # type: ignore[override]
        token = Token(ttype, tag, nesting)
        token.block = True
        if nesting < 0:
            self.level -= 1
        token.level = self.level
        if nesting > 0:
            self.level += 1
            if self.level > self.deepest:
                self.deepest = self.level
        self.tokens.append(token)
        return token

    def is_code_block(self, line: int) -> bool:
        """Whether a line is indented so far that nothing but text can stand there."""
        return self.sCount[line] - self.blkIndent >= 4 and not self.indented

    def find_end(self, opener: str, at: int) -> int:
        """Where the tag or comment that opens at `at` ends, or -1."""
        if opener == "{%":
            if self.tag_ends is None:
                self.tag_ends = TagEnds(self.src)
            end = self.tag_ends.find(at)
        else:
            end = self.src.find("-->", at)
        self.asked.append((opener, at, end))
        return end

    def cut(self, begin: int, end: int, indent: int) -> tuple[str, Place]:
        """Lines without their indentation, trimmed, and where that text came from."""
        src, begins, ends = self.src, self.bMarks, self.eMarks
        if end - begin == 1 or (indent == 0 and begins[begin + 1] == ends[begin] + 1 and self._runs_on(begin, end)):
            start = begins[begin] + self.tShift[begin]
            start, stop = trim(src, start, ends[end - 1])
            return src[start:stop], start
        parts: list[str] = []
        pairs: list[tuple[int, int]] = []
        size = 0
        for line in range(begin, end):
            first, virtual = self._after_indent(line, indent)
            part = src[first : ends[line]]
            pairs.append((size + virtual, first))
            parts.append(" " * virtual + part)
            size += virtual + len(part) + 1
        text = "\n".join(parts)
        start, stop = trim(text, 0, len(text))
        return text[start:stop], Segments([(max(here - start, 0), there + max(start - here, 0)) for here, there in pairs])

    def _runs_on(self, begin: int, end: int) -> bool:
        """Whether these lines stand in the source one after the other with nothing taken out between them."""
        begins, ends = self.bMarks, self.eMarks
        return all(begins[line + 1] == ends[line] + 1 for line in range(begin, end - 1))

    def _after_indent(self, line: int, indent: int) -> tuple[int, int]:
        """Where a line goes on after `indent` columns, and how many columns of a tab reach beyond them."""
        src = self.src
        start = at = self.bMarks[line]
        stop = self.eMarks[line]
        column = 0
        while at < stop and column < indent:
            char = src[at]
            if char == "\t":
                column += 4 - (column + self.bsCount[line]) % 4
            elif char == " " or at - start < self.tShift[line]:
                column += 1
            else:
                break
            at += 1
        return at, max(column - indent, 0)

    def last_text_end(self, begin: int, end: int) -> int:
        """The end of the last line in a range that is not blank."""
        line = min(end, self.lineMax) - 1
        while line > begin and self.isEmpty(line):
            line -= 1
        return self.eMarks[line]


# Rules -------------------------------------------------------------------------------------------------------------------


def _paragraph(state: BlockState, start: int, end: int, silent: bool) -> bool:
    end = state.lineMax
    outer, state.parentType = state.parentType, "paragraph"
    line = start + 1
    begins, shifts, ends, counts, src = state.bMarks, state.tShift, state.eMarks, state.sCount, state.src
    while line < end:
        at = begins[line] + shifts[line]
        if at >= ends[line]:
            break
        indent = counts[line]
        if (state.indented or indent - state.blkIndent <= 3) and indent >= 0:
            if src[at] in _INTERRUPTERS and _interrupts(state, line, end, at):
                break
            if line + 1 < end and "|" in src[at : ends[line]] and table(state, line, end, True):
                break
        line += 1
    content, place = state.cut(start, line, state.blkIndent)
    state.line = line
    state.parentType = outer
    opener = state.push("paragraph_open", "p", 1)
    opener.map = [start, line]
    inline = state.push("inline", "", 0)
    inline.content = content
    inline.map = [start, line]
    inline.place = place
    state.push("paragraph_close", "p", -1)
    return True


_INTERRUPTERS = frozenset("`~>*-_+0123456789#{<")


def _interrupts(state: BlockState, line: int, end: int, at: int) -> bool:
    """Whether the line at hand ends the paragraph before it."""
    char = state.src[at]
    if char in "`~":
        return _fence(state, line, end, True)
    if char == ">":
        return True
    if char == "#":
        return _heading(state, line, end, True)
    if char == "{":
        return _tag(state, line, end, True)
    if char == "<":
        return _comment(state, line, end, True)
    if char in "*-_" and rules_block.hr(state, line, end, True):
        return True
    return char != "_" and _list(state, line, end, True)


def _heading(state: BlockState, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    src = state.src
    begin = state.bMarks[start] + state.tShift[start]
    stop = state.eMarks[start]
    at = begin
    while at < stop and src[at] == "#":
        at += 1
    level = at - begin
    if not 1 <= level <= 6 or (at < stop and src[at] not in " \t"):
        return False
    if silent:
        return True
    while stop > at and src[stop - 1] in " \t":
        stop -= 1
    tail = stop
    while tail > at and src[tail - 1] == "#":
        tail -= 1
    if tail > at and src[tail - 1] in " \t":
        stop = tail
    state.line = start + 1
    token = state.push("heading_open", f"h{level}", 1)
    token.markup = "#" * level
    token.map = [start, start + 1]
    inline = state.push("inline", "", 0)
    inner = trim(src, at, stop)
    inline.content = src[slice(*inner)]
    inline.place = inner[0]
    inline.map = [start, start + 1]
    state.push("heading_close", f"h{level}", -1)
    return True


def _fence(state: BlockState, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    src = state.src
    begin = state.bMarks[start] + state.tShift[start]
    stop = state.eMarks[start]
    marker = src[begin : begin + 1]
    at = begin
    while at < stop and src[at] == marker:
        at += 1
    length = at - begin
    if length < 3 or marker not in "`~":
        return False
    info = src[at:stop]
    if marker == "`" and "`" in info:
        return False
    if silent:
        return True
    line = start
    closed = False
    while True:
        line += 1
        if line >= end:
            break
        here = state.bMarks[line] + state.tShift[line]
        stop = state.eMarks[line]
        if here < stop and state.sCount[line] < state.blkIndent:
            break
        if src[here : here + 1] != marker or state.is_code_block(line):
            continue
        tail = here
        while tail < len(src) and src[tail] == marker:
            tail += 1
        if tail - here < length:
            continue
        while tail < len(src) and src[tail] in " \t":
            tail += 1
        if tail < stop:
            continue
        closed = True
        break
    indent = state.sCount[start]
    parts: list[str] = []
    pairs: list[tuple[int, int]] = []
    size = 0
    for inner in range(start + 1, line):
        first, virtual = state._after_indent(inner, indent)
        part = src[first : state.eMarks[inner] + 1]
        pairs.append((size + virtual, first))
        parts.append(" " * virtual + part)
        size += virtual + len(part)
    state.line = line + closed
    token = state.push("fence", "code", 0)
    token.info = info
    token.content = "".join(parts)
    token.markup = src[begin : begin + length]
    token.map = [start, state.line]
    token.place = Segments(pairs) if pairs else state.eMarks[start]
    token.meta = at
    token.end = state.eMarks[min(state.line, state.lineMax) - 1]
    return True


def _list(state: BlockState, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    counts = state.sCount
    if (
        not state.indented
        and state.listIndent >= 0
        and counts[start] - state.listIndent >= 4
        and counts[start] < state.blkIndent
    ):
        return False
    src, begins, shifts = state.src, state.bMarks, state.tShift
    in_paragraph = silent and state.parentType == "paragraph" and counts[start] >= state.blkIndent
    at = begins[start] + shifts[start]
    after = skipOrderedListMarker(state, start)
    ordered = after >= 0
    value = int(src[at : after - 1]) if ordered else 1
    if ordered:
        if in_paragraph and value != 1:
            return False
    else:
        after = skipBulletListMarker(state, start)
        if after < 0:
            return False
    if in_paragraph and state.skipSpaces(after) >= state.eMarks[start]:
        return False
    if silent:
        return True
    marker = src[after - 1]
    index = len(state.tokens)
    kind, element = ("ordered_list", "ol") if ordered else ("bullet_list", "ul")
    opener = state.push(f"{kind}_open", element, 1)
    if value != 1:
        opener.attrs = {"start": value}
    opener.map = lines = [start, 0]
    opener.markup = marker
    outer, state.parentType = state.parentType, "list"
    tight = True
    ended_empty = False
    line = start
    while line < end:
        tight, ended_empty = _item(state, line, end, after, marker, tight, ended_empty)
        line = state.line
        if line >= end or counts[line] < state.blkIndent or state.is_code_block(line):
            break
        if _ends_list(state, line, end):
            break
        after = skipOrderedListMarker(state, line) if ordered else skipBulletListMarker(state, line)
        if after < 0 or src[after - 1] != marker:
            break
    state.push(f"{kind}_close", element, -1).markup = marker
    lines[1] = line
    state.line = line
    state.parentType = outer
    if tight:
        markTightParagraphs(state, index)
    return True


def _item(
    state: BlockState, line: int, end: int, after: int, marker: str, tight: bool, ended_empty: bool
) -> tuple[bool, bool]:
    """One list item; returns whether the list is still tight and whether this item ended in a blank line."""
    src, stop = state.src, state.eMarks[line]
    begin = state.bMarks[line] + state.tShift[line]
    initial = column = state.sCount[line] + after - begin
    at = after
    while at < stop and src[at] in " \t":
        column += 4 - (column + state.bsCount[line]) % 4 if src[at] == "\t" else 1
        at += 1
    inside = 1 if at >= stop else column - initial
    if inside > 4 and not state.indented:
        inside = 1
    token = state.push("list_item_open", "li", 1)
    token.markup = marker
    token.map = lines = [line, 0]
    token.start = begin
    old = state.tight, state.tShift[line], state.sCount[line], state.listIndent
    state.listIndent = state.blkIndent
    state.blkIndent = initial + inside
    state.tight = True
    state.tShift[line] = at - state.bMarks[line]
    state.sCount[line] = column
    if at >= stop and state.isEmpty(line + 1):
        # Nothing on this line and nothing on the next: the item is empty.
        state.line = min(state.line + 2, end)
    else:
        state.md.block.tokenize(state, line, end)
    if not state.tight or ended_empty:
        tight = False
    ended_empty = state.line - line > 1 and state.isEmpty(state.line - 1)
    state.blkIndent = state.listIndent
    state.tight, state.tShift[line], state.sCount[line], state.listIndent = old
    state.push("list_item_close", "li", -1).markup = marker
    lines[1] = state.line
    token.end = state.last_text_end(line, state.line)
    return tight, ended_empty


def _ends_list(state: BlockState, line: int, end: int) -> bool:
    at = state.bMarks[line] + state.tShift[line]
    char = state.src[at : at + 1]
    if char in ("`", "~"):
        return _fence(state, line, end, True)
    if char == ">":
        return not state.is_code_block(line)
    return char in ("*", "-", "_") and rules_block.hr(state, line, end, True)


def _definition(state: BlockState, start: int, end: int, silent: bool) -> bool:
    """A link reference definition, `[label]: destination "title"`: it leaves no token, only an entry."""
    if state.is_code_block(start):
        return False
    found = None
    line = start + 1
    while found is None:
        # A definition is mostly one line; only an unfinished one needs a look at more of its paragraph.
        first, line = line, _definition_lines(state, line, start + 2 * (line - start) + 2)
        text, _ = state.cut(start, line, state.blkIndent)
        found = _read_definition(state.md, text)
        if line == first:
            break
        if found is not None and found[3] >= line - start:
            found = None
    if found is None:
        return False
    label, href, title, lines = found
    if silent:
        return True
    state.env["definitions"].setdefault(label, {"href": href, "title": title})
    state.line = start + lines
    return True


def _definition_lines(state: BlockState, line: int, most: int) -> int:
    """The line before which the text that may hold a definition ends; `most` bounds the search."""
    last = min(state.lineMax, most)
    outer, state.parentType = state.parentType, "reference"
    while line < last and not state.isEmpty(line):
        indent = state.sCount[line]
        if (state.indented or indent - state.blkIndent <= 3) and indent >= 0:
            at = state.bMarks[line] + state.tShift[line]
            char = state.src[at]
            if char not in "{<" and char in _INTERRUPTERS and _interrupts(state, line, state.lineMax, at):
                break
            if line + 1 < state.lineMax and table(state, line, state.lineMax, True):
                break
        line += 1
    state.parentType = outer
    return line


def _read_definition(md: MarkdownIt, text: str) -> tuple[str, str, str, int] | None:
    size = len(text)
    close = 1
    while close < size and text[close] != "]":
        if text[close] == "[":
            return None
        close += 2 if text[close] == "\\" else 1
    if close >= size or text[close + 1 : close + 2] != ":":
        return None
    at = _skip_space(text, close + 2)
    target = md.helpers.parseLinkDestination(text, at, size)
    if not target.ok:
        return None
    href = md.normalizeLink(target.str)
    if not md.validateLink(href):
        return None
    title, end = "", target.pos
    at = _skip_space(text, end)
    if at < size and at != end:
        named = md.helpers.parseLinkTitle(text, at, size)
        if named.ok and _ends_line(text, named.pos):
            title, end = named.str, named.pos
    if not _ends_line(text, end):
        return None
    label = normalizeReference(text[1:close])
    if not label:
        return None
    return label, href, title, text.count("\n", 0, end) + 1


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\n":
        at += 1
    return at


def _ends_line(text: str, at: int) -> bool:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at >= len(text) or text[at] == "\n"


def _tag(state: BlockState, start: int, end: int, silent: bool) -> bool:
    """A tag on a line of its own, or one that begins a line and spans several."""
    src = state.src
    begin = state.bMarks[start] + state.tShift[start]
    if not src.startswith("{%", begin):
        return False
    close = state.find_end("{%", begin)
    if close < 0:
        return False
    stop = state.eMarks[start]
    while src[stop - 1] in WHITE:
        stop -= 1
    rest = src[close + 2 : stop]
    if rest and (not state.lead or wide(rest) > state.lead):
        return False
    lines = src.count("\n", begin, close + 2) + 1
    if lines == 1:
        inner = trim(src, begin + 2, close)
        content = src[slice(*inner)]
        if content.startswith("$"):
            return False
        if silent:
            return True
        syntax = read_tag(content)
        relocate(syntax, inner[0], begin, close + 2)
    else:
        text, segments = _raw_lines(state, start, min(start + lines, state.lineMax))
        opener = text.find("{%")
        inner_end = max(TagEnds(text).find(0), opener + 2)
        inner = trim(text, opener + 2, inner_end)
        content = text[slice(*inner)]
        if content.startswith("$"):
            return False
        if silent:
            return True
        syntax = read_tag(content)
        relocate(syntax, inner[0], opener, inner_end + 2)
        if syntax.kind == "broken":
            unterminate(syntax, text)
        move(syntax, segments)
        if syntax.terminated:
            syntax.end = close + 2
    token = push_tag(state, syntax)
    token.map = [start, start + lines]
    token.start = begin
    token.end = close + 2
    token.content = _lost(state, close + 2) if lines > 1 or rest else ""
    state.line += lines
    return True


def _lost(state: BlockState, at: int) -> str:
    """The text on the line after a tag's end, which Markdoc drops."""
    line_end = state.src.find("\n", at)
    return state.src[at : line_end if line_end >= 0 else len(state.src)]


def _raw_lines(state: BlockState, begin: int, end: int) -> tuple[str, Segments]:
    parts: list[str] = []
    pairs: list[tuple[int, int]] = []
    size = 0
    for line in range(begin, end):
        first = state.bMarks[line]
        part = state.src[first : state.eMarks[line]]
        pairs.append((size, first))
        parts.append(part)
        size += len(part) + 1
    return "\n".join(parts), Segments(pairs)


def move(syntax: Any, place: Callable[[int], int]) -> None:
    """Put a tag read from cut-out lines back into the source."""
    syntax.start, syntax.end = place(syntax.start), place(syntax.end)
    syntax.name_start = place(syntax.name_start)
    syntax.attributes = [
        each._replace(key=(place(each.key[0]), place(each.key[1])), value=(place(each.value[0]), place(each.value[1])))
        for each in syntax.attributes
    ]
    if syntax.fault is not None:
        syntax.fault = syntax.fault._replace(start=place(syntax.fault.start), end=place(syntax.fault.end))


def _comment(state: BlockState, start: int, end: int, silent: bool) -> bool:
    src = state.src
    begin = state.bMarks[start] + state.tShift[start]
    if not state.md.options["comments"] or not src.startswith("<!--", begin):
        return False
    close = state.find_end("<!--", begin)
    if close < 0:
        return False
    if silent:
        return True
    inner = trim(src, begin + 4, max(close, begin + 4))
    lines = src.count("\n", begin + 4, close) + 1
    token = state.push("comment", "", 0)
    token.content = src[slice(*inner)]
    token.map = [start, start + lines]
    token.start = begin
    token.end = close + 3
    state.line += lines
    return True


def _frontmatter(state: BlockState, start: int, end: int, silent: bool) -> bool:
    if start != 0 or not state.first or not _is_dashes(state, 0):
        return False
    close = next((line for line in range(1, end) if _is_dashes(state, line)), 0)
    if not close:
        return False
    token = state.push("frontmatter", "", 0)
    inner = trim(state.src, state.eMarks[0], state.bMarks[close])
    token.content = state.src[slice(*inner)]
    token.map = [0, close]
    token.place = inner[0]
    token.hidden = True
    state.line = close + 1
    return True


def _is_dashes(state: BlockState, line: int) -> bool:
    return state.src[state.bMarks[line] : state.eMarks[line]].strip(WHITE) == "---"


def _quote(state: BlockState, start: int, end: int, silent: bool) -> bool:
    return rules_block.blockquote(state, start, end, silent)


def _rule(state: BlockState, start: int, end: int, silent: bool) -> bool:
    return rules_block.hr(state, start, end, silent)


_BY_CHARACTER: dict[str, tuple[Rule, ...]] = {
    "`": (_fence,),
    "~": (_fence,),
    ">": (_quote,),
    "*": (_rule, _list),
    "-": (_rule, _list),
    "_": (_rule,),
    "+": (_list,),
    "[": (_definition,),
    "#": (_heading,),
    "{": (_tag,),
    **dict.fromkeys("0123456789", (_list,)),
}


class BlockParser(ParserBlock):
    """markdown-it's block parser, going straight to the rules a line's first character allows."""

    def __init__(self) -> None:
        # Quotes and tables ask for the rules that end them; nothing else goes through the ruler.
        self.ruler = Ruler()
        for name, rule, ended in (
            ("fence", _fence, ["blockquote"]),
            ("blockquote", _quote, ["blockquote"]),
            ("hr", _rule, ["blockquote"]),
            ("list", _list, ["blockquote"]),
            ("heading", _heading, ["blockquote"]),
            ("tag", _tag, ["blockquote"]),
        ):
            self.ruler.push(name, rule, {"alt": ended})  # type: ignore[arg-type]

    def tokenize(self, state: BlockState, startLine: int, endLine: int) -> None:  # type: ignore[override]  # noqa: N803
        line = startLine
        had_blank = False
        while line < endLine:
            state.line = line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                break
            if state.level >= DEEPEST:
                state.deep.append(state.bMarks[line] + state.tShift[line])
                state.line = endLine
                break
            self.block(state, line, endLine)
            state.tight = not had_blank
            line = state.line
            if line - 1 < endLine and state.isEmpty(line - 1):
                had_blank = True
            if line < endLine and state.isEmpty(line):
                had_blank = True
                line += 1
                state.line = line

    def block(self, state: BlockState, line: int, end: int) -> None:
        """Read the one block that begins on this line."""
        begin = state.bMarks[line] + state.tShift[line]
        char = state.src[begin]
        count = len(state.tokens)
        if (char == "<" and _comment(state, line, end, False)) or (line == 0 and _frontmatter(state, line, end, False)):
            return
        if not (line + 1 < end and table(state, line, end, False)):
            for rule in _BY_CHARACTER.get(char, ()):
                if rule(state, line, end, False):
                    break
            else:
                _paragraph(state, line, end, False)
        if len(state.tokens) > count:
            token = state.tokens[count]
            if token.start < 0:
                token.start = begin
            if token.end < 0:
                token.end = state.last_text_end(line, state.line)


def make_parser(options: Options) -> MarkdownIt:
    """A markdown-it whose parsers are ours."""
    md = MarkdownIt("js-default", {"html": False, "comments": options.comments, "indentation": options.indentation})
    md.block = BlockParser()
    md.inline = InlineParser()
    return md
