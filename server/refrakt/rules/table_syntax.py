"""Content of a `table` tag that is not a row.

In a `table` tag each list is a row and each item a cell. Further content of a cell is indented below its item. Anything
else between the rows is not rendered.

**Example**

```markdoc {% process=false %}
{% table %}
- Wood
- Price
---
| Oak | 40 |
{% /table %}
```

**Use instead**

```markdoc {% process=false %}
{% table %}
- Wood
- Price
---
- Oak
- 40
{% /table %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import line_end
from refrakt.rules.registry import rule
from refrakt.rules.table_text import cells, is_row


@rule("table-syntax", "error", "syntax", on="error:table-syntax", fixable=True)
def table_syntax(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    if _is_in_unclosed_table(context):
        return  # the rest of the page is in that table, which is a problem of its own
    start, end, block = context.problem.span
    if block is not None:
        end = min(end, line_end(block.text, start))
        written = block.text[start : context.problem.span.end].strip()
        if is_row(written) and "\n" not in written:
            new = "\n".join(f"* {each}" for each in cells(written))
            at = start + len(block.text[start:]) - len(block.text[start:].lstrip())
            fix = safe_fix([TextEdit(Span(at, at + len(written), block), new)])
            message = "a row with pipes is not read in a table of lists"
            yield Problem(Span(start, end, block), message, "Write each cell as an item: * cell.", fix)
            return
    advice = "Write rows as lists, and indent the content of a cell below its item."
    yield Problem(Span(start, end, block), "this is not a row of the table and is not rendered", advice)


def _is_in_unclosed_table(context: RuleContext) -> bool:
    assert context.problem is not None
    document = context.page.document
    at = document.offsets(context.problem.span)[0]
    unclosed = (
        each for each in document.tree.walk() if each.tag == "table" and each.open is not None and not each.close
    )
    return any(document.offsets(each.span)[0] < at for each in unclosed)
