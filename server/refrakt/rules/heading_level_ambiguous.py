"""A heading followed by a single heading of a deeper level.

Some runes derive from their headings the level at which they split their content. With one heading of each level, the
first heading starts the only section and the second one is part of its content. If the first heading is a title, add a
second section.

**Example**

```markdoc {% process=false %}
{% accordion %}
# FAQ

## Why?

Because.
{% /accordion %}
```

**Use instead**

```markdoc {% process=false %}
{% accordion %}
# FAQ

## Why?

Because.

## How?

By hand.
{% /accordion %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import TITLED, RuneBody, rune_bodies
from refrakt.runes.content_model import Sections
from refrakt.runes.match_expressions import parse_match


@rule("heading-level-ambiguous", "info", "content", on="body", sites="refrakt")
def heading_level_ambiguous(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        if not _could_have_a_title(body):
            continue
        headings = [child for child in body.children if child.type == "heading"]
        levels = [child.attributes.get("level", 0) for child in headings]
        if len(levels) > 1 and levels[1] > levels[0] and levels.count(levels[1]) == levels.count(levels[0]) == 1:
            message = f"`{body.name}` treats this heading as its only section and the one below as its content"
            yield Problem(
                primary_span(headings[0]), message, "If it is a title, add a second section, or remove the title."
            )


def _could_have_a_title(body: RuneBody) -> bool:
    content = body.content
    if not isinstance(content, Sections) or ":" in content.heading or body.rune.name in TITLED:
        return False
    return any(kind == "heading" for field in content.preamble for kind, _ in parse_match(field.match))
