"""Frontmatter that is not valid YAML.

A site with such a page does not build. The most common cause is a colon or another special character in an unquoted
value. The fix adds quotes if they make the value valid, and replaces tabs in the indentation by spaces.

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

import json
import re
from collections.abc import Iterator

from refrakt.markdoc.frontmatter import Frontmatter, read_frontmatter
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import line_end, line_start
from refrakt.rules.registry import rule

_ENTRY = re.compile(r"([ \t]*(?:- )?[\w-]+:[ \t]+)(\S(?:.*\S)?)[ \t]*")
_TABS = re.compile(r"[ ]*\t[ \t]*")


@rule("frontmatter-yaml", "error", "frontmatter", on="error:frontmatter-yaml", fixable=True, fixes_spelling=True)
def frontmatter_yaml(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    frontmatter = context.page.document.frontmatter
    fix = _fix(frontmatter, context.problem.span) if frontmatter is not None else []
    advice = f"Write {fix[0].new.strip()}." if fix and fix[0].new.strip() else None
    yield Problem(context.problem.span, context.problem.message, advice, safe_fix(fix))


def _fix(frontmatter: Frontmatter, span: Span) -> list[TextEdit]:
    """An edit on the line of the problem after which there are fewer of them."""
    block = span.block
    if block is None:
        return []
    text = block.text
    start, end = line_start(text, span.start), line_end(text, span.start)
    candidates: list[TextEdit] = []
    entry = _ENTRY.fullmatch(text[start:end])
    if entry is not None:
        value = Span(start + entry.end(1), start + entry.end(2), block)
        candidates.append(TextEdit(value, json.dumps(entry.group(2).strip("\"'"), ensure_ascii=False)))
    tabs = _TABS.match(text, start)
    if tabs is not None:
        candidates.append(TextEdit(Span(tabs.start(), tabs.end(), block), tabs.group().replace("\t", "  ")))
    return next(([each] for each in candidates if _helps(frontmatter, text, each)), [])


def _helps(frontmatter: Frontmatter, text: str, edit: TextEdit) -> bool:
    start, end, _ = frontmatter.span
    new = text[start : edit.span.start] + edit.new + text[edit.span.end : end]
    after = read_frontmatter(new, Span(0, len(new)))
    return not after.incomplete and len(after.problems) < len(frontmatter.problems)
