"""An attribute without a value.

In HTML, `open` means `open=true`. Markdoc has no such short form: it rejects the whole tag and renders nothing. The fix
appends `=true` to each boolean attribute of the tag. A word that is one of the values of an attribute gets its name:
`type="warning"` for `warning`. A word that can be the primary value is quoted.

**Example**

```markdoc {% process=false %}
{% details open %}
More about this.
{% /details %}
```

**Use instead**

```markdoc {% process=false %}
{% details open=true %}
More about this.
{% /details %}
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


@rule("bare-attribute", "error", "syntax", on="error:parse-error", fixable=True)
def bare_attribute(context: RuleContext) -> Iterator[Problem]:
    found = invalid_tag(context)
    if found is None or found[0].block is None:
        return
    tag, error = found
    if diagnosis(context, tag) is not None:
        yield from diagnosed(context, "bare-attribute")
    elif error.reason == "bare-attribute" and tag.terminated:
        name = found[0].block.text[error.start : error.end]
        span = Span(error.start, error.end, tag.block)
        yield Problem(span, f"`{name}` has no value", "Write a value, or quote the text.")
