"""A whole rune at the cursor: as much of it as is missing there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from refrakt.runes.model import Rune

from ..around import Surroundings
from ..snippets import plain, snippet_of
from .ending import Ending

Form = Literal["opening", "lines", "line"]


@dataclass(frozen=True, slots=True)
class Insertion:
    """What follows `{%`, with tab stops and without."""

    text: str
    plain: str


def whole(rune: Rune, name: str, ending: Ending, around: Surroundings) -> Insertion:
    """A rune for a tag that has no end yet: on lines of its own, or within its line, or only what opens it."""
    if around.is_closed(name):
        return _insertion(rune, name, "opening", "")
    if around.begins_line and around.ends_line and ending.is_last:
        return _insertion(rune, name, "lines", around.next_lines)
    return _insertion(rune, name, "line", "")


@lru_cache(maxsize=4096)
def _insertion(rune: Rune, name: str, form: Form, lead: str) -> Insertion:
    snippet = snippet_of(rune)
    match form:
        case "opening":
            text = snippet.opening(name)
        case "lines":
            text = _on_lines(snippet.whole(name), lead)
        case "line":
            text = snippet.in_line(name)
    return Insertion(text, plain(text))


def _on_lines(text: str, lead: str) -> str:
    """A text whose further lines stand where the first one does."""
    first, *others = text.split("\n")
    return "\n".join([first, *(lead + line if line else lead.rstrip(" ") for line in others)])
