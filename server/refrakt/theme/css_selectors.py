"""The selectors of stylesheets, as far as a theme's coverage needs them: classes and attributes, in rules and nested rules.

CSS is parsed by tinycss2, which never fails: what it cannot parse is an error token and styles nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

_DEEPEST = 20
"""Levels of nested rules."""


@dataclass(slots=True)
class StyledNames:
    """What stylesheets style."""

    classes: set[str] = field(default_factory=set)
    attributes: set[tuple[str, str | None]] = field(default_factory=set)
    """Names with values; None for a selector without a value."""
    parts: set[tuple[str, str]] = field(default_factory=set)
    """Classes with the `data-name` in the same selector, such as `.rf-hint [data-name="body"]`."""
    imports: list[str] = field(default_factory=list)

    def has_attribute(self, name: str, value: str | None = None) -> bool:
        """Whether there is a selector for an attribute: with this value, or any if None."""
        if value is None:
            return any(each == name for each, _ in self.attributes)
        return (name, value) in self.attributes or (name, None) in self.attributes


def styled_names(sheets: Iterable[str]) -> StyledNames:
    """What these stylesheets style together."""
    import tinycss2

    found = StyledNames()
    for text in sheets:
        for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            _add_rule(rule, found, 0)
    return found


def _add_rule(rule: Any, found: StyledNames, depth: int) -> None:
    import tinycss2

    if rule.type == "qualified-rule":
        _add_selector(rule.prelude, found)
    elif rule.type == "at-rule" and rule.lower_at_keyword == "import":
        found.imports += _imported(rule.prelude)
    elif rule.type == "at-rule" and rule.lower_at_keyword == "scope":
        _add_selector(rule.prelude, found)
    if rule.type not in ("qualified-rule", "at-rule") or not rule.content or depth == _DEEPEST:
        return
    for each in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True):
        _add_rule(each, found, depth + 1)


def _imported(prelude: Iterable[Any]) -> Iterator[str]:
    for token in prelude:
        if token.type in ("string", "url"):
            yield token.value
            return
        if token.type == "function" and token.lower_name == "url":
            yield from (each.value for each in token.arguments if each.type == "string")
            return


def _add_selector(prelude: Iterable[Any], found: StyledNames) -> None:
    for selector in _selectors(prelude):
        classes: set[str] = set()
        parts: set[str] = set()
        _collect(selector, classes, parts, found)
        found.classes |= classes
        found.parts |= {(each, part) for each in classes for part in parts}


def _selectors(prelude: Iterable[Any]) -> Iterator[list[Any]]:
    """The selectors of a list, which are separated by commas."""
    current: list[Any] = []
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            yield current
            current = []
        else:
            current.append(token)
    yield current


def _collect(tokens: Iterable[Any], classes: set[str], parts: set[str], found: StyledNames) -> None:
    """The names in a selector, also in functions such as `:is()` and `:where()`."""
    dot = False
    for token in tokens:
        if token.type == "ident" and dot:
            classes.add(token.value)
        elif token.type == "[] block":
            name, value = _attribute(token.content)
            if name is not None:
                found.attributes.add((name, value))
            if name == "data-name" and value is not None:
                parts.add(value)
        elif token.type == "function":
            _collect(token.arguments, classes, parts, found)
        elif token.type == "() block":
            _collect(token.content, classes, parts, found)
        dot = token.type == "literal" and token.value == "."


def _attribute(content: Iterable[Any]) -> tuple[str | None, str | None]:
    """Name and value of an attribute selector. A value that must only be part of the attribute's counts as any value."""
    tokens = [each for each in content if each.type != "whitespace"]
    if not tokens or tokens[0].type != "ident":
        return None, None
    exact = len(tokens) > 2 and tokens[1].type == "literal" and tokens[1].value == "="
    return tokens[0].value, tokens[2].value if exact and tokens[2].type in ("ident", "string") else None
