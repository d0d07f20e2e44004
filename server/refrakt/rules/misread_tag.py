"""A tag that Markdoc reads as something else than what was meant.

`{% elseif $x %}` is a tag of that name, since a condition follows `else` directly; `{% page.title %}` is a tag `page` with a class,
since a variable begins with `$`; `{% if($x) %}` is a call of a function. The fix writes what was meant. Only names that are
known are reported: variables of the site, and runes.

**Example**

```markdoc {% process=false %}
This page is called {% page.title %}.
```

**Use instead**

```markdoc {% process=false %}
This page is called {% $page.title %}.
```
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refrakt.markdoc.tree import Span
from refrakt.rules.lenient_tag.diagnosis import misread
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("misread-tag", "error", "syntax", on="error:tag-undefined expression", fixable=True)
def misread_tag(context: RuleContext) -> Iterator[Problem]:
    tag = context.node.open
    found = misread(context.page.site, tag) if tag is not None else None
    if tag is None or found is None:
        return
    name = tag.name_span if tag.name else Span(tag.start, tag.end, tag.block)
    yield replace(found.problem(tag.block, context.page.site), span=name)


def is_misread(context: RuleContext) -> bool:
    """Whether the tag of a node means something else than what it is."""
    tag = context.node.open
    return tag is not None and misread(context.page.site, tag) is not None
