"""How strict to be about problems that are told by offsets, and where they stand after an edit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from refrakt.rules.settings import Settings, Strictness, layers, settings_in

from ..pages.facts import PageFacts, Silence
from .problem import PageProblem, Replacement

Edit = tuple[int, int, str]


def judged(problems: Iterable[PageProblem], facts: PageFacts, *wishes: Settings) -> tuple[PageProblem, ...]:
    """The problems that are left, with the severities that the config, the editor (in this order) and the page ask for."""
    strict = Strictness(layers(*wishes, settings_in(facts.frontmatter)))
    kept = []
    for each in problems:
        severity = strict.severity(each.code, each.severity)
        if severity is not None and not (facts.silenced and _is_silenced(each, facts.silenced)):
            kept.append(each if severity == each.severity else replace(each, severity=severity))
    return tuple(kept)


def _is_silenced(problem: PageProblem, silenced: Iterable[Silence]) -> bool:
    return any(
        line.start <= problem.start < line.end and (not line.codes or problem.code in line.codes) for line in silenced
    )


def moved(problems: tuple[PageProblem, ...], edits: Iterable[Edit]) -> tuple[PageProblem, ...]:
    """Where problems stand after edits, one after the other. What an edit has touched is not known any more."""
    for start, end, new in edits:
        by = len(new) - (end - start)
        problems = tuple(
            each if each.end < start else _by(each, by) for each in problems if each.end < start or each.start >= end
        )
    return problems


def _by(problem: PageProblem, by: int) -> PageProblem:
    """A problem further on. A fix at another place would have to be moved by itself, so it is left to the next look."""
    if all(each.start >= problem.start for each in problem.fix):
        fix = tuple(Replacement(each.start + by, each.end + by, each.new) for each in problem.fix)
    else:
        fix = ()
    return replace(problem, start=problem.start + by, end=problem.end + by, fix=fix)
