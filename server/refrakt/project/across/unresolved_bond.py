"""A bond with somebody the story does not know.

Both ends must be the name of a character, realm, faction, piece of lore or plot that some page of the site declares, letter by
letter, or another name that a character's `aliases` list. The fix puts in the name that must have been meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from ..pages.facts import Reference
from .naming import not_known
from .registry import Told, reference_rule

_BOUND = frozenset({"character", "realm", "faction", "lore", "plot"})


@reference_rule("unresolved-bond", "warning", "bond", fixable=True)
def unresolved_bond(look: Look, reference: Reference) -> Iterator[Told]:
    name = reference.name.strip()
    if look.entry.kind == "plan" or _is_known(look, name) or look.is_alias(name) or not look.is_complete:
        return
    near = [each for each in look.nearest_names(name) if _is_known(look, each)]
    yield not_known(reference, f"no character, realm, faction, lore or plot is called '{name}'", near)


def _is_known(look: Look, name: str) -> bool:
    return not _BOUND.isdisjoint(look.entity_types(name))
