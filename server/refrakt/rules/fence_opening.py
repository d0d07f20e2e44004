"""A line that looks like the start of a code block.

Two ticks, or three quotation marks or accents that an editor has put in place of ticks, begin no code block: the code
is shown as text. The fix writes three ticks, at the end of the code as well.

**Example**

````markdoc {% process=false %}
``js
start();
```
````

**Use instead**

````markdoc {% process=false %}
```js
start();
```
````
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.registry import rule
from refrakt.rules.signs import blocks_by_sign, sign

_OPENING = re.compile(
    r"^[ \t]{0,3}(``(?!`)|`{1,2}[ \t]`{1,2}(?!`)|[’‘´]{3}|'''|[“”]{3}|｀{3}|(?:\\`){3})([A-Za-z][\w+#-]{0,20})?[ \t]*(?=\r|$)",
    re.MULTILINE,
)
_SIGN = sign(pattern=r"(?m:^[ \t]{0,3}(?:``[^`]|``$|`{1,2}[ \t]`{1,2}|[’‘´]{3}|'''|[“”]{3}|｀{3}|(?:\\`){3}))")
_CLOSING = re.compile(r"^[ \t]{0,3}(```|``|[’‘´]{3}|'''|[“”]{3}|｀{3}|(?:\\`){3})[ \t]*(?=\r|$)", re.MULTILINE)
_FARTHEST = 200
"""How many blocks after the opening are searched for the end."""


_MACRO = re.compile(
    r"^[ \t]{0,3}\{code(?::(?:language=)?([A-Za-z][\w+#-]{0,20}))?(?:\|[^}\n]*)?\}[ \t]*(?=\r|$)", re.MULTILINE
)
_STRUCK = re.compile(r"^[ \t]{0,3}~~([A-Za-z][\w+#-]{0,20})[ \t]*(?=\r|$)", re.MULTILINE)
_ENDS = {
    _MACRO: re.compile(r"^[ \t]{0,3}\{code\}[ \t]*(?=\r|$)", re.MULTILINE),
    _STRUCK: re.compile(r"^[ \t]{0,3}~~[ \t]*(?=\r|$)", re.MULTILINE),
}
"""The ends of code that begins in other ways."""
_AFTER_TEXT = re.compile(r"^[^`\n]*[^`\s]([ \t]+)(```)([A-Za-z][\w+#-]{0,20})[ \t]*(?=\r|$)", re.MULTILINE)
_BARE = re.compile(r"[ \t]{0,3}```[ \t]*(?=[\r\n]|\Z)")
_OTHER_SIGN = sign("{code", "~~", pattern=r"[ \t]```[A-Za-z]")


@rule("fence-opening", "error", "syntax", on="page", fixable=True, root_cause=True)
def fence_opening(page: Page) -> Iterator[Problem]:
    document = page.document
    done = -1
    for index in blocks_by_sign(document).get(_SIGN, ()):
        block = document.blocks[index]
        if not block.nodes or block.nodes[0].type not in ("paragraph", "list"):
            continue
        for found in _OPENING.finditer(block.text):
            base = document.start_of(index)
            if base + found.start() < done:
                continue
            closing = _closing(document, index, found.end())
            if closing is None:
                continue
            done = base + found.end()
            if closing[1] is not None:
                done = document.offsets(closing[1].span)[1]
            elif found[2] is None:
                continue
            yield _problem(found, Span(found.start(1), found.end(1), block.source), closing[1])
    for index in blocks_by_sign(document).get(_OTHER_SIGN, ()):
        kind = document.blocks[index].nodes[0].type if document.blocks[index].nodes else ""
        if kind in ("paragraph", "list"):
            yield from _otherwise(document, index)
        if kind == "paragraph":
            yield from _after_text(document, index)


def _after_text(document: Document, index: int) -> Iterator[Problem]:
    """Code whose first line is at the end of a line of text. Its last line opens a code block then, as the next one of the page."""
    block = document.blocks[index]
    found = _AFTER_TEXT.search(block.text)
    if found is None:
        return
    later = (document.blocks[at] for at in range(index + 1, min(index + _FARTHEST, len(document.blocks))))
    fence = next((each for each in later if each.nodes and each.nodes[0].type == "fence"), None)
    if fence is not None and _BARE.match(fence.text):
        edit = TextEdit(Span(*found.span(1), block.source), "\n\n")
        message = "a code block begins on its own line"
        yield Problem(Span(*found.span(2), block.source), message, "Write ``` on its own line.", Fix((edit,)))


def _otherwise(document: Document, index: int) -> Iterator[Problem]:
    """Code between macros of Jira, or between two tildes."""
    block = document.blocks[index]
    for pattern, ends in _ENDS.items():
        found = pattern.search(block.text)
        end = _end(document, index, found.end(), ends) if found is not None else None
        if found is None or end is None:
            continue
        span = Span(found.start() + len(found[0]) - len(found[0].lstrip()), found.end(), block.source)
        opening = f"```{found[1] or ''}"
        message = f"`{found[0].strip()}` begins no code block: three ticks, ```, do"
        yield Problem(span, message, f"Write {opening}.", Fix((TextEdit(span, opening), TextEdit(end, "```"))))


def _end(document: Document, index: int, start: int, ends: re.Pattern[str]) -> Span | None:
    """The first line that ends code."""
    for at in range(index, min(index + _FARTHEST, len(document.blocks))):
        block = document.blocks[at]
        found = ends.search(block.text, start if at == index else 0)
        if found is not None:
            return Span(*found.span(), block.source)
    return None


def _closing(document: Document, index: int, start: int) -> tuple[bool, TextEdit | None] | None:
    """The end of the code, with the edit that it needs; None if there is no end."""
    for at in range(index, min(index + _FARTHEST, len(document.blocks))):
        block = document.blocks[at]
        found = _CLOSING.search(block.text, start if at == index else 0)
        if found is not None:
            right = found[1] == "```"
            return True, None if right else TextEdit(Span(found.start(1), found.end(1), block.source), "```")
    return None


def _problem(found: re.Match[str], span: Span, closing: TextEdit | None) -> Problem:
    edits = (TextEdit(span, "```"),) if closing is None else (TextEdit(span, "```"), closing)
    message = (
        f"`{found[1]}` begins no code block: three ticks, ```, do"
        if found[1] != "``"
        else "two ticks begin no code block"
    )
    return Problem(span, message, f"Write ```{found[2] or ''}.", Fix(edits))
