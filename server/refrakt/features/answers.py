"""The shapes of answers. Places are offsets into the text of the page, in characters; a host turns them into its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal[
    "rune",
    "attribute",
    "value",
    "closing",
    "partial",
    "variable",
    "function",
    "snippet",
    "page",
    "heading",
    "entity",
    "label",
    "file",
    "folder",
]
"""What is offered, which an editor shows as an icon."""


class Range(NamedTuple):
    """A stretch of the text."""

    start: int
    end: int


class Replacement(NamedTuple):
    """Text for a stretch of the page."""

    place: Range
    new: str


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that could stand at the cursor."""

    label: str
    kind: Kind
    place: Range
    """What it replaces: a stretch of one line with the cursor in it or at its end."""
    insert: str
    """What is put there; in `snippet` form where `is_snippet`.

    Where it has several lines, an editor puts the white space that the line of the cursor begins with before each further one.
    """
    is_snippet: bool = False
    """Whether `insert` has tab stops (`$1`, `${2:word}`, `${3|one,two|}`), with `$` and `\\` escaped elsewhere."""
    plain: str = ""
    """The same without tab stops, for editors that know no snippets. Empty: `insert` will do."""
    detail: str = ""
    """A few words behind the label."""
    about: Callable[[], str] | None = None
    """Its documentation in Markdown, made when somebody looks at it."""
    sort: str = ""
    """Where it stands in the list; by its label where empty."""
    deprecated: bool = False
    also: tuple[Replacement, ...] = ()
    """Further edits that belong to it, none of which touches `place`."""
    filter: str = ""
    """What an editor compares with what stands in `place` before the cursor; the label where empty."""
    goes_on: bool = False
    """Whether it is but a step, as a folder is, and the next one is to be chosen right away."""


@dataclass(frozen=True, slots=True)
class Offers:
    """All that could stand here."""

    items: tuple[Offer, ...] = ()
    complete: bool = True
    """False where typing on may bring more than these."""
    alone: bool = False
    """Whether nothing else makes sense here. For plugins: what refrakt itself would offer is left out."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is under the cursor, in Markdown."""

    place: Range
    markdown: str


# Places and changes ---------------------------------------------------------------------------------------------------


class Location(NamedTuple):
    """A place in a file of the project."""

    path: str
    """Below the project's folder."""
    place: Range
    """What a reader looks for: a name, a heading's text."""
    whole: Range | None = None
    """All that belongs to it, where that is more."""


class Definition(NamedTuple):
    """The words that lead somewhere, and where."""

    origin: Range
    targets: tuple[Location, ...]


class Prepared(NamedTuple):
    """Something that can be renamed: the characters under the cursor, and the name that will be typed over."""

    place: Range
    name: str


@dataclass(frozen=True, slots=True)
class FileEdit:
    """Changes of one file. They are all meant for the text as it was when they were thought of."""

    path: str
    """Below the project's folder."""
    text: str
    replacements: tuple[Replacement, ...]
    """In the order of the text; no two of them touch the same character."""
    version: int | None = None
    """Of the buffer the text is from, where it is open."""

    @property
    def changed(self) -> str:
        """The text with the changes in it."""
        pieces, end = [], 0
        for place, new in self.replacements:
            pieces += [self.text[end : place.start], new]
            end = place.end
        return "".join([*pieces, self.text[end:]])


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be done to files, all of it or nothing."""

    edits: tuple[FileEdit, ...] = ()
    created: tuple[tuple[str, str], ...] = ()
    """Files that are new, and their texts. Never one that is there already."""
    moved: tuple[tuple[str, str], ...] = ()
    """Files or folders that get another path. Edits name files by the paths they have before."""


# What is on a page ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part of a page as its outline shows it."""

    name: str
    kind: Literal["page", "heading", "rune", "entity", "partial", "key"]
    place: Range
    """The whole of it, with all that is below it."""
    title: Range
    """What is shown when somebody goes there; within `place`."""
    detail: str = ""
    children: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """Something that could be done about a place."""

    title: str
    kind: str
    """In the words of editors: `quickfix`, `refactor.extract`, `source.fixAll`."""
    changes: Callable[[], Changes | None]
    """What it does, found out when somebody wants it done."""
    codes: tuple[str, ...] = ()
    """The problems it mends, by their codes."""
    preferred: bool = False
    """Whether it is the one thing to do."""


class Note(NamedTuple):
    """A few words above a line, and what is shown to whoever follows them."""

    place: Range
    title: str
    places: tuple[Location, ...] = ()


class Landmark(NamedTuple):
    """Something in the project that somebody may go to by its name."""

    name: str
    place: Location
    around: str = ""
    """What it is, or what it is part of, as a person would say."""
