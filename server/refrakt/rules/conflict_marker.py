"""Markers of a merge conflict.

Git writes these lines where two versions of a text differ. They are shown on the page, with both versions. A person
must decide which version stays. A single marker that was left over is removed by the fix.

**Example**

```markdoc {% process=false %}
The library opens at ten.
>>>>>>> hours
```

**Use instead**

```markdoc {% process=false %}
The library opens at ten.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.prose_text import without_code
from refrakt.rules.registry import rule
from refrakt.rules.signs import blocks_by_sign, sign

_MARKER = re.compile(r"^(<{7}|>{7}|\|{7})(?: [^\n\r]+)?(?=\r|$)", re.MULTILINE)
_MARKER_SIGN = sign("<<<<<<<", ">>>>>>>")
_SEPARATOR_SIGN = sign("=======")
_LINE_END = re.compile(r"\r?\n|\r")
_SEPARATOR = re.compile(r"^={7}(?=\r|$)", re.MULTILINE)


@rule("conflict-marker", "error", "syntax", on="page", fixable=True, root_cause=True)
def conflict_marker(page: Page) -> Iterator[Problem]:
    found = list(_markers(page.document))
    if not found:
        yield from _lone_separators(page)
        return
    separators = bool(_separators(page.document))
    first: Problem | None = None
    for block, match in found:
        span = Span(match.start(), match.end(), block.source)
        if match[1][0] == "<" or first is None or separators is False:
            lone = len(found) == 1 and not separators
            line_end = _LINE_END.match(block.text, match.end())
            end = line_end.end() if line_end is not None else match.end()
            fix = safe_fix([TextEdit(Span(match.start(), end, block.source), "")]) if lone else None
            advice = "Remove the line." if lone else "Keep one version, and remove the other one and the markers."
            first = Problem(span, "this is a marker of a merge conflict", advice, fix)
            yield first


def _lone_separators(page: Page) -> Iterator[Problem]:
    """The middle marker alone. Below a title it is the underline of a heading, which `foreign-markdown` reports."""
    for index in _separators(page.document):
        block = page.document.blocks[index]
        heading = block.nodes[0] if block.nodes else None
        found = _SEPARATOR.search(block.text)
        if found is None or heading is None or heading.type != "paragraph":
            continue
        above = block.text[: found.start()].rstrip()
        if not above or above.endswith((".", "!", "?", ":", ";")):
            end = _LINE_END.match(block.text, found.end())
            span = Span(found.start(), end.end() if end is not None else found.end(), block.source)
            fix = safe_fix([TextEdit(span, "")])
            message = "this is a marker of a merge conflict"
            yield Problem(Span(*found.span(), block.source), message, "Remove the line.", fix)


def _markers(document: Document) -> Iterator[tuple[Block, re.Match[str]]]:
    for index in blocks_by_sign(document).get(_MARKER_SIGN, ()):
        block = document.blocks[index]
        text = block.text if block.frontmatter is not None else without_code(block)
        for found in _MARKER.finditer(text):
            if found[0] != "|||||||":
                yield block, found


def _separators(document: Document) -> list[int]:
    indexes = blocks_by_sign(document).get(_SEPARATOR_SIGN, ())
    return [index for index in indexes if _SEPARATOR.search(without_code(document.blocks[index]))]
