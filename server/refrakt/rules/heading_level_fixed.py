"""A heading of a level at which the rune does not split.

Some runes split their content at headings of a fixed level: each column of a comparison starts at a heading of level 2.
A heading of another level does not start a section, so the heading and the content below it are not rendered. The fix
changes the level.

**Example**

```markdoc {% process=false %}
{% comparison %}
### Oak

- Hard
{% /comparison %}
```

**Use instead**

```markdoc {% process=false %}
{% comparison %}
## Oak

- Hard
{% /comparison %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix, unsafe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, rune_bodies
from refrakt.runes.content_model import Sections, Split
from refrakt.runes.match_expressions import plain_text

_MARKER = re.compile(r"#+")


@rule("heading-level-fixed", "warning", "content", on="body", fixable=True, sites="refrakt")
def heading_level_fixed(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        level = fixed_level(body)
        for dropped in body.trace.dropped:
            if level is None or not is_of_another_level(body, dropped.node):
                continue
            if _repeats_title(body, dropped.node):
                message = f"this heading repeats the title of `{body.name}` and is not rendered"
                yield Problem(primary_span(dropped.node), message, "Remove it.", unsafe_fix(_removed(dropped.node)))
                continue
            message = f"`{body.name}` splits at headings of level {level}, so this one is not rendered"
            yield Problem(
                primary_span(dropped.node), message, f"Write {'#' * level}.", safe_fix(with_level(dropped.node, level))
            )


def fixed_level(body: RuneBody) -> int | None:
    """The fixed heading level at which a rune splits its body; None if it depends on the content."""
    content = body.content
    if isinstance(content, Split):
        return content.level if isinstance(content.level, int) else None
    if isinstance(content, Sections):
        _, _, level = content.heading.partition(":")
        return int(level) if level else None
    return None


def is_of_another_level(body: RuneBody, node: Node) -> bool:
    """Whether a dropped child is a heading that would begin a part if it had the right level."""
    level = fixed_level(body)
    return level is not None and node.type == "heading" and node.attributes.get("level") != level


def _repeats_title(body: RuneBody, node: Node) -> bool:
    first = next((child for child in body.children if child.type == "heading"), None)
    return (
        first is not None
        and first is not node
        and first.attributes.get("level") == node.attributes.get("level")
        and plain_text(first) == plain_text(node)
    )


def _removed(heading: Node) -> list[TextEdit]:
    start, end, block = heading.span
    return [TextEdit(Span(start, min(end, len(block.text)), block), "")] if block is not None else []


def with_level(heading: Node, level: int) -> list[TextEdit]:
    """The edit that writes another level for a heading."""
    if heading.block is None:
        return []
    marker = _MARKER.match(heading.block.text, heading.start)
    return [TextEdit(Span(marker.start(), marker.end(), heading.block), "#" * level)] if marker else []
