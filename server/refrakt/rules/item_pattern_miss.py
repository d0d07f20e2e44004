"""A list item that does not match the pattern of the rune.

Some runes extract fields from list items: the name of a track in a playlist is written in bold, and without it there is
no track. The message names the missing field.

**Example**

```markdoc {% process=false %}
{% playlist %}
# Songs

- **One** (2:00)
- Two (3:00)
{% /playlist %}
```

**Use instead**

```markdoc {% process=false %}
{% playlist %}
# Songs

- **One** (2:00)
- **Two** (3:00)
{% /playlist %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import rune_bodies
from refrakt.runes.content_model import ItemField

_DESCRIPTIONS = {
    "strong": "in bold",
    "em": "in italics",
    "link": "as a link",
    "image": "as an image",
    "list": "as a list",
}


@rule("item-pattern-miss", "info", "content", on="body", sites="refrakt")
def item_pattern_miss(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        for unread in body.trace.unmatched_patterns:
            field = unread.field
            if isinstance(field, ItemField) and not field.optional:
                how = _DESCRIPTIONS.get(field.match.partition(":")[0], "as text")
                message = f"`{body.name}` finds no `{field.name}` in this item"
                yield Problem(primary_span(unread.node), message, f"Write the {field.name} {how}.")
