"""A range of lines that is not written as one.

`snippet` and `file-ref` show the lines `4`, `4-9`, `4-` or `-9` of a file. `4:9`, `4..9` and `L4-L9` are the forms of
other tools: `snippet` shows an error in place of the code, and `file-ref` links to no lines.

**Example**

```markdoc {% process=false %}
{% snippet path="src/tides.py" lines="4:9" /%}
```

**Use instead**

```markdoc {% process=false %}
{% snippet path="src/tides.py" lines="4-9" /%}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.attribute_definitions import written_attributes
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.registry import rule

_RUNES = ("snippet", "file-ref")
_RANGE = re.compile(r"\d+(?:-\d*)?|-\d+")
_OTHER = re.compile(r"[Ll]?(\d+)(?:(?:\s*+(?:-|–|—|:|,|\.{2,3}|to\b))?\s*+[Ll]?(?<!\d)(\d+))?")


@rule("line-range", "warning", "attributes", on="node:tag", fixable=True, sites="refrakt")
def line_range(context: RuleContext) -> Iterator[Problem]:
    if context.rune is None or context.rune.name not in _RUNES or "lines" not in context.node.attributes:
        return
    for tag, attribute in written_attributes(context):
        value = attribute.annotation.value
        if attribute.annotation.name != "lines" or attribute.form != "named" or not isinstance(value, str) or not value:
            continue
        span = Span(*attribute.value, tag.block)
        found = _OTHER.fullmatch(value.strip())
        if _RANGE.fullmatch(value):
            first, _, last = value.partition("-")
            if first and last and int(first) > int(last):
                fix = Fix((TextEdit(span, f'"{last}-{first}"'),), "unsafe")
                message = f"the range of lines `{value}` ends before it begins"
                yield Problem(span, message, f"Write {last}-{first}.", fix)
        elif found is not None:
            new = f"{found[1]}-{found[2]}" if found[2] else found[1]
            fix = Fix((TextEdit(span, f'"{new}"'),))
            yield Problem(span, f"`{value}` is not a range of lines, such as 4-9", f"Write {new}.", fix)
        else:
            yield Problem(span, f"`{value}` is not a range of lines, such as 4-9", "Write a range such as 4-9.")
