"""Frontmatter that is not a mapping of keys to values.

A page reads its title and other settings from `key: value` lines. A sentence or a list is valid YAML, but a page cannot
use it. Where the lines only lack a space after `:` or have `=` for it, the fix writes them as keys.

**Example**

```markdoc {% process=false %}
---
All about boats
---
```

**Use instead**

```markdoc {% process=false %}
---
title: All about boats
---
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_repair import repair_of
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.problem_spans import line_end
from refrakt.rules.registry import rule


@rule("frontmatter-shape", "error", "frontmatter", on="error:frontmatter-shape", fixable=True, fixes_spelling=True)
def frontmatter_shape(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    start, end, block = context.problem.span
    frontmatter = context.page.document.frontmatter
    if frontmatter is not None and block is not None:
        repair = repair_of(frontmatter, block.text)
        if repair is not None:
            fix = Fix(repair.edits, "safe" if repair.safe else "unsafe")
            yield Problem(repair.edits[0].span, repair.message, repair.suggestion, fix)
            return
    if block is not None:
        end = min(end, line_end(block.text, start))
    yield Problem(
        Span(start, end, block), "frontmatter must consist of `key: value` lines", "Write a key and a colon before it."
    )
