"""A type of things that nothing on the site is of.

Nothing is listed or counted. Types are `page` and `heading`, those of the runes that declare something, such as `character` or
`work`, and whatever the frontmatter's `type` or a route rule's `entity` says. The fix puts in the type that must have been meant.
On a site with a package that is not known here, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.words import did_you_mean

from ..index.candidates import Candidates
from ..index.entities import HEADING, PAGE
from ..index.fieldmatch import parse
from ..index.look import Look
from ..index.problem import Replacement
from .filter_syntax import PICKING, place_in
from .registry import Told, file_rule
from .words import likeliest

_WILD = frozenset("*/")


@file_rule("unknown-type", "warning", fixable=True)
def unknown_type(look: Look) -> Iterator[Told]:
    if not look.spec.sure or look.spec.context.vocabulary.unknown:
        return
    for name, start, end in _named(look):
        if name in possible_types(look) or look.has_type(name) or not look.is_complete:
            continue
        near = look.tracked("types", _known).nearest(name)
        meant = likeliest(name, near)
        fix = (Replacement(start, end, meant),) if meant is not None and end - start == len(name) else ()
        suggestion = f"Write {near[0]}." if near else None
        yield Told(start, end, f"nothing on this site is a '{name}'{did_you_mean(near)}", suggestion, fix)


def _named(look: Look) -> Iterator[tuple[str, int, int]]:
    for reference in look.facts.references:
        if reference.kind == "type":
            yield reference.name, reference.start, reference.end
    for each in look.facts.filters:
        if each.attribute not in PICKING or each.rune == "data":
            continue
        for clause in parse(each.text).clauses:
            if clause.field == "type" and not _WILD & {*clause.value}:
                yield clause.value, *place_in(each, clause.value_start, clause.end)


def _known(look: Look) -> Candidates:
    return Candidates({*possible_types(look), *look.types()})


def possible_types(look: Look) -> set[str]:
    """The types that something could be of, whether there is something or not."""
    spec = look.spec
    return {PAGE, HEADING, *spec.declarable, *(each.entity for each in spec.routes.rules if each.entity)}
