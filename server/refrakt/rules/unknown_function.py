"""A function that does not exist.

What calls it shows nothing. The fix puts in the nearest name. Where a site may have functions of its own that are not known
here, this is only a hint.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.values import Function

from .finding import Edit, Found
from .page import Here
from .registry import rule
from .values import EVERYWHERE, used
from .words import did_you_mean, nearest


@rule("unknown-function", "error", node=EVERYWHERE, fixable=True)
def unknown_function(here: Here) -> Iterator[Found]:
    for value, span, _ in used(here.node):
        known = here.page.site.config.functions
        if not isinstance(value, Function) or value.name in known:
            continue
        names = nearest(value.name, known)
        vocabulary = here.vocabulary
        message = f"no function is called '{value.name}'{did_you_mean(names)}"
        sure = vocabulary.refrakt and not vocabulary.unknown
        fix = [Edit(span, names[0])] if names and span.end - span.start == len(value.name) else []
        yield Found(
            span, message, f"Write {names[0]}." if names else None, fix if sure else [], None if sure else "hint"
        )
