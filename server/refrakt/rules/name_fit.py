"""How well a name fits an opening tag: which tag of a pair with two names is wrong."""

from __future__ import annotations

from typing import NamedTuple

from refrakt.rules.tag_sequence import TagToken, open_at
from refrakt.runes.rune import Rune
from refrakt.runes.vocabulary import Vocabulary

_UNKNOWN = -4.0
_UNKNOWN_ATTRIBUTE = -1.5
_WITHOUT_PARENT = -1.5
_WITH_PARTS = 1.5


class _Surroundings(NamedTuple):
    around: frozenset[str]
    """The runes around a tag."""
    first: str
    """The name of the first tag in it, or behind it."""


class NameFit:
    """Compares names of opening tags by their attributes, parts and parents."""

    def __init__(self, vocabulary: Vocabulary, tokens: list[TagToken], text: str) -> None:
        self.vocabulary = vocabulary
        self.tokens = tokens
        self.text = text
        self.surroundings: dict[int, _Surroundings] = {}

    def of(self, opening: TagToken, name: str) -> float:
        """How well a name fits an opening tag: 0 if nothing speaks against it."""
        rune = self.vocabulary.get(name)
        if rune is None:
            # A name that the page uses elsewhere is hardly a typing error.
            return _UNKNOWN + min(self.text.count(f"{{% {name} "), 5) * 0.5
        written = (
            {each.annotation.name for each in opening.tag.attributes if each.form == "named"} if opening.tag else set()
        )
        score = 0.0 if rune.open else _UNKNOWN_ATTRIBUTE * len(written - rune.every_attribute.keys())
        score -= sum(each.required and each.name not in written and each.name != "primary" for each in rune.attributes)
        return score + self._with_others(rune, opening)

    def _with_others(self, rune: Rune, opening: TagToken) -> float:
        """How well a rune fits the runes around and in it."""
        if opening.start not in self.surroundings:
            self.surroundings[opening.start] = self._find(opening)
        around, first = self.surroundings[opening.start]
        score = 0.0
        if rune.parents:
            score += 1.0 if around & set(rune.parents) else _WITHOUT_PARENT
        part = self.vocabulary.get(first)
        if part is not None and rune.name in part.parents:
            score += _WITH_PARTS
        return score

    def _find(self, opening: TagToken) -> _Surroundings:
        tokens = self.tokens
        at = next((index for index, each in enumerate(tokens) if each.start == opening.start), 0)
        around = frozenset(self.vocabulary.names.get(tokens[each].name, "") for each in open_at(tokens, at))
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        return _Surroundings(around, following.name if following is not None and following.kind != "close" else "")
