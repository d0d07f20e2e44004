"""Frontmatter that is not at the start of its file.

Frontmatter is read only if its `---` is the first line. After a blank line, a comment or a heading it is text: a thematic break,
and a heading with all keys. The fix removes blank lines before it; what else is before it is moved below it.

**Example**

```markdoc {% process=false %}
# Boats

---
title: Boats
---

A history.
```

**Use instead**

```markdoc {% process=false %}
---
title: Boats
---
# Boats

A history.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_fences import may_have_unread_keys, second_block, start_of_text, unread_keys
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.registry import rule

_CHAT = re.compile(
    r"(?:(?:Sure|Certainly|Of course|Absolutely|Great|OK|Okay|Got it|Done)[!,.]? )?"
    r"(?:Here(?:'s|’s| is| are)|Below is|I(?:'ve|’ve| have) (?:updated|revised|rewritten|fixed|corrected))"
    r"[^\n]{0,80}\b(?:page|file|document|version|markdown|content|text|draft)\b[^\n]{0,40}[:.]",
    re.IGNORECASE,
)


@rule("frontmatter-position", "warning", "frontmatter", on="page", fixable=True, sites="refrakt")
def frontmatter_position(page: Page) -> Iterator[Problem]:
    document = page.document
    if document.frontmatter is not None and not document.frontmatter.problems:
        yield from _second(page)
    if document.frontmatter is not None or not document.blocks or document.blocks[0].text.startswith("---"):
        return
    if not may_have_unread_keys(document):
        return
    text = start_of_text(document)
    keys = unread_keys(text)
    if keys is None or keys.opening is None or keys.closing is None or keys.lead[1] == 0:
        return
    if any(each.text.strip() != "---" for each in (keys.opening, keys.closing)):
        return
    lead = text[slice(*keys.lead)]
    span = Span(keys.opening.start, keys.opening.start + len(keys.opening.text))
    if not lead.strip():
        fix = Fix((TextEdit(Span(*keys.lead), ""),))
        yield Problem(span, "frontmatter must be first; a blank line is before it", "Remove the blank line.", fix)
        return
    end = keys.closing.next
    moved = (TextEdit(Span(0, 0), text[keys.opening.start : end]), TextEdit(Span(keys.opening.start, end), ""))
    # A heading belongs to the text; anything else may have been meant as a part of the frontmatter.
    if _CHAT.fullmatch(lead.strip()) is not None:
        message = "frontmatter must be first in its file; the sentence before it is of a chat"
        yield Problem(span, message, "Remove the sentence.", Fix((TextEdit(Span(*keys.lead), ""),)))
        return
    is_heading = lead.strip().startswith("# ") and "\n" not in lead.strip()
    fix = Fix(moved, "safe" if is_heading else "unsafe")
    yield Problem(span, "frontmatter must be first in its file", "Move it to the first line.", fix)


def _second(page: Page) -> Iterator[Problem]:
    """Keys in a block of their own below the frontmatter."""
    document = page.document
    if len(document.blocks) < 2 or not document.blocks[1].text.lstrip().startswith("---"):
        return
    text, begin = start_of_text(document), document.start_of(1)
    found = second_block(text, begin)
    if found is None:
        return
    start, keys, end = found
    before = text.rfind("---", 0, start)
    if before < 0 or text[before:start].strip() != "---":
        return
    root = document.frontmatter.root if document.frontmatter is not None else None
    names = {each.partition(":")[0] for each in text[keys:end].splitlines()}
    is_new = root is not None and not names.intersection(map(str, root.names))
    # It may have been meant to replace the first.
    fix = Fix((TextEdit(Span(before, keys), ""),), "unsafe") if is_new else None
    yield Problem(Span(start, start + 3), "a page has one block of frontmatter", "Write all keys in the first.", fix)
