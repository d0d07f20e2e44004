"""References to entities outside of the site, such as issues and standards, by the patterns of the config's `xrefs`.

A name that does not resolve on the site is matched with the patterns in the order of the config. The first match gives the URL
and label. Patterns are JavaScript's (`refrakt.markdoc.patterns`); an invalid one is a problem of the config.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

from refrakt.markdoc.patterns import Pattern, pattern_problem
from refrakt.project.config import ProjectConfig
from refrakt.project.config_rules import CONFIG_SHAPE
from refrakt.project.json_tree import JsonNode
from refrakt.rules.problem import Problem

EXTERNAL = "external"
"""The entity type of a pattern without a `type`."""
RESERVED = frozenset({"unresolved"})

MOST_PATTERNS = 200
"""Every unresolved name is matched with each of them."""

_GROUP = re.compile(r"\(\?<([A-Za-z_$][\w$]*)>")
_PLACEHOLDER = re.compile(r"\{([A-Za-z_$][\w$]*)\}", re.ASCII)
_UNESCAPED = "!'()*"
"""What JavaScript's `encodeURIComponent` leaves as it is, besides what every encoder does."""


class ExternalEntity(NamedTuple):
    """What a name refers to outside of the site."""

    url: str
    label: str
    type: str


@dataclass(frozen=True, slots=True)
class XrefPattern:
    """One of the config's patterns. `{id}` is the whole name, other braces are groups of the expression."""

    expression: Pattern
    template: str
    label: str = "{id}"
    type: str = EXTERNAL

    def match(self, name: str) -> ExternalEntity | None:
        found = self.expression.search(name)
        if found is None:
            return None
        values = {**{key: value or "" for key, value in found.groups.items()}, "id": name}
        url = _PLACEHOLDER.sub(lambda each: encoded(values[each[1]]), self.template)
        return ExternalEntity(url, _PLACEHOLDER.sub(lambda each: values[each[1]], self.label), self.type)


def encoded(text: str) -> str:
    """A text as part of a URL; slashes are kept."""
    return quote(text, safe="/" + _UNESCAPED)


def outside(name: str, patterns: tuple[XrefPattern, ...]) -> ExternalEntity | None:
    """The entity of the first pattern that matches a name."""
    return next((found for each in patterns if (found := each.match(name)) is not None), None)


def may_be_outside(name: str, patterns: tuple[XrefPattern, ...]) -> bool:
    """Whether a pattern matches a name, or cannot be matched because the name is too long."""
    return any(not each.expression.is_applicable(name) or each.match(name) is not None for each in patterns)


def xref_patterns_of(config: ProjectConfig) -> tuple[tuple[XrefPattern, ...], tuple[Problem, ...]]:
    """The patterns of a config and their problems. An invalid pattern is skipped."""
    listed = config.shared.node.get("xrefs") if config.shared.node is not None else None
    if listed is None:
        return (), ()
    if listed.kind != "array":
        return (), (config.problem(CONFIG_SHAPE, "`xrefs` must be a list", listed),)
    patterns: list[XrefPattern] = []
    problems: list[Problem] = []
    matches: set[str] = set()
    if len(listed.items) > MOST_PATTERNS:
        message = f"`xrefs` has {len(listed.items):,} patterns; the first {MOST_PATTERNS} are used"
        problems.append(config.problem(CONFIG_SHAPE, message, listed))
    for item in listed.items[:MOST_PATTERNS]:
        errors = list(_errors(item))
        problems += (config.problem(CONFIG_SHAPE, message, node) for node, message in errors)
        if errors:
            continue
        texts = _texts(item)
        if texts["match"] in matches:
            message = "there is such a pattern before, so this one is never used"
            problems.append(config.problem(CONFIG_SHAPE, message, item.get("match"), severity="warning"))
        matches.add(texts["match"])
        expression = Pattern(_anchored(texts["match"]))
        patterns.append(
            XrefPattern(expression, texts["template"], texts.get("label", "{id}"), texts.get("type", EXTERNAL))
        )
    return tuple(patterns), tuple(problems)


def _texts(item: JsonNode) -> dict[str, str]:
    found = ((key, item.get(key)) for key in ("match", "template", "label", "type"))
    return {key: node.value for key, node in found if node is not None and isinstance(node.value, str)}


def _anchored(source: str) -> str:
    """An expression for a whole name."""
    ends = source.endswith("$") and not source.endswith("\\$")
    if source.startswith("^") and ends:
        return source
    return f"^(?:{source.removeprefix('^').removesuffix('$' if ends else '')})$"


def _errors(item: JsonNode) -> Iterator[tuple[JsonNode, str]]:
    if item.kind != "object":
        yield item, "a pattern under `xrefs` must be an object"
        return
    for key in ("match", "template", "label", "type"):
        node = item.get(key)
        if node is None:
            if key in ("match", "template"):
                yield item, f"this pattern has no `{key}`"
        elif not isinstance(node.value, str) or (key in ("match", "template") and not node.value):
            yield node, f"`{key}` of a pattern must be text"
        elif key == "type" and node.value in RESERVED:
            yield node, f"`{node.value}` is reserved; choose another `type`"
    match = item.get("match")
    if match is None or not isinstance(match.value, str) or not match.value:
        return
    reason = pattern_problem(_anchored(match.value))
    if reason is not None:
        yield match, f"this regular expression {reason}"
        return
    placeholders = {"id", *_GROUP.findall(match.value)}
    yield from _unknown_placeholders(item, placeholders)


def _unknown_placeholders(item: JsonNode, placeholders: set[str]) -> Iterator[tuple[JsonNode, str]]:
    """Placeholders without a value."""
    for key, text in _texts(item).items():
        node = item.get(key)
        if key in ("template", "label") and node is not None:
            for name in dict.fromkeys(_PLACEHOLDER.findall(text)):
                if name not in placeholders:
                    yield node, f"`{{{name}}}` is neither `{{id}}` nor a named group of `match`"
