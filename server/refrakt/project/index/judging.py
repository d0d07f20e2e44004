"""How strict to be about problems that are told by offsets, and where they stand after an edit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

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


class Moved(NamedTuple):
    """A problem of an open page, and how far edits have moved it since it was found. The problem stays the same object."""

    problem: PageProblem
    by: int = 0

    @property
    def start(self) -> int:
        return self.problem.start + self.by

    def now(self) -> PageProblem:
        """The problem where it stands now. A fix at another place has not moved along, and is left to the next look."""
        problem, by = self
        if not by:
            return problem
        fits = all(each.start >= problem.start for each in problem.fix)
        fix = tuple(Replacement(each.start + by, each.end + by, each.new) for each in problem.fix) if fits else ()
        return replace(problem, start=problem.start + by, end=problem.end + by, fix=fix)


def moved(problems: tuple[Moved, ...], edits: Iterable[Edit]) -> tuple[Moved, ...]:
    """Where problems stand after edits, one after the other. What an edit has touched is not known any more."""
    for start, end, new in edits:
        more = len(new) - (end - start)
        kept = []
        for each in problems:
            problem, by = each
            if problem.end + by < start:
                kept.append(each)
            elif problem.start + by >= end:
                kept.append(Moved(problem, by + more))
        problems = tuple(kept)
    return problems
