"""What one page says: its title and runes, its headings, where it leads, what it names, what can be named in it.

Other pages depend on these facts and never on the text, so a keystroke that changes none of them concerns nobody else. They are
read off the tree the parser made, hold nothing of it, and are plain enough to be written down and read back.

Facts belong to a text, not to a file: where a page is served and with which layout is for `routes` to say. Offsets count code
points from the start of the text and cut out just what a fact is about: a target without its brackets, a name without quotes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

from .references import LinkKind, ReferenceKind


class Heading(NamedTuple):
    """A heading; `id` is None where only a build can tell, `rune` is what it stands in."""

    level: int
    text: str
    id: str | None
    start: int
    end: int
    rune: str | None = None


class Anchor(NamedTuple):
    """Anything but a heading that has an id, and where the id is written."""

    id: str
    start: int
    end: int


class Link(NamedTuple):
    """A link, an image or another file that is shown: what it leads to, where it stands, where its target is written.

    `target` is as a browser gets it, with what an address cannot hold escaped. A target that is written as a definition at
    another place is `written` there; None means that the place could not be told.
    """

    kind: LinkKind
    target: str
    start: int
    end: int
    written: tuple[int, int] | None
    rune: str | None = None
    """The rune it stands in, or that it is an attribute of."""


class Reference(NamedTuple):
    """Something that is called by its name. `hint` is the kind of thing that is meant, where the page says it."""

    kind: ReferenceKind
    name: str
    start: int
    end: int
    hint: str | None = None
    rune: str | None = None
    """The rune it is an attribute of."""


class Tie(NamedTuple):
    """What a thing is to another, which is called by its id, and what the other is to it."""

    kind: str
    back: str
    to: str


class Entity(NamedTuple):
    """A thing the page declares. One without an id of its own goes by the page's address."""

    type: str
    id: str | None
    title: str | None
    start: int
    end: int
    scope: Literal["site", "page"] = "site"
    rune: str | None = None
    """The rune that declares it; None where the page itself is the thing."""
    data: dict[str, Any] = {}  # noqa: RUF012 - a named tuple's default, which nobody changes
    """The fields a query can ask for, besides its title."""
    ties: tuple[Tie, ...] = ()


class Filter(NamedTuple):
    """The text by which a rune picks, sorts or groups things. Its place is that of the text, unless it has escapes."""

    rune: str
    attribute: str
    text: str
    start: int
    end: int


class Silence(NamedTuple):
    """A line, up to where the next begins, of which somebody wrote that nothing is to be said; no codes mean all."""

    start: int
    end: int
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Everything others may know of a page."""

    title: str | None = None
    """As the frontmatter has it, else the first heading of level 1, wherever it stands."""
    frontmatter: dict[str, Any] = field(default_factory=dict)
    runes: tuple[str, ...] = ()
    """The tags it uses, by the names it uses, in the order of their first use."""
    headings: tuple[Heading, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    links: tuple[Link, ...] = ()
    references: tuple[Reference, ...] = ()
    entities: tuple[Entity, ...] = ()
    filters: tuple[Filter, ...] = ()
    silenced: tuple[Silence, ...] = ()
    open_ended: bool = False
    """Whether it shows what only a build can bring together, so that nobody knows all its anchors before."""
    incomplete: bool = False
    """Whether its frontmatter exceeds a limit and was not read: it may have any slug, id, type and title."""

    @property
    def draft(self) -> bool:
        return self.frontmatter.get("draft") is True

    @property
    def slug(self) -> str | None:
        slug = self.frontmatter.get("slug")
        return slug if isinstance(slug, str) and slug else None

    @property
    def partials(self) -> tuple[str, ...]:
        """The partials it takes in, each once."""
        return tuple(dict.fromkeys(each.name for each in self.references if each.kind == "partial"))

    @property
    def fragments(self) -> frozenset[str]:
        """Every id on the page that a link can lead to. A drawer's carries its kind."""
        drawers = (f"drawer-{each.id}" for each in self.entities if each.type == "drawer")
        headings = (each.id for each in self.headings if each.id)
        return frozenset((*headings, *(each.id for each in self.anchors), *drawers))

    def plain(self) -> dict[str, Any]:
        """The facts as JSON can hold them. What says nothing is left out."""
        return {each.name: value for each in fields(self) if (value := getattr(self, each.name))}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> PageFacts:
        """The inverse of `plain`, also after a journey through JSON."""
        return cls(
            plain.get("title"),
            plain.get("frontmatter", {}),
            tuple(plain.get("runes", ())),
            tuple(Heading(*each) for each in plain.get("headings", ())),
            tuple(Anchor(*each) for each in plain.get("anchors", ())),
            tuple(
                Link(kind, target, start, end, written and (written[0], written[1]), rune)
                for kind, target, start, end, written, rune in plain.get("links", ())
            ),
            tuple(Reference(*each) for each in plain.get("references", ())),
            tuple(Entity._make((*each, tuple(Tie(*tie) for tie in ties))) for *each, ties in plain.get("entities", ())),
            tuple(Filter(*each) for each in plain.get("filters", ())),
            tuple(Silence(start, end, tuple(codes)) for start, end, codes in plain.get("silenced", ())),
            plain.get("open_ended", False),
            plain.get("incomplete", False),
        )
