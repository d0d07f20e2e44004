"""A pull request that is not in the form `organisation/repository#number`.

Only this form can be linked and compared. The fix rewrites the URL of a pull request.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import TextEdit
from refrakt_plan.checks.issue import PlanProblem, ProblemType, name_of
from refrakt_plan.checks.problem_ranges import items_of
from refrakt_plan.checks.registry import TASKS, check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import PULL_REQUEST

INVALID_PR = ProblemType("invalid-pr", "error", "An item of `pr` that is not a pull request.", fixable=True)
_URL = re.compile(r"https?://[^/\s]+/([^/\s]+/[^/\s]+)/pull/([0-9]+)(?:[/?#]\S*)?")


@check(70, INVALID_PR, of=TASKS)
def invalid_pr(entity: Entity) -> Iterator[PlanProblem]:
    for item in items_of(entity, "pr"):
        if PULL_REQUEST.fullmatch(item.text):
            continue
        message = f'{name_of(entity)} has "{item.text}" as a pull request'
        url = _URL.fullmatch(item.text)
        short = f"{url[1]}#{url[2]}" if url else ""
        if PULL_REQUEST.fullmatch(short):
            fix = (TextEdit(item.place, short),) if item.written else ()
            yield INVALID_PR.at(entity, item.place, message, f"Replace with {short}.", item.text, fix)
        else:
            yield INVALID_PR.at(entity, item.place, message, "Use organisation/repository#number.", item.text)
