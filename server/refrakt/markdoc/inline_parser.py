"""The inline parser: emphasis, links, code and tags in a paragraph, heading or cell, with source offsets.

It uses markdown-it's rules for links, images and paired delimiters. Its main loop dispatches on the character to the one rule
that can start there, instead of trying all rules, and records where each token starts and ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from markdown_it import rules_inline
from markdown_it.common.entities import entities
from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.common.utils import fromCodePoint, isValidEntityCode
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import Delimiter

from refrakt.markdoc.inline_state import InlineState
from refrakt.markdoc.tag_parser import mark_unterminated, parse_tag_at, parse_unterminated_tag, trim
from refrakt.markdoc.text import TagEnds
from refrakt.markdoc.tokens import SyntaxToken, push_tag

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

MAX_NESTING = 100
"""How deep Markdown may nest before markdown-it treats the rest as plain text."""

MARKUP = re.compile(r"[\n!&*<\[\\\]_`{~]")
_SIMPLE_TOKENS = r"(?:[^\n!&*<\[\\\]_`{~]++|`[^`]++`(?!`))++"
_SIMPLE_STRONG = rf"(?<![^ ])\*\*(?=[!-)+-~]){_SIMPLE_TOKENS}(?<=[!-)+-~])\*\*(?![^ .,:;?)])"
SIMPLE_TEXT = re.compile(rf"(?:{_SIMPLE_TOKENS}|{_SIMPLE_STRONG})++")
"""Unambiguous text with only code between single backticks and `**strong**` between words.

Most texts with markup match this, and their nodes are built without markdown-it's tokens.
"""
SIMPLE_TOKEN = re.compile(r"`([^`]++)`|(\*\*)|[^`*]++")
_TICKS = re.compile(r"`+")
_NUMERIC = re.compile(r"&#(x[a-f0-9]{1,6}|[0-9]{1,7});", re.IGNORECASE)
_NAMED = re.compile(r"&([a-z][a-z0-9]{1,31});", re.IGNORECASE)
_PADDED = re.compile(r" ([^\n\r\u2028\u2029]+) \Z")
ESCAPABLE = frozenset("\\!\"#$%&'()*+,./:;<=>?@[]^_`{|}~-")


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
        if char in ESCAPABLE:
            if not silent:
                state.add_text(char)
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
        state.add_text("\\")
    state.pos = at
    return True


def _code(state: InlineState, silent: bool) -> bool:
    """A code span: it ends at the next run of as many backticks.

    After a run without a match, the recorded positions of later runs are used, as in markdown-it. This can happen during
    lookahead for the end of a link, before the code spans in it are parsed; Markdoc's result depends on that order.
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
        state.add_text(opener.group())
    state.pos = opener.end()
    return True


def code_content(inner: str) -> str:
    """The content of a code span: line ends become spaces, and one space is removed at both ends."""
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
    found = decode_entity(state.src, state.pos)
    if found is None:
        return False
    text, end = found
    if not silent:
        state.add_text(text)
    state.pos = end
    return True


def decode_entity(src: str, start: int) -> tuple[str, int] | None:
    """The text of the entity at this offset, and where it ends."""
    if src.startswith("#", start + 1):
        found = _NUMERIC.match(src, start)
        if found is None:
            return None
        digits = found.group(1)
        code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
        return fromCodePoint(code if isValidEntityCode(code) else 0xFFFD), found.end()
    found = _NAMED.match(src, start)
    if found is None or found.group(1) not in entities:
        return None
    return entities[found.group(1)], found.end()


def _link(state: InlineState, silent: bool) -> bool:
    start, count = state.pos, len(state.tokens)
    if _has_no_closer(state, "]") or not rules_inline.link(state, silent):
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


def _has_no_closer(state: InlineState, closing: str) -> bool:
    """Whether no `closing` follows, so that the rule cannot match.

    With backticks in the text the rule must run, because its lookahead changes how they are parsed.
    """
    last = state.last_closer.get(closing)
    if last is None:
        last = state.last_closer[closing] = state.src.rfind(closing) if "`" not in state.src else len(state.src)
    return state.pos > last


