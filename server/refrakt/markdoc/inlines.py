"""Inline text: emphasis, links, code and tags inside a paragraph, heading or cell, each with its place.

markdown-it's rules for links, images and paired markers do the work; the loop around them goes straight to the one rule a
character can begin (instead of asking all in turn), and notes where each token starts and ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from markdown_it import rules_inline
from markdown_it.common.entities import entities
from markdown_it.common.utils import fromCodePoint, isValidEntityCode
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import Delimiter

from .inlinestate import InlineState
from .tags import partial_tag, read_tag_in, trim, unterminate
from .text import TagEnds
from .tokens import Token, push_tag

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

DEEPEST = 100
"""How deep Markdown may nest before markdown-it takes the rest as plain text."""

MARKUP = re.compile(r"[\n!&*<\[\\\]_`{~]")
_EASY_PIECES = r"(?:[^\n!&*<\[\\\]_`{~]++|`[^`]++`(?!`))++"
_EASY_STRONG = rf"(?<![^ ])\*\*(?=[!-)+-~]){_EASY_PIECES}(?<=[!-)+-~])\*\*(?![^ .,:;?)])"
EASY = re.compile(rf"(?:{_EASY_PIECES}|{_EASY_STRONG})++")
"""Text, code between single backticks, and `**strong**` between words, with nothing in it that could be read in two ways.

