"""A closing tag with nothing to close.

Markdoc leaves an empty element in its place. Mostly the opening tag was removed or moved away; the fix removes the closing
one, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from .finding import Edit, Found
from .page import Here
from .pairs import key_of, pairs
from .places import tag_named_at
from .registry import rule


@rule("stray-closing-tag", "error", problem="missing-opening", fixable=True)
def stray_closing_tag(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span = here.problem.span
    tag = tag_named_at(here.page.document, span, "close")
    if tag is None:
        return
    known = pairs(here.page.document)
    key = key_of(tag)
    if key in known.consequences or key in known.misnamed or key in known.crossed:
        return
    if not known.is_known(here.page.document, tag):
        return
    yield Found(span, f"nothing that is open here is called `{tag.name}`", "Remove it.", [Edit(tag.span, "")])
