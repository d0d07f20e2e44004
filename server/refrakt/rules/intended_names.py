"""The rune or attribute that is meant by an unknown name: another spelling, a typing error or a synonym."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from refrakt.markdoc.tree import AttributeSyntax
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attribute_definitions import accepts
from refrakt.rules.dialect_attributes import meant_value
from refrakt.rules.name_suggestion import is_typing_error, nearest
from refrakt.rules.page import RuleContext
from refrakt.runes.rune import Attribute, Rune
from refrakt.runes.synonyms import RUNE_SYNONYMS, attribute_synonyms, folded, respelled
from refrakt.runes.vocabulary import Vocabulary

_SHORTEST = 4
"""Names with fewer letters are similar by chance: `tip` is not `trip`."""
_WORD = re.compile(r"[a-z]{5,}")
_NAME_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SHORTEST_WORD = 3
_PREFIX = re.compile(r"(?:show|is|has|enable|use|with|set|data)[-_]?(?=[A-Za-z])")
"""What other tools write before the name of an attribute."""


class IntendedRune(NamedTuple):
    """A rune that is probably meant."""

    name: str
    attributes: Mapping[str, str] = {}
    """What the unknown name says beyond the rune."""
    exact: bool = True
    others: tuple[str, ...] = ()
    """Other runes that may be meant."""


class IntendedAttribute(NamedTuple):
    """An attribute that is probably meant."""

    name: str
    exact: bool = True
    others: tuple[str, ...] = ()


def intended_rune(name: str, attributes: Mapping[str, Any], vocabulary: Vocabulary) -> IntendedRune | None:
    """What is meant by a tag with an unknown name."""
    same = respelled(name, vocabulary.names)
    if same is not None:
        return IntendedRune(same)
    synonym = synonym_of(name, attributes, vocabulary)
    near = nearest(name, vocabulary.names) if len(name) >= _SHORTEST else []
    if near and not (synonym is not None and synonym.exact):
        return IntendedRune(near[0], {}, is_typing_error(name, near[0]), tuple(near[1:]))
    return synonym or _of_words(name, attributes, vocabulary) or _described(name, vocabulary)


def synonym_of(name: str, attributes: Mapping[str, Any], vocabulary: Vocabulary) -> IntendedRune | None:
    """The rune that other tools call so."""
    known = [each for each in RUNE_SYNONYMS.get(folded(name), ()) if each.rune in vocabulary.names]
    for each in known:
        rune = vocabulary.get(each.rune)
        fits, added = _added(each.attributes, attributes, rune)
        if fits:
            others = tuple(dict.fromkeys(other.rune for other in known if other.rune != each.rune))
            # A name that says only the rune is exact if the tag itself says the rest.
            exact = each.exact or (bool(each.attributes) and not added)
            return IntendedRune(each.rune, added, exact, others)
    return None


def _added(
    said: Iterable[tuple[str, str]], written: Mapping[str, Any], rune: Rune | None
) -> tuple[bool, dict[str, str]]:
    """Whether a rune accepts what a name says, and what the tag does not say itself."""
    added: dict[str, str] = {}
    for name, value in said:
        attribute = rune.every_attribute.get(name) if rune is not None else None
        if attribute is None:
            continue
        if written.get(name, UNDEFINED) is not UNDEFINED:
            continue
        if not accepts(attribute, value):
            return False, {}
        added[name] = value
    return True, added


def _of_words(name: str, attributes: Mapping[str, Any], vocabulary: Vocabulary) -> IntendedRune | None:
    """What the words of a name mean: `youtube-video` has two words for an embed. A guess."""
    words = [each.lower() for each in _NAME_WORD.findall(name)]
    found: dict[str, None] = {}
    for word in words if len(words) > 1 and vocabulary.refrakt else ():
        own = respelled(word, vocabulary.names) if len(word) >= _SHORTEST_WORD else None
        other = synonym_of(word, attributes, vocabulary)
        found |= dict.fromkeys(each for each in (own, other.name if other is not None else None) if each is not None)
    names = list(found)
    return IntendedRune(names[0], {}, False, tuple(names[1:])) if names else None


def _described(name: str, vocabulary: Vocabulary) -> IntendedRune | None:
    """The only rune whose description has this word."""
    word = name.lower()
    if not vocabulary.refrakt or _WORD.fullmatch(word) is None:
        return None
    found = [each.name for each in vocabulary if not each.internal and word in _WORD.findall(each.about.lower())]
    return IntendedRune(found[0], {}, False) if len(found) == 1 else None


def intended_attribute(context: RuleContext, attribute: AttributeSyntax) -> IntendedAttribute | None:
    """What is meant by an unknown attribute of a tag."""
    name = attribute.annotation.name
    rune = context.rune
    if rune is None:
        schema = context.page.site.config.schema_of(context.node)
        near = nearest(name, schema.known_attributes) if schema is not None else []
        return IntendedAttribute(near[0], True, tuple(near[1:])) if near else None
    value = attribute.annotation.value
    for group in _groups(rune):
        current = list(dict.fromkeys(each.deprecated or each.name for each in group))
        same = respelled(name, current)
        if same is not None:
            return IntendedAttribute(same)
        near = nearest(name, current)
        if len(name) < _SHORTEST:
            near = [each for each in near if each.startswith(name)]  # `typ` is `type` without its end
        if near:
            return IntendedAttribute(near[0], True, tuple(near[1:]))
        plain = respelled(_PREFIX.sub("", name), current) if _PREFIX.match(name) else None
        if plain is not None:
            return IntendedAttribute(plain)
        found = _takers(attribute_synonyms(name, (each for each in current if each != "primary")), context, value)
        if found:
            return IntendedAttribute(found[0], _is_exact(context, rune, found, value), tuple(found[1:]))
    return None


_NAMES_OF_VALUES = frozenset(
    {
        "id",
        "name",
        "to",
        "ref",
        "key",
        "target",
        "href",
        "src",
        "path",
        "value",
        "title",
        "page",
        "entity",
        "slug",
        "file",
        "url",
    }
)


def named_primary(context: RuleContext) -> AttributeSyntax | None:
    """The attribute that was meant as the value without a name, which the tag requires and does not have."""
    rune, tag = context.rune, context.node.open
    primary = rune.every_attribute.get("primary") if rune is not None else None
    if rune is None or tag is None or primary is None or not primary.required or "primary" in context.node.attributes:
        return None
    own = {each.name for each in rune.attributes}
    found = [
        each
        for each in tag.attributes
        if each.form == "named"
        and each.annotation.name in _NAMES_OF_VALUES
        and each.annotation.name not in own
        and accepts(primary, each.annotation.value)
    ]
    return found[0] if len(found) == 1 and found[0] is tag.attributes[0] else None


def taker_of_value(context: RuleContext, value: Any) -> str | None:
    """The attribute that is meant by a value without a name: the only one that lists it, is required or can have it."""
    rune = context.rune
    free = [
        each
        for each in (rune.attributes if rune is not None else ())
        if not each.deprecated and each.name not in context.node.attributes and accepts(each, value)
    ]
    for takers in ([each for each in free if each.values], [each for each in free if each.required], free):
        if takers:
            return takers[0].name if len(takers) == 1 else None
    return None


def _takers(names: Iterable[str], context: RuleContext, value: Any) -> list[str]:
    """The attributes that are not set and accept a value."""
    definitions = context.rune.every_attribute if context.rune is not None else {}
    return [
        each
        for each in names
        if each in definitions and each not in context.node.attributes and _takes(definitions[each], value)
    ]


def _takes(attribute: Attribute, value: Any) -> bool:
    """Whether an attribute has a value, or one that other tools call so."""
    return accepts(attribute, value) or (
        isinstance(value, str) and bool(attribute.values) and meant_value(attribute, value) is not None
    )


def _is_exact(context: RuleContext, rune: Rune, found: list[str], value: Any) -> bool:
    """Whether only one attribute can be meant: the only one, the only required one, or the only one with this value."""
    definitions = rune.every_attribute
    if len(found) == 1:
        return True
    required = [each for each in found if definitions[each].required]
    listed = [each for each in found if definitions[each].values and value in definitions[each].values]
    return found[:1] in (required, listed)


def _groups(rune: Rune) -> Iterator[Iterable[Attribute]]:
    """Attributes, the most similar first."""
    yield rune.attributes
    if rune.preset is not None:
        yield rune.preset.attributes
    if rune.universal:
        yield rune.every_attribute.values()
