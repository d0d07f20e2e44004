"""Text on the last line of a tag that spans several lines.

Markdoc drops the rest of the line after such a tag. The fix moves the text to its own line.

**Example**

```markdoc {% process=false %}
{% hint
   type="note" %} Save your work.
Then restart.
{% /hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint
   type="note" %}
Save your work.
Then restart.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule("text-after-tag", "warning", "syntax", on="error:text-after-tag", fixable=True)
def text_after_tag(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    start, end, block = context.problem.span
    if block is not None and any(not tag.terminated for tag in context.page.document.block_of(block).tags):
        # The tag contains what follows only because it is unterminated.
        return
    text = block.text[start:end] if block is not None else ""
    inner = start + len(text) - len(text.lstrip())
    span = Span(inner, start + len(text.rstrip()), block)
    message = "this text is dropped: no text may follow a multi-line tag on its last line"
    yield Problem(span, message, "Put it on its own line.", safe_fix([TextEdit(Span(start, inner, block), "\n")]))
