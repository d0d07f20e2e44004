"""An invisible character.

Zero-width spaces and control characters are often pasted with copied text. They break links, searches and tag names.
The fix removes them. Joiners that a script or an emoji needs are not reported, nor are zero-width spaces beside
letters of scripts without spaces, such as Khmer, where a line may break at them. In the example, the character is
written as an escape sequence.

**Example**

```markdoc {% process=false %}
Run the set\\u200bup.
```

**Use instead**

```markdoc {% process=false %}
Run the setup.
```
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import BlockText, Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.rules.signs import sign

_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"
_ALWAYS = "\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb"
_JOINERS = "\u200c\u200d"
_TAGS = "\U000e0000-\U000e007f"
_JOINING_SCRIPTS = ("ARABIC LETTER", "SYRIAC LETTER", "NKO LETTER", "MONGOLIAN LETTER", "MANDAIC LETTER", "ADLAM ")
"""The start of the names of letters whose form depends on the next letter."""
_BREAKS = "\u200b\u2060"
"""Signs for where a line may break, and where not."""
_SCRIPTS_WITHOUT_SPACES = (
    *("KHMER ", "THAI ", "LAO ", "MYANMAR ", "TIBETAN ", "JAVANESE ", "BALINESE "),
    *("CJK ", "HIRAGANA ", "KATAKANA ", "FULLWIDTH ", "IDEOGRAPHIC "),
)
_VIRAMA = 9
"""The combining class of signs that remove the vowel of a letter."""
_MOST_MARKS = 8
"""How many characters before a joiner are read: a letter and its marks."""
_SUSPECT = re.compile(f"[{_CONTROLS}{_ALWAYS}{_JOINERS}{_TAGS}]")
_SUSPECT_IN_TAG = re.compile(f"[\u00ad{_CONTROLS}{_ALWAYS}{_JOINERS}{_TAGS}]")
"""Soft hyphens may be part of a text, but not of a tag."""
_SIGN = sign(pattern=f"[\u00ad{_CONTROLS}{_ALWAYS}{_JOINERS}{_TAGS}]")
_MARK = "\ufeff"
_BLOCK_STARTS = tuple(f"{_MARK}{each}" for each in ("{%", "#", "- ", "* ", "> ", "```", "|", "1. "))
_NAMES = {
    "\u00ad": "a soft hyphen",
    "\u200b": "a zero-width space",
    "\u200c": "a zero-width non-joiner",
    "\u200d": "a zero-width joiner",
    "\u2060": "a word joiner",
    "\ufeff": "a byte order mark",
}


@rule(
    "invisible-character",
    "warning",
    "characters",
    on="node:text node:code node:tag node:error node:link node:image node:paragraph",
    fixable=True,
    habitual=True,
    root_cause=True,
    signs=[_SIGN],
)
def invisible_character(context: RuleContext) -> Iterator[Problem]:
    if context.parents and context.parents[-1].type == "fence":
        return  # a sample, such as the output of a terminal
    if context.node.type == "code" and not context.vocabulary.refrakt:
        return  # a sample as well, such as a tag that is escaped by a zero-width space
    if context.node.type == "paragraph":
        yield from _late_mark(context)
        return
    if context.node.type in ("link", "image"):
        yield from _in_target(context.node)
        return
    suspect = _SUSPECT_IN_TAG if context.node.type in ("tag", "error") else _SUSPECT
    for start, end, block in stretches(context.node):
        until = -1
        for found in suspect.finditer(block.text, start, end):
            if found.start() < until or (_is_allowed(block.text, found.start()) and not _is_late_mark(context, found)):
                continue
            char = found.group()
            name = _NAMES.get(char, f"a control character (U+{ord(char):04X})")
            until = found.end()
            while block.text[until : until + 1] == char and until < end:
                until += 1
            span = Span(found.start(), until, block)
            yield Problem(span, f"invisible character: {name}", "Remove it.", safe_fix([TextEdit(span, "")]))


def has_invisible(text: str) -> bool:
    """Whether a text has characters that are reported wherever they are."""
    return _SUSPECT.search(text) is not None


def _in_target(node: Node) -> Iterator[Problem]:
    """Characters in the target of a link or image, as one problem."""
    href = node.attributes.get("href") or node.attributes.get("src")
    block = node.block
    if block is None or not isinstance(href, str) or "%" not in href:
        return
    start = block.text.rfind("](", node.start, node.end)
    found = list(_SUSPECT.finditer(block.text, start, node.end)) if start >= 0 else []
    if found:
        edits = [TextEdit(Span(each.start(), each.end(), block), "") for each in found]
        name = _NAMES.get(found[0].group(), f"a control character (U+{ord(found[0].group()):04X})")
        span = Span(start, node.end, block)
        yield Problem(span, f"invisible character in a URL: {name}", "Remove it.", safe_fix(edits))


def _late_mark(context: RuleContext) -> Iterator[Problem]:
    """A byte order mark before a tag or a heading, which is no text of the paragraph, but keeps it from being one."""
    node = context.node
    if node.block is None or not node.block.text.startswith(_BLOCK_STARTS, node.start):
        return
    span = Span(node.start, node.start + 1, node.block)
    advice = "Remove it."
    yield Problem(span, f"invisible character: {_NAMES[_MARK]}", advice, safe_fix([TextEdit(span, "")]))


def _is_late_mark(context: RuleContext, found: re.Match[str]) -> bool:
    """Whether a byte order mark is not at the start of the file."""
    block = context.node.block
    return found.group() == "\ufeff" and block is not None and context.page.document.index_of(block) > 0


def is_printable(node: Node) -> bool:
    """Whether a node is a text or code of printable characters, as nearly all are. NUL is read as U+FFFD."""
    content = node.attributes.get("content") if node.type in ("text", "code") else None
    return isinstance(content, str) and content.isprintable() and "\ufffd" not in content


def stretches(node: Node) -> Iterator[tuple[int, int, BlockText]]:
    """The typed text of a node: all of a text, of a tag the part between `{%` and `%}`."""
    block = node.block
    if block is None:
        return
    if is_printable(node):
        return
    if node.type not in ("tag", "error"):
        yield node.start, min(node.end, len(block.text)), block
    for tag in (node.open, node.close):
        if tag is not None and tag.block is not None and node.type in ("tag", "error"):
            yield tag.start, tag.end, tag.block


def _is_allowed(text: str, at: int) -> bool:
    """Joiners hold emoji and some scripts together, and flags are spelt with tag characters."""
    char = text[at]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if (before, after) in (("{", "%"), ("%", "}")):
        return True  # it keeps the text from being a tag
    if char in _JOINERS:
        between = bool(before and after) and not (before.isascii() or after.isascii())
        return between or _is_joinable(text[max(at - _MOST_MARKS, 0) : at])
    if char in _BREAKS:
        return any(unicodedata.name(each, "").startswith(_SCRIPTS_WITHOUT_SPACES) for each in (before, after) if each)
    if "\U000e0000" <= char <= "\U000e007f":
        preceding = text[:at].rstrip("".join(map(chr, range(0xE0000, 0xE0080))))
        return preceding.endswith("\U0001f3f4")
    return char == "\ufeff" and at == 0


def _is_joinable(text: str) -> bool:
    """Whether a joiner after a text is spelling, for any text after it: it sets the form of the last letter, as in `ত্\u200d`."""
    last = next((each for each in reversed(text) if not _is_vowel_sign(each)), " ")
    return unicodedata.combining(last) == _VIRAMA or unicodedata.name(last, "").startswith(_JOINING_SCRIPTS)


def _is_vowel_sign(char: str) -> bool:
    """Whether a character is a mark above or below a letter, such as a short vowel."""
    return unicodedata.category(char) == "Mn" and unicodedata.combining(char) != _VIRAMA
