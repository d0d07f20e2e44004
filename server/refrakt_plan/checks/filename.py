"""A file that is not named after its entity.

A file that begins with its id, like `WORK-002-what-it-is.md`, is easy to find and sorted by id. Milestones may have any file name.
`refrakt plan migrate` and the editor rename files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt_plan.checks.issue import PlanProblem, ProblemType
from refrakt_plan.checks.problem_ranges import value_of
from refrakt_plan.checks.registry import EVERY, check
from refrakt_plan.entity import Entity

FILENAME_MISSING_ID = ProblemType("filename-missing-id", "warning", "A file whose name does not begin with an id.")
FILENAME_ID_MISMATCH = ProblemType(
    "filename-id-mismatch", "warning", "A file whose name begins with an id that the entity does not have."
)
_NUMBERED = [each for each in EVERY if each.prefix]
_ID = re.compile(f"(?:{'|'.join(re.escape(each.prefix or '') for each in _NUMBERED)})[0-9]+")


@check(170, FILENAME_MISSING_ID, FILENAME_ID_MISMATCH, of=_NUMBERED)
def filename(entity: Entity) -> Iterator[PlanProblem]:
    id, name = entity.id, entity.file.rpartition("/")[2].removesuffix(".md")
    if id is None or name == id or name.startswith(f"{id}-"):
        return
    place = value_of(entity, entity.kind.key)
    found = _ID.match(name)
    if found:
        message = f"{entity.file} is named after {found[0]}, but its id is {id}"
        yield FILENAME_ID_MISMATCH.at(entity, place, message, f"Rename it to {id}-….md.", found[0])
    else:
        message = f"{entity.file} is not named after its id {id}"
        yield FILENAME_MISSING_ID.at(entity, place, message, f"Rename it to {id}-….md.")