Most texts with markup are of this kind, and their nodes can be made without the tokens that markdown-it's rules would make first.
"""
EASY_PIECE = re.compile(r"`([^`]++)`|(\*\*)|[^`*]++")
_TICKS = re.compile(r"`+")
_NUMERIC = re.compile(r"&#(x[a-f0-9]{1,6}|[0-9]{1,7});", re.IGNORECASE)
_NAMED = re.compile(r"&([a-z][a-z0-9]{1,31});", re.IGNORECASE)
_PADDED = re.compile(r" ([^\n\r\u2028\u2029]+) \Z")
_ESCAPABLE = frozenset("\\!\"#$%&'()*+,./:;<=>?@[]^_`{|}~-")


# Rules, by the character they begin with -----------------------------------------------------------------------------


def _newline(state: InlineState, silent: bool) -> bool:
    src, start, end = state.src, state.pos, state.posMax
    at = start + 1
    while at < end and src[at] in " \t":
        at += 1
    if not silent:
        hard = False
        if state.text:
            text = "".join(state.text)
            if text.endswith(" "):
                hard = text.endswith("  ")
                text = text.rstrip(" ") if hard else text[:-1]
                state.text = [text] if text else []
            while state.mark > state.text_start and src[state.mark - 1] == " ":
                state.mark -= 1
        token = state.push("hardbreak" if hard else "softbreak", "br", 0)
        token.end = at
    state.pos = at
    return True


def _escape(state: InlineState, silent: bool) -> bool:
    src, at = state.src, state.pos + 1
    if at < state.posMax:
        char = src[at]
        if char in _ESCAPABLE:
            if not silent:
                state.take(char)
            state.pos = at + 1
            return True
        if char == "\n":
            if not silent:
                state.push("hardbreak", "br", 0)
            at += 1
            while at < state.posMax and src[at] in " \t":
                at += 1
            state.pos = at
            return True
    if not silent:
        state.take("\\")
    state.pos = at
    return True


def _code(state: InlineState, silent: bool) -> bool:
    """A code span: it ends at the next run of as many backticks.

    Once a run has been found that nothing matches, the last places seen are trusted, as in markdown-it. That this may be
    while looking ahead for the end of a link, with spans before it still to come, is part of how Markdoc reads.
    """
    src, start = state.src, state.pos
    opener = _TICKS.match(src, start, state.posMax)
    assert opener is not None
    length = opener.end() - start
    if not state.ticks_scanned or state.last_ticks.get(length, 0) > start:
        for run in _TICKS.finditer(src, opener.end()):
            close = run.start()
            if run.end() - close != length:
                state.last_ticks[run.end() - close] = close
                continue
            if not silent:
                token = state.push("code_inline", "code", 0)
                token.content = code_content(src[opener.end() : close])
                token.markup = opener.group()
            state.pos = run.end()
            return True
        state.ticks_scanned = True
    if not silent:
        state.take(opener.group())
    state.pos = opener.end()
    return True


def code_content(inner: str) -> str:
    """What a code span says: line ends are spaces, and one space at both ends is for the backticks."""
    content = inner.replace("\n", " ")
    padded = _PADDED.match(content) if content[0] == " " else None
    return padded.group(1) if padded else content


def _emphasis(state: InlineState, silent: bool) -> bool:
    if silent:
        return False
    start = state.pos
    marker = state.src[start]
    can_open, can_close, count = state.scanDelims(start, marker == "*")
    code = ord(marker)
    for index in range(count):
        token = state.push("text", "", 0)
        token.content = marker
        token.start = start + index
        token.end = start + index + 1
        state.delimiters.append(Delimiter(code, count, len(state.tokens) - 1, -1, can_open, can_close))
    state.pos = start + count
    return True


def _strikethrough(state: InlineState, silent: bool) -> bool:
    if silent:
        return False
    start = state.pos
    can_open, can_close, count = state.scanDelims(start, True)
    if count < 2:
        return False
    at = start
    if count % 2:
        token = state.push("text", "", 0)
        token.content = "~"
        token.start = at
        token.end = at = at + 1
    while at < start + count:
        token = state.push("text", "", 0)
        token.content = "~~"
        token.start = at
        token.end = at = at + 2
        state.delimiters.append(Delimiter(0x7E, 0, len(state.tokens) - 1, -1, can_open, can_close))
    state.pos = start + count
    return True


def _entity(state: InlineState, silent: bool) -> bool:
    src, start = state.src, state.pos
    if start + 1 < state.posMax and src[start + 1] == "#":
        found = _NUMERIC.match(src, start)
        if found is None:
            return False
        digits = found.group(1)
        code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
        char = fromCodePoint(code if isValidEntityCode(code) else 0xFFFD)
    else:
        found = _NAMED.match(src, start)
        if found is None or found.group(1) not in entities:
            return False
        char = entities[found.group(1)]
    if not silent:
        state.take(char)
    state.pos = found.end()
    return True


def _link(state: InlineState, silent: bool) -> bool:
    start, count = state.pos, len(state.tokens)
    if _cannot_end(state, "]") or not rules_inline.link(state, silent):
        return False
    if not silent:
        opener = state.tokens[count]
        if opener.type != "link_open":
            opener = state.tokens[count + 1]
        closer = state.tokens[-1]
        opener.end = start + 1
        closer.start = state.inner_end
        closer.end = state.pos
    return True


def _cannot_end(state: InlineState, closing: str) -> bool:
    """Whether it is plain that what begins here never ends, so that there is no need to look for it.

    Where there are backticks the search has an effect on them and must be made.
    """
    last = state.last.get(closing)
    if last is None:
        last = state.last[closing] = state.src.rfind(closing) if "`" not in state.src else len(state.src)
    return state.pos > last


def _image(state: InlineState, silent: bool) -> bool:
    return state.src.startswith("![", state.pos) and not _cannot_end(state, "]") and rules_inline.image(state, silent)


def _angle(state: InlineState, silent: bool) -> bool:
    start = state.pos
    if rules_inline.autolink(state, silent):
        if not silent:
            opener, text, closer = state.tokens[-3:]
            opener.end = text.start = start + 1
            text.end = closer.start = state.pos - 1
            closer.end = state.pos
        return True
    return state.md.options["comments"] and _comment(state, silent)


def _comment(state: InlineState, silent: bool) -> bool:
    start = state.pos
    if not state.src.startswith("<!--", start) or _cannot_end(state, "-->"):
        return False
    close = state.src.find("-->", start)
    if close < 0:
        return False
    if not silent:
        token = state.push("comment", "", 0)
        inner = trim(state.src, start + 4, max(close, start + 4))
        token.content = state.src[slice(*inner)]
    state.pos = close + 3
    return True


def _tag(state: InlineState, silent: bool) -> bool:
    src, start = state.src, state.pos
    if not src.startswith("{%", start):
        return False
    if state.tag_ends is None:
        state.tag_ends = TagEnds(src)
    close = state.tag_ends.find(start)
    if close < 0:
        if not silent:
            state.partial.append(partial_tag(src, start))
        return False
    if not silent:
        syntax = read_tag_in(src, start, close)
        if syntax.kind == "broken":
            unterminate(syntax, src)
        push_tag(state, syntax)
    state.pos = close + 2
    return True


def _settle_tildes(tokens: list[Token]) -> None:
    """An odd tilde in front of closing ones has been moved behind them: let the places follow."""
    for index, token in enumerate(tokens):
        if token.content == "~" and index and tokens[index - 1].start > token.start >= 0:
            first = index
            while first and tokens[first - 1].type == "s_close" and tokens[first - 1].start > token.start:
                first -= 1
            if token.end - token.start > 1:
                # It was an escaped one, which Markdown moves all the same: it is left without a place of its own.
                token.start = token.end = tokens[index - 1].end
                continue
            at = token.start
            for each in tokens[first : index + 1]:
                each.start = at
                each.end = at = at + (1 if each is token else 2)


_RULES: dict[str, Callable[[InlineState, bool], bool]] = {
    "\n": _newline,
    "\\": _escape,
    "`": _code,
    "~": _strikethrough,
    "*": _emphasis,
    "_": _emphasis,
    "[": _link,
    "!": _image,
    "<": _angle,
    "&": _entity,
    "{": _tag,
}


class InlineParser(ParserInline):
    """markdown-it's inline parser with direct dispatch and places."""

    def tokenize(self, state: InlineState) -> None:  # type: ignore[override]
        src, end = state.src, state.posMax
        search = MARKUP.search
        find_rule = _RULES.get
        while state.pos < end:
            at = state.pos
            state.mark = at
            if state.level >= DEEPEST:
                if state.deep < 0:
                    state.deep = at
                state.take(src[at:end])
                state.pos = end
                break
            stop = search(src, at)
            if stop is None:
                state.take(src[at:end])
                state.pos = end
                break
            until = stop.start()
            if until > at:
                if until >= end:
                    until = end
                state.take(src[at:until])
                state.pos = until
                if until == end:
                    break
                state.mark = at = until
            rule = find_rule(src[at])
            if rule is not None and rule(state, False):
                tokens = state.tokens
                if tokens and tokens[-1].end < 0:
                    tokens[-1].end = state.pos
                continue
            state.mark = at
            state.take(src[at])
            state.pos = at + 1
        state.mark = end
        if state.text:
            state.pushPending()
        state.inner_end = end

    def skipToken(self, state: InlineState) -> None:  # type: ignore[override]
        at = state.pos
        known = state.cache.get(at)
        if known is not None:
            state.pos = known
            return
        if state.level >= DEEPEST:
            state.pos = state.posMax
        else:
            stop = MARKUP.search(state.src, at)
            if stop is None or stop.start() >= state.posMax:
                state.pos = state.posMax
            elif stop.start() > at:
                state.pos = stop.start()
            else:
                rule = _RULES.get(state.src[at])
                state.level += 1
                done = rule is not None and rule(state, True)
                state.level -= 1
                if not done:
                    state.pos = at + 1
        state.cache[at] = state.pos

    def read(self, src: str, md: MarkdownIt, env: Any) -> InlineState:
        """Tokenise one inline content and pair its markers."""
        state = InlineState(src, md, env)
        self.tokenize(state)
        if state.delimiters or state.tokens_meta:
            rules_inline.link_pairs(state)
            rules_inline.strikethrough.postProcess(state)
            if "~~~" in src:
                _settle_tildes(state.tokens)
            rules_inline.emphasis.postProcess(state)
        return state

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:  # type: ignore[override]
        """What markdown-it's image rule calls for an alternative text, which is not needed here."""
        return tokens
