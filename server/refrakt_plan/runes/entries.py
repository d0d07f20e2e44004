"""What the entries of a plan have in common.

A writer who knows one kind of entry knows the others: labels and dates mean the same on all of them, and work and bugs name
what they wait for in the same two sections.
"""

from __future__ import annotations

from refrakt.runes.content import KnownSection, Sections, many, one, rest
from refrakt.runes.model import Attribute, Tie, choice, text
from refrakt_plan.vocabulary import BLOCKED_BY, BLOCKS, SCALES, EntityType

TAGS = text("tags", "Labels with commas between them")
DATES = (
    text("created", "When it was written; git knows without it"),
    text("modified", "When it last changed; git knows without it"),
)

SUPERSEDES: Tie = ("supersedes", "superseded-by")
IMPLEMENTS: Tie = ("implements", "implemented-by")
INFORMS: Tie = ("informs", "informed-by")
RELATED: Tie = ("related", "related")
DEPENDS: dict[str, Tie] = {
    BLOCKED_BY: ("depends-on", "dependency-of"),
    BLOCKS: ("dependency-of", "depends-on"),
}


def status(kind: EntityType, about: str) -> Attribute:
    """The status of entries of a type."""
    return choice("status", " ".join(kind.statuses), about)


def ranked(name: str, about: str) -> Attribute:
    """An attribute whose values have an order."""
    return choice(name, " ".join(SCALES[name].values), about)


def entry(kind: EntityType) -> Sections:
    """A title, what it is about, and sections, some of which have a meaning."""
    return Sections(
        heading="heading:2",
        preamble=(one("title", "heading"), many("description", "paragraph")),
        body=rest(),
        known=tuple(KnownSection(name, others) for name, others in kind.sections.items()),
    )
