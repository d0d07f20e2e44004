"""A character that changes the direction of text.

Such characters can make a link, a command or an attribute value look different from what it is. They are allowed in
text of a right-to-left script if each one is closed. The fix removes them. In the example, the character is written as
an escape sequence.

**Example**

```markdoc {% process=false %}
Open \\u202etxt.exe now.
```

**Use instead**

```markdoc {% process=false %}
Open exe.txt now.
```
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.invisible_character import stretches
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.rules.signs import sign

_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_SIGN = sign(pattern="[\u202a-\u202e\u2066-\u2069]")
_ENDS = {"\u202c": "\u202a\u202b\u202d\u202e", "\u2069": "\u2066\u2067\u2068"}


@rule(
    "bidi-character",
    "warning",
    "characters",
    on="node:text node:code node:fence node:tag node:error",
    fixable=True,
    root_cause=True,
    signs=[_SIGN],
)
def bidi_character(context: RuleContext) -> Iterator[Problem]:
    for start, end, block in stretches(context.node):
        found = list(_DIRECTIONS.finditer(block.text, start, end))
        if not found or (context.node.type == "text" and _is_right_to_left(block.text[start:end])):
            continue
        for each in found:
            span = Span(each.start(), each.end(), block)
            name = unicodedata.name(each.group()).lower()
            message = f"invisible character ({name}) changes the direction of the text"
            yield Problem(span, message, "Remove it.", safe_fix([TextEdit(span, "")]))


def _is_right_to_left(text: str) -> bool:
    """Whether a text is of a script from right to left, and every change of direction in it ends."""
    if not any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        return False
    open_chars: list[str] = []
    for char in _DIRECTIONS.findall(text):
        if char not in _ENDS:
            open_chars.append(char)
        elif not open_chars or open_chars.pop() not in _ENDS[char]:
            return False
    return not open_chars
