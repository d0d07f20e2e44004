"""A tag that is closed in another list item, quote, table cell or line of text than the one in which it is opened.

Tags and Markdown must nest: a closing tag that is indented as a part of a list item cannot close a tag that is opened
before the list. Markdoc treats both tags as unmatched, and often the tags around them as well; only the closing tag is
reported. The fix writes it on a line of its own, with the indentation of the opening tag.

**Example**

```markdoc {% process=false %}
{% hint %}
- Save your work.
- Close the window.
  {% /hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint %}
- Save your work.
- Close the window.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.page import Page
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule
from refrakt.rules.tag_repair import repairs_with_code


@rule("misplaced-tag", "error", "tags", on="page", fixable=True)
def misplaced_tag(page: Page) -> Iterator[Problem]:
    yield from repairs_with_code(page, "misplaced-tag")
