"""A part of a rune that is divided off and left empty.

A `---` line with nothing before or after it makes an empty part. Without the line, everything goes to the main part.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Node, Span
from refrakt.runes.content import Delimited
from refrakt.runes.matching import matches

from .bodies import Body, bodies, head_of
from .finding import Edit, Found
from .page import Here
from .registry import rule


@rule("empty-zone", "info", node="tag", fixable=True)
def empty_zone(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        if not isinstance(body.content, Delimited):
            continue
        for zone in body.trace.empty_zones:
            line = _line_beside(body, body.content, zone.name)
            span = head_of(line) if line is not None else head_of(here.node)
            yield Found(span, f"the part `{zone.name}` of `{body.name}` is empty", "Remove the line.", _fix(body, line))


def _line_beside(body: Body, content: Delimited, name: str) -> Node | None:
    """The line that makes the part: the one after the first, before the others."""
    lines = [child for child in body.children if matches(child, content.delimiter)]
    index = next((n for n, zone in enumerate(content.zones) if zone.name == name), 0)
    at = max(index - 1, 0)
    return lines[at] if at < len(lines) else None


def _fix(body: Body, line: Node | None) -> list[Edit]:
    """With a single line, all that is left is one part; with more the others would change places."""
    lines = [child for child in body.children if child.type == "hr"]
    if line is None or len(lines) != 1 or line.block is None:
        return []
    text = line.block.text[line.start : line.end]
    return [Edit(Span(line.start, line.start + len(text.rstrip()), line.block), "")]
