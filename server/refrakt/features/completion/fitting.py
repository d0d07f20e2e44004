"""Which runes a place has room for: by what they are part of, and by the content model of the rune around."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from refrakt.markdoc import Node, TagSyntax
from refrakt.runes.content import Conditional, Content, Custom, Delimited, Sections, Sequence, Split
from refrakt.runes.matching import parsed
from refrakt.runes.model import Rune
from refrakt.runes.resolver import resolve
from refrakt.runes.vocabulary import Vocabulary

from ..around import Surroundings

_LONGEST_BODY = 300
"""A body of more children is not read for the sake of an order: by then its writer knows what goes in it."""
_DIRECTIVES = ("tint", "bg")
"""Runes that dress the one they stand in and are no part of its body."""


@dataclass(frozen=True)
class Fitting:
    """Which runes a place has room for."""

    words: Vocabulary
    around: Surroundings
    before_text: bool = False
    """Whether text follows in the line, which an unfinished tag has taken in."""

    @cached_property
    def parents(self) -> list[str]:
        """The runes around the place, innermost first."""
        return [self.words.names.get(node.tag or "", node.tag or "") for node in self.around.open_tags]

    @cached_property
    def on_lines(self) -> bool:
        return self.around.begins_line and self.around.ends_line and not self.before_text

    def is_part(self, rune: Rune) -> bool:
        """Whether a rune belongs in the innermost one around the place, and could stand there."""
        has_room = self.on_lines or rune.inline is True or rune.self_closing
        return has_room and bool(self.parents) and self.parents[0] in rune.parents

    def is_for_lines(self, rune: Rune) -> bool:
        """Whether a rune that belongs in a line of text would stand in one."""
        return rune.inline is True and not self.on_lines

    def fits(self, rune: Rune) -> bool:
        if rune.parents and not set(rune.parents) & set(self.parents):
            return False
        if self.on_lines:
            in_line = any(node.type in ("item", "td", "th") for node in self.around.nodes)
            if rune.inline and not in_line:
                return False
        elif rune.inline is False:
            return False
        return self.is_part(rune) or rune.name in _DIRECTIVES or self._is_taken(rune)

    def _is_taken(self, rune: Rune) -> bool:
        """Whether the content model of the rune around would make something of this one."""
        return self._takes_any or (rune.name in self._named and self._takes(rune.name))

    @cached_property
    def _content(self) -> Content | None:
        """The content model that the place is governed by; None where it is free."""
        nodes = self.around.nodes
        inner = self.around.open_tags[:1]
        rune = self.words.get(self.parents[0]) if self.parents else None
        if not inner or rune is None or rune.deferred or rune.category == "Markdoc" or not self.on_lines:
            return None
        if len(inner[0].children) > _LONGEST_BODY:
            return None
        below = nodes[nodes.index(inner[0]) + 1 :]
        free = any(node.type not in ("paragraph", "inline", "text", "softbreak", "error") for node in below)
        return None if free or _is_free(rune.content) else rune.content

    @cached_property
    def _takes_any(self) -> bool:
        return self._content is None or self._takes("")

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(_tags_named(self._content)) if self._content is not None else frozenset()

    def _takes(self, name: str) -> bool:
        tag = self.around.open_tags[0]
        new = Node("tag", tag=name)
        body = Node("tag", tag.attributes, _with(tag, self.around.tag.syntax, new), tag.tag)
        return all(lost.node is not new for lost in resolve(self._content, body).trace.lost)


def _is_free(content: Content | None) -> bool:
    """Whether a model takes a rune anywhere, so that a long body need not be read to know it."""
    match content:
        case None:
            return True
        case Sequence():
            fields = content.fields
            return bool(fields) and all(each.optional for each in fields) and fields[-1].match == "any"
        case Delimited():
            return content.each is not None and _is_free(content.each)
    return False


def _with(tag: Node, typed: TagSyntax, new: Node) -> list[Node]:
    """The children of a tag with a new one in the place of what is being typed."""
    at = next((n for n, child in enumerate(tag.children) if _holds(child, typed)), len(tag.children))
    return [*tag.children[:at], new, *tag.children[at + 1 :]]


def _holds(node: Node, typed: TagSyntax) -> bool:
    return node.block is typed.block and node.start <= typed.start < max(node.end, node.start + 1)


def _tags_named(content: Content) -> Iterator[str]:
    """The runes that a content model names."""
    for match in _matches(content):
        yield from (detail for kind, detail in parsed(match) if kind == "tag" and detail)


def _matches(content: Content) -> Iterable[str]:
    match content:
        case Conditional():
            return [match for _, model in content.when for match in _matches(model)] + [*_matches(content.default)]
        case Sequence():
            return [field.match for field in content.fields]
        case Delimited():
            zones = [zone.fields for zone in content.zones] + ([content.each.fields] if content.each else [])
            return [field.match for fields in zones for field in fields]
        case Sections():
            fields = (*content.preamble, *(content.body.fields if content.body is not None else ()))
            return [field.match for field in fields]
        case Split():
            return [content.preamble, content.headless or ""]
        case Custom():
            return [content.takes]
