"""Frontmatter that is not valid YAML.

A site cannot be built with such a page. The commonest cause is a colon or a special sign in a value that is not in quotes;
where quotes put it right, the fix writes them, and where a tab is used for indenting, spaces.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from refrakt.markdoc.frontmatter import Frontmatter, read_frontmatter
from refrakt.markdoc.tree import Span

from .finding import Edit, Found
from .page import Here
from .places import line_end, line_start
from .registry import rule

_ENTRY = re.compile(r"([ \t]*(?:- )?[\w-]+:[ \t]+)(\S(?:.*\S)?)[ \t]*")
_TABS = re.compile(r"[ ]*\t[ \t]*")


@rule("frontmatter-yaml", "error", problem="frontmatter-yaml", fixable=True)
def frontmatter_yaml(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    frontmatter = here.page.document.frontmatter
    fix = _fix(frontmatter, here.problem.span) if frontmatter is not None else []
    advice = f"Write {fix[0].new.strip()}." if fix and fix[0].new.strip() else None
    yield Found(here.problem.span, here.problem.message, advice, fix)


def _fix(frontmatter: Frontmatter, span: Span) -> list[Edit]:
    """An edit on the line of the problem after which there are fewer of them."""
    block = span.block
    if block is None:
        return []
    text = block.text
    start, end = line_start(text, span.start), line_end(text, span.start)
    candidates: list[Edit] = []
    entry = _ENTRY.fullmatch(text[start:end])
    if entry is not None:
        value = Span(start + entry.end(1), start + entry.end(2), block)
        candidates.append(Edit(value, json.dumps(entry.group(2).strip("\"'"), ensure_ascii=False)))
    tabs = _TABS.match(text, start)
    if tabs is not None:
        candidates.append(Edit(Span(tabs.start(), tabs.end(), block), tabs.group().replace("\t", "  ")))
    return next(([each] for each in candidates if _helps(frontmatter, text, each)), [])


def _helps(frontmatter: Frontmatter, text: str, edit: Edit) -> bool:
    start, end, _ = frontmatter.span
    new = text[start : edit.span.start] + edit.new + text[edit.span.end : end]
    after = read_frontmatter(new, Span(0, len(new)))
    return not after.incomplete and len(after.problems) < len(frontmatter.problems)
