"""An attribute that is written twice in one tag.

Only the last one counts. The fix removes the one before.
"""

from __future__ import annotations

from collections.abc import Iterator

from .attributes import removal
from .finding import Found
from .page import Here
from .places import attribute_at
from .registry import rule


@rule("duplicate-attribute", "warning", problem="duplicate-attribute", fixable=True)
def duplicate_attribute(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span = here.problem.span
    found = attribute_at(here.page.document, span)
    if found is None:
        return
    tag, number = found
    name = tag.attributes[number].annotation.name
    before = (tag.attributes[n] for n in range(number - 1, -1, -1))
    earlier = next((each for each in before if each.annotation.name == name and each.form != "class"), None)
    fix = [removal(tag, earlier)] if earlier is not None and earlier.form != "primary" else []
    yield Found(span, f"`{name}` is set twice; this one counts", "Remove the other.", fix)
