"""What the entries of a plan have in common.

A writer who knows one kind of entry knows the others: labels and dates mean the same on all of them, and work and bugs name
what they wait for in the same two sections.
"""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.runes.content import KnownSection, Sections, many, one, rest
from refrakt.runes.model import Tie, text

TAGS = text("tags", "Labels with commas between them")
DATES = (
    text("created", "When it was written; git knows without it"),
    text("modified", "When it last changed; git knows without it"),
)

BLOCKED_BY = KnownSection("Blocked by", ("Depends On", "Requires", "Deps", "Needs", "Dependencies"))
BLOCKS = KnownSection("Blocks", ("Unblocks", "Enables", "Required By"))


SUPERSEDES: Tie = ("supersedes", "superseded-by")
IMPLEMENTS: Tie = ("implements", "implemented-by")
INFORMS: Tie = ("informs", "informed-by")
RELATED: Tie = ("related", "related")
DEPENDS: dict[str, Tie] = {
    BLOCKED_BY.name: ("depends-on", "dependency-of"),
    BLOCKS.name: ("dependency-of", "depends-on"),
}


def entry(known: Iterable[KnownSection]) -> Sections:
    """A title, what it is about, and sections, some of which have a meaning."""
    return Sections(
        heading="heading:2",
        preamble=(one("title", "heading"), many("description", "paragraph")),
        body=rest(),
        known=tuple(known),
    )
