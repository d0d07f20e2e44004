"""A pull request that is not written `organisation/repository#number`.

Only what is written like this can be linked and counted once. The address of a pull request is rewritten by the fix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Replacement
from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.places import items_of
from refrakt_plan.checks.registry import TASKS, check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import PULL_REQUEST

INVALID_PR = IssueType("invalid-pr", "error", "An item of `pr` that names no pull request.", fixable=True)
_ADDRESS = re.compile(r"https?://[^/\s]+/([^/\s]+/[^/\s]+)/pull/([0-9]+)(?:[/?#]\S*)?")


@check(70, INVALID_PR, of=TASKS)
def invalid_pr(entity: Entity) -> Iterator[Issue]:
    for item in items_of(entity, "pr"):
        if PULL_REQUEST.fullmatch(item.text):
            continue
        message = f'{name_of(entity)} names "{item.text}" as a pull request'
        address = _ADDRESS.fullmatch(item.text)
        short = f"{address[1]}#{address[2]}" if address else ""
        if PULL_REQUEST.fullmatch(short):
            fix = (Replacement(item.place, short),) if item.written else ()
            yield INVALID_PR.at(entity, item.place, message, f"Write {short}.", item.text, fix)
        else:
            yield INVALID_PR.at(entity, item.place, message, "Write organisation/repository#number.", item.text)
