"""Bold text or code that is not closed.

Asterisks and ticks come in pairs. A single one is shown as text, and what follows is not bold. If one asterisk of
four is missing, or there are spaces inside of the asterisks, the fix is exact. Where the end is a guess, the fix
needs a person.

Asterisks between a letter and a punctuation mark may begin or end nothing: in `a**“b”**` both pairs are shown as text.
This happens in languages that are written without spaces, and has no fix.

**Example**

```markdoc {% process=false %}
Always **save* your work.
```

**Use instead**

```markdoc {% process=false %}
Always **save** your work.
```
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import BlockText, Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.registry import rule

_SPACED = re.compile(r"(?<![*\w])\*\*([ \t]*)([^\W\d_](?:[^*\n]{0,120}[^\s*])?)([ \t]*)\*\*(?![*\w])")
_ASTERISK = re.compile(r"(?<![*\\])\*(?!\*)")
_SPACED_EM = re.compile(r"(?<=[a-z,;:] )\*[ \t]+([A-Za-z]{3,}(?: [A-Za-z'’-]+){0,6})[ \t]+\*(?=[\s.,;:!?)]|$)")
_OPEN_EM = re.compile(r"(?<=[a-z,;:] )\*(?!args\b)[A-Za-z]{2,}(?=[ .,;:!?)]|$)(?!\.[a-z])")
_ACCENTS = re.compile(r"(?<!\w)[´‘]([\w./@-][^´‘’\n]{0,60})´(?!\w)")
_PAIR = re.compile(r"(?<![*\\])\*\*(?!\*)")
_OPENS = re.compile(r"(?<![*\w\\])\*\*(?=[^\s*])(?!kwargs\b)")
_CLOSES = re.compile(r"(?<=[^\s*\\])\*\*(?![*\w])")
_MIXED = re.compile(
    r"(?<![*\w])\*\*([^\s*_][^*_\n]{0,120}?(?<=\S))(__)(?!\w)|(?<!\w)(__)([^\s*_][^*_\n]{0,120}?(?<=\S))\*\*(?![*\w])"
)
_UNEVEN_TICKS = re.compile(r"(?<!`)(?:`([^`\n]+)``|``([^`\n]+)`)(?!`)")
_TICK = re.compile(r"(?<![`\\])`(?!`)")
_QUOTED_CODE = re.compile(r"(?<![\w`])(?:`[\w./@-]{3,}['´’‘](?![\w`])|['´’‘][\w./@-]{3,}`(?!`))")
_WORD_END = re.compile(r"[^\s,;:!?)\]]+(?:\([^\s()]*\))?")
_LABEL_END = re.compile(r"[^\n]{1,60}?(?=:(?:\s|$)| [–—-] |\n|$)")


@rule("emphasis-syntax", "warning", "syntax", on="node:text", fixable=True)
def emphasis_syntax(context: RuleContext) -> Iterator[Problem]:
    if not has_mark(context.node.attributes.get("content")):
        return
    inline = next((index for index, each in enumerate(context.parents) if each.type == "inline"), None)
    if inline is not None:
        yield from _problems(RuleContext(context.page, context.parents[inline], context.parents[:inline]))


def has_mark(content: object) -> bool:
    """Whether a text has characters that mark emphasis or code, but are shown: whatever is wrong leaves some of them."""
    return isinstance(content, str) and ("*" in content or "`" in content or "´" in content)


def _problems(context: RuleContext) -> Iterator[Problem]:
    """The problems of a line of text with such characters; each of its texts finds the same ones."""
    node, block = context.node, context.node.block
    if block is None or context.is_verbatim:
        return
    yield from _uneven(context, block)
    texts = [each for each in _nodes_in(node, block) if each.type == "text"]
    yield from _single(context, block, texts)
    literal = [each for each in texts if "**" in block.text[each.start : each.end]]
    if literal:
        yield from _bold(context, block, literal)
    for each in texts:
        text = block.text[each.start : each.end]
        for found in _ACCENTS.finditer(text) if "´" in text else ():
            span = Span(each.start + found.start(), each.start + found.end(), block)
            message = "accents do not mark code: ticks do"
            yield Problem(span, message, f"Write `{found[1]}`.", Fix((TextEdit(span, f"`{found[1]}`"),)))
    ticks = [each for each in texts if "`" in block.text[each.start : each.end]]
    if ticks:
        yield from _code(context, block, ticks)


def _nodes_in(node: Node, block: BlockText) -> Iterator[Node]:
    """The descendants in a block, in text order. A tag in a line of text that is not closed contains the blocks below, too."""
    for child in node.children:
        if child.block is block:
            yield child
            yield from _nodes_in(child, block)


def _uneven(context: RuleContext, block: BlockText) -> Iterator[Problem]:
    """`**x*` and `*x**`: an emphasis with another asterisk at its side."""
    for parent in (context.node, *_nodes_in(context.node, block)):
        for child in parent.children:
            if child.type != "em" or child.attributes.get("marker") != "*" or child.block is not block:
                continue
            if parent.type == "strong" or "**" in (
                block.text[child.end : child.end + 2],
                block.text[child.start - 2 : child.start],
            ):
                continue  # emphasis in bold text
            before, after = block.text[max(child.start - 1, 0) : child.start], block.text[child.end : child.end + 1]
            inner = block.text[child.start + 1 : child.end - 1]
            if (before == "*") == (after == "*") or "*" in inner or not inner.strip():
                continue
            if block.text[child.start - 2 : child.start] == "* " and after == "*":
                at = child.start - 1
                span, new = Span(at - 1, child.end + 1, block), f"**{inner}**"
                message = "a space is between the asterisks of this bold text"
                yield Problem(_line(span), message, f"Write {new}.", Fix((TextEdit(Span(at, at + 1, block), ""),)))
                continue
            if inner.islower() and " " not in inner and not context.vocabulary.refrakt:
                continue  # a word that linguists reconstruct has one asterisk and is emphasised
            at, missing = (child.end, "the end") if before == "*" else (child.start, "the start")
            span = Span(child.start - (before == "*"), child.end + (after == "*"), block)
            message = f"an asterisk is missing at {missing} of the bold text"
            yield Problem(_line(span), message, f"Write **{inner}**.", Fix((TextEdit(Span(at, at, block), "*"),)))


def _single(context: RuleContext, block: BlockText, texts: list[Node]) -> Iterator[Problem]:
    """Emphasis with spaces inside of its asterisks, and emphasis that is never closed."""
    if not context.vocabulary.refrakt or any(each.type in ("td", "th") for each in context.parents):
        return
    literal = [each for each in texts if _ASTERISK.search(block.text, each.start, each.end)]
    if len(literal) != 1:
        return
    each = literal[0]
    marks = list(_ASTERISK.finditer(block.text, each.start, each.end))
    spaced = _SPACED_EM.search(block.text, each.start, each.end) if len(marks) == 2 else None
    if spaced is not None:
        span, new = Span(spaced.start(), spaced.end(), block), f"*{spaced[1]}*"
        message = "spaces inside of the asterisks: the text is not emphasised"
        yield Problem(_line(span), message, f"Write {new}.", Fix((TextEdit(span, new),)))
    opening = _OPEN_EM.search(block.text, each.start, each.end) if len(marks) == 1 else None
    if opening is not None:
        end = opening.end()
        fix = Fix((TextEdit(Span(end, end, block), "*"),), "unsafe")
        yield Problem(
            Span(opening.start(), opening.start() + 1, block), "this emphasis is never closed", "Close it with *.", fix
        )


def _bold(context: RuleContext, block: BlockText, texts: list[Node]) -> Iterator[Problem]:
    count = 0
    pairs = [found for each in texts for found in _PAIR.finditer(block.text, each.start, each.end)]
    if len(pairs) == 2 and (unread := _unread(block.text, pairs[0].start(), pairs[1].start())) is not None:
        at, effect, side = unread
        if side == "before" and block.text[at - 1] in ":.,;" and block.text[at + 2].isascii():
            message = "a space is missing after this bold text"
            fix = Fix((TextEdit(Span(at + 2, at + 2, block), " "),))
            yield Problem(
                Span(pairs[0].start(), at + 2, block),
                message,
                f"Write {block.text[at - 1]}** with a space after it.",
                fix,
            )
            return
        message = f"these asterisks {effect} a punctuation mark {side} them"
        other = "before" if side == "after" else "after"
        advice = f"Add a space {other} them, or move the mark out of the bold text."
        yield Problem(Span(at, at + 2, block), message, advice)
        return
    for each in texts:
        text = block.text[each.start : each.end]
        for found in _SPACED.finditer(text):
            if found[1] or found[3]:
                span = Span(each.start + found.start(), each.start + found.end(), block)
                new = f"**{found[2]}**"
                message = "spaces inside of the asterisks: the text is not bold"
                yield Problem(_line(span), message, f"Write {new}.", Fix((TextEdit(span, new),)))
                return
        count += len(_OPENS.findall(text)) + len(_CLOSES.findall(text))
    for each in texts:
        text = block.text[each.start : each.end]
        mixed = _MIXED.search(text) if count == 1 else None
        if mixed is not None:
            span = Span(each.start + mixed.start(), each.start + mixed.end(), block)
            message = f"bold text begins and ends with `**`, not with `{mixed[2] or mixed[3]}`"
            new = f"**{mixed[1] or mixed[4]}**"
            yield Problem(_line(span), message, f"Write {new}.", Fix((TextEdit(span, new),)))
            return
    if count != 1 or "***" in block.text[context.node.start : context.node.end]:
        return
    for each in texts:
        text = block.text[each.start : each.end]
        opening, closing = _OPENS.search(text), _CLOSES.search(text)
        if opening is not None and (each.start == 0 or not _is_math(text, opening.start())):
            label = _LABEL_END.match(text, opening.end())
            end = each.start + (label.end() if label is not None else len(text))
            fix = Fix((TextEdit(Span(end, end, block), "**"),), "unsafe")
            span = Span(each.start + opening.start(), each.start + opening.end(), block)
            yield Problem(span, "this bold text is never closed", "Close it with **.", fix)
        elif closing is not None and not _is_math(text, closing.start()):
            if not context.vocabulary.refrakt and any(parent.type == "td" for parent in context.parents):
                return  # the mark of a note below the table
            start = each.start + max(text.rfind(" ", 0, closing.start()), text.rfind("\n", 0, closing.start())) + 1
            fix = Fix((TextEdit(Span(start, start, block), "**"),), "unsafe")
            span = Span(each.start + closing.start(), each.start + closing.end(), block)
            yield Problem(span, "these asterisks close no bold text", "Begin the bold text with **.", fix)


def _unread(text: str, opening: int, closing: int) -> tuple[int, str, str] | None:
    """Which asterisks around a text do not count, since they are between a letter and a punctuation mark: its offset,
    what it does not do, and on which side the letter is. None if that is not the reason, as for powers: `(a+b)**2`."""
    before, first = text[max(opening - 1, 0) : opening], text[opening + 2]
    last, after = text[closing - 1], text[closing + 2 : closing + 3]
    if first.isspace() or last.isspace() or "\n\n" in text[opening:closing]:
        return None
    if _is_punctuation(first) and before.isalnum() and after not in ("(", "["):
        return opening, "begin no bold text: a letter is before them, and", "after"
    if _is_punctuation(last) and after.isalnum() and before not in (")", "]"):
        return closing, "end no bold text: a letter is after them, and", "before"
    return None


def _is_punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] == "P"


def _is_math(text: str, at: int) -> bool:
    """Whether asterisks are a power or a footnote: beside a digit, or at the end of a word with nothing before."""
    return text[at + 2 : at + 3].isdigit() or text[max(at - 1, 0) : at].isdigit()


def _code(context: RuleContext, block: BlockText, texts: list[Node]) -> Iterator[Problem]:
    start, end = context.node.start, context.node.end
    uneven = _UNEVEN_TICKS.search(block.text, start, end) if block.text.count("`", start, end) == 3 else None
    if uneven is not None:
        new = f"`{(uneven[1] or uneven[2]).strip()}`"
        message = "the ticks around code are as many at its start as at its end"
        span = Span(uneven.start(), uneven.end(), block)
        yield Problem(span, message, f"Write {new}.", Fix((TextEdit(span, new),)))
        return
    found = [(each, tick) for each in texts for tick in _TICK.finditer(block.text[each.start : each.end])]
    quoted = _QUOTED_CODE.search(block.text, start, end) if len(found) == 1 and context.vocabulary.refrakt else None
    if quoted is not None and found[0][0].start + found[0][1].start() in (quoted.start(), quoted.end() - 1):
        span = Span(quoted.start(), quoted.end(), block)
        new = f"`{quoted.group()[1:-1]}`"
        mark = quoted.group()[0] if quoted.group()[0] != "`" else quoted.group()[-1]
        message = f"code begins and ends with a tick, not with `{mark}`"
        yield Problem(span, message, f"Write {new}.", Fix((TextEdit(span, new),)))
        return
    if len(found) != 1 or "\\`" in block.text:
        return
    node, tick = found[0]
    at = node.start + tick.start()
    text, end = block.text, context.node.end
    before, after = text[max(at - 1, 0) : at], text[at + 1 : at + 2]
    span = Span(at, at + 1, block)
    if after in (")", "）") or not (before + after).isascii() or any(each.type == "td" for each in context.parents):
        return  # a part of a face such as (´ω`), or code in a table that a pipe divides
    if after and not after.isspace() and (not before or not before.isalnum()):
        word = _WORD_END.match(text, at + 1, end)
        stop = word.end() if word is not None else at + 1
        if "'" in text[at:stop] or not text[at:stop].isascii():
            return  # a letter of a transliteration
        while stop > at + 2 and text[stop - 1] == ".":
            stop -= 1
        fix = Fix((TextEdit(Span(stop, stop, block), "`"),), "unsafe")
        yield Problem(span, "this code is never closed: a ` is missing", "Close it with `.", fix)
    elif before.isalnum() and not after.isalnum():
        start = max(text.rfind(each, node.start, at) for each in " \n([") + 1 or node.start
        fix = Fix((TextEdit(Span(start, start, block), "`"),), "unsafe")
        yield Problem(span, "this ` closes no code", "Begin the code with `.", fix)


def _line(span: Span) -> Span:
    assert span.block is not None
    end = span.block.text.find("\n", span.start, span.end)
    return Span(span.start, end if end >= 0 else span.end, span.block)
