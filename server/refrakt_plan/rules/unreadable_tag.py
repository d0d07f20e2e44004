"""An entity whose opening tag cannot be read.

Such an entity has no id, status or milestone. Usual causes are single quotes, unbalanced quotes and missing quotes. Nothing else is
reported for it until the tag is fixed.

**Example**

```markdoc {% process=false %}
{% work id='WORK-001' status='draft' milestone='v1' %}
# Search
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /work %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import tag_name

if TYPE_CHECKING:
    from refrakt.plugins.markdoc import Document

_BARE = re.compile(r"\{%\s*[a-z]+\s*/?%\}")


def is_readable(entity: Entity) -> bool:
    """Whether the opening tag could be read. If not, the entity has no attributes."""
    return bool(entity.attributes) or _BARE.match(entity.source, entity.tag.start) is not None


@rule("unreadable-tag", "error", "syntax", scope="plan", on="unreadable", replaces="unclosed-tag")
def unreadable_tag(entity: Entity) -> Iterator[Problem]:
    reason = ": the line contains other text"
    suggestion = "Put it on its own line."
    if not is_beside_text(entity):
        problems = _parsed_tag(entity).problems
        reason = f": {problems[0].message}" if problems else ""
        suggestion = 'Fix it: put values in double quotes, and write \\" for a quote inside a value.'
    yield Problem(tag_name(entity), f"the opening tag of {entity.file} cannot be read{reason}", suggestion)


def is_beside_text(entity: Entity) -> bool:
    """Whether the tag itself is valid, and only other text on its line prevents it from opening the entity."""
    return any(tag.kind in ("open", "void") and tag.terminated for tag in _parsed_tag(entity).tags())


def _parsed_tag(entity: Entity) -> Document:
    from refrakt.plugins.markdoc import parse
    from refrakt_plan.scanner.outline import PARSE_OPTIONS

    return parse(entity.source[entity.tag.start : entity.tag.end], PARSE_OPTIONS)
