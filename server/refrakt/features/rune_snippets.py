"""Snippets for runes: tags, required attributes and minimal content, with tab stops.

A rune may declare its own snippet. For others it is built from the required attributes and the content model, so that nothing
is missing. Tab stops have the LSP form, `${1:word}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attribute_definitions import accepts, types_of, value_for
from refrakt.runes.content_model import (
    Conditional,
    ContentModel,
    Custom,
    Delimited,
    Field,
    FieldSequence,
    Sections,
    Split,
)
from refrakt.runes.match_expressions import parse_match
from refrakt.runes.rune import Attribute, Rune

_STOP = re.compile(
    r"\\([$}\\])"
    r"|\$(?:\d+|\{\d+\}|\{\d+:((?:\\.|[^\\}])*)\}|\{\d+\|((?:\\.|[^\\|,])*)(?:\\.|[^\\|])*\|\})",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_IN_TEXT, _IN_STOP, _IN_CHOICE = (re.compile(each) for each in (r"[$\\]", r"[$}\\]", r"[,|\\]"))
_BACKSLASHED = r"\\\g<0>"
_MARKER = re.compile(r"(?:#+|[-*+>]|\d+\.) ")

_MINIMAL_BODIES = {
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
"""Minimal Markdown for each content type."""


@dataclass(frozen=True, slots=True)
class RuneSnippet:
    """A rune without its name, with tab stops."""

    attributes: str
    """Its attributes, each after a space."""
    body: str
    """The text between its tags."""
    void: bool = False
    """Whether it has no body and ends with `/%}`."""

    def opening(self, name: str) -> str:
        """The opening tag, starting at its name."""
        return f"{name}{self.attributes} {'/' if self.void else ''}%}}"

    def whole(self, name: str) -> str:
        """The whole rune, starting at the name in the opening tag."""
        return self.opening(name) + ("" if self.void else f"{self.body}{{% /{name} %}}")

    def inline(self, name: str) -> str:
        """The same for use within a line of text."""
        if self.void or "\n" not in self.body:
            return self.whole(name)
        tab_stop = 1 + max((int(each) for each in re.findall(r"\$\{?(\d+)", self.attributes)), default=0)
        return f"{self.opening(name)}${{{tab_stop}:text}}{{% /{name} %}}"


def without_tab_stops(snippet: str) -> str:
    """A snippet with its tab stops replaced by their placeholders."""

    def filled(found: re.Match[str]) -> str:
        char, placeholder, choice = found.groups()
        return char or _ESCAPED.sub(r"\1", placeholder or choice or "")

    return _STOP.sub(filled, snippet)


def tab_stop(number: int, placeholder: str) -> str:
    """A tab stop with a placeholder."""
    return f"${{{number}:{_IN_STOP.sub(_BACKSLASHED, placeholder)}}}" if placeholder else f"${number}"


def choice_stop(number: int, choices: Iterable[str]) -> str:
    """A tab stop with choices."""
    return f"${{{number}|{','.join(_IN_CHOICE.sub(_BACKSLASHED, choice) for choice in choices)}|}}"


def escape_snippet(text: str) -> str:
    """Literal text in a snippet."""
    return _IN_TEXT.sub(_BACKSLASHED, text)


def assignment(attribute: Attribute, number: int) -> str:
    """An attribute with a tab stop for its value."""
    value = value_for(attribute)
    types = types_of(attribute)
    if attribute.values:
        choices = [each for each in _default_first(attribute) if "\n" not in str(each)]
        if choices and all(isinstance(each, str) for each in choices):
            return f'{attribute.name}="{choice_stop(number, choices)}"'
        return f"{attribute.name}={choice_stop(number, map(_formatted, choices))}"
    if types[0] in ("Array", "Object"):
        brackets = "[]" if types[0] == "Array" else "{}"
        return f"{attribute.name}={brackets[0]}${number}{brackets[1]}"
    if value is UNDEFINED or isinstance(value, str):
        suggested = value or (attribute.name if accepts(attribute, attribute.name) else "")
        return f'{attribute.name}="{tab_stop(number, _formatted(suggested)[1:-1])}"'
    return f"{attribute.name}={tab_stop(number, _formatted(value))}"


def _default_first(attribute: Attribute) -> list[Any]:
    """The allowed values, the default first."""
    return sorted(attribute.values, key=lambda each: each != attribute.default)


def _formatted(value: Any) -> str:
    return format_value(value)


@lru_cache(maxsize=1024)
def snippet_of(rune: Rune) -> RuneSnippet:
    """The snippet of a rune."""
    return _own_snippet(rune) or _SnippetBuilder(rune).snippet()


def _own_snippet(rune: Rune) -> RuneSnippet | None:
    """The snippet that a rune declares, if it is exactly one rune of this name."""
    text = "\n".join(rune.snippet)
    opening, closing = f"{{% {rune.name} ", f"{{% /{rune.name} %}}"
    if not text.startswith(opening):
        return None
    head, end, body = text.removeprefix(opening[:-1]).partition("%}")
    if not end:
        return None
    if head.endswith("/"):
        return RuneSnippet(head[:-1].rstrip(), "", void=True) if not body.strip() else None
    return RuneSnippet(head.rstrip(), body.removesuffix(closing)) if body.endswith(closing) else None


def _is_void(content: ContentModel | None) -> bool:
    """Whether a rune is complete without a body: it accepts none, or only certain runes."""
    if isinstance(content, Custom):
        return content.needs is None and all(kind == "tag" for kind, _ in parse_match(content.takes))
    return content == FieldSequence()


class _SnippetBuilder:
    """Builds a snippet from the definition of a rune."""

    def __init__(self, rune: Rune) -> None:
        self.rune = rune
        self.numbers = count(1)

    def snippet(self) -> RuneSnippet:
        rune = self.rune
        needed = (each for each in rune.every_attribute.values() if each.required or self._is_condition(each))
        head = "".join(f" {self._attribute(each)}" for each in needed)
        if rune.self_closing or rune.deferred or _is_void(rune.content):
            return RuneSnippet(head, "", void=True)
        if rune.inline:
            return RuneSnippet(head, tab_stop(next(self.numbers), "text"))
        parts = self._parts()
        body = "\n\n".join(parts) or tab_stop(next(self.numbers), "Text")
        return RuneSnippet(head, f"\n{body}\n")

    def _parts(self) -> Iterator[str]:
        content, needs = self.rune.content, self.rune.needs
        if needs is not None and needs.match != "part" and isinstance(content, FieldSequence):
            for _ in range(needs.least):
                yield self._fill(needs.example or _minimal_body(needs.match))
        elif content is not None:
            yield from self._content(content)

    def _is_condition(self, attribute: Attribute) -> bool:
        """Whether this is the unnamed condition of a tag with a body."""
        return attribute.name == "primary" and "Boolean" in types_of(attribute) and not self.rune.self_closing

    def _attribute(self, attribute: Attribute) -> str:
        number = next(self.numbers)
        if self._is_condition(attribute):
            return tab_stop(number, "true")
        return assignment(attribute, number).removeprefix("primary=")

    def _content(self, content: ContentModel) -> Iterator[str]:
        match content:
            case Conditional():
                yield from self._content(content.default)
            case FieldSequence():
                yield from self._fields(content.fields)
            case Delimited():
                yield from self._delimited(content)
            case Sections():
                yield from self._sections(content)
            case Split():
                for name in ("First", "Second"):
                    yield self._fill(f"{'#' * (content.level if isinstance(content.level, int) else 2)} {name}")
                    yield self._fill(_minimal_body(content.part or "any"))
            case Custom():
                yield self._fill(_minimal_body(content.needs or content.takes))

    def _fields(self, fields: Iterable[Field]) -> Iterator[str]:
        """Required fields and those with a template; without any, the first field."""
        listed = list(fields)
        chosen = [each for each in listed if not each.optional or each.template] or listed[:1]
        for field in chosen:
            yield self._fill(field.template or _minimal_body(field.match))

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
        marker = "#" * (int(level) if level else 3 if title else 2)
        for field in title:
            yield self._fill(f"{marker[1:]} Title" if field.match.startswith("heading") else _minimal_body(field.match))
        for name in [each.name for each in content.known][:2] or ["First", "Second"]:
            yield self._fill(f"{marker} {name}")
            section = next((each.model for each in content.known if each.name == name), None)
            yield from self._fields((section or content.body or FieldSequence()).fields or (Field("body", "any"),))

    def _fill(self, template: str) -> str:
        """A piece of Markdown with a tab stop for its first text."""
        line, end, others = template.partition("\n")
        if line.startswith("```"):
            inside, rest = others.split("\n", 1)
            return f"{line}\n{tab_stop(next(self.numbers), inside)}\n{rest}"
        marker = _MARKER.match(line)
        begin = marker.end() if marker else 0
        return f"{line[:begin]}{tab_stop(next(self.numbers), line[begin:])}{end}{escape_snippet(others)}"


def _minimal_body(match: str) -> str:
    kind, detail = parse_match(match)[0]
    if kind == "heading" and detail:
        return f"{'#' * int(detail)} Title"
    return _MINIMAL_BODIES.get(f"{kind}:{detail}") or _MINIMAL_BODIES.get(kind, "Text")
