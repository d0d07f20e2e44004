"""A word as a value, without quotes.

`type=note` looks right to anybody who writes HTML or YAML, but Markdoc takes a word only for `true`, `false`, `null` or the
name of a function, and refuses the whole tag. The same goes for a date or a measure, which begin like a number. The fix puts
the text in quotes, together with the words that follow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.tree import Fault, Span, TagSyntax

from .finding import Edit, Found
from .page import Here
from .registry import rule
from .syntax_error import faulty_tag, number_before, reads_with

_WORD = re.compile(r"[^\s\"{}\[\]()$]+")
_LISTED = re.compile(r"[^\s\"'{}\[\]()$,]+")
_MORE_WORDS = re.compile(r"(?:[ \t]+[^\s\"=/{}\[\]()$#.][^\s\"=/{}\[\]()$]*(?!\S))*")
"""Words that follow can only belong to the same text: an attribute has an equals sign."""


_KEY = re.compile(r"(?<![A-Za-z0-9_-])([A-Za-z0-9_-]++)=\Z")


@rule("unquoted-value", "error", problem="parse-error fence-tag-error", fixable=True)
def unquoted_value(here: Here) -> Iterator[Found]:
    found = faulty_tag(here)
    if found is None or not found[0].terminated or found[0].block is None:
        return
    start = _start(*found)
    if start is None:
        return
    tag = found[0]
    text, end = found[0].block.text, _end(*found, start)
    span = Span(start, end, tag.block)
    word = text[start:end]
    message = f"`{word}` is a text without quotes, which Markdoc cannot read as a value"
    wanted = _type(here, tag, start)
    if wanted == "Number" or (wanted == "Boolean" and word.lower() not in _FLAGS):
        what = "a number" if wanted == "Number" else "true or false"
        yield Found(span, message, f"Write {what}.")
        return
    fix = [Edit(span, _FLAGS[word.lower()] if wanted == "Boolean" else format_value(word))]
    yield Found(span, message, f"Write {fix[0].new}.", fix if reads_with(tag, fix) else [])


_FLAGS = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def _type(here: Here, tag: TagSyntax, start: int) -> object:
    """The type of the attribute whose value begins here, if it has just one."""
    rune = here.vocabulary.get(tag.name)
    assert tag.block is not None
    key = _KEY.search(tag.block.text[tag.start : start])
    attribute = rune.every_attribute.get(key.group(1)) if rune is not None and key is not None else None
    return attribute.type if attribute is not None else None


def _start(tag: TagSyntax, fault: Fault) -> int | None:
    if fault.reason == "unquoted-string":
        return fault.start
    return number_before(tag, fault)


def _end(tag: TagSyntax, fault: Fault, start: int) -> int:
    """Where the text ends: with the word in a list, else with the last word before the next attribute."""
    assert tag.block is not None
    text, limit = tag.block.text, tag.end - 2
    alone = text[start - 1] == "="
    word = (_WORD if alone else _LISTED).match(text, start, limit)
    end = word.end() if word else fault.end
    if end >= limit and text[end - 1] == "/":
        return end - 1
    more = _MORE_WORDS.match(text, end, limit) if alone else None
    return more.end() if more else end
