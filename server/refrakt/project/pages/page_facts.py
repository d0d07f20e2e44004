"""The facts of one page: its title and runes, its headings, links, references and tags, and the entities it declares.

Other pages depend on these facts and never on the text, so a keystroke that changes none of them affects no other page. Facts are
read off the syntax tree, hold nothing of it, and can be stored as JSON.

Facts belong to a text, not to a file: `routes` gives the URL and the layout. Offsets count code points from the start of the text,
and cover exactly a target without its brackets, or a name without its quotes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple

from refrakt.project.pages.reference_attributes import LinkKind, ReferenceKind


class Heading(NamedTuple):
    """A heading. `id` is None where only a build knows it, `rune` is the rune that contains it."""

    level: int
    text: str
    id: str | None
    start: int
    end: int
    rune: str | None = None
    other_ids: tuple[str, ...] = ()
    """Ids that it may have as well: a site that is not refrakt's own may follow one of several rules."""


class Anchor(NamedTuple):
    """Any node except a heading with an id, and the span of the id."""

    id: str
    start: int
    end: int


class Link(NamedTuple):
    """A link, an image or another media file: its target, its span, and the span of the target.

    `target` is escaped as a browser gets it. `written` is the span of the target, which may be in a link definition; None if it is
    not known.
    """

    kind: LinkKind
    target: str
    start: int
    end: int
    written: tuple[int, int] | None
    rune: str | None = None
    """The rune that contains it, or whose attribute it is."""
    attribute: str | None = None
    """On a site that is not refrakt's own, the attribute whose value looks like the path of a media file. Whether it is one follows
    from its other values."""


class Reference(NamedTuple):
    """A reference by name. `hint` is the entity type, if the page gives it."""

    kind: ReferenceKind
    name: str
    start: int
    end: int
    hint: str | None = None
    rune: str | None = None
    """The rune whose attribute it is."""


class Relation(NamedTuple):
    """A relation to the entity with the id `to`: its kind, and the kind of its inverse."""

    kind: str
    back: str
    to: str


class EntityFact(NamedTuple):
    """An entity that the page declares. Without an id, the URL of the page is its id."""

    type: str
    id: str | None
    title: str | None
    start: int
    end: int
    scope: Literal["site", "page"] = "site"
    rune: str | None = None
    """The rune that declares it; None if the page itself is the entity."""
    data: dict[str, Any] = {}  # noqa: RUF012 - the default of a named tuple, never changed
    """The fields for queries, besides its title."""
    relations: tuple[Relation, ...] = ()


class Filter(NamedTuple):
    """The text by which a rune selects, sorts or groups entities. Its span is that of the text, unless it has escapes."""

    rune: str
    attribute: str
    text: str
    start: int
    end: int


class TagUse(NamedTuple):
    """One use of a tag on a site that is not refrakt's own: its name, and the span of the name in the opening tag."""

    name: str
    start: int
    end: int
    closing: tuple[int, int] | None = None
    """The span of the name in the closing tag."""
    attributes: tuple[tuple[str, str | None], ...] = ()
    """The names of its attributes, each with the value if that is a name."""


class Silence(NamedTuple):
    """A line, up to the start of the next, on which problems are suppressed; without codes, all problems."""

    start: int
    end: int
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Everything that other pages may depend on."""

    title: str | None = None
    """From the frontmatter, else the first heading of level 1."""
    frontmatter: dict[str, Any] = field(default_factory=dict)
    runes: tuple[str, ...] = ()
    """The names of its tags as written, in the order of their first use."""
    headings: tuple[Heading, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    links: tuple[Link, ...] = ()
    references: tuple[Reference, ...] = ()
    entities: tuple[EntityFact, ...] = ()
    filters: tuple[Filter, ...] = ()
    tags: tuple[TagUse, ...] = ()
    """The uses of tags; empty on a site of refrakt, whose runes are known."""
    silenced: tuple[Silence, ...] = ()
    open_ended: bool = False
    """Whether it shows content that only a build knows, so that it may have other anchors."""
    possible_ids: tuple[str, ...] = ()
    """On a site that is not refrakt's own, what components may use as an id: texts of attributes, and ids of HTML."""
    incomplete: bool = False
    """Whether its frontmatter exceeds a limit and was not read: it may have any slug, id, type and title."""
    named_files: tuple[str, ...] = ()
    """On a site that is not refrakt's own, the content files that tags name, as written: components may include them."""

    @property
    def draft(self) -> bool:
        return self.frontmatter.get("draft") is True

    @property
    def slug(self) -> str | None:
        slug = self.frontmatter.get("slug")
        return slug if isinstance(slug, str) and slug else None

    @property
    def partials(self) -> tuple[str, ...]:
        """The partials it includes, each once."""
        return tuple(dict.fromkeys(each.name for each in self.references if each.kind == "partial"))

    @property
    def fragments(self) -> frozenset[str]:
        """The ids of all anchors. That of a drawer has a prefix."""
        drawers = (f"drawer-{each.id}" for each in self.entities if each.type == "drawer")
        headings = (id for each in self.headings for id in (each.id, *each.other_ids) if id)
        return frozenset((*headings, *(each.id for each in self.anchors), *drawers))

    def plain(self) -> dict[str, Any]:
        """The facts as JSON data, without empty ones."""
        return {each.name: value for each in fields(self) if (value := getattr(self, each.name))}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> PageFacts:
        """The inverse of `plain`, also after encoding as JSON."""
        return cls(
            plain.get("title"),
            plain.get("frontmatter", {}),
            tuple(plain.get("runes", ())),
            tuple(Heading._make((*each, tuple(ids))) for *each, ids in plain.get("headings", ())),
            tuple(Anchor(*each) for each in plain.get("anchors", ())),
            tuple(
                Link(kind, target, start, end, written and (written[0], written[1]), rune, attribute)
                for kind, target, start, end, written, rune, attribute in plain.get("links", ())
            ),
            tuple(Reference(*each) for each in plain.get("references", ())),
            tuple(
                EntityFact._make((*each, tuple(Relation(*relation) for relation in relations)))
                for *each, relations in plain.get("entities", ())
            ),
            tuple(Filter(*each) for each in plain.get("filters", ())),
            tuple(
                TagUse(name, start, end, closing and (closing[0], closing[1]), tuple(map(tuple, attributes)))
                for name, start, end, closing, attributes in plain.get("tags", ())
            ),
            tuple(Silence(start, end, tuple(codes)) for start, end, codes in plain.get("silenced", ())),
            plain.get("open_ended", False),
            tuple(plain.get("possible_ids", ())),
            plain.get("incomplete", False),
            tuple(plain.get("named_files", ())),
        )
