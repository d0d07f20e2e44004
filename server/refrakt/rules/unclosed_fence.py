"""A code block that does not end where it should.

A code block ends with a line of the characters that it began with, at least as many. Otherwise it contains everything
up to the next such line, or the rest of the page. The fix writes the closing line: in place of a line of other
characters, or before the first heading, tag or sentence after the code.

**Example**

````markdoc {% process=false %}
```js
start();
~~~

Then restart the server.
````

**Use instead**

````markdoc {% process=false %}
```js
start();
```

Then restart the server.
````
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.fence_lines import (
    FenceLines,
    closing_with_language,
    fence_lines,
    is_indented_closing,
    nested_opening,
    probable_end,
    wrong_closing,
)
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule


@rule("unclosed-fence", "error", "syntax", on="node:fence", fixable=True, root_cause=True)
def unclosed_fence(context: RuleContext) -> Iterator[Problem]:
    if _is_simple(context.node):
        return
    fence = fence_lines(context.node)
    if (
        fence is None
        or not fence.lines
        or context.is_verbatim
        or any(each.type == "blockquote" for each in context.parents)
    ):
        return
    span = primary_span(context.node)
    nested = nested_opening(fence)
    closing = closing_with_language(fence) if nested is not None or not fence.is_closed else None
    if closing is not None and not fence.is_markdown:
        yield _closed_with_language(context, fence, closing)
        return
    wrong = wrong_closing(fence) if nested is not None or not fence.is_closed or fence.is_markdown else None
    if wrong is not None and fence.is_closed and nested is None and fence.lines[wrong][1].strip() not in ("``", "~~"):
        wrong = None  # a fence in a sample of Markdown
    if wrong is not None and (nested is None or wrong <= nested):
        yield _wrongly_closed(context, fence, wrong)
    elif not fence.is_closed:
        if not any(line.strip() for _, line in fence.lines):
            if not fence.language and _ends_page(context):
                edit = TextEdit(Span(context.node.start, context.node.end, context.node.block), "")
                yield Problem(
                    span, f"{fence.marker} opens a code block at the end of the page", "Remove it.", Fix((edit,))
                )
            return  # it is being written
        end = probable_end(fence)
        message = f"this code block is never closed: it needs a line with {fence.marker}"
        problem = Problem(span, message, f"Close it with {fence.marker}.", _closed_before(context, fence, end))
        # Code up to the end of the page is rendered as intended.
        yield problem if end is not None else replace(problem, severity="info")
    elif nested is not None:
        end = probable_end(fence)
        if end is None or end[0] > nested:
            between = [line.strip() for _, line in fence.lines[:nested]]
            end = nested, "" not in "\n".join(between).strip().split("\n")  # else some of it may be text
        message = f"this code block is not closed before the next one: it needs a line with {fence.marker}"
        yield Problem(span, message, f"Close it with {fence.marker}.", _closed_before(context, fence, end))


def _closed_with_language(context: RuleContext, fence: FenceLines, index: int) -> Problem:
    start, line = fence.lines[index]
    span = Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()), context.node.block)
    text = line.strip()[len(fence.marker) :].strip()
    if " " in text:  # text of the page, which must not be lost
        message = f"text follows the end of a code block on its line: {fence.marker}"
        end = "\r\n" if line.endswith("\r") else "\n"
        edit = TextEdit(span, f"{fence.marker}{end}{end}{text}")
        return Problem(span, message, f"Write {fence.marker} on its own line.", Fix((edit,)))
    message = f"the line that closes a code block has no language: {fence.marker}"
    return Problem(span, message, f"Write {fence.marker}.", Fix((TextEdit(span, fence.marker),)))


def _ends_page(context: RuleContext) -> bool:
    """Whether a fence without content is the last line of a page with text, where an editor has left it."""
    document = context.page.document
    text = document.text.rstrip()
    return len(document.blocks) > 2 and text.endswith("\n```") and document.text.endswith("\n")


def _is_simple(node: Node) -> bool:
    """Whether a fence has a line of three marks at its start and at its end, and no other marks: nearly all are so."""
    if node.block is None:
        return False
    written = node.block.text[node.start : node.end].rstrip()
    mark = written[:3]
    is_mark = mark in ("```", "~~~") and written.count(mark) == 2 and written[3:4] != mark[0]
    return is_mark and written.rpartition("\n")[2].strip() == mark


def _wrongly_closed(context: RuleContext, fence: FenceLines, index: int) -> Problem:
    start, line = fence.lines[index]
    mark, block = line.strip(), context.node.block
    at = start + len(line) - len(line.lstrip())
    span = Span(at, at + len(mark), block)
    if is_indented_closing(fence, line):
        message = f"the line that closes a code block is indented by four spaces or more: {fence.marker}"
        edit = TextEdit(Span(start + fence.indent, at, block), "")
        return Problem(span, message, f"Write {fence.marker} without the spaces.", Fix((edit,)))
    if mark.strip("`~'’‘´"):
        leads = mark.startswith(fence.marker)
        at += len(fence.marker) if leads else len(mark) - len(fence.marker)
        edit = (
            TextEdit(Span(at, at + (mark[len(fence.marker) :][:1] == " "), block), "\n\n")
            if leads
            else TextEdit(Span(at, at, block), "\n")
        )
        message = f"the line that closes a code block has no other text: {fence.marker}"
        return Problem(span, message, f"Put {fence.marker} on its own line.", Fix((edit,)))
    message = f"`{mark}` does not close a code block that begins with {fence.marker}"
    return Problem(span, message, f"Write {fence.marker}.", Fix((TextEdit(span, fence.marker),)))


def _closed_before(context: RuleContext, fence: FenceLines, end: tuple[int, bool] | None) -> Fix | None:
    if end is None:
        return None
    index, certain = end
    block = context.node.block
    before = [each for each in fence.lines[:index] if each[1].strip()]
    if not before:
        return None
    start, line = before[-1]
    at = start + len(line)
    return Fix((TextEdit(Span(at, at, block), f"\n{fence.marker}"),), "safe" if certain else "unsafe")
