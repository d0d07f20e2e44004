"""A field that no thing of the type has, and nearly one they have.

What is picked by it is nothing; what is sorted or grouped by it stays as it was. Only names that look like a typing error are told:
the frontmatter may have any field, and somebody may be about to write the first. The fix writes the field that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.words import nearest

from ..index.fieldmatch import parse
from ..index.look import Look
from ..index.problem import Replacement
from ..pages.facts import Filter
from .filter_syntax import PICKING, place_in
from .registry import Told, file_rule
from .words import likeliest

EVERYWHERE = frozenset(
    {
        *("id", "type", "url", "sourceFile", "sourceUrl", "parentUrl", "title", "name", "text", "level", "headingId"),
        *("draft", "description", "date", "order", "icon", "created", "modified"),
    }
)
"""What can be asked of things whether anybody has written it or not."""
FIXED = {"backlog": ("work", "bug"), "decision-log": ("decision",)}
"""Runes that list things of one kind."""


@file_rule("unknown-field", "hint", fixable=True)
def unknown_field(look: Look) -> Iterator[Told]:
    if not look.spec.sure or look.spec.context.vocabulary.unknown:
        return
    for each in look.facts.filters:
        types = _types(look, each) if each.rune != "data" else ()
        if not types:
            continue
        known = {field for type in types for field in _fields(look, type)} | EVERYWHERE
        for field, start in _asked(each):
            if field in known or not look.is_complete:
                continue
            meant = likeliest(field, nearest(field, sorted(known)))
            if meant is not None:
                place = place_in(each, start, start + len(field))
                fix = (Replacement(*place, meant),) if place[1] - place[0] == len(field) else ()
                message = f"no {' or '.join(types)} has a field '{field}'; did you mean '{meant}'?"
                yield Told(*place, message, f"Write {meant}.", fix)


def _types(look: Look, filter: Filter) -> tuple[str, ...]:
    """The types a rune of the page speaks of. Which tag is whose, facts do not tell: those of the same rune are taken together."""
    if filter.rune in FIXED:
        return FIXED[filter.rune]
    if filter.rune == "sandbox":
        return parse(filter.text).values("type")
    references = look.facts.references
    return tuple(dict.fromkeys(each.name for each in references if each.kind == "type" and each.rune == filter.rune))


def _fields(look: Look, type: str) -> set[str]:
    return look.fields(type) | look.spec.declarable.get(type, frozenset())


def _asked(filter: Filter) -> Iterator[tuple[str, int]]:
    if filter.attribute in PICKING:
        yield from ((each.field, each.start) for each in parse(filter.text).clauses)
        return
    field = filter.text.strip()
    start = filter.text.index(field) + field.startswith("-")
    yield field.removeprefix("-").removesuffix("-desc").removesuffix("-asc"), start
