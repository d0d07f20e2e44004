"""A comment that disables a rule where it reports nothing.

The problem was fixed or has moved, and the comment would hide the next one. Only rules that need one page alone are checked. There
is no fix: the comment may name several codes.

**Example**

```markdoc {% process=false %}
[//]: # (refrakt-disable-next-line unknown-rune)
{% hint %}
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

import sys
from collections.abc import Collection, Iterable, Iterator

from refrakt.markdoc.document import Document
from refrakt.rules.disable_comments import directives, unused_codes
from refrakt.rules.parse_limits import unread_from
from refrakt.rules.problem import Problem
from refrakt.rules.registry import declare

UNUSED_DISABLE = declare(
    "unused-disable", "hint", "config", (sys.modules[__name__].__doc__ or "").strip(), scope="page"
)


def unused_disables(document: Document, found: Iterable[Problem], checked: Collection[str]) -> Iterator[Problem]:
    """The codes in comments that none of these problems has, on the lines that the comments are for.

    `checked` are the codes of the rules that were run; others may report something.
    """
    if not directives(document) or unread_from(document) is not None:
        return
    lines: dict[str, set[int]] = {}
    for each in found:
        start, _ = document.offsets(each.span)
        lines.setdefault(each.code, set()).add(document.position(start)[0])
    for code, span in unused_codes(document, lines, checked):
        message = f"`{code}` reports nothing here"
        yield UNUSED_DISABLE.complete(Problem(span, message, "Remove it from the comment."))
