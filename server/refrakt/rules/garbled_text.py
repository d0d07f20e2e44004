"""Text that a program has changed: characters of another encoding, escape sequences, entities that are escaped twice.

Where UTF-8 is read as another encoding, `don’t` becomes `donâ€™t`. Where text is escaped as for a program, it has
`\\\\u2019` or `\\\\n\\\\n`. Where it is escaped twice for HTML, `&amp;` becomes `&amp;amp;`. A character `U+FFFD` is in place of
one that was lost. The fix writes the character that was meant, if that is certain.

**Example**

```markdoc {% process=false %}
The workshop isnâ€™t open on Sundays.
```

**Use instead**

```markdoc {% process=false %}
The workshop isn’t open on Sundays.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.prose_text import ProseBlock, prose_block
from refrakt.rules.registry import rule
from refrakt.rules.signs import sign

_HIGH = "\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
"""The characters for the later bytes of a sequence of UTF-8."""
_GARBLED = re.compile(f"(?:[ÃÂ][{_HIGH}]|[âã][{_HIGH}]{{2}}|ð[{_HIGH}]{{3}})+")
_UNCERTAIN = ("Â\xa0", "Â°", "Â ")
_ENTITY = re.compile(r"&amp;(amp|quot|#39|#x27|apos);")
_CHARACTERS = {"amp": "&", "quot": '"', "#39": "'", "#x27": "'", "apos": "'"}
_UNICODE = re.compile(
    r"(?:(?<=[A-Za-z])\\u20(1[89cd34]|26)(?![0-9A-Fa-f])|(?<!\\)\\u20(1[89cd34]|26)(?=[A-Za-z]))", re.IGNORECASE
)
_LINE_ENDS = re.compile(r"(?:\\r)?\\n(?:\\r)?\\n(?=[A-Z#*-])|(?<=[.:!?])\\n(?=[A-Z#*-])")
_LOST = "\ufffd"


_SIGN = sign(_LOST, "&amp;", "\\u20", "\\U20", pattern=rf"\\n(?:\\r)?\\n|[.:!?]\\n[A-Z#*-]|[ÃÂâãð][{_HIGH}]")


@rule("garbled-text", "warning", "characters", on="block", fixable=True, signs=[_SIGN])
def garbled_text(page: Page, block: Block) -> Iterator[Problem]:
    prose = prose_block(block)
    text = prose.text
    if _LOST in text:
        at = text.index(_LOST)
        message = "a character is lost: U+FFFD is in place of one that could not be read"
        yield Problem(Span(at, at + 1, block.source), message, "Write it again.")
    for found in _GARBLED.finditer(text):
        right = _decoded(found.group())
        if right is not None and found.group() not in _UNCERTAIN:
            message = f"`{found.group()}` is `{right}` in another encoding"
            yield _replaced(prose, found, message, right)
    for found in _ENTITY.finditer(text):
        message = f"`{found.group()}` is an entity that is escaped twice"
        is_plain = found[1] != "amp" or not (text[found.end() :][:1].isalnum() or text.startswith("#", found.end()))
        yield _replaced(prose, found, message, _CHARACTERS[found[1]] if is_plain else "&amp;")
    if "\\" in text and page.site.vocabulary.refrakt:
        yield from _escapes(prose)


def _replaced(block: ProseBlock, found: re.Match[str], message: str, right: str) -> Problem:
    span = Span(found.start(), found.end(), block.source)
    return Problem(span, message, f"Write {right}", Fix((TextEdit(span, right),)))


def _escapes(block: ProseBlock) -> Iterator[Problem]:
    """Escape sequences of programs, which Markdoc shows as they are."""
    for found in _UNICODE.finditer(block.text):
        right = chr(int(f"20{found[1] or found[2]}", 16))
        message = f"`{found.group()}` is an escape sequence of a program: the character is `{right}`"
        yield _replaced(block, found, message, right)
    for found in _LINE_ENDS.finditer(block.text):
        span = Span(found.start(), found.end(), block.source)
        new = "\n\n" if found.group().count("n") > 1 else "\n"
        message = f"`{found.group()}` is an escape sequence of a program: it is shown as text"
        yield Problem(span, message, "Write a line end.", Fix((TextEdit(span, new),), "unsafe"))


def _decoded(garbled: str) -> str | None:
    """The text whose bytes were read as those of another encoding; None if there is none."""
    octets = bytearray()
    for char in garbled:
        try:
            octets += char.encode("cp1252")
        except UnicodeEncodeError:
            if ord(char) > 0xFF:
                return None
            octets.append(ord(char))
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return None
