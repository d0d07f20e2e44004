"""A whole page in a code block.

Text copied from a chat often comes as one code block. The page then shows its source. The fix removes the first and
the last line of the code block.

**Example**

````markdoc {% process=false %}
```markdown
# Setup

Install the package first.
```
````

**Use instead**

```markdoc {% process=false %}
# Setup

Install the package first.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.fence_lines import FenceLines, fence_lines
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule

_PAGE_STARTS = re.compile(r"---\s*\n\w[\w-]*:|# \S|\{% *[a-z]")
_PAGE_LANGUAGES = ("md", "markdown", "mdx", "mdoc", "markdoc", "")
_MOST_AROUND = 2
"""How many paragraphs a chat writes around a page."""


@rule("page-in-fence", "warning", "syntax", on="page", fixable=True, root_cause=True, sites="refrakt")
def page_in_fence(page: Page) -> Iterator[Problem]:
    shown = (each for each in page.document.tree.children if each.type != "comment")
    nodes = list(islice(shown, 2 + _MOST_AROUND))
    if not nodes or len(nodes) > 1 + _MOST_AROUND:
        return
    fences = [each for each in nodes if each.type == "fence"]
    others = [each for each in nodes if each.type != "fence"]
    if len(fences) != 1 or any(each.type != "paragraph" for each in others):
        return
    node = fences[0]
    fence = fence_lines(node)
    if fence is None or fence.language.lower() not in _PAGE_LANGUAGES or node.annotations:
        return
    if not _is_page(page, node, fence, alone=not others):
        return
    edits = [*_without_fence(node, fence)]
    applicable = not others and fence.is_closed
    message = "the whole page is in a code block: its source is shown"
    fix = Fix(tuple(edits), "safe" if applicable else "unsafe")
    yield Problem(primary_span(node), message, f"Remove the lines with {fence.marker}.", fix)


def _is_page(page: Page, node: Node, fence: FenceLines, *, alone: bool) -> bool:
    """Whether the code begins as a page does. With text around it, it must be a page without doubt: with frontmatter."""
    content = str(node.attributes.get("content", "")).lstrip()
    if not alone:
        return (
            content.startswith("---") and _PAGE_STARTS.match(content) is not None and page.document.frontmatter is None
        )
    return _PAGE_STARTS.match(content) is not None and (fence.language != "" or content.startswith("---"))


def _without_fence(node: Node, fence: FenceLines) -> Iterator[TextEdit]:
    first = fence.lines[0][0] if fence.lines else node.end
    yield TextEdit(Span(node.start, first, node.block), "")
    if fence.is_closed:
        start, line = fence.lines[-1]
        yield TextEdit(Span(start, start + len(line), node.block), "")
