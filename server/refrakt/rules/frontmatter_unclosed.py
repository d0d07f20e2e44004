"""Frontmatter that is not closed.

Frontmatter ends at a second line of three dashes. Without it, the first line is a thematic break, the keys are the
first paragraph, and no key is set; if the text has a thematic break, the frontmatter ends only there. Two or four dashes, a long
dash or another character do not close it. The fix closes the frontmatter after the last line that looks like a key.

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

from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_fences import FencedKeys, fenced, misplaced_end, unread_keys
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import line_end
from refrakt.rules.registry import rule

_LINE_WITH_TEXT = re.compile(r"(?m)^---[ \t]+[^\s#][^\n]*$")


@rule("frontmatter-unclosed", "error", "frontmatter", on="page", fixable=True)
def frontmatter_unclosed(page: Page) -> Iterator[Problem]:
    keys = _unclosed_keys(page)
    if keys is None:
        return
    text = page.document.text
    closing = keys.closing
    if keys.glued and closing is not None:
        message = "frontmatter is closed by a line of three dashes, without text"
        span = Span(closing.start, closing.start + 3)
        yield Problem(span, message, "Write --- on a line of its own.", safe_fix(fenced(text, keys)))
        return
    if closing is None and (line := _LINE_WITH_TEXT.search(text, 3, line_end(text, keys.end + 1))) is not None:
        message = "frontmatter is closed by a line of three dashes, without text"
        yield Problem(Span(*line.span()), message, "Write --- on a line of its own.")
        return
    if closing is None:
        yield Problem(
            Span(0, line_end(text, 0)),
            "this frontmatter is never closed",
            "Close it with ---.",
            safe_fix(fenced(text, keys)),
        )
        return
    message = "frontmatter is closed by a line of three dashes, `---`"
    if keys.joined:
        start = keys.end + len(text[keys.end :]) - len(text[keys.end :].lstrip(" \t"))
        message = f"{message}, not by dashes after a value"
    else:
        start = closing.start
        message = f"{message}, not by `{closing.text.strip()[:10]}`"
    span = Span(start, closing.start + len(closing.text))
    yield Problem(span, message, "Close it with ---.", safe_fix(fenced(text, keys)))


def _unclosed_keys(page: Page) -> FencedKeys | None:
    blocks = page.document.blocks
    if not blocks:
        return None
    if page.document.frontmatter is not None:
        return misplaced_end(page.document)
    if not any(opener == "---" for opener, _ in blocks[0].unclosed):
        return None
    keys = unread_keys(page.document.text)
    is_first = keys is not None and keys.opening is not None and keys.opening.start == 0
    return keys if is_first else None
