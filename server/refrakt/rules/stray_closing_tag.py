"""A closing tag without an opening tag.

Markdoc renders an empty element for it. Usually the opening tag was removed or moved. The fix removes the closing tag.

**Example**

```markdoc {% process=false %}
Save your work.

{% /hint %}
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


@rule("stray-closing-tag", "error", "tags", on="page", fixable=True)
def stray_closing_tag(page: Page) -> Iterator[Problem]:
    yield from repairs_with_code(page, "stray-closing-tag")
