"""Content in the place of something else.

Where a rune looks for one thing and finds another, it skips it: what stands here is not shown, and what it was looking for
is taken from further down only if nothing else is in between. The fix moves it before the rune.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.runes.matching import describe, described

from .bodies import bodies, head_of, moved_out, runs
from .finding import Found
from .page import Here
from .registry import rule


@rule("content-unexpected", "warning", node="tag", fixable=True)
def content_unexpected(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        for run in runs(body, "skipped"):
            lost = run[0]
            wanted = describe(lost.field.match) if lost.field is not None else "something else"
            message = f"`{body.name}` looks for {wanted} here: {described(lost.node)} is not shown"
            fix = moved_out(here, body, [each.node for each in run])
            yield Found(head_of(lost.node), message, body.way_out, fix)
