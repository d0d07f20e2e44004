"""Which rune a name of another dialect means: its own name in any spelling, or a type of admonition.

Admonitions of other tools are named by their type, `:::warning`; a rune for notes takes it as an attribute.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from refrakt.rules.page import Page
from refrakt.runes.rune import Rune
from refrakt.runes.synonyms import RUNE_SYNONYMS, folded
from refrakt.runes.vocabulary import Vocabulary

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
WRAPPERS = ("div", "aside", "section", "p")
"""Elements of HTML that are notes by their class."""
_NOTE_RUNES = ("hint", "callout", "admonition", "note", "alert")
"""Names of the rune for notes on sites of all kinds."""
SAME_TYPE: dict[str, tuple[str, ...]] = {
    "note": ("note", "info"),
    "info": ("info", "note"),
    "information": ("info", "note"),
    "notice": ("note", "info"),
    "seealso": ("note", "info"),
    "warning": ("warning", "warn"),
    "warn": ("warning", "warn"),
    "attention": ("warning", "warn"),
    "caution": ("caution", "danger", "warning"),
    "danger": ("danger", "caution", "error"),
    "error": ("error", "danger", "caution"),
    "check": ("check", "success"),
    "success": ("success", "check"),
    "done": ("success", "check"),
}
"""The values that a type of another tool may have, the best first."""
SIMILAR_TYPE: dict[str, tuple[str, ...]] = {
    "tip": ("tip", "hint", "check", "note"),
    "hint": ("hint", "tip", "note"),
    "important": ("important", "warning", "note"),
    "abstract": ("note", "info"),
    "summary": ("note", "info"),
    "question": ("note", "info"),
    "faq": ("note", "info"),
    "help": ("note", "info"),
    "todo": ("note", "info"),
    "example": ("note", "info"),
    "failure": ("caution", "danger", "error"),
    "bug": ("caution", "danger", "warning"),
    "critical": ("caution", "danger"),
}
"""Types without an exact counterpart: a person decides."""


class NamedRune(NamedTuple):
    """The rune of a name, and the attribute that the name stands for."""

    name: str
    rune: Rune
    attribute: str = ""
    """As Markdoc writes it: ` type="warning"`."""
    exact: bool = True


def rune_meant(name: str, page: Page) -> NamedRune | None:
    """The rune that a name means on a page: not a part of another rune that the page does not have, as `note` of `annotate`."""
    vocabulary = page.site.vocabulary
    direct, typed = rune_named(name, vocabulary), note_of_type(name, vocabulary)
    if direct is None or typed is None or direct.rune.name == typed.rune.name or not direct.rune.parents:
        return direct
    return direct if any(each.name in direct.rune.parents for each in page.document.tags()) else typed


def rune_named(name: str, vocabulary: Vocabulary) -> NamedRune | None:
    """The rune that a name of another dialect means; None if the vocabulary has nothing like it."""
    name = name.rpartition(".")[2]  # a component of a namespace: `Ui.Hint`
    for spelling in (name, name.lower(), _CAMEL.sub("-", name).lower(), name.lower().replace("-", "")):
        rune = vocabulary.get(spelling)
        if rune is not None:
            return NamedRune(spelling, rune)
    return note_of_type(name, vocabulary) or _synonymous(name, vocabulary)


def _synonymous(name: str, vocabulary: Vocabulary) -> NamedRune | None:
    """The rune that other tools call so, as `Aside` and `TabItem`."""
    known = RUNE_SYNONYMS.get(folded(name), ()) if vocabulary.refrakt else ()
    for each in known:
        rune = vocabulary.get(each.rune)
        if rune is not None:
            said = "".join(f' {key}="{value}"' for key, value in each.attributes)
            return NamedRune(rune.name, rune, said, each.exact)
    return None


def note_of_type(type: str, vocabulary: Vocabulary) -> NamedRune | None:
    """The rune for notes with a type of admonition; None if the site has none or its types are unknown."""
    lower = type.lower()
    candidates = (lower, *SAME_TYPE.get(lower, ()), *SIMILAR_TYPE.get(lower, ()))
    for name in _NOTE_RUNES:
        rune = vocabulary.get(name)
        attribute = rune.every_attribute.get("type") if rune is not None else None
        if rune is None or attribute is None:
            continue
        value = next((each for each in candidates if each in attribute.values), None)
        if value is not None:
            exact = value == lower or value in SAME_TYPE.get(lower, ())
            return NamedRune(name, rune, f' type="{value}"', exact)
    return None


def admonition_class(classes: str) -> str:
    """The type of admonition that classes of HTML say, as `alert alert-warning`; empty if they say none."""
    words = (word.rpartition("-")[2] for word in classes.strip('"').split())
    return next((word for word in words if is_admonition(word) and word not in ("summary", "example")), "")


def is_admonition(name: str) -> bool:
    return name.lower() in SAME_TYPE or name.lower() in SIMILAR_TYPE
