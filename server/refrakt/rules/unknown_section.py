"""A section whose name is nearly one the rune knows.

Some runes give sections of certain names a meaning, like the acceptance criteria of a work item. Any other section is fine,
too; this one looks like a typing error. The fix writes the known name.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Node, Span
from refrakt.runes.content import Sections

from .bodies import bodies, head_of
from .finding import Edit, Found
from .page import Here
from .registry import rule
from .words import nearest


@rule("unknown-section", "hint", node="tag", fixable=True)
def unknown_section(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        if not isinstance(body.content, Sections) or not body.content.known:
            continue
        names = [name for each in body.content.known for name in (each.name, *each.aliases)]
        folded = {name.casefold(): name for name in names}
        taken = {section.known for section in body.trace.sections}
        for section in body.trace.sections:
            near = nearest(section.name.strip().casefold(), folded) if section.known is None else []
            if not near or section.heading is None or len(section.name) < 5 or folded[near[0]] in taken:
                continue
            if not _is_close(section.name.strip().casefold(), near[0]):
                continue
            name = folded[near[0]]
            message = f"`{body.name}` knows a section '{name}'; '{section.name}' is an ordinary one"
            yield Found(head_of(section.heading), message, f"Write {name}.", _fix(section.heading, name))


def _is_close(word: str, name: str) -> bool:
    """Closer than for names of runes: headings are ordinary words."""
    from rapidfuzz.distance import DamerauLevenshtein

    return DamerauLevenshtein.distance(word, name) <= max(1, len(name) // 6)


def _fix(heading: Node, name: str) -> list[Edit]:
    inline = heading.children[0] if len(heading.children) == 1 else None
    if inline is None or len(inline.children) != 1 or inline.children[0].type != "text" or inline.block is None:
        return []
    return [Edit(Span(inline.start, inline.end, inline.block), name)]
