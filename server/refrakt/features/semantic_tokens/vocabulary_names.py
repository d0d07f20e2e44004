"""Token types for the names in a vocabulary, cached since every tag of a page needs them."""

from __future__ import annotations

from functools import lru_cache

from refrakt.features.semantic_tokens.token_types import TokenModifier, TokenType
from refrakt.runes.vocabulary import Vocabulary


class NameClassifier:
    """Classifies tag and attribute names of a vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._names: dict[str, tuple[TokenType, tuple[TokenModifier, ...]]] = {}
        self._deprecated: dict[str, frozenset[str]] = {}

    def classify(self, name: str) -> tuple[TokenType, tuple[TokenModifier, ...]]:
        """The type and modifiers of a tag name."""
        cached = self._names.get(name)
        if cached is None:
            cached = self._names[name] = self._classify(name)
        return cached

    def _classify(self, name: str) -> tuple[TokenType, tuple[TokenModifier, ...]]:
        rune = self._vocabulary.get(name)
        if name == "comment" or (rune is not None and rune.category == "Markdoc"):
            return "keyword", ()
        # While not all packages are known, no name is certainly unknown.
        return "class", () if rune is not None or self._vocabulary.unknown else ("unknown",)

    def is_deprecated(self, name: str, attribute: str) -> bool:
        """Whether an attribute of a rune is deprecated."""
        cached = self._deprecated.get(name)
        if cached is None:
            rune = self._vocabulary.get(name)
            every = rune.every_attribute.values() if rune is not None else ()
            cached = self._deprecated[name] = frozenset(each.name for each in every if each.deprecated)
        return attribute in cached


class _ByIdentity:
    """A vocabulary compared by identity: comparing contents is slower than a lookup."""

    __slots__ = ("vocabulary",)

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.vocabulary is self.vocabulary

    def __hash__(self) -> int:
        return id(self.vocabulary)


def name_classifier(vocabulary: Vocabulary) -> NameClassifier:
    return _cached_classifier(_ByIdentity(vocabulary))


@lru_cache(maxsize=16)
def _cached_classifier(same: _ByIdentity) -> NameClassifier:
    return NameClassifier(same.vocabulary)
