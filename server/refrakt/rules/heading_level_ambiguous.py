"""A title and a single heading under it.

Where a rune finds out by itself at which level it is to be split, a heading followed by one deeper one is read as one part
with a heading inside. If the first was meant as a title, a second part makes that clear.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.runes.content import Sections
from refrakt.runes.matching import parsed

from .bodies import TITLED, Body, bodies, head_of
from .finding import Found
from .page import Here
from .registry import rule


@rule("heading-level-ambiguous", "info", node="tag")
def heading_level_ambiguous(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        if not _could_have_a_title(body):
            continue
        headings = [child for child in body.children if child.type == "heading"]
        levels = [child.attributes.get("level", 0) for child in headings]
        if len(levels) > 1 and levels[1] > levels[0] and levels.count(levels[1]) == levels.count(levels[0]) == 1:
            message = f"`{body.name}` takes this heading for its only part, and the one below for text in it"
            yield Found(head_of(headings[0]), message, "If it is a title, add a second part, or leave the title out.")


def _could_have_a_title(body: Body) -> bool:
    content = body.content
    if not isinstance(content, Sections) or ":" in content.heading or body.rune.name in TITLED:
        return False
    return any(kind == "heading" for field in content.preamble for kind, _ in parsed(field.match))
