"""What is wrong with an invalid tag, and the repair if there is one.

Only invalid tags are read again, few of a page, and the result is kept with the block until its text changes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from refrakt.markdoc.document import Document
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.tag_parser import parse_tag_at
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import BlockText, Span, TagSyntax
from refrakt.markdoc.values import Function
from refrakt.rules.lenient_tag.correction import SYNTAX, Correction, KnownNames, NotRepairable, Unsupported, corrected
from refrakt.rules.lenient_tag.tags import CONDITION_KEYS, ELSE_IF, TagReader
from refrakt.rules.page import PAGE_VARIABLES, RuleContext, Site
from refrakt.rules.problem import Applicability, Fix, Problem
from refrakt.untrusted import one_line

_LONGEST = 2_000
"""Longer tags are not repaired."""
_MOST = 60
"""How many invalid tags of a page are repaired: a text with more is not Markdoc."""
_LONGEST_ADVICE = 110
INVISIBLE = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_ONLY_IN_TAGS = re.compile("[\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""In text they have a meaning."""
_ERRORS = frozenset({"parse-error", "unterminated-tag", "fence-tag-error"})


@dataclass(frozen=True, slots=True)
class TagDiagnosis:
    """What is wrong with a tag. Offsets are those of its block."""

    code: str
    start: int
    end: int
    message: str
    suggestion: str | None
    corrections: tuple[Correction, ...] = ()
    """None if it is known what is wrong, but not what to write."""
    text: str = ""
    """The whole tag after the corrections."""

    def problem(self, block: BlockText | None, site: Site) -> Problem:
        span = Span(self.start, max(self.end, self.start + 1), block)
        edits = tuple(TextEdit(Span(each.start, each.end, block), each.new) for each in self.corrections)
        fix = Fix(edits, self._applicability(site)) if edits else None
        return Problem(span, self.message, self.suggestion, fix)

    def _applicability(self, site: Site) -> Applicability:
        """A guess is not safe, and on a plain site nothing that depends on the names of a schema."""
        is_sure = all(each.sure and (each.spelling or site.vocabulary.refrakt) for each in self.corrections)
        return "safe" if is_sure else "unsafe"


def diagnosis(context: RuleContext, tag: TagSyntax) -> TagDiagnosis | None:
    """What is wrong with an invalid tag; None if it is not nearly right."""
    block = tag.block
    if block is None or _invalid_tags(context.page.document) > _MOST:
        return None
    site = context.page.site
    known = _of_block(block)
    key = tag.start, tag.end
    cached = known.get(key)
    if cached is None or cached[0] is not site:
        cached = known[key] = (site, _diagnosis(block.text, tag, known_names(site, tag.name)))
    return cached[1]


def misread(site: Site, tag: TagSyntax) -> TagDiagnosis | None:
    """What was meant by a tag that Markdoc accepts as something else: an `elseif`, a variable without `$`, a tag as a call."""
    if tag.block is None or tag.error is not None or tag.end - tag.start > _LONGEST:
        return None
    called = tag.value.name if isinstance(tag.value, Function) else None
    is_call = called in site.vocabulary.names and called not in site.config.functions
    is_variable = tag.block.text.startswith(".", tag.name_start + len(tag.name)) and tag.kind in ("open", "void")
    is_keyed = tag.name in ("if", "else") and any(each.annotation.name in CONDITION_KEYS for each in tag.attributes)
    if tag.name.lower() not in ELSE_IF and not is_call and not is_variable and not is_keyed:
        return None
    names = known_names(site, called or ("if" if is_keyed else "else"))
    if is_variable and tag.name not in names.variables:
        return None
    found = repaired(tag.block.text[tag.start : tag.end], names)
    return _shifted(found, tag.start) if found is not None and found.corrections else None


def corrected_tag(site: Site, tag: TagSyntax) -> TagSyntax | None:
    """An invalid tag after the correction of its syntax; None if it is not nearly right."""
    if tag.block is None or tag.end - tag.start > _LONGEST or not tag.terminated:
        return None
    found = repaired(tag.block.text[tag.start : tag.end], known_names(site, tag.name))
    return parse_tag_at(found.text, 0, len(found.text) - 2) if found is not None and found.corrections else None


@document_cache(64)
def _of_block(block: BlockText) -> dict[tuple[int, int], tuple[Site, TagDiagnosis | None]]:
    return {}