def _image(state: InlineState, silent: bool) -> bool:
    return (
        state.src.startswith("![", state.pos) and not _has_no_closer(state, "]") and rules_inline.image(state, silent)
    )


def _angle(state: InlineState, silent: bool) -> bool:
    start = state.pos
    if rules_inline.autolink(state, silent):
        if not silent:
            opener, text, closer = state.tokens[-3:]
            opener.end = text.start = start + 1
            text.end = closer.start = state.pos - 1
            closer.end = state.pos
        return True
    if state.md.options["comments"] and _comment(state, silent):
        return True
    return state.md.options["html"] and _html(state, silent)


def _html(state: InlineState, silent: bool) -> bool:
    """An HTML element, comment or declaration."""
    start = state.pos
    closing = next((each for opening, each in _HTML_ENDS if state.src.startswith(opening, start)), ">")
    found = None if _has_no_closer(state, closing) else html_pattern().match(state.src, start, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("html", "", 0).content = found[0]
    state.pos = found.end()
    return True


_HTML_ENDS = (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"))


@cache
def html_pattern() -> re.Pattern[str]:
    """One HTML element, comment or declaration."""
    return re.compile(HTML_TAG_RE.pattern.removeprefix("^"), HTML_TAG_RE.flags)


def _comment(state: InlineState, silent: bool) -> bool:
    start = state.pos
    if not state.src.startswith("<!--", start) or _has_no_closer(state, "-->"):
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
            state.unterminated.append(parse_unterminated_tag(src, start))
        return False
    if not silent:
        syntax = parse_tag_at(src, start, close)
        if syntax.kind == "broken":
            mark_unterminated(syntax, src)
        push_tag(state, syntax)
    state.pos = close + 2
    return True


def _fix_tilde_offsets(tokens: list[SyntaxToken]) -> None:
    """Update offsets where an odd tilde before closing delimiters was moved after them."""
    for index, token in enumerate(tokens):
        if token.content == "~" and index and tokens[index - 1].start > token.start >= 0:
            first = index
            while first and tokens[first - 1].type == "s_close" and tokens[first - 1].start > token.start:
                first -= 1
            if token.end - token.start > 1:
                # An escaped tilde, which markdown-it moves too: it gets an empty range.
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
    """markdown-it's inline parser with direct dispatch and source offsets."""

    def tokenize(self, state: InlineState) -> None:  # type: ignore[override]
        src, end = state.src, state.posMax
        search = MARKUP.search
        find_rule = _RULES.get
        while state.pos < end:
            at = state.pos
            state.mark = at
            if state.level >= MAX_NESTING:
                if state.too_deep_at < 0:
                    state.too_deep_at = at
                state.add_text(src[at:end])
                state.pos = end
                break
            stop = search(src, at)
            if stop is None:
                state.add_text(src[at:end])
                state.pos = end
                break
            until = stop.start()
            if until > at:
                if until >= end:
                    until = end
                state.add_text(src[at:until])
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
            state.add_text(src[at])
            state.pos = at + 1
        state.mark = end
        if state.text:
            state.pushPending()
        state.inner_end = end

    def skipToken(self, state: InlineState) -> None:  # type: ignore[override]
        at = state.pos
        end = state.cache.get(at)
        if end is not None:
            state.pos = end
            return
        if state.level >= MAX_NESTING:
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
        """Tokenize one inline content and match its delimiters."""
        state = InlineState(src, md, env)
        self.tokenize(state)
        if state.delimiters or state.tokens_meta:
            rules_inline.link_pairs(state)
            rules_inline.strikethrough.postProcess(state)
            if "~~~" in src:
                _fix_tilde_offsets(state.tokens)
            rules_inline.emphasis.postProcess(state)
        return state

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[SyntaxToken]) -> list[SyntaxToken]:  # type: ignore[override]
        """markdown-it's image rule calls this for the alternative text, which is not needed."""
        return tokens
