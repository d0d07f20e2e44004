"""A heading in a part of a rune that is higher than the headings of its parts, or has no text.

Runes such as tabs and accordions are split at the headings of one level. A heading of a higher level between them begins no part:
it is in the content of the part above, below which it cannot belong. A heading without text begins a part without a name. The fix
writes the level of the other headings.

**Example**

```markdoc {% process=false %}
{% tabs %}
## Linux

Run it.

# Mac

Run that.

## Windows

Run this.
{% /tabs %}
```

**Use instead**

```markdoc {% process=false %}
{% tabs %}
## Linux

Run it.

## Mac

Run that.

## Windows

Run this.
{% /tabs %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Node
from refrakt.rules.heading_level_fixed import fixed_level, with_level
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix, unsafe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, rune_bodies
from refrakt.runes.resolution import Trace


@rule("heading-above-parts", "warning", "content", on="body", fixable=True, sites="refrakt")
def heading_above_parts(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context)[:1]:
        sections, level = body.trace.sections, body.trace.level
        if not sections or level is None:
            continue
        for section in sections:
            heading = section.heading
            if heading is not None and not section.name.strip() and not any(_shows(each) for each in heading.walk()):
                message = f"this heading begins a part of `{body.name}`, but has no text"
                yield Problem(primary_span(heading), message, f"Write it as {'#' * level} Title.")
        if fixed_level(body) is None:
            yield from _higher(body, level)


def _shows(node: Node) -> bool:
    """Whether a node of a heading shows something that is not its own text: an image, a rune, the value of a variable."""
    is_value = node.type == "text" and not isinstance(node.attributes.get("content"), str)
    return is_value or node.type in ("image", "tag", "error")


def headings_above_parts(trace: Trace) -> list[Node]:
    """The headings in the parts of a rune that are higher than those that begin a part."""
    level = trace.level or 0
    headings = [child for section in trace.sections for child in section.body if child.type == "heading"]
    return [each for each in headings if each.attributes.get("level", level) < level]


def _higher(body: RuneBody, level: int) -> Iterator[Problem]:
    for heading in headings_above_parts(body.trace):
        message = f"`{body.name}` is split at its headings of level {level}, so this one does not begin a part"
        edits = with_level(heading, level)
        fix = safe_fix(edits) if len(body.trace.sections) > 1 else unsafe_fix(edits)
        yield Problem(primary_span(heading), message, f"Write {'#' * level}.", fix)
