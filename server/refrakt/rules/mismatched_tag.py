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

from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import tag_named_at
from refrakt.rules.registry import rule
from refrakt.rules.tag_pairing import key_of, tag_pairs


@rule("mismatched-tag", "error", "tags", on="error:missing-opening", fixable=True)
def mismatched_tag(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    tag = tag_named_at(context.page.document, context.problem.span, "close")
    if tag is None:
        return
    pairs = tag_pairs(context.page.document)
    if not pairs.is_read(context.page.document, tag):
        return
    opening = pairs.misnamed.get(key_of(tag))
    if opening is not None:
        message = f"the open tag is `{opening.name}`, not `{tag.name}`"
        yield Problem(
            tag.name_span, message, f"Write /{opening.name}.", safe_fix([TextEdit(tag.name_span, opening.name)])
        )
        return
    crossed = pairs.crossed.get(key_of(tag))
    if crossed is not None:
        inner, later = crossed
        message = f"`{tag.name}` is closed while `{inner.name}` inside it is open"
        fix = [TextEdit(tag.name_span, later.name), TextEdit(later.name_span, tag.name)]
        yield Problem(tag.name_span, message, f"Close {inner.name} first.", safe_fix(fix))
