"""The text that completes a rune at the cursor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from refrakt.features.completion.tag_end import TagEnding
from refrakt.features.enclosing_tags import EnclosingScope
from refrakt.features.rune_snippets import snippet_of, without_tab_stops
from refrakt.runes.rune import Rune

InsertionForm = Literal["opening", "lines", "line"]


@dataclass(frozen=True, slots=True)
class RuneInsertion:
    """The text after `{%`, with and without tab stops."""

    text: str
    plain_text: str


def rune_insertion(rune: Rune, name: str, ending: TagEnding, scope: EnclosingScope) -> RuneInsertion:
    """A rune for an unfinished tag: on lines of its own, within its line, or only the opening tag."""
    if scope.is_closed(name):
        return _insertion(rune, name, "opening", "")
    if scope.begins_line and scope.ends_line and ending.is_last:
        return _insertion(rune, name, "lines", scope.continuation_prefix)
    return _insertion(rune, name, "line", "")


@lru_cache(maxsize=4096)
def _insertion(rune: Rune, name: str, form: InsertionForm, prefix: str) -> RuneInsertion:
    snippet = snippet_of(rune)
    match form:
        case "opening":
            text = snippet.opening(name)
        case "lines":
            text = _prefix_lines(snippet.whole(name), prefix)
        case "line":
            text = snippet.inline(name)
    return RuneInsertion(text, without_tab_stops(text))


def _prefix_lines(text: str, prefix: str) -> str:
    """A text with a prefix before each further line."""
    first, *others = text.split("\n")
    return "\n".join([first, *(prefix + line if line else prefix.rstrip(" ") for line in others)])
