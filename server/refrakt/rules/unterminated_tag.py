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
from refrakt.rules.problem_spans import line_end, tag_at
from refrakt.rules.registry import rule
from refrakt.rules.syntax_error import invalid_tag, is_repairable
from refrakt.rules.tag_repair import tag_repairs
from refrakt.rules.tag_sequence import key_of

_WIDE_END = re.compile(r"(?:/?[％%]｝|/?％\}|%[ \t]?/[ \t]?\}|\\%\})\Z")
"""An end in full-width characters, or with its slash in another place."""


@rule("unterminated-tag", "error", "syntax", on="error:unterminated-tag error:parse-error", fixable=True)
def unterminated_tag(context: RuleContext) -> Iterator[Problem]:
    tag = _tag(context)
    if tag is None or tag.block is None or is_repairable(context, tag):
        return
    text = tag.block.text
    end = tag.start + len(text[tag.start : tag.end].rstrip())
    name = f"`{tag.name}`" if tag.name else "this tag"
    span = Span(tag.start, end, tag.block)
    fix = _fix(context, tag, end)
    advice = "End it with %}."
    if fix and tag.name and "/" in text[tag.start : tag.name_start]:
        advice = f"Write {{% /{tag.name} %}}."
    yield Problem(span, f"{name} is not terminated with `%}}`", advice, safe_fix(fix))


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
    text = tag.block.text
    typed = text[tag.start : end]
    inner = _without_wrong_end(typed) if not typed.endswith("%}") else typed[:-2].rstrip()
    # In `{% hint "note %}`, the end is inside of a string that is not closed.
    quotes = ('"',) if typed.endswith("%}") else ("", '"')
    if text.startswith("{%", tag.end) and not text[tag.end + 2 : line_end(text, tag.end)].strip():
        end = tag.end + 2
    at = Span(tag.start + len(inner), end, tag.block)
    for quote in quotes:
        new = f"{quote}%}}" if inner.endswith("/") and not quote else f"{quote} %}}"
        candidate = inner + new
        read = parse_tag_at(candidate, 0, len(candidate) - 2)
        is_annotation = read.kind == "annotation" and not text[end : line_end(text, end)].strip()
        is_tag = read.kind in ("open", "close", "void") and _is_settled(context, tag, read)
        if read.error is None and (is_annotation or is_tag):
            return [TextEdit(at, new)]
    return []


def _is_settled(context: RuleContext, tag: TagSyntax, read: TagSyntax) -> bool:
    """Whether the terminated tag would be closed: a known name, and a closing tag for it."""
    if context.vocabulary.get(read.name) is None:
        return False
    return read.kind != "open" or key_of(tag) not in tag_repairs(context.page).unmatched


def _without_wrong_end(typed: str) -> str:
    """The text of a tag without what was meant as its end: `%`, brackets of another kind, or `%` with a space after it."""
    wide = _WIDE_END.search(typed)
    if wide is not None:
        return typed[: wide.start()].rstrip(" \t") + ("/" if "/" in wide.group() else "")
    if typed.endswith("}%"):
        return typed[:-2].rstrip(" \t")
    body = typed.rstrip("})]>")
    end = body.rstrip(" \t")
    if end.endswith("%"):
        return end[:-1].rstrip(" \t")
    return body.removesuffix("&").rstrip(" \t") if len(body) < len(typed) else typed
