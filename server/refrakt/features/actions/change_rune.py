"""The same content in another rune, or the same rune by another of its names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.markdoc import Node
from refrakt.rules.attributes import accepts
from refrakt.runes.model import Rune
from refrakt.runes.vocabulary import Vocabulary

from ..answers import Action, Range, Replacement
from ..reference import is_markdocs_own, listed
from ..snippets import snippet_of
from .asked import Asked
from .registry import offers
from .selecting import Blocks, tag_at
from .suiting import has_room, likeness, reads

KIND = "refactor.rewrite"
_MOST = 6


@offers(KIND, rank=22)
def change_rune(asked: Asked) -> Iterator[Action]:
    found = tag_at(asked)
    if found is None or found[0].open is None:
        return
    node, parents = found
    words = asked.page.site.vocabulary
    name = node.tag or ""
    rune = words.get(name)
    if rune is None or is_markdocs_own(rune, words):
        return
    for another in _names(words, rune, name):
        yield _renamed(asked, node, another, f"Write {name} as {another}")
    for other in () if rune.deferred else _others(asked, words, rune, node, parents)[:_MOST]:
        yield _renamed(asked, node, other.name, f"Change {name} to {other.name}")


def _names(words: Vocabulary, rune: Rune, name: str) -> list[str]:
    """The other names of a rune, its own first. A thing is looked for by that one alone: `refrakt plan` knows no `task`."""
    known = [each for each, target in words.names.items() if target == rune.name and each != name]
    if rune.entity is not None:
        known = [each for each in known if each == rune.name]
    return sorted(known, key=lambda each: (each != rune.name, each))


def _renamed(asked: Asked, node: Node, name: str, title: str) -> Action:
    tags = [each for each in (node.open, node.close) if each is not None]
    edits = [Replacement(Range(*asked.document.offsets(each.name_span)), name) for each in tags]
    return Action(title, KIND, partial(asked.rewritten, edits))


def _others(asked: Asked, words: Vocabulary, rune: Rune, node: Node, parents: tuple[Node, ...]) -> list[Rune]:
    blocks = Blocks(asked.document, parents, (node,))
    if blocks.is_long or not (node.inline or has_room(words, blocks)):
        return []
    around = {words.names.get(each.tag or "", "") for each in parents if each.type == "tag"}
    found = [
        each
        for each in listed(words)
        if each is not rune
        and each.package
        and _is_alike(words, each, rune, node)
        and (not each.parents or around & {*each.parents})
        and not _is_needed(words, rune, each, node)
    ]
    return sorted(found, key=lambda each: (each.category != rune.category, likeness(each, node.children), each.name))


def _is_alike(words: Vocabulary, other: Rune, rune: Rune, node: Node) -> bool:
    """Whether another rune takes the same attributes and the same content."""
    if other.deferred or bool(other.inline) != bool(rune.inline) or other.category is None:
        return False
    if any(each.required and each.name not in node.attributes for each in other.every_attribute.values()):
        return False
    known = other.every_attribute
    for name, value in node.attributes.items():
        if name not in known or known[name].deprecated or not accepts(known[name], value):
            return False
    if node.open is not None and node.open.kind == "void":
        return snippet_of(other).void
    return not other.self_closing and other.content is not None and reads(words, other, node.children, node.attributes)


def _is_needed(words: Vocabulary, rune: Rune, other: Rune, node: Node) -> bool:
    """Whether something in a rune may stand in this one only, and not in the other."""
    for each in node.walk():
        part = words.get(each.tag or "") if each.type == "tag" else None
        if part is not None and rune.name in part.parents and other.name not in part.parents:
            return True
    return False
