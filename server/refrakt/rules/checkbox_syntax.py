"""A checkbox that is not read as one.

A checkbox is `[ ]` or `[x]` at the start of a list item, with a space after it. Anything else is text: it cannot be
checked off, and the progress of a work item does not count it.

**Example**

```markdoc {% process=false %}
- [] Oil the hinge
- [ x ] Sand the door
```

**Use instead**

```markdoc {% process=false %}
- [ ] Oil the hinge
- [x] Sand the door
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.prose_text import prose_block
from refrakt.rules.registry import rule

_BOX = re.compile(
    r"""^[ \t]*(?:[-*+]|\d{1,3}\.)(?P<gap>[ \t]*)
    (?P<box>\[[ \t]{0,4}[xX✓✔✗]?[ \t]{0,4}\]|［[ xX]?］|\([ xX]\)|\[[ ]\)|【[ xX]?】)
    (?P<after>[ \t]*)(?=[^\s(\[:\]])""",
    re.MULTILINE | re.VERBOSE,
)
_MARKERS = ("[]", "[ ]", "[x", "[X", "[ x", "[ X", "[  ", "✓", "✔", "［")


@rule("checkbox-syntax", "warning", "syntax", on="block", fixable=True, root_cause=True, sites="refrakt")
def checkbox_syntax(page: Page, block: Block) -> Iterator[Problem]:
    prose = prose_block(block, *_MARKERS)
    if prose is not None:
        for found in _BOX.finditer(prose.text):
            done = any(each in found["box"] for each in "xX✓✔")
            right = "[x]" if done else "[ ]"
            if found["box"] == "[X]":
                right = "[X]"
            wrong_box, glued, no_space = found["box"] != right, not found["after"], not found["gap"]
            if not (wrong_box or glued or no_space) or (found["box"].startswith("(") and not done):
                continue
            start, end = found.start("gap"), found.end("after")
            message = f"`{found['box']}` is not a checkbox" if wrong_box else "a space is missing before the checkbox"
            if not wrong_box and not no_space:
                message = "a space is missing after the checkbox"
            edit = TextEdit(Span(start, end, prose.source), f" {right} ")
            span = Span(found.start("box"), found.end("box"), prose.source)
            yield Problem(span, message, f"Write - {right} with a space after it.", safe_fix([edit]))
