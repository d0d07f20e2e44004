"""Kinds of mistakes, and variants of correct pages that must not be reported.

A kind is a function that gets a page and yields the places where it can make the mistake. Its family is the name of its module in
`mistakes.kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.tree import TagSyntax
from refrakt.project.site import SiteContext


@dataclass(frozen=True)
class SamplePage:
    """A correct page to seed mistakes into."""

    path: str
    text: str
    site: SiteContext

    @cached_property
    def document(self) -> Document:
        return parse(self.text, self.site.options)

    @cached_property
    def tags(self) -> tuple[PlacedTag, ...]:
        """The tags outside of fences, with offsets in the file."""
        return tuple(self._place(each) for each in self.document.tags() if each.error is None)

    def _place(self, tag: TagSyntax) -> PlacedTag:
        start, end = self.document.offsets(tag.span)
        return PlacedTag(tag, start, end, self.text[start:end])

    @cached_property
    def pairs(self) -> tuple[tuple[PlacedTag, PlacedTag], ...]:
        """The opening and closing tags that belong together."""
        found, opened = [], []
        for each in self.tags:
            if each.kind == "open":
                opened.append(each)
            elif each.kind == "close" and opened and opened[-1].name == each.name:
                found.append((opened.pop(), each))
        return tuple(found)


@dataclass(frozen=True)
class PlacedTag:
    """A tag with its offsets in the file."""

    syntax: TagSyntax
    start: int
    end: int
    text: str

    @property
    def kind(self) -> str:
        return self.syntax.kind

    @property
    def name(self) -> str:
        return self.syntax.name

    @property
    def shift(self) -> int:
        """What is added to offsets of the syntax to get offsets in the file."""
        return self.start - self.syntax.start


@dataclass(frozen=True)
class Mistake:
    """A replacement that makes a page wrong."""

    start: int
    end: int
    new: str
    expected: tuple[str, ...]
    """A right explanation contains one of these texts, in any case."""
    right: str | None = None
    """What would be right in this place, if that is not the text of the page."""


Kind = Callable[[SamplePage], Iterator[Mistake]]
KINDS: dict[str, Kind] = {}
"""By `family/name`."""
CORRECT: dict[str, Kind] = {}
"""Variants that are right too, by `family/name`. What they expect does not matter."""


def mistake(kind: Kind) -> Kind:
    """Register a kind of mistake under its name."""
    KINDS[_name(kind)] = kind
    return kind


def correct(kind: Kind) -> Kind:
    """Register a variant that is correct as well: nothing may be reported for it."""
    CORRECT[_name(kind)] = kind
    return kind


def _name(kind: Kind) -> str:
    family = kind.__module__.rpartition(".")[2].replace("_", "-")
    return f"{family}/{kind.__name__.replace('_', '-')}"


def load_kinds() -> None:
    """Import all families."""
    package = import_module("mistakes.kinds")
    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")


def replaced(tag: PlacedTag, old: str, new: str, *expected: str) -> Iterator[Mistake]:
    """The first occurrence of a text in a tag, replaced."""
    at = tag.text.find(old)
    if at >= 0:
        yield Mistake(tag.start + at, tag.start + at + len(old), new, expected)
