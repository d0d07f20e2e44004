"""Which runes are allowed at the cursor: by their parents, and by the content model of the enclosing rune."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from refrakt.features.enclosing_tags import EnclosingScope
from refrakt.markdoc.tree import Node, TagSyntax
from refrakt.runes.content_model import Conditional, ContentModel, Custom, Delimited, FieldSequence, Sections, Split
from refrakt.runes.match_expressions import parse_match
from refrakt.runes.resolver import DIRECTIVES, resolve
from refrakt.runes.rune import Rune
from refrakt.runes.vocabulary import Vocabulary

_MAX_CHILDREN = 300
"""Longer bodies are not matched against the content model."""


@dataclass(frozen=True)
class AllowedRunes:
    """The runes allowed at the cursor."""

    vocabulary: Vocabulary
    scope: EnclosingScope
    before_text: bool = False
    """Whether text follows in the line, which the parser includes in an unfinished tag."""

    @cached_property
    def parents(self) -> list[str]:
        """The enclosing runes, innermost first."""
        return [self.vocabulary.names.get(node.tag or "", node.tag or "") for node in self.scope.open_tags]

    @cached_property
    def is_block(self) -> bool:
        return self.scope.begins_line and self.scope.ends_line and not self.before_text

    def is_child_rune(self, rune: Rune) -> bool:
        """Whether a rune is declared as a child of the enclosing one, and fits syntactically."""
        has_room = self.is_block or rune.inline is True or rune.self_closing
        return has_room and bool(self.parents) and self.parents[0] in rune.parents

    def is_inline_here(self, rune: Rune) -> bool:
        """Whether an inline rune would be inline here."""
        return rune.inline is True and not self.is_block

    def allows(self, rune: Rune) -> bool:
        if rune.parents and not set(rune.parents) & set(self.parents):
            return False
        if self.is_block:
            in_line = any(node.type in ("item", "td", "th") for node in self.scope.nodes)
            if rune.inline and not in_line:
                return False
        elif rune.inline is False:
            return False
        return self.is_child_rune(rune) or rune.name in DIRECTIVES or self._is_accepted(rune)

    def _is_accepted(self, rune: Rune) -> bool:
        """Whether the content model of the enclosing rune accepts this one."""
        return self._accepts_any or (rune.name in self._accepted_names and self._accepts(rune.name))

    @cached_property
    def _content(self) -> ContentModel | None:
        """The content model that applies at the cursor; None where there is none."""
        nodes = self.scope.nodes
        inner = self.scope.open_tags[:1]
        rune = self.vocabulary.get(self.parents[0]) if self.parents else None
        if not inner or rune is None or rune.deferred or rune.category == "Markdoc" or not self.is_block:
            return None
        if len(inner[0].children) > _MAX_CHILDREN:
            return None
        below = nodes[nodes.index(inner[0]) + 1 :]
        free = any(node.type not in ("paragraph", "inline", "text", "softbreak", "error") for node in below)
        return None if free or _accepts_any_rune(rune.content) else rune.content

    @cached_property
    def _accepts_any(self) -> bool:
        return self._content is None or self._accepts("")

    @cached_property
    def _accepted_names(self) -> frozenset[str]:
        return frozenset(_tags_named(self._content)) if self._content is not None else frozenset()

    def _accepts(self, name: str) -> bool:
        tag = self.scope.open_tags[0]
        new = Node("tag", tag=name)
        body = Node("tag", tag.attributes, _children_with(tag, self.scope.tag.syntax, new), tag.tag)
        return all(lost.node is not new for lost in resolve(self._content, body).trace.dropped)


def _accepts_any_rune(content: ContentModel | None) -> bool:
    """Whether a model accepts a rune anywhere, so that a long body need not be matched."""
    match content:
        case None:
            return True
        case FieldSequence():
            fields = content.fields
            return bool(fields) and all(each.optional for each in fields) and fields[-1].match == "any"
        case Delimited():
            return content.each is not None and _accepts_any_rune(content.each)
    return False


def _children_with(tag: Node, typed: TagSyntax, new: Node) -> list[Node]:
    """The children of a tag, with a new one instead of the tag that is being typed."""
    at = next((n for n, child in enumerate(tag.children) if _contains(child, typed)), len(tag.children))
    return [*tag.children[:at], new, *tag.children[at + 1 :]]


def _contains(node: Node, typed: TagSyntax) -> bool:
    return node.block is typed.block and node.start <= typed.start < max(node.end, node.start + 1)


def _tags_named(content: ContentModel) -> Iterator[str]:
    """The runes that a content model names."""
    for match in _matches(content):
        yield from (detail for kind, detail in parse_match(match) if kind == "tag" and detail)


def _matches(content: ContentModel) -> Iterable[str]:
    match content:
        case Conditional():
            return [match for _, model in content.when for match in _matches(model)] + [*_matches(content.default)]
        case FieldSequence():
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
