"""Content where a rune expects something else.

The rune skips this content and does not render it. It uses the expected content further down only if nothing else is in
between. The fix moves the unexpected content before the rune; often it belongs further down.

**Example**

```markdoc {% process=false %}
{% event %}
- 20:00 Doors open

# Night of the Open Kilns
{% /event %}
```

**Use instead**

```markdoc {% process=false %}
{% event %}
# Night of the Open Kilns

- 20:00 Doors open
{% /event %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, unsafe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import moved_out, rune_bodies, runs
from refrakt.runes.match_expressions import describe_match, describe_node


@rule("content-unexpected", "warning", "content", on="body", fixable=True, sites="refrakt")
def content_unexpected(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        if body.lacks_heading:
            continue
        needed = body.needed
        if needed is not None:
            dropped = body.trace.dropped[0]
            expected = describe_match(needed.field.match)
            message = f"`{body.name}` expects {expected} here: {describe_node(dropped.node)} is not rendered"
            fix = moved_out(context, body, [each.node for each in body.trace.dropped])
            yield Problem(primary_span(dropped.node), message, f"Write it as {expected}.", unsafe_fix(fix))
            continue
        for run in runs(body, "skipped"):
            dropped = run[0]
            expected = describe_match(dropped.field.match) if dropped.field is not None else "something else"
            message = f"`{body.name}` expects {expected} here: {describe_node(dropped.node)} is not rendered"
            fix = moved_out(context, body, [each.node for each in run])
            yield Problem(primary_span(dropped.node), message, body.advice, unsafe_fix(fix))
