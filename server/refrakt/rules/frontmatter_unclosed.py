"""Frontmatter that is not closed.

Frontmatter ends at a second line of three dashes. Without it, the first line is a thematic break, the keys are the
first paragraph, and no key is set. The fix closes the frontmatter after the last line that looks like a key.

**Example**

```markdoc {% process=false %}
---
title: Boats

# Boats
```

**Use instead**

```markdoc {% process=false %}
---
title: Boats
---

# Boats
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

_LINE_END = r"(?:\r\n|\n|\r|\Z)"
_KEYS = re.compile(
    rf"---[ \t]*(\r\n|\n|\r)(?:[A-Za-z][\w.-]*:(?:[ \t][^\r\n]*)?{_LINE_END}|[ \t]+\S[^\r\n]*{_LINE_END})+"
)


@rule("frontmatter-unclosed", "warning", "frontmatter", on="page", fixable=True)
def frontmatter_unclosed(page: Page) -> Iterator[Problem]:
    blocks = page.document.blocks
    if (
        not blocks
        or page.document.frontmatter is not None
        or not any(opener == "---" for opener, _ in blocks[0].unclosed)
    ):
        return
    text = page.document.text
    keys = _KEYS.match(text)
    if keys is None:
        return
    line_end = keys.group(1)
    end = keys.end()
    new = f"---{line_end}" if text[:end].endswith(line_end) else f"{line_end}---{line_end}"
    index = page.document.block_at(max(end - 1, 0))
    block = blocks[index]
    at = end - page.document.start_of(index)
    fix = [TextEdit(Span(at, at, block.source), new)]
    yield Problem(
        Span(0, 3, blocks[0].source),
        "this frontmatter is never closed",
        "Close it with ---.",
        safe_fix(fix),
    )
