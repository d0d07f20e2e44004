"""A closing tag that does not match the open tag.

Tags must be closed in reverse order and by the same name. Markdoc ignores the closing tag and treats the open tag as
unclosed. The fix renames the closing tag to match the open one. If two closing tags are swapped, it swaps them back.

**Example**

```markdoc {% process=false %}
{% hint %}
Save your work.
{% /card %}
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


@rule("mismatched-tag", "error", "tags", on="page", fixable=True)
def mismatched_tag(page: Page) -> Iterator[Problem]:
    yield from repairs_with_code(page, "mismatched-tag")
