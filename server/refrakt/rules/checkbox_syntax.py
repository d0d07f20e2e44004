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
from refrakt.rules.signs import sign

_BOX = re.compile(
    r"""^[ \t]*(?:[-*+]|\d{1,3}\.)(?P<gap>[ \t]*)
    (?P<box>\[[ \t]{0,4}(?:[xX✓✔✗✅☑*vVyY]\ufe0f?|done|todo|open|DONE|TODO|Done|Todo)?[ \t]{0,4}\]
        |［[ xX]?］|\([ xX]\)|\[[ ]\)|【[ xX]?】|[☐☑☒✅✔]\ufe0f?)
    (?P<after>[ \t]*)(?=[^\s(\[:\]])""",
    re.MULTILINE | re.VERBOSE,
)
_DONE = re.compile(r"[xX✓✔✅☑*vVyY]|done", re.IGNORECASE)
_LOOSE = re.compile(r"[^\[\] \txX✓✔✗]|^[^\[（(［【]")
"""What is a checkbox only if others are beside it."""
_RIGHT = re.compile(r"^[ \t]*[-*+] \[[ xX]\] ", re.MULTILINE)
_SIGN = sign(pattern=r"\[(?:[^\]\n]{0,4}|[a-z]{3,6})\][^(\[:]|[［【☐☑☒✅✓✔✗]|[-*+.] \([xX]\)")


@rule("checkbox-syntax", "warning", "syntax", on="block", fixable=True, root_cause=True, sites="refrakt", signs=[_SIGN])
def checkbox_syntax(page: Page, block: Block) -> Iterator[Problem]:
    if not all(map(_is_right, _BOX.finditer(block.text))):
        prose = prose_block(block)
        for found in _BOX.finditer(prose.text):
            done = _DONE.search(found["box"]) is not None
            right = "[x]" if done else "[ ]"
            if found["box"] == "[X]":
                right = "[X]"
            wrong_box, glued, no_space = found["box"] != right, not found["after"], not found["gap"]
            if not (wrong_box or glued or no_space) or (found["box"].startswith("(") and not done):
                continue
            is_loose = _LOOSE.search(found["box"]) is not None
            if is_loose and _RIGHT.search(prose.text) is None:
                continue  # a symbol in a list; among checkboxes it is one
            start, end = found.start("gap"), found.end("after")
            message = f"`{found['box']}` is not a checkbox" if wrong_box else "a space is missing before the checkbox"
            if not wrong_box and not no_space:
                message = "a space is missing after the checkbox"
            edit = TextEdit(Span(start, end, prose.source), f" {right} ")
            span = Span(found.start("box"), found.end("box"), prose.source)
            yield Problem(span, message, f"Write - {right} with a space after it.", safe_fix([edit]))


def _is_right(found: re.Match[str]) -> bool:
    return bool(found["gap"] and found["after"]) and found["box"] in ("[ ]", "[x]", "[X]")
