"""Markdown where it cannot stand.

A link within a link or bold within bold is read, but no browser shows it as it was meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from .finding import Found
from .page import Here
from .registry import rule

_WORDS = {
    "strong": "bold text",
    "em": "italic text",
    "s": "struck-out text",
    "softbreak": "a line break",
    "hardbreak": "a line break",
    "td": "a table cell",
    "th": "a table heading",
    "item": "a list item",
    "image": "an image",
    "inline": "running text",
    "tr": "a table row",
}


@rule("child-invalid", "warning", problem="child-invalid")
def child_invalid(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    if any(error.id == "missing-closing" for error in here.node.errors):
        # A tag that is never closed has taken in what follows.
        return
    allowed = here.page.site.config.schema_of(here.node)
    for child in here.node.children:
        # A line break in bold text is nobody's business.
        if (
            child.type == "softbreak"
            or child.errors
            or (allowed is not None and child.type in (allowed.children or ()))
        ):
            continue
        what, where = _name(child.tag, child.type), _name(here.node.tag, here.node.type)
        if here.problem.message.startswith(f"'{child.tag or child.type}'"):
            yield Found(here.problem.span, f"{what} does not belong in {where}", "Take one of them away.")
            return


def _name(tag: str | None, type: str) -> str:
    if tag:
        return f"`{tag}`"
    return _WORDS.get(type, f"an {type}" if type[0] in "aeiou" else f"a {type}")
