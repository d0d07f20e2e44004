"""A tag that is never closed.

The tag contains everything up to the end of the page. The fix closes it before the closing tag of its parent, or after
the first block that follows it. An entity of a plan is closed at the end of the page.

**Example**

```markdoc {% process=false %}
{% hint %}
Save your work.
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


@rule("unclosed-tag", "error", "tags", on="page", fixable=True)
def unclosed_tag(page: Page) -> Iterator[Problem]:
    yield from repairs_with_code(page, "unclosed-tag")
