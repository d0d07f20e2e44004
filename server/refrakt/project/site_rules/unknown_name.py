"""Problems of unknown names, with the intended name as the fix."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.inclusion_cycles import CyclePath
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.link_edits import intended_name
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.problem import Problem, safe_fix

_NUMBERED = re.compile(r"([A-Za-z]+-)(\d{1,6})")
_MOST_DIGITS = 6


def renamed(reference: Reference, name: str | None) -> tuple[TextEdit, ...]:
    """The edit that replaces a name, if both can be written in quotes without escapes."""
    start, end = reference.start, reference.end
    if name is None or end - start != len(reference.name) or any(each in name for each in '"\\\n{}%'):
        return ()
    return (TextEdit(Span(start, end), name),)


def same_number(site: TrackedSite, name: str) -> str | None:
    """The entity whose id has the same number with other zeros before it."""
    found = _NUMBERED.fullmatch(name)
    written = (f"{found[1]}{int(found[2]):0{width}}" for width in range(1, _MOST_DIGITS)) if found is not None else ()
    resolved = ((each, resolve_name(site, each)) for each in written if each != name)
    return next((each for each, found in resolved if found.entities or found.hrefs), None)


def unknown_name(
    reference: Reference, message: str, near: Sequence[str], advice: str | None = None, *, exact: str | None = None
) -> Problem:
    """The problem of an unresolved name, with similar names; `exact` is certainly meant."""
    if exact is not None:
        fix = safe_fix(renamed(reference, exact))
        return Problem(Span(reference.start, reference.end), message + did_you_mean([exact]), f"Write {exact}.", fix)
    return Problem(
        Span(reference.start, reference.end),
        message + did_you_mean(list(near)),
        f"Write {near[0]}." if near else advice,
        safe_fix(renamed(reference, intended_name(reference.name, near))),
    )


def through(way: CyclePath) -> str:
    """The end of a message about a cycle: ` through 'a.md', 'b.md' and 1,598 more`, or nothing."""
    if not way.first:
        return ""
    names = ", ".join(map(repr, way.first))
    return f" through {names} and {way.more:,} more" if way.more else f" through {names}"


def unknown_in_theme(
    site: TrackedSite, reference: Reference, kind: str, names: Collection[str] | None
) -> Iterator[Problem]:
    """A name that the theme does not have, if its names are known.

    An item of a plan does not belong to one site: its names may be those of another site.
    """
    if names is not None and site.entry.kind != "plan" and reference.name not in names:
        near = nearest(reference.name, sorted(names))
        yield unknown_name(reference, f"unknown {kind} '{reference.name}'", near)
