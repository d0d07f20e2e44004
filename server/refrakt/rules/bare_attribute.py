"""An attribute without a value.

In HTML `open` alone means `open=true`. Markdoc has no such short form: it refuses the whole tag and shows nothing. The fix
writes `=true` at every such word of the tag. A word that is no switch of the rune must have been meant as something else: as
the value the rune takes without a key, or as the rest of a text that began with a number, `time=20 min`. Then it is put in
quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from refrakt.markdoc.tree import Fault, Span, TagSyntax
from refrakt.runes.model import Attribute

from .attributes import accepts
from .finding import Edit, Found
from .page import Here
from .registry import rule
from .syntax_error import faulty_tag, reads_with

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


@rule("bare-attribute", "error", problem="parse-error", fixable=True)
def bare_attribute(here: Here) -> Iterator[Found]:
    found = faulty_tag(here)
    if found is None or found[1].reason != "bare-attribute" or not found[0].terminated or found[0].block is None:
        return
    tag, fault = found
    name = found[0].block.text[fault.start : fault.end]
    rune = here.vocabulary.get(tag.name)
    fix = _fix(tag, fault, rune.every_attribute if rune is not None else None)
    advice = f"Write {name}=true." if fix and fix[0].new == "=true" else "Write a value, or put the text in quotes."
    yield Found(Span(fault.start, fault.end, tag.block), f"`{name}` has no value", advice, fix)


def _fix(tag: TagSyntax, fault: Fault, known: Mapping[str, Attribute] | None) -> list[Edit]:
    assert tag.block is not None
    text = tag.block.text
    places = {each.key for each in tag.attributes if not each.complete and each.value[0] == each.value[1]}
    switches: list[Edit] = []
    for start, end in sorted(places | {(fault.start, fault.end)}):
        attribute = known.get(text[start:end]) if known is not None else None
        if known is not None and (attribute is None or not accepts(attribute, True)):
            switches = []
            break
        switches.append(Edit(Span(end, end, tag.block), "=true"))
    for fix in (switches, _as_text(tag, fault, known or {})):
        if fix and reads_with(tag, fix):
            return fix
    return []


def _as_text(tag: TagSyntax, fault: Fault, known: Mapping[str, Attribute]) -> list[Edit]:
    """The word in quotes: alone, or with the number before it."""
    assert tag.block is not None
    text = tag.block.text
    primary = known.get("primary")
    if not text[tag.name_start + len(tag.name) : fault.start].strip():
        word = text[fault.start : fault.end]
        taken = primary is not None and accepts(primary, word)
        return [Edit(Span(fault.start, fault.end, tag.block), f'"{word}"')] if taken else []
    for each in tag.attributes:
        between = text[each.value[1] : fault.start]
        if between.strip() or not between or not _NUMBER.fullmatch(text[each.value[0] : each.value[1]]):
            continue
        whole = text[each.value[0] : fault.end]
        attribute = known.get(each.annotation.name)
        if attribute is not None and accepts(attribute, whole):
            return [Edit(Span(each.value[0], fault.end, tag.block), f'"{whole}"')]
    return []