@document_cache(1)
def _invalid_tags(document: Document) -> int:
    return sum(each.id in _ERRORS for each in document.problems)


def known_names(site: Site, tag: str) -> KnownNames:
    rune = site.vocabulary.get(tag)
    variables: dict[str, Any] = {**PAGE_VARIABLES, "item": None} if site.vocabulary.refrakt else {}
    variables |= site.variables or {}
    attributes = rune.every_attribute if rune is not None else None
    return KnownNames(attributes, variables, site.config.functions, site.vocabulary.names)


def _diagnosis(text: str, tag: TagSyntax, names: KnownNames) -> TagDiagnosis | None:
    ends = [tag.end] if tag.terminated else []
    raw = text.find("%}", tag.start)
    if raw >= 0 and raw + 2 not in ends and "{%" not in text[tag.start + 2 : raw]:
        ends.append(raw + 2)
    known: TagDiagnosis | None = None
    for end in ends:
        found = repaired(text[tag.start : end], names) if end - tag.start <= _LONGEST else None
        if found is not None and found.corrections:
            return _shifted(found, tag.start)
        known = known or (_shifted(found, tag.start) if found is not None and tag.terminated else None)
    return known


def _shifted(found: TagDiagnosis, by: int) -> TagDiagnosis:
    moved = tuple(each._replace(start=each.start + by, end=each.end + by) for each in found.corrections)
    return TagDiagnosis(
        found.code, found.start + by, found.end + by, found.message, found.suggestion, moved, found.text
    )


def repaired(text: str, names: KnownNames) -> TagDiagnosis | None:
    """What is wrong with the text of a tag, from `{%` to `%}`."""
    inner = text[2:-2].replace("\r\n", " \n")
    invisible = [
        Correction(each.start(), each.end(), "", "invisible character in a tag", _invisible_code(each.group()))
        for each in INVISIBLE.finditer(inner)
    ]
    offsets = _without(inner, invisible)
    reader = TagReader(INVISIBLE.sub("", inner) if invisible else inner, names)
    try:
        reader.tag()
    except Unsupported as found:
        start, end = offsets[min(found.start, len(offsets) - 1)], offsets[min(found.end, len(offsets) - 1)]
        return TagDiagnosis(found.code, start + 2, end + 2, found.message, found.advice)
    except (NotRepairable, IndexError):
        return None
    read = [each._replace(start=offsets[each.start], end=offsets[each.end]) for each in reader.corrections]
    corrections = sorted([*invisible, *read], key=lambda each: (each.start, each.end))
    if not corrections or any(a.end > b.start for a, b in pairwise(corrections)):
        return None
    new = "{%" + corrected(inner, 0, len(inner), corrections) + "%}"
    if parse_tag_at(new, 0, len(new) - 2).error is not None:
        return None
    first = min(read) if read else corrections[0]
    items = [(offsets[start], offsets[end]) for start, end in reader.items]
    suggestion = _suggestion(inner, first, corrections, items, new)
    shifted = tuple(each._replace(start=each.start + 2, end=each.end + 2) for each in corrections)
    return TagDiagnosis(
        first.code, first.start + 2 - first.shown, first.end + 2, first.message, suggestion, shifted, new
    )


def _invisible_code(char: str) -> str:
    """The rule that reports an invisible character; some are only wrong in a tag."""
    return SYNTAX if _ONLY_IN_TAGS.match(char) else "invisible-character"


def _without(text: str, removed: list[Correction]) -> list[int]:
    """The offset in a text of each character that is left, and of its end."""
    gone = {each.start for each in removed}
    return [at for at in range(len(text) + 1) if at not in gone]


def _suggestion(
    text: str, first: Correction, corrections: list[Correction], items: list[tuple[int, int]], new: str
) -> str | None:
    """The attribute as it is written, or the whole tag."""
    for start, end in items:
        is_space = first.start == first.end and first.end in (start, end) and first.new == " "
        if start <= first.start and first.end <= end and not is_space:
            written = corrected(text, start, end, corrections)
            if written and len(written) <= _LONGEST_ADVICE:
                return f"Write {one_line(written)}."
    if len(new) <= _LONGEST_ADVICE and "\n" not in new:
        return f"Write {one_line(new)}."
    if first.new.strip():
        return f"Write {one_line(first.new.strip())}."
    return "Write a space." if first.new else "Remove it."
