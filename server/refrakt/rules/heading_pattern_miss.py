"""A heading that does not match the pattern of the rune.

Some runes extract fields from headings: a stop of an itinerary is written `9:00 - Harbour`, with a time, a dash and a
location. If the heading does not match, the whole heading is used for each field. A part that may be left out is reported only
if all other headings have it.

**Example**

```markdoc {% process=false %}
{% itinerary %}
## Monday

### Harbour

Boats leave every hour.
{% /itinerary %}
```

**Use instead**

```markdoc {% process=false %}
{% itinerary %}
## Monday

### 9:00 - Harbour

Boats leave every hour.
{% /itinerary %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, rune_bodies
from refrakt.runes.content_model import HeadingField


@rule("heading-pattern-miss", "info", "content", on="body", sites="refrakt")
def heading_pattern_miss(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        for unread in body.trace.unmatched_patterns:
            field = unread.field
            if isinstance(field, HeadingField) and (not field.optional or _is_exception(body, field)):
                others = ", which the others have" if field.optional else ""
                message = f"`{body.name}` finds no `{field.name}` in this heading{others}, and uses all of it"
                yield Problem(primary_span(unread.node), message, f"Begin it with the {field.name}, then a dash.")


def _is_exception(body: RuneBody, field: HeadingField) -> bool:
    """Whether all other headings have an optional field, and they are several."""
    has = [field.name in section.values for section in body.trace.sections]
    return has.count(True) > 1 and has.count(False) == 1
