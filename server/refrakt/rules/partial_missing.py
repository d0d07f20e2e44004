"""A partial that is not there.

Nothing is shown in its place. The fix puts in the nearest file among the site's partials.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.format.value import format_value

from .attributes import attribute_of
from .finding import Edit, Found
from .page import Here
from .registry import rule
from .words import did_you_mean, nearest


@rule("partial-missing", "error", problem="attribute-value-invalid", fixable=True)
def partial_missing(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    partials = here.page.site.partials
    if here.node.tag != "partial" or partials is None:
        return
    found = attribute_of(here)
    file = found[1].annotation.value if found is not None else None
    if found is None or found[1].annotation.name != "file" or not isinstance(file, str) or file in partials:
        return
    names = nearest(file, partials)
    span = here.problem.span
    fix = [Edit(span, format_value(names[0]))] if names else []
    advice = f"Write {names[0]}." if names else "Create the file, or name one of those there are."
    yield Found(span, f"no partial is called '{file}'{did_you_mean(names)}", advice, fix)
