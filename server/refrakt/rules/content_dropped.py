"""Content that a rune does not render.

A rune renders only the content of its content model. Everything else is dropped silently: a second list after the steps
of a recipe, text before the first tab, any content of a rune that generates its own. The fix moves the content before
or after the rune. Content of a plan entity counts even if it is not rendered, so it is not moved.

**Example**

```markdoc {% process=false %}
{% toc %}
Contents of this page
{% /toc %}
```

**Use instead**

```markdoc {% process=false %}
Contents of this page

{% toc %}
{% /toc %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.content_order import misplaced_nodes
from refrakt.rules.heading_level_fixed import is_of_another_level
from refrakt.rules.list_kind import wrong_lists
from refrakt.rules.missing_parts import lacks_parts
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, unsafe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, moved_out, rune_bodies, runs
from refrakt.runes.content_model import Custom, FieldSequence, Sections, Split
from refrakt.runes.match_expressions import describe_match, describe_node, matches
from refrakt.runes.resolution import DroppedNode


@rule("content-dropped", "warning", "content", on="body", fixable=True, tag="unnecessary", sites="refrakt")
def content_dropped(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        if body.needed is not None or lacks_parts(body):
            continue  # another rule reports what is missing
        late = {id(dropped) for dropped in wrong_lists(body)}
        late |= {id(dropped) for dropped in body.trace.dropped if body.is_blocked(dropped)}
        late |= {id(dropped) for dropped, _ in misplaced_nodes(body)}
        for run in runs(body, "left-over", "preamble", "not-taken"):
            rest = [dropped for dropped in run if id(dropped) not in late]
            if id(run[0]) in late or is_of_another_level(body, run[0].node):
                # Another rule reports the cause.
                continue
            more = f", nor {_count(len(rest) - 1)} after it" if len(rest) > 1 else ""
            message = f"{describe_node(rest[0].node)} is not rendered{more}: {_why(body, rest[0])}"
            fix = moved_out(context, body, [dropped.node for dropped in rest])
            yield Problem(primary_span(rest[0].node), message, body.advice, unsafe_fix(fix))


def _why(body: RuneBody, dropped: DroppedNode) -> str:
    name, content = f"`{body.name}`", body.content
    if dropped.reason == "not-taken" and isinstance(content, Custom):
        return f"{name} accepts only {describe_match(content.takes)}"
    if dropped.reason == "not-taken" and isinstance(content, Split):
        return f"below its headings {name} accepts only {describe_match(content.part)}"
    if dropped.reason == "preamble" and isinstance(content, Split):
        if body.trace.sections:
            return f"before its first heading {name} accepts only {describe_match(content.preamble)}"
        level = f" of level {content.level}" if isinstance(content.level, int) else ""
        return f"{name} consists of headings{level} and the content below them"
    if isinstance(content, Sections) and not dropped.path:
        return f"{name} has no field for it before its first section"
    if dropped.path:
        return f"the zone `{dropped.path[0]}` of {name} has no field for it"
    if isinstance(content, FieldSequence) and content.fields:
        kinds = "|".join(dict.fromkeys(kind for field in content.fields for kind in field.match.split("|")))
        if not matches(dropped.node, kinds):
            return f"{name} accepts only {describe_match(kinds)}"
    return f"{name} has no field for it" if body.children else f"{name} accepts no content"


def _count(number: int) -> str:
    return "the block" if number == 1 else f"the {number} blocks"
