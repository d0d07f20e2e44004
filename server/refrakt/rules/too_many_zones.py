"""More zones than the rune has.

A `---` line divides the content of some runes into zones, such as media and text. Content after a superfluous line is
not rendered. The fix removes that line.

**Example**

```markdoc {% process=false %}
{% hero %}
![A boat](boat.png)

---

# Boats

---

We build boats.
{% /hero %}
```

**Use instead**

```markdoc {% process=false %}
{% hero %}
![A boat](boat.png)

---

# Boats

We build boats.
{% /hero %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import rune_bodies
from refrakt.runes.content_model import Delimited
from refrakt.runes.match_expressions import matches


@rule("too-many-zones", "warning", "content", on="body", fixable=True, sites="refrakt")
def too_many_zones(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        content = body.content
        if not isinstance(content, Delimited) or content.each is not None:
            continue
        lines = [child for child in body.children if matches(child, content.delimiter)]
        extra = lines[len(content.zones) - 1 :]
        if not extra or not any(dropped.reason == "extra-zone" for dropped in body.trace.dropped):
            continue
        parts = ", ".join(f"`{zone.name}`" for zone in content.zones)
        message = f"`{body.name}` has {len(content.zones)} zones ({parts}): content after this line is not rendered"
        yield Problem(primary_span(extra[0]), message, "Remove the line.", safe_fix([_removed(line) for line in extra]))


def _removed(line: Node) -> TextEdit:
    start, end, block = line.span
    text = block.text if block is not None else ""
    return TextEdit(Span(start, start + len(text[start:end].rstrip()), block), "")
