"""Content that a rune has no place for.

It is left out without a word: a second list after a recipe's steps, text before the first of several tabs, anything at all in
a rune that makes its content itself. The fix moves it before or after the rune, where it is shown; what an entity of a plan
holds counts though it is not shown, and stays there.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.runes.content import Custom, Sections, Split
from refrakt.runes.matching import describe, described
from refrakt.runes.resolution import Lost

from .bodies import Body, bodies, head_of, moved_out, runs
from .content_order import too_late
from .finding import Found
from .heading_level_fixed import is_of_another_level
from .page import Here
from .registry import rule


@rule("content-dropped", "warning", node="tag", fixable=True)
def content_dropped(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        late = {id(lost) for lost, _ in too_late(body)}
        for run in runs(body, "left-over", "preamble", "not-taken"):
            rest = [lost for lost in run if id(lost) not in late]
            if id(run[0]) in late or is_of_another_level(body, run[0].node):
                # Another rule has said what is wrong; the rest follows from it.
                continue
            more = f", nor {_count(len(rest) - 1)} after it" if len(rest) > 1 else ""
            message = f"{described(rest[0].node)} is not shown{more}: {_why(body, rest[0])}"
            fix = moved_out(here, body, [lost.node for lost in rest])
            yield Found(head_of(rest[0].node), message[0].upper() + message[1:], body.way_out, fix)


def _why(body: Body, lost: Lost) -> str:
    name, content = f"`{body.name}`", body.content
    if lost.reason == "not-taken" and isinstance(content, Custom):
        return f"{name} takes only {describe(content.takes)}"
    if lost.reason == "preamble" and isinstance(content, Split):
        if body.trace.sections:
            return f"before its first heading {name} takes only {describe(content.preamble)}"
        level = f" of level {content.level}" if isinstance(content.level, int) else ""
        return f"{name} is made of headings{level} and what stands under them"
    if isinstance(content, Sections) and not lost.path:
        return f"{name} has no place for it before its first section"
    if lost.path:
        return f"the part `{lost.path[0]}` of {name} has no place for it"
    return f"{name} has no place for it" if body.children else f"{name} takes no content"


def _count(number: int) -> str:
    return "what stands" if number == 1 else f"the {number} blocks"
