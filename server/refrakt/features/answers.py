"""The shapes of answers. Places are offsets into the text of the page, in characters; a host turns them into its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal[
    "rune", "attribute", "value", "closing", "partial", "variable", "function", "snippet", "page", "heading", "entity"
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


@dataclass(frozen=True, slots=True)
class Offers:
    """All that could stand here."""

    items: tuple[Offer, ...] = ()
    complete: bool = True
    """False where typing on may bring more than these."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is under the cursor, in Markdown."""

    place: Range
    markdown: str
