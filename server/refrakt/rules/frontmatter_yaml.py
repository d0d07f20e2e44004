"""Frontmatter that is not valid YAML.

A site with such a page does not build. The message names the cause: a missing space after `:`, `=` for `:`, a colon or another
special character in a value without quotes, a quote or bracket that is not closed, a tab, a comma at the end of a line, a key that
is indented. The fix writes the line as it was meant, if the frontmatter is valid with it.

**Example**

```markdoc {% process=false %}
---
title: Boats: a history
---
```

**Use instead**

```markdoc {% process=false %}
---
title: "Boats: a history"
---
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.frontmatter_fences import misplaced_end
from refrakt.rules.frontmatter_repair import repair_of
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.registry import rule
from refrakt.rules.yaml_messages import plain_yaml_message


@rule("frontmatter-yaml", "error", "frontmatter", on="error:frontmatter-yaml", fixable=True, fixes_spelling=True)
def frontmatter_yaml(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    frontmatter = context.page.document.frontmatter
    span = context.problem.span
    if frontmatter is None or misplaced_end(context.page.document) is not None:
        return  # `frontmatter-unclosed` reports it
    repair = repair_of(frontmatter, span.block.text) if span.block is not None else None
    if repair is None:
        yield Problem(span, plain_yaml_message(context.problem.message))
        return
    fix = Fix(repair.edits, "safe" if repair.safe else "unsafe")
    yield Problem(repair.edits[0].span, repair.message, repair.suggestion, fix)
