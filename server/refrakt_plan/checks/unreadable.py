"""What cannot be read.

Of a tag that Markdoc cannot read nothing is known: no id, no status, no milestone. Most often it has single quotes, one quote too
many, or none at all. Nothing else is said about such an entity until the tag is mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from refrakt_plan.checks.issue import Issue, IssueType
from refrakt_plan.checks.places import tag_name
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity

if TYPE_CHECKING:
    from refrakt.plugins.markdoc import Document

UNREADABLE_FILE = IssueType(
    "unreadable-file", "error", "A file of the plan that nobody can read, or that is no UTF-8 text."
)
UNREADABLE_TAG = IssueType(
    "unreadable-tag", "error", "An entity whose opening tag cannot be read.", instead_of=("unclosed-tag",)
)
_BARE = re.compile(r"\{%\s*[a-z]+\s*/?%\}")


def is_readable(entity: Entity) -> bool:
    """Whether the opening tag could be read. One that could not leaves the entity without attributes."""
    return bool(entity.attributes) or _BARE.match(entity.source, entity.tag.start) is not None


@check(10, UNREADABLE_FILE, UNREADABLE_TAG)
def unreadable_tag(entity: Entity) -> Iterator[Issue]:
    if is_readable(entity):
        return
    message = f"the opening tag of {entity.file} cannot be read"
    if is_beside_text(entity):
        suggestion = "Put it in a line of its own."
        yield UNREADABLE_TAG.at(entity, tag_name(entity), f"{message}: other text stands in its line", suggestion)
        return
    problems = _alone(entity).problems
    reason = f": {problems[0].message}" if problems else ""
    suggestion = 'Mend it: values stand in double quotes, and a quote inside one is written \\".'
    yield UNREADABLE_TAG.at(entity, tag_name(entity), f"{message}{reason}", suggestion)


def is_beside_text(entity: Entity) -> bool:
    """Whether the tag is right in itself, and only what stands in the same line keeps it from opening the entity."""
    return any(tag.kind in ("open", "void") and tag.terminated for tag in _alone(entity).tags())


def _alone(entity: Entity) -> Document:
    from refrakt.plugins.markdoc import parse
    from refrakt_plan.reading.outline import OPTIONS

    return parse(entity.source[entity.tag.start : entity.tag.end], OPTIONS)
