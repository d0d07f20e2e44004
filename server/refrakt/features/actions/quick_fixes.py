"""The fixes that rules have for the problems at a place, and further names that may have been meant.

A fix is called what its rule advises. It is the one to choose where there is no other, and where the problem is a mistake rather
than a proposal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.project.index.problem import PageProblem
from refrakt.project.mending import is_safe

from ..answers import Action, Changes, Range, Replacement
from .alternatives import alternatives
from .asked import Asked, Mend
from .registry import offers

KIND = "quickfix"


@offers(KIND, rank=0)
def quick_fixes(asked: Asked) -> Iterator[Action]:
    for problem in asked.problems:
        further = list(alternatives(asked, problem))
        if problem.fix:
            edits = tuple(Replacement(Range(each.start, each.end), each.new) for each in problem.fix)
            alone = is_safe(problem) and not any(each.edits != edits for each in further)
            yield _mend(asked, problem, _title(problem), edits, alone)
        for each in further:
            if not problem.fix or each.title != _title(problem):
                yield _mend(asked, problem, each.title, each.edits)


def _title(problem: PageProblem) -> str:
    advice = (problem.suggestion or "").removesuffix(".")
    return advice if advice and "\n" not in advice else f"Fix {problem.code}"


def _mend(
    asked: Asked, problem: PageProblem, title: str, edits: tuple[Replacement, ...], preferred: bool = False
) -> Mend:
    changes: partial[Changes] = partial(asked.edited, edits)
    return Mend(title, KIND, changes, (problem.code,), preferred, Range(problem.start, problem.end))
