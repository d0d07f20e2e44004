"""A tag without its closing `%}`.

The tag is rendered as plain text, or it absorbs the next tag and is rejected. The fix terminates the tag at the end of
its line and closes an open string.

**Example**

```markdoc {% process=false %}
{% hint type="note"
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

import re
from collections.abc import Iterator

from refrakt.markdoc.tag_parser import parse_tag_at
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span, TagSyntax
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import tag_at
from refrakt.rules.registry import rule
from refrakt.rules.syntax_error import invalid_tag
from refrakt.rules.tag_pairing import tag_pairs


@rule("unterminated-tag", "error", "syntax", on="error:unterminated-tag error:parse-error", fixable=True)
def unterminated_tag(context: RuleContext) -> Iterator[Problem]:
    tag = _tag(context)
    if tag is None or tag.block is None:
        return
    text = tag.block.text
    end = tag.start + len(text[tag.start : tag.end].rstrip())
    name = f"`{tag.name}`" if tag.name else "this tag"
    span = Span(tag.start, end, tag.block)
    yield Problem(span, f"{name} is not terminated with `%}}`", "End it with %}.", safe_fix(_fix(context, tag, end)))


def _tag(context: RuleContext) -> TagSyntax | None:
    problem = context.problem
    assert problem is not None
    if problem.id == "parse-error":
        found = invalid_tag(context)
        return found[0] if found is not None and not found[0].terminated else None
    tag = tag_at(context.page.document, problem.span)
    return tag if tag is not None and not tag.terminated else None


def _fix(context: RuleContext, tag: TagSyntax, end: int) -> list[TextEdit]:
    """A fix if the tag can be parsed after it, and is closed or needs no closing tag."""
    assert tag.block is not None
    typed = tag.block.text[tag.start : end]
    at = Span(end, end, tag.block)
    if typed.endswith("%}"):
        # The end is there, but inside a string that is not closed.
        inner = typed[:-2].rstrip()
        at = Span(tag.start + len(inner), end, tag.block)
        candidates = [f'{inner}" %}}']
    else:
        inner = typed.removesuffix("%").rstrip() if typed.endswith("%") else typed
        at = Span(tag.start + len(inner), end, tag.block)
        candidates = [f"{inner} %}}", f'{inner}" %}}']
    for text in candidates:
        read = parse_tag_at(text, 0, len(text) - 2)
        if read.error is None and read.kind in ("open", "close", "void") and _is_settled(context, tag, read):
            return [TextEdit(at, text[len(inner) :])]
    return []


def _is_settled(context: RuleContext, tag: TagSyntax, read: TagSyntax) -> bool:
    """Whether the terminated tag would be closed: a known name, and a closing tag for it."""
    if context.vocabulary.get(read.name) is None:
        return False
    if read.kind != "open":
        return True
    if read.name in tag_pairs(context.page.document).waiting:
        return True
    # The closing tag may be in the text that the tag contains.
    rest = tag.block.text[tag.end :] if tag.block is not None else ""
    return re.search(rf"\{{%\s*/{re.escape(read.name)}\s*%\}}", rest) is not None
