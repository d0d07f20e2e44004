"""A letter of another script in a name.

The Cyrillic `а` looks like the Latin `a`, but a tag, an attribute, a value, an id or a URL with it is another name:
nothing matches it. Text of pages and of attributes may be of any script. A name is reported if it becomes a known
name or consists of Latin letters otherwise.

**Example**

```markdoc {% process=false %}
{% hint type="nоte" %}
Save your work.
{% /hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint type="note" %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span, TagSyntax
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.prose_text import prose_of
from refrakt.rules.registry import rule
from refrakt.rules.signs import sign
from refrakt.rules.similar_letters import LATIN, SIMILAR, has_similar, latin, script_of

_SIGN = sign(pattern=SIMILAR)
_NAME = re.compile(r"[^\s{}%/=\"'`<>()\[\]#,;:!?$@.]+")
_TARGET = re.compile(r"\]\((?P<target>[^()\s]+)\)")
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
_URL_LIKE = re.compile(r"(?:/|https?://|\.\.?/|#)\S*")


@rule("similar-letter", "error", "characters", on="block", fixable=True, root_cause=True, signs=[_SIGN])
def similar_letter(page: Page, block: Block) -> Iterator[Problem]:
    text = block.text
    for tag in block.tags:
        yield from _in_tag(page, tag)
    if "](" in text and block.nodes:
        for found in _TARGET.finditer(prose_of(block)):
            for each in _words(found["target"], found.start("target"), block.source, "URL"):
                # From the bracket on, so that it comes before other problems of the target.
                yield replace(each, span=Span(found.start(), found.end(), block.source))
    if block.frontmatter is not None:
        yield from _in_frontmatter(block)


def _in_tag(page: Page, tag: TagSyntax) -> Iterator[Problem]:
    block = tag.block
    if block is None or not has_similar(block.text[tag.start : tag.end]):
        return
    text = block.text[tag.start : tag.end]
    strings = [found.span() for found in _STRING.finditer(text)]
    for found in _NAME.finditer(text):
        word = found[0]
        if not has_similar(word):
            continue
        string = next(((start, end) for start, end in strings if start < found.start() < end), None)
        if string is not None and not _is_name_value(page, tag, text[string[0] + 1 : string[1] - 1]):
            continue
        yield from _words(word, tag.start + found.start(), block, "name", known=_known(page, tag))


def _is_name_value(page: Page, tag: TagSyntax, value: str) -> bool:
    """Whether a string is a name or a URL rather than text: an allowed value of the tag, a path or an id."""
    rune = page.site.vocabulary.get(latin(tag.name))
    if rune is not None and any(latin(value) in each.values for each in rune.every_attribute.values()):
        return True
    if _URL_LIKE.fullmatch(value):
        return True
    return " " not in value and any(char.isascii() and char.isalpha() for char in value) and latin(value).isascii()


def _known(page: Page, tag: TagSyntax) -> frozenset[str]:
    vocabulary = page.site.vocabulary
    rune = vocabulary.get(latin(tag.name))
    values = (
        {str(value) for each in rune.every_attribute.values() for value in each.values} if rune is not None else set()
    )
    return frozenset({*vocabulary.names, *(rune.every_attribute if rune is not None else ()), *values})


def _in_frontmatter(block: Block) -> Iterator[Problem]:
    """Keys of the frontmatter."""
    end = block.frontmatter.span.end if block.frontmatter is not None else 0
    for found in re.finditer(r"^([^\s:#'\"\-][^\s:]*):(?=\s)", block.text, re.MULTILINE):
        if not found[1].isascii() and found.start() < end:
            yield from _words(found[1], found.start(1), block.source, "key")


def _words(word: str, start: int, block: object, what: str, known: frozenset[str] = frozenset()) -> Iterator[Problem]:
    """The problem of a word with letters of two scripts, or of another script that spells a known name."""
    right = latin(word)
    if right == word or not right.isascii():
        return
    mixed = any(char.isascii() and char.isalpha() for char in word)
    if not mixed and right not in known:
        return
    if what == "name" and any(not latin(each).isalnum() for each in word if not each.isascii()):
        return  # full-width quotes and equals signs are errors of the tag's syntax
    at = next(index for index, char in enumerate(word) if char in LATIN or not char.isascii())
    char = word[at]
    span = Span(start, start + len(word), block)  # type: ignore[arg-type]
    message = f"'{char}' is a {script_of(char)} letter that looks like '{latin(char)}' in this {what}"
    edits = (TextEdit(span, right),)
    yield Problem(span, message, f"Write {right} with Latin letters.", Fix(edits))
