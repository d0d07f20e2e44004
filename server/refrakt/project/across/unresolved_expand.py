"""An `expand` of something that is not there, or that cannot be shown on another page.

It shows an item of the plan as it is written. Pages, headings, drawers and what stories declare have no text of their own that
could be taken out of their page; link to them instead. The fix puts in the name that must have been meant. On a site with a
package that is not known here, names may be that package's, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.calling import called
from ..index.look import Look
from ..pages.facts import Reference
from ..site import PLAN_PACKAGE
from .naming import not_known
from .registry import Told, reference_rule


@reference_rule("unresolved-expand", "error", "expand", fixable=True)
def unresolved_expand(look: Look, reference: Reference) -> Iterator[Told]:
    spec, name, type = look.spec, reference.name, reference.hint
    if not spec.sure or spec.context.vocabulary.unknown:
        return
    found = called(look, name, type)
    if not found.things and not look.is_complete:
        return
    if not found.things:
        near = [each for each in look.nearest_names(name) if _can_be_shown(look, each, type)]
        yield not_known(reference, f"no {type or 'thing'} on this site is called '{name}'", near)
    elif found.sure and not _can_be_shown(look, name, type):
        kind = found.things[0].type
        yield Told(
            reference.start, reference.end, f"a {kind} cannot be shown on another page", "Use `ref` to link to it."
        )


def _can_be_shown(look: Look, name: str, type: str | None) -> bool:
    """Whether an item of the plan is among the things of a name. Plans may also be written on pages."""
    runes = look.spec.context.vocabulary.runes.values()
    planned = {each.entity.type for each in runes if each.entity is not None and each.package == PLAN_PACKAGE}
    return not planned.isdisjoint(called(look, name, type).types)
