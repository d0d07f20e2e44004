"""A string in single quotes.

HTML accepts both kinds of quotes, Markdoc only double quotes: it rejects the whole tag. The fix rewrites all
single-quoted strings of the tag.

**Example**

```markdoc {% process=false %}
{% hint type='note' %}
Save your work.
{% /hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint type="note" %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.rules.lenient_tag.diagnosis import diagnosis
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule
from refrakt.rules.syntax_error import diagnosed, invalid_tag


@rule(
    "single-quotes", "error", "syntax", on="error:parse-error error:fence-tag-error", fixable=True, fixes_spelling=True
)
def single_quotes(context: RuleContext) -> Iterator[Problem]:
    found = invalid_tag(context)
    if found is None:
        return
    tag, error = found
    if diagnosis(context, tag) is not None:
        yield from diagnosed(context, "single-quotes")
    elif error.reason == "single-quotes" and tag.terminated:
        span = Span(error.start, error.end, tag.block)
        yield Problem(span, "Markdoc supports only double quotes", 'Write it in double quotes: "…".')
