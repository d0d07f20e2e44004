"""A tag whose `%}` never comes.

While it is being typed that is as it should be. Otherwise the tag is shown as plain text, or takes in the next tag and is
refused. The fix ends it where its line ends, and closes a string that was left open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.tags import read_tag_in
from refrakt.markdoc.tree import Span, TagSyntax

from .finding import Edit, Found
from .page import Here
from .pairs import pairs
from .places import tag_at
from .registry import rule
from .syntax_error import faulty_tag


@rule("unterminated-tag", "error", problem="unterminated-tag parse-error", fixable=True)
def unterminated_tag(here: Here) -> Iterator[Found]:
    tag = _tag(here)
    if tag is None or tag.block is None:
        return
    text = tag.block.text
    end = tag.start + len(text[tag.start : tag.end].rstrip())
    name = f"`{tag.name}`" if tag.name else "this tag"
    span = Span(tag.start, end, tag.block)
    yield Found(span, f"{name} is not ended with %}}", "End it with %}.", _fix(here, tag, end))


def _tag(here: Here) -> TagSyntax | None:
    problem = here.problem
    assert problem is not None
    if problem.id == "parse-error":
        found = faulty_tag(here)
        return found[0] if found is not None and not found[0].terminated else None
    tag = tag_at(here.page.document, problem.span)
    return tag if tag is not None and not tag.terminated else None


def _fix(here: Here, tag: TagSyntax, end: int) -> list[Edit]:
    """Offered where the tag can be read once it is ended, and is closed or needs no closing."""
    assert tag.block is not None
    typed = tag.block.text[tag.start : end]
    at = Span(end, end, tag.block)
    if typed.endswith("%}"):
        # The end is there, but inside a string that is not closed.
        inner = typed[:-2].rstrip()
        at = Span(tag.start + len(inner), end, tag.block)
        candidates = [f'{inner}" %}}']
    else:
        inner = typed.removesuffix("%").rstrip() if typed.endswith("%") else typed
        at = Span(tag.start + len(inner), end, tag.block)
        candidates = [f"{inner} %}}", f'{inner}" %}}']
    for text in candidates:
        read = read_tag_in(text, 0, len(text) - 2)
        if read.fault is None and read.kind in ("open", "close", "void") and _is_settled(here, tag, read):
            return [Edit(at, text[len(inner) :])]
    return []


def _is_settled(here: Here, tag: TagSyntax, read: TagSyntax) -> bool:
    """Whether ending the tag leaves nothing open: a known name, and somewhere a closing tag that waits for it."""
    if here.vocabulary.get(read.name) is None:
        return False
    if read.kind != "open":
        return True
    if read.name in pairs(here.page.document).waiting:
        return True
    # The closing tag may be part of what the tag has swallowed.
    rest = tag.block.text[tag.end :] if tag.block is not None else ""
    return re.search(rf"\{{%\s*/{re.escape(read.name)}\s*%\}}", rest) is not None
