"""A string without quotes.

Markdoc accepts only `true`, `false`, `null` and function calls without quotes, and rejects the whole tag otherwise.
This also applies to dates and lengths, which begin with a number. The fix quotes the text, including the words that
follow it, and all other unquoted values of the tag. A tag that is still invalid with quotes is a `syntax-error`.

**Example**

```markdoc {% process=false %}
{% hint type=note %}
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

from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule
from refrakt.rules.syntax_error import diagnosed


@rule(
    "unquoted-value", "error", "syntax", on="error:parse-error error:fence-tag-error", fixable=True, fixes_spelling=True
)
def unquoted_value(context: RuleContext) -> Iterator[Problem]:
    return diagnosed(context, "unquoted-value")
