"""How a rule tells that a name is not known, and puts in the one that must have been meant."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from refrakt.rules.words import did_you_mean, nearest

from ..index.cycles import WayBack
from ..index.look import Look
from ..index.problem import Replacement
from ..pages.facts import Reference
from .registry import Told
from .words import likeliest


def renamed(reference: Reference, name: str | None) -> tuple[Replacement, ...]:
    """The edit that puts another name in the place of one, where both can be written between quotes as they are."""
    start, end = reference.start, reference.end
    if name is None or end - start != len(reference.name) or any(each in name for each in '"\\\n{}%'):
        return ()
    return (Replacement(start, end, name),)


def not_known(reference: Reference, message: str, near: Sequence[str], advice: str | None = None) -> Told:
    """A name that nothing answers to, with those that may have been meant."""
    return Told(
        reference.start,
        reference.end,
        message + did_you_mean(list(near)),
        f"Write {near[0]}." if near else advice,
        renamed(reference, likeliest(reference.name, near)),
    )


def through(way: WayBack) -> str:
    """The end of a message about a cycle: ` through 'a.md', 'b.md' and 1,598 more`, or nothing."""
    if not way.first:
        return ""
    names = ", ".join(map(repr, way.first))
    return f" through {names} and {way.more:,} more" if way.more else f" through {names}"


def unknown_in_theme(look: Look, reference: Reference, kind: str, names: Collection[str] | None) -> Iterator[Told]:
    """A name that the theme does not have, if its names are known.

    An item of a plan is no page of one site: what it names may be another site's.
    """
    if names is not None and look.entry.kind != "plan" and reference.name not in names:
        near = nearest(reference.name, sorted(names))
        yield not_known(reference, f"there is no {kind} '{reference.name}'", near)
