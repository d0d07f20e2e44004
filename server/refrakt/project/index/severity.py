"""The severities of problems, and their offsets after edits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from refrakt.project.pages.page_facts import PageFacts, Silence
from refrakt.rules.problem import Problem
from refrakt.rules.severity_settings import Settings, Severities, layers, settings_in

Edit = tuple[int, int, str]


def with_severities(problems: Iterable[Problem], facts: PageFacts, *settings: Settings) -> tuple[Problem, ...]:
    """The problems that are left, with the severities of the config, the editor (in this order) and the page."""
    strict = Severities(layers(*settings, settings_in(facts.frontmatter)))
    kept = (each for each in problems if not (facts.silenced and _is_silenced(each, facts.silenced)))
    return tuple(problem for each in kept if (problem := strict.applied(each)) is not None)


def _is_silenced(problem: Problem, silenced: Iterable[Silence]) -> bool:
    return any(
        line.start <= problem.span.start < line.end and (not line.codes or problem.code in line.codes)
        for line in silenced
    )


class ShiftedProblem(NamedTuple):
    """A problem of an open page, and how far edits have moved it since. The problem stays the same object."""

    problem: Problem
    by: int = 0

    @property
    def start(self) -> int:
        return self.problem.span.start + self.by

    def now(self) -> Problem:
        """The problem where it is now."""
        return self.problem.shifted(self.by)


def shifted_problems(problems: tuple[ShiftedProblem, ...], edits: Iterable[Edit]) -> tuple[ShiftedProblem, ...]:
    """The problems shifted by edits, one after the other. A problem that an edit touches is dropped."""
    for start, end, new in edits:
        more = len(new) - (end - start)
        remaining = []
        for each in problems:
            problem, by = each
            if problem.span.end + by < start:
                remaining.append(each)
            elif problem.span.start + by >= end:
                remaining.append(ShiftedProblem(problem, by + more))
        problems = tuple(remaining)
    return problems
