"""More parts than the rune has.

A `---` line in some runes divides their content: what comes before is the picture, what comes after the text. What follows a
further line is not shown. The fix removes that line, so that the text goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Node, Span
from refrakt.runes.content import Delimited
from refrakt.runes.matching import matches

from .bodies import bodies, head_of
from .finding import Edit, Found
from .page import Here
from .registry import rule


@rule("too-many-zones", "warning", node="tag", fixable=True)
def too_many_zones(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        content = body.content
        if not isinstance(content, Delimited) or content.each is not None:
            continue
        lines = [child for child in body.children if matches(child, content.delimiter)]
        extra = lines[len(content.zones) - 1 :]
        if not extra or not any(lost.reason == "extra-zone" for lost in body.trace.lost):
            continue
        parts = ", ".join(f"`{zone.name}`" for zone in content.zones)
        message = f"`{body.name}` has {len(content.zones)} parts ({parts}): what follows this line is not shown"
        yield Found(head_of(extra[0]), message, "Remove the line.", [_removed(line) for line in extra])


def _removed(line: Node) -> Edit:
    start, end, block = line.span
    text = block.text if block is not None else ""
    return Edit(Span(start, start + len(text[start:end].rstrip()), block), "")
