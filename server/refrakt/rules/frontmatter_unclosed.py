"""Frontmatter that is never closed.

A page's frontmatter ends at a second line of three dashes. Without it the dashes above are a line across the page, the keys
below them are its first paragraph, and neither title nor anything else is set. The fix closes it after the last line that
looks like a key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Edit, Found
from .page import Page
from .registry import page_rule

_LINE_END = r"(?:\r\n|\n|\r|\Z)"
_KEYS = re.compile(
    rf"---[ \t]*(\r\n|\n|\r)(?:[A-Za-z][\w.-]*:(?:[ \t][^\r\n]*)?{_LINE_END}|[ \t]+\S[^\r\n]*{_LINE_END})+"
)


@page_rule("frontmatter-unclosed", "warning", fixable=True)
def frontmatter_unclosed(page: Page) -> Iterator[Found]:
    blocks = page.document.blocks
    if (
        not blocks
        or page.document.frontmatter is not None
        or not any(opener == "---" for opener, _ in blocks[0].unended)
    ):
        return
    text = page.document.text
    keys = _KEYS.match(text)
    if keys is None:
        return
    line_end = keys.group(1)
    end = keys.end()
    new = f"---{line_end}" if text[:end].endswith(line_end) else f"{line_end}---{line_end}"
    index = page.document.block_at(max(end - 1, 0))
    block = blocks[index]
    at = end - page.document.start_of(index)
    fix = [Edit(Span(at, at, block.source), new)]
    yield Found(
        Span(0, 3, blocks[0].source), "the frontmatter that begins here is never closed", "Close it with ---.", fix
    )
