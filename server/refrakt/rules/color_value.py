"""A hexadecimal colour without its `#`.

A palette shows the colour that a browser reads. `2f5d50` is none, so its swatch is empty. The fix writes `#2f5d50`.

**Example**

```markdoc {% process=false %}
{% palette %}
- Fir: 2f5d50
{% /palette %}
```

**Use instead**

```markdoc {% process=false %}
{% palette %}
- Fir: #2f5d50
{% /palette %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

_SIGN = re.compile(r"(?<=[\w)])[ \t]*(=>|->|=|–|—|→)[ \t]*(?=#[0-9a-fA-F]{3,8}\b)")
_COLOR = re.compile(r"(?<=[:,])[ \t]+(?P<hex>[0-9a-fA-F]{8}|[0-9a-fA-F]{6})(?=[ \t]*(?:,|\r|\n|\Z))")


@rule("color-value", "warning", "content", on="node:tag", fixable=True, sites="refrakt")
def color_value(context: RuleContext) -> Iterator[Problem]:
    if context.rune is None or context.rune.name != "palette":
        return
    for child in context.node.children:
        for item in child.children if child.type == "list" and child.block is not None else ():
            if item.block is None:
                continue
            end = min(item.end, len(item.block.text))
            sign = _SIGN.search(item.block.text, item.start, end)
            if sign is not None and ":" not in item.block.text[item.start : sign.start()]:
                edit = TextEdit(Span(*sign.span(), item.block), ": ")
                message = f"`{sign[1]}` after the name of a colour: a name is followed by `:`"
                yield Problem(Span(*sign.span(1), item.block), message, "Write `: `.", safe_fix([edit]))
            for found in _COLOR.finditer(item.block.text, item.start, min(item.end, len(item.block.text))):
                span = Span(*found.span("hex"), item.block)
                message = f"`{found['hex']}` is not a colour: `#` is missing"
                edit = TextEdit(Span(span.start, span.start, item.block), "#")
                yield Problem(span, message, f"Write #{found['hex']}.", safe_fix([edit]))
