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

from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import tag_named_at
from refrakt.rules.registry import rule
from refrakt.rules.tag_pairing import key_of, tag_pairs


@rule("stray-closing-tag", "error", "tags", on="error:missing-opening", fixable=True)
def stray_closing_tag(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    span = context.problem.span
    tag = tag_named_at(context.page.document, span, "close")
    if tag is None:
        return
    pairs = tag_pairs(context.page.document)
    key = key_of(tag)
    if key in pairs.consequences or key in pairs.misnamed or key in pairs.crossed:
        return
    if not pairs.is_read(context.page.document, tag):
        return
    yield Problem(span, f"no open `{tag.name}` tag to close", "Remove it.", safe_fix([TextEdit(tag.span, "")]))
