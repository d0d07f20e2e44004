"""A key that occurs twice in the frontmatter.

Some YAML parsers reject duplicate keys, others use the last value. The fix removes the earlier one.

**Example**

```markdoc {% process=false %}
---
title: Boats
title: Ships
---
```

**Use instead**

```markdoc {% process=false %}
---
title: Ships
---
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.frontmatter import YamlNode
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix, unsafe_fix
from refrakt.rules.problem_spans import line_end, line_start
from refrakt.rules.registry import rule


@rule("frontmatter-duplicate-key", "error", "frontmatter", on="error:frontmatter-duplicate-key", fixable=True)
def frontmatter_duplicate_key(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    span = context.problem.span
    name = span.block.text[span.start : span.end] if span.block is not None else ""
    frontmatter = context.page.document.frontmatter
    root = frontmatter.root if frontmatter is not None else None
    edits = _fix(root, span) if root is not None else []
    # Which of two values is right, only a person knows.
    fix = safe_fix(edits) if root is not None and _has_same_value(root, span) else unsafe_fix(edits)
    yield Problem(span, f"duplicate key `{name}`", "Keep one of them.", fix)


def _has_same_value(root: YamlNode, span: Span) -> bool:
    index = next((n for n, (key, _) in enumerate(root.entries) if key.span == span), 0)
    name, value = root.entries[index][0].key_text, root.entries[index][1].value
    return any(key.key_text == name and each.value == value for key, each in root.entries[:index])


def _fix(root: YamlNode, span: Span) -> list[TextEdit]:
    index = next((n for n, (key, _) in enumerate(root.entries) if key.span == span), None)
    if index is None or span.block is None:
        return []
    name = root.entries[index][0].key_text
    earlier = next(((key, value) for key, value in reversed(root.entries[:index]) if key.key_text == name), None)
    if earlier is None or earlier[1].kind != "scalar":
        return []
    key, value = earlier
    if any(each.kind == "scalar" and each.value is None for _, each in root.entries[:index]):
        return []  # the keys of a mapping whose indentation is lost
    text = span.block.text
    start, end = line_start(text, key.span.start), line_end(text, value.span.end)
    rest = text[value.span.end : end].strip()
    if "\n" in text[start:end].strip() or text[start : key.span.start].strip() or not _is_comment(rest):
        return []
    if "&" in text[key.span.start : value.span.end]:
        return []  # an alias may use the anchor of this entry
    end += 2 if text[end : end + 2] == "\r\n" else 1
    return [TextEdit(Span(start, end, span.block), "")]


def _is_comment(text: str) -> bool:
    """Whether nothing but a comment follows a value. In `{a: 1, b: 2}` more entries may."""
    return not text or text.startswith("#")
