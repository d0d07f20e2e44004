"""A heading of another level than the rune splits at.

Some runes are made of sections under headings of one level: the columns of a comparison are level 2. A heading of another
level begins no section, so it and what follows is not shown. The fix gives it the right level.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.tree import Node, Span
from refrakt.runes.content import Sections, Split

from .bodies import Body, bodies, head_of
from .finding import Edit, Found
from .page import Here
from .registry import rule

_MARKS = re.compile(r"#+")


@rule("heading-level-fixed", "warning", node="tag", fixable=True)
def heading_level_fixed(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        level = fixed_level(body)
        for lost in body.trace.lost:
            if level is None or not is_of_another_level(body, lost.node):
                continue
            message = f"`{body.name}` begins its parts at headings of level {level}, so this one is not shown"
            yield Found(head_of(lost.node), message, f"Write {'#' * level}.", _fix(lost.node, level))


def fixed_level(body: Body) -> int | None:
    """The one level a rune splits at, where it is no matter of what is written."""
    content = body.content
    if isinstance(content, Split):
        return content.level if isinstance(content.level, int) else None
    if isinstance(content, Sections):
        _, _, level = content.heading.partition(":")
        return int(level) if level else None
    return None


def is_of_another_level(body: Body, node: Node) -> bool:
    """Whether a lost child is a heading that would begin a part if it had the right level."""
    level = fixed_level(body)
    return level is not None and node.type == "heading" and node.attributes.get("level") != level


def _fix(heading: Node, level: int) -> list[Edit]:
    if heading.block is None:
        return []
    marks = _MARKS.match(heading.block.text, heading.start)
    return [Edit(Span(marks.start(), marks.end(), heading.block), "#" * level)] if marks else []
