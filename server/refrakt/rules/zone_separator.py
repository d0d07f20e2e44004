"""A line that was meant to separate the zones of a rune.

Zones are separated by a line of three or more dashes. Two dashes, a long dash that an editor has made of them, or a line of equals
signs is text: all content then belongs to one zone. The fix writes three dashes.

**Example**

```markdoc {% process=false %}
{% hero %}
![A boat](/boat.png)

--

# Boats
{% /hero %}
```

**Use instead**

```markdoc {% process=false %}
{% hero %}
![A boat](/boat.png)

---

# Boats
{% /hero %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import rune_bodies


@rule("zone-separator", "warning", "content", on="body", fixable=True, sites="refrakt")
def zone_separator(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context):
        for line in body.separators:
            span = primary_span(line)
            written = span.block.text[span.start : span.end].strip() if span.block is not None else ""
            message = f"zones of `{body.name}` are separated by `---`, not by `{written}`"
            yield Problem(span, message, "Write ---.", safe_fix([TextEdit(span, "---")]))
