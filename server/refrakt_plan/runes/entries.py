"""Attributes and relations that the entity runes share.

Labels and dates mean the same on all of them, and work and bugs name their dependencies in the same two sections.
"""

from __future__ import annotations

from refrakt.runes.content_model import KnownSection, Sections, many, one, rest
from refrakt.runes.rune import Attribute, Relation, choice, text
from refrakt_plan.vocabulary import BLOCKED_BY, BLOCKS, SCALES, EntityType

TAGS = text("tags", "Labels, separated by commas")
DATES = (
    text("created", "The creation date; git records it, too"),
    text("modified", "The date of the last change; git records it, too"),
)

SUPERSEDES: Relation = ("supersedes", "superseded-by")
IMPLEMENTS: Relation = ("implements", "implemented-by")
INFORMS: Relation = ("informs", "informed-by")
RELATED: Relation = ("related", "related")
DEPENDS: dict[str, Relation] = {
    BLOCKED_BY: ("depends-on", "dependency-of"),
    BLOCKS: ("dependency-of", "depends-on"),
}


def status(kind: EntityType, about: str) -> Attribute:
    """The status attribute of a type."""
    return choice("status", " ".join(kind.statuses), about)


def ranked(name: str, about: str) -> Attribute:
    """An attribute with ordered values."""
    return choice(name, " ".join(SCALES[name].values), about)


def entry(kind: EntityType) -> Sections:
    """A title, a description, and sections, some of which are known."""
    return Sections(
        heading="heading:2",
        preamble=(one("title", "heading"), many("description", "paragraph")),
        body=rest(),
        known=tuple(KnownSection(name, others) for name, others in kind.sections.items()),
    )
