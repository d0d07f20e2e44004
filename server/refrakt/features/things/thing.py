"""The things that files of a site name, and one place that does.

A thing is known by the file that declares it and its name there, so two places speak of the same thing exactly if their things
are equal, whichever way each of them is written.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..answers import Range

ThingKind = Literal["page", "heading", "anchor", "drawer", "entity", "partial", "layout", "key", "definition", "file"]


class Thing(NamedTuple):
    """Something that has a name."""

    kind: ThingKind
    path: str
    """The file that declares it, below the project's folder; of a `file` the file itself."""
    name: str = ""
    """Of a heading, an anchor, a drawer and an entity its id; of a partial what pages call it; a key of the frontmatter; the label
    of a link definition as it is compared. Empty for what a file as a whole is."""
    type: str | None = None
    """Of an entity."""


class Mention(NamedTuple):
    """A place that names a thing."""

    thing: Thing
    path: str
    """The file it stands in, below the project's folder."""
    place: Range
    """Exactly the characters that name it: the path of a link without its fragment, a fragment without `#`, an id without quotes,
    the text of a heading."""
    declares: bool = False
    whole: Range | None = None
    """The link, the tag or the heading that it is part of."""
