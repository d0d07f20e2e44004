"""A closing tag of another name than the tag that is open.

Tags close in the reverse order they were opened in, and by the same name, so Markdoc takes this one for stray and the open
one for unclosed. The fix gives the closing tag the name of the open one; where two closing tags have changed places it
changes them back.
"""

from __future__ import annotations

from collections.abc import Iterator

from .finding import Edit, Found
from .page import Here
from .pairs import key_of, pairs
from .places import tag_named_at
from .registry import rule


@rule("mismatched-tag", "error", problem="missing-opening", fixable=True)
def mismatched_tag(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    tag = tag_named_at(here.page.document, here.problem.span, "close")
    if tag is None:
        return
    known = pairs(here.page.document)
    if not known.is_known(here.page.document, tag):
        return
    opening = known.misnamed.get(key_of(tag))
    if opening is not None:
        message = f"`{opening.name}` is open here and `{tag.name}` is not"
        yield Found(tag.name_span, message, f"Write /{opening.name}.", [Edit(tag.name_span, opening.name)])
        return
    crossed = known.crossed.get(key_of(tag))
    if crossed is not None:
        inner, later = crossed
        message = f"`{tag.name}` is closed while `{inner.name}` inside it is still open"
        fix = [Edit(tag.name_span, later.name), Edit(later.name_span, tag.name)]
        yield Found(tag.name_span, message, f"Close {inner.name} first.", fix)
