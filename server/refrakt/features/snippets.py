"""A rune to begin with: its tags, what it must have, and places to fill in.

A rune may bring a snippet of its own. For the others one is made of the attributes that must be given and of the content model,
with just enough in it that nothing is missing. The places to fill in are tab stops in the form editors know, `${1:word}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attributes import accepts, types_of, value_for
from refrakt.runes.content import Conditional, Content, Custom, Delimited, Field, Sections, Sequence, Split
from refrakt.runes.matching import parsed
from refrakt.runes.model import Attribute, Rune

_STOP = re.compile(
    r"\\([$}\\])"
    r"|\$(?:\d+|\{\d+\}|\{\d+:((?:\\.|[^\\}])*)\}|\{\d+\|((?:\\.|[^\\|,])*)(?:\\.|[^\\|])*\|\})",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_IN_TEXT, _IN_STOP, _IN_CHOICE = (re.compile(each) for each in (r"[$\\]", r"[$}\\]", r"[,|\\]"))
_BACKSLASHED = r"\\\g<0>"
_MARKER = re.compile(r"(?:#+|[-*+>]|\d+\.) ")

_BODIES = {
    "any": "Text",
    "heading": "## Title",
    "paragraph": "Text",
    "list": "- Item",
    "list:ordered": "1. Item",
    "blockquote": "> Text",
    "fence": "```\nCode\n```",
    "image": "![What it shows](/image.png)",
    "table": "| A | B |\n| --- | --- |\n| 1 | 2 |",
    "tag": "Text",
}
"""The least that is one of these."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """What belongs to a rune besides its name, with tab stops."""

    head: str
    """Its attributes, each with a space before it."""
    body: str
    """What stands between its tags."""
    void: bool = False
    """Whether it has no body and ends in `/%}`."""

    def opening(self, name: str) -> str:
        """The opening tag, from its name on."""
        return f"{name}{self.head} {'/' if self.void else ''}%}}"

    def whole(self, name: str) -> str:
        """All of it, from the name in the opening tag on."""
        return self.opening(name) + ("" if self.void else f"{self.body}{{% /{name} %}}")

    def in_line(self, name: str) -> str:
        """The same for a place within a line of text."""
        if self.void or "\n" not in self.body:
            return self.whole(name)
        stop = 1 + max((int(each) for each in re.findall(r"\$\{?(\d+)", self.head)), default=0)
        return f"{self.opening(name)}${{{stop}:text}}{{% /{name} %}}"


def plain(snippet: str) -> str:
    """A snippet with its tab stops filled with the words they suggest."""

    def filled(found: re.Match[str]) -> str:
        char, word, choice = found.groups()
        return char or _ESCAPED.sub(r"\1", word or choice or "")

    return _STOP.sub(filled, snippet)


def stop(number: int, word: str) -> str:
    """A tab stop that suggests a word."""
    return f"${{{number}:{_IN_STOP.sub(_BACKSLASHED, word)}}}" if word else f"${number}"


def choice(number: int, words: Iterable[str]) -> str:
    """A tab stop at which one of several words is picked."""
    return f"${{{number}|{','.join(_IN_CHOICE.sub(_BACKSLASHED, word) for word in words)}|}}"


def escaped(text: str) -> str:
    """Text that is to be put in as it is."""
    return _IN_TEXT.sub(_BACKSLASHED, text)


def assignment(attribute: Attribute, number: int) -> str:
    """An attribute with a value to fill in."""
    value = value_for(attribute)
    types = types_of(attribute)
    if attribute.values:
        words = [each for each in _in_order(attribute) if "\n" not in str(each)]
        if words and all(isinstance(each, str) for each in words):
            return f'{attribute.name}="{choice(number, words)}"'
        return f"{attribute.name}={choice(number, map(_written, words))}"
    if types[0] in ("Array", "Object"):
        brackets = "[]" if types[0] == "Array" else "{}"
        return f"{attribute.name}={brackets[0]}${number}{brackets[1]}"
    if value is UNDEFINED or isinstance(value, str):
        suggested = value or (attribute.name if accepts(attribute, attribute.name) else "")
        return f'{attribute.name}="{stop(number, _written(suggested)[1:-1])}"'
    return f"{attribute.name}={stop(number, _written(value))}"


def _in_order(attribute: Attribute) -> list[Any]:
    """The allowed values, the default first."""
    return sorted(attribute.values, key=lambda each: each != attribute.default)


def _written(value: Any) -> str:
    return format_value(value)


@lru_cache(maxsize=1024)
def snippet_of(rune: Rune) -> Snippet:
    """What an editor puts in for a rune."""
    return _brought(rune) or _Made(rune).snippet()


def _brought(rune: Rune) -> Snippet | None:
    """The snippet a rune brings along, if it is one rune of this name and nothing else."""
    text = "\n".join(rune.snippet)
    opening, closing = f"{{% {rune.name} ", f"{{% /{rune.name} %}}"
    if not text.startswith(opening):
        return None
    head, end, body = text.removeprefix(opening[:-1]).partition("%}")
    if not end:
        return None
    if head.endswith("/"):
        return Snippet(head[:-1].rstrip(), "", void=True) if not body.strip() else None
    return Snippet(head.rstrip(), body.removesuffix(closing)) if body.endswith(closing) else None


def _is_void(content: Content | None) -> bool:
    """Whether a rune is whole without a body: it takes none, or nothing but certain runes."""
    if isinstance(content, Custom):
        return content.needs is None and all(kind == "tag" for kind, _ in parsed(content.takes))
    return content == Sequence()


class _Made:
    """Makes a snippet from what a rune says about itself."""

    def __init__(self, rune: Rune) -> None:
        self.rune = rune
        self.numbers = count(1)

    def snippet(self) -> Snippet:
        rune = self.rune
        needed = (each for each in rune.every_attribute.values() if each.required or self._is_condition(each))
        head = "".join(f" {self._attribute(each)}" for each in needed)
        if rune.self_closing or rune.deferred or _is_void(rune.content):
            return Snippet(head, "", void=True)
        if rune.inline:
            return Snippet(head, stop(next(self.numbers), "text"))
        parts = self._content(rune.content) if rune.content is not None else iter(())
        body = "\n\n".join(parts) or stop(next(self.numbers), "Text")
        return Snippet(head, f"\n{body}\n")

    def _is_condition(self, attribute: Attribute) -> bool:
        """Whether a tag with a body shows it only if this value, which has no name, holds."""
        return attribute.name == "primary" and "Boolean" in types_of(attribute) and not self.rune.self_closing

    def _attribute(self, attribute: Attribute) -> str:
        number = next(self.numbers)
        if self._is_condition(attribute):
            return stop(number, "true")
        return assignment(attribute, number).removeprefix("primary=")

    def _content(self, content: Content) -> Iterator[str]:
        match content:
            case Conditional():
                yield from self._content(content.default)
            case Sequence():
                yield from self._fields(content.fields)
            case Delimited():
                yield from self._delimited(content)
            case Sections():
                yield from self._sections(content)
            case Split():
                for name in ("First", "Second"):
                    yield self._filled(f"{'#' * (content.level if isinstance(content.level, int) else 2)} {name}")
                    yield self._filled("Text")
            case Custom():
                yield self._filled(_least(content.needs or content.takes))

    def _fields(self, fields: Iterable[Field]) -> Iterator[str]:
        """What must be there and what a template shows; where that is nothing, the first field."""
        listed = list(fields)
        chosen = [each for each in listed if not each.optional or each.template] or listed[:1]
        for field in chosen:
            yield self._filled(field.template or _least(field.match))

    def _delimited(self, content: Delimited) -> Iterator[str]:
        zones = [content.each.fields] * 2 if content.each is not None else [zone.fields for zone in content.zones]
        primary = next((zone.fields for zone in content.zones if zone.primary), None)
        for number, fields in enumerate([primary] if primary is not None else zones):
            if number:
                yield "---"
            yield from self._fields(fields)

    def _sections(self, content: Sections) -> Iterator[str]:
        title = [each for each in content.preamble if not each.optional]
        _, _, level = content.heading.partition(":")
        mark = "#" * (int(level) if level else 3 if title else 2)
        for field in title:
            yield self._filled(f"{mark[1:]} Title" if field.match.startswith("heading") else _least(field.match))
        for name in [each.name for each in content.known][:2] or ["First", "Second"]:
            yield self._filled(f"{mark} {name}")
            known = next((each.model for each in content.known if each.name == name), None)
            yield from self._fields((known or content.body or Sequence()).fields or (Field("body", "any"),))

    def _filled(self, template: str) -> str:
        """A piece of Markdown with its first words to be filled in."""
        line, end, others = template.partition("\n")
        if line.startswith("```"):
            inside, rest = others.split("\n", 1)
            return f"{line}\n{stop(next(self.numbers), inside)}\n{rest}"
        marker = _MARKER.match(line)
        begin = marker.end() if marker else 0
        return f"{line[:begin]}{stop(next(self.numbers), line[begin:])}{end}{escaped(others)}"


def _least(match: str) -> str:
    kind, detail = parsed(match)[0]
    if kind == "heading" and detail:
        return f"{'#' * int(detail)} Title"
    return _BODIES.get(f"{kind}:{detail}") or _BODIES.get(kind, "Text")
