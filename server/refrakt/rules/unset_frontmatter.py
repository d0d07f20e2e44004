"""A frontmatter variable that resembles a key of the page.

`$frontmatter.subtitel` renders nothing if the key is not set. Since pages may have any key, only names that resemble a
key of the page are reported. The fix writes that key.

**Example**

```markdoc {% process=false %}
---
subtitle: A history
---

{% $frontmatter.subtitel %} of boats
```

**Use instead**

```markdoc {% process=false %}
---
subtitle: A history
---

{% $frontmatter.subtitle %} of boats
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.markdoc.values import Variable
from refrakt.rules.expressions import expressions_in_tag
from refrakt.rules.name_suggestion import nearest
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.rules.signs import blocks_by_sign, sign

_SIGN = sign("$frontmatter")


@rule("unset-frontmatter", "warning", "attributes", on="page", fixable=True, sites="refrakt")
def unset_frontmatter(page: Page) -> Iterator[Problem]:
    document = page.document
    if document.frontmatter is not None and document.frontmatter.problems:
        return  # the key may be in the part that could not be read
    keys: dict[str, Any] | None = None
    for index in blocks_by_sign(document).get(_SIGN, ()):
        keys = _keys(page) if keys is None else keys
        for tag in document.blocks[index].tags:
            for value, span, _ in expressions_in_tag(tag):
                if isinstance(value, Variable) and value.path[0] == "frontmatter" and len(value.path) > 1:
                    yield from _check(str(value.path[1]), keys, span)


def _keys(page: Page) -> dict[str, Any]:
    frontmatter = page.document.frontmatter
    return {**(frontmatter.data if frontmatter is not None else {}), **(page.frontmatter or {})}


def _check(name: str, keys: dict[str, Any], span: Span) -> Iterator[Problem]:
    near = nearest(name, keys) if name not in keys else []
    if not near:
        return
    start = span.start + len("$frontmatter.")
    name_span = Span(start, start + len(name), span.block)
    written = span.block.text[name_span.start : name_span.end] if span.block is not None else ""
    message = f"this page's frontmatter has no '{name}'; did you mean '{near[0]}'?"
    yield Problem(
        span, message, f"Write {near[0]}.", safe_fix([TextEdit(name_span, near[0])] if written == name else [])
    )
