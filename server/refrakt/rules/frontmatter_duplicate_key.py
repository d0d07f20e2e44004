"""A key that stands twice in the frontmatter.

Some readers of YAML refuse that, others take the last. The fix removes the one before.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.frontmatter import YamlNode
from refrakt.markdoc.tree import Span

from .finding import Edit, Found
from .page import Here
from .places import line_end, line_start
from .registry import rule


@rule("frontmatter-duplicate-key", "error", problem="frontmatter-duplicate-key", fixable=True)
def frontmatter_duplicate_key(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span = here.problem.span
    name = span.block.text[span.start : span.end] if span.block is not None else ""
    frontmatter = here.page.document.frontmatter
    root = frontmatter.root if frontmatter is not None else None
    yield Found(span, f"`{name}` is written twice", "Keep one of them.", _fix(root, span) if root is not None else [])


def _fix(root: YamlNode, span: Span) -> list[Edit]:
    index = next((n for n, (key, _) in enumerate(root.entries) if key.span == span), None)
    if index is None or span.block is None:
        return []
    name = root.entries[index][0].value
    earlier = next(((key, value) for key, value in reversed(root.entries[:index]) if key.value == name), None)
    if earlier is None or earlier[1].kind != "scalar":
        return []
    text = span.block.text
    start, end = line_start(text, earlier[0].span.start), line_end(text, earlier[1].span.end)
    if "\n" in text[start:end].strip() or text[start : earlier[0].span.start].strip():
        return []
    end += 2 if text[end : end + 2] == "\r\n" else 1
    return [Edit(Span(start, end, span.block), "")]
