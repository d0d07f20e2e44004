"""What a site's vocabulary says about names, asked for every tag of a page."""

from __future__ import annotations

from functools import lru_cache

from refrakt.runes.vocabulary import Vocabulary

from .token import Modifier, TokenType


class Words:
    """The names of a vocabulary. Each is looked up once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._names: dict[str, tuple[TokenType, tuple[Modifier, ...]]] = {}
        self._deprecated: dict[str, frozenset[str]] = {}

    def name(self, name: str) -> tuple[TokenType, tuple[Modifier, ...]]:
        """How the name of a tag is shown."""
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = self._look_up(name)
        return known

    def _look_up(self, name: str) -> tuple[TokenType, tuple[Modifier, ...]]:
        rune = self._vocabulary.get(name)
        if name == "comment" or (rune is not None and rune.category == "Markdoc"):
            return "keyword", ()
        # Where not all packages are known, nobody can tell a wrong name from a right one.
        return "class", () if rune is not None or self._vocabulary.unknown else ("unknown",)

    def is_deprecated(self, name: str, attribute: str) -> bool:
        """Whether an attribute of a rune has a better name now."""
        known = self._deprecated.get(name)
        if known is None:
            rune = self._vocabulary.get(name)
            every = rune.every_attribute.values() if rune is not None else ()
            known = self._deprecated[name] = frozenset(each.name for each in every if each.deprecated)
        return attribute in known


class _Same:
    """A vocabulary by what it is and not by what is in it: comparing two takes longer than looking one up."""

    __slots__ = ("vocabulary",)

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.vocabulary is self.vocabulary

    def __hash__(self) -> int:
        return id(self.vocabulary)


def words_of(vocabulary: Vocabulary) -> Words:
    return _words(_Same(vocabulary))


@lru_cache(maxsize=16)
def _words(same: _Same) -> Words:
    return Words(same.vocabulary)
