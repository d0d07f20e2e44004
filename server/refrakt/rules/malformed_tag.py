"""A text that was meant as an opening or closing tag.

Where a tag has no counterpart, a damaged one is searched: an opening tag with a missing percent sign, a tag of HTML or of another
template language, a closing tag without its slash, an opening tag that ends with a slash. Only this is reported then, not the
tags that do not match because of it. The fix writes the tag.

**Example**

```markdoc {% process=false %}
{% hint %}
Save your work.
{% end hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.page import Page
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule
from refrakt.rules.tag_repair import repairs_with_code


@rule("malformed-tag", "error", "tags", on="page", fixable=True)
def malformed_tag(page: Page) -> Iterator[Problem]:
    yield from repairs_with_code(page, "malformed-tag")
