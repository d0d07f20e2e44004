"""A tag or file that cannot be read.

An entity whose tag cannot be read has no id, status or milestone. Usual causes are single quotes, unbalanced quotes and missing
quotes. Nothing else is reported for such an entity until the tag is fixed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from refrakt_plan.checks.issue import PlanProblem, ProblemType
from refrakt_plan.checks.problem_ranges import tag_name
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity

if TYPE_CHECKING:
    from refrakt.plugins.markdoc import Document

UNREADABLE_FILE = ProblemType(
    "unreadable-file", "error", "A file of the plan that cannot be read, or is not UTF-8 text."
)
UNREADABLE_TAG = ProblemType(
    "unreadable-tag", "error", "An entity whose opening tag cannot be read.", replaces=("unclosed-tag",)
)
_BARE = re.compile(r"\{%\s*[a-z]+\s*/?%\}")


def is_readable(entity: Entity) -> bool:
    """Whether the opening tag could be read. If not, the entity has no attributes."""
    return bool(entity.attributes) or _BARE.match(entity.source, entity.tag.start) is not None


@check(10, UNREADABLE_FILE, UNREADABLE_TAG)
def unreadable_tag(entity: Entity) -> Iterator[PlanProblem]:
    if is_readable(entity):
        return
    message = f"the opening tag of {entity.file} cannot be read"
    if is_beside_text(entity):
        suggestion = "Put it on its own line."
        yield UNREADABLE_TAG.at(entity, tag_name(entity), f"{message}: the line contains other text", suggestion)
        return
    problems = _alone(entity).problems
    reason = f": {problems[0].message}" if problems else ""
    suggestion = 'Fix it: put values in double quotes, and write \\" for a quote inside a value.'
    yield UNREADABLE_TAG.at(entity, tag_name(entity), f"{message}{reason}", suggestion)


def is_beside_text(entity: Entity) -> bool:
    """Whether the tag itself is valid, and only other text on its line prevents it from opening the entity."""
    return any(tag.kind in ("open", "void") and tag.terminated for tag in _alone(entity).tags())


def _alone(entity: Entity) -> Document:
    from refrakt.plugins.markdoc import parse
    from refrakt_plan.scanner.outline import PARSE_OPTIONS

    return parse(entity.source[entity.tag.start : entity.tag.end], PARSE_OPTIONS)
