"""What cannot be read.

Of a tag that Markdoc cannot read nothing is known: no id, no status, no milestone. Most often it has single quotes, or none at
all. Nothing else is said about such an entity until the tag is mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType
from refrakt_plan.checks.places import tag_name
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity

UNREADABLE_FILE = IssueType(
    "unreadable-file", "error", "A file of the plan that nobody can read, or that is no UTF-8 text."
)
UNREADABLE_TAG = IssueType("unreadable-tag", "error", "An entity whose opening tag cannot be read.")
_BARE = re.compile(r"\{%\s*[a-z]+\s*/?%\}")


def is_readable(entity: Entity) -> bool:
    """Whether the opening tag could be read. One that could not leaves the entity without attributes."""
    return bool(entity.attributes) or _BARE.match(entity.source, entity.tag.start) is not None


@check(10, UNREADABLE_FILE, UNREADABLE_TAG)
def unreadable_tag(entity: Entity) -> Iterator[Issue]:
    if not is_readable(entity):
        message = f"the opening tag of {entity.file} cannot be read{_reason(entity)}"
        suggestion = 'Mend it: values stand in double quotes, and a quote inside one is written \\".'
        yield UNREADABLE_TAG.at(entity, tag_name(entity), message, suggestion)


def _reason(entity: Entity) -> str:
    from refrakt.plugins.markdoc import parse
    from refrakt_plan.outline import OPTIONS

    problems = parse(entity.source[entity.tag.start : entity.tag.end], OPTIONS).problems
    return f": {problems[0].message}" if problems else ""
