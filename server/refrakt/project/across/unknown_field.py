"""A field that no thing of the type has, and nearly one they have.

What is picked by it is nothing; what is sorted or grouped by it stays as it was. Only names that look like a typing error are told:
the frontmatter may have any field, and somebody may be about to write the first. The fix writes the field that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from ..index.candidates import Candidates
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
_MOST_TYPES = 3
FIXED = {"backlog": ("work", "bug"), "decision-log": ("decision",)}
"""Runes that list things of one kind."""


@file_rule("unknown-field", "hint", fixable=True)
def unknown_field(look: Look) -> Iterator[Told]:
    if not look.spec.sure or look.spec.context.vocabulary.unknown:
        return
    named = _named_types(look)
    for each in look.facts.filters:
        types = _types(each, named) if each.rune != "data" else ()
        if not types:
            continue
        known, names = look.tracked(("known fields", types), partial(_known, types=types))
        for field, start in _asked(each):
            if field in known or not look.is_complete:
                continue
            meant = likeliest(field, names.nearest(field))
            if meant is not None:
                place = place_in(each, start, start + len(field))
                fix = (Replacement(*place, meant),) if place[1] - place[0] == len(field) else ()
                message = f"no {' or '.join(types[:_MOST_TYPES])} has a field '{field}'; did you mean '{meant}'?"
                yield Told(*place, message, f"Write {meant}.", fix)


def _named_types(look: Look) -> dict[str | None, tuple[str, ...]]:
    """By rune: the types its tags name. Which tag names which, facts do not tell."""
    found: dict[str | None, dict[str, None]] = {}
    for each in look.facts.references:
        if each.kind == "type":
            found.setdefault(each.rune, {})[each.name] = None
    return {rune: tuple(types) for rune, types in found.items()}


def _types(filter: Filter, named: Mapping[str | None, tuple[str, ...]]) -> tuple[str, ...]:
    """The types that a filter picks from."""
    if filter.rune in FIXED:
        return FIXED[filter.rune]
    if filter.rune == "sandbox":
        return parse(filter.text).values("type")
    return named.get(filter.rune, ())


def _known(look: Look, types: tuple[str, ...]) -> tuple[frozenset[str], Candidates]:
    """The fields that things of these types have."""
    declared = look.spec.declarable
    found = EVERYWHERE.union(*(look.fields(each) | declared.get(each, frozenset()) for each in types))
    return found, Candidates(found)


def _asked(filter: Filter) -> Iterator[tuple[str, int]]:
    if filter.attribute in PICKING:
        yield from ((each.field, each.start) for each in parse(filter.text).clauses)
        return
    field = filter.text.strip()
    start = filter.text.index(field) + field.startswith("-")
    yield field.removeprefix("-").removesuffix("-desc").removesuffix("-asc"), start
