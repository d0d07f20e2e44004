"""References to things outside the site: issues, tickets, standards, by patterns of the config's `xrefs`.

A name that nothing on the site goes by is tried on them in the order of the config. The first that fits makes its address and
label. Patterns are JavaScript's (`refrakt.markdoc.patterns`); one that cannot be used is a problem of the config.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

from refrakt.markdoc.patterns import Pattern, pattern_problem

from ..config import Config, ConfigProblem
from ..jsontree import JsonNode

EXTERNAL = "external"
"""The kind of thing a pattern leads to where it does not say."""
RESERVED = frozenset({"unresolved"})

MOST_PATTERNS = 200
"""Every name that nothing on the site goes by is tried on each of them."""

_GROUP = re.compile(r"\(\?<([A-Za-z_$][\w$]*)>")
_PLACEHOLDER = re.compile(r"\{([A-Za-z_$][\w$]*)\}", re.ASCII)
_KEPT = "!'()*"
"""What JavaScript's `encodeURIComponent` leaves as it is, besides what every encoder does."""


class OutsideThing(NamedTuple):
    """What a name stands for outside the site."""

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

    def match(self, name: str) -> OutsideThing | None:
        found = self.expression.search(name)
        if found is None:
            return None
        values = {**{key: value or "" for key, value in found.groups.items()}, "id": name}
        url = _PLACEHOLDER.sub(lambda each: encoded(values[each[1]]), self.template)
        return OutsideThing(url, _PLACEHOLDER.sub(lambda each: values[each[1]], self.label), self.type)


def encoded(text: str) -> str:
    """A text as a part of an address; slashes still part its steps."""
    return quote(text, safe="/" + _KEPT)


def outside(name: str, patterns: tuple[XrefPattern, ...]) -> OutsideThing | None:
    """What the first fitting pattern makes of a name."""
    return next((thing for each in patterns if (thing := each.match(name)) is not None), None)


def may_be_outside(name: str, patterns: tuple[XrefPattern, ...]) -> bool:
    """Whether a pattern fits a name, or cannot be tried on it because the name is too long."""
    return any(not each.expression.is_applicable(name) or each.match(name) is not None for each in patterns)


def xref_patterns_of(config: Config) -> tuple[tuple[XrefPattern, ...], tuple[ConfigProblem, ...]]:
    """The patterns of a config, and what is wrong with them. One that cannot be used is left out, the others count."""
    listed = config.shared.node.get("xrefs") if config.shared.node is not None else None
    if listed is None:
        return (), ()
    if listed.kind != "array":
        return (), (config.problem("config-shape", "error", "`xrefs` must be a list", listed),)
    patterns: list[XrefPattern] = []
    problems: list[ConfigProblem] = []
    seen: set[str] = set()
    if len(listed.items) > MOST_PATTERNS:
        message = f"`xrefs` has {len(listed.items):,} patterns; the first {MOST_PATTERNS} are used"
        problems.append(config.problem("config-shape", "error", message, listed))
    for item in listed.items[:MOST_PATTERNS]:
        faults = list(_faults(item))
        problems += (config.problem("config-shape", "error", message, node) for node, message in faults)
        if faults:
            continue
        said = _texts(item)
        if said["match"] in seen:
            message = "there is such a pattern before, so this one is never used"
            problems.append(config.problem("config-shape", "warning", message, item.get("match")))
        seen.add(said["match"])
        expression = Pattern(_anchored(said["match"]))
        patterns.append(
            XrefPattern(expression, said["template"], said.get("label", "{id}"), said.get("type", EXTERNAL))
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


def _faults(item: JsonNode) -> Iterator[tuple[JsonNode, str]]:
    if item.kind != "object":
        yield item, "a pattern under `xrefs` must be an object"
        return
    for key in ("match", "template", "label", "type"):
        given = item.get(key)
        if given is None:
            if key in ("match", "template"):
                yield item, f"this pattern has no `{key}`"
        elif not isinstance(given.value, str) or (key in ("match", "template") and not given.value):
            yield given, f"`{key}` of a pattern must be text"
        elif key == "type" and given.value in RESERVED:
            yield given, f"`{given.value}` is a word the site uses itself; another `type` is wanted"
    match = item.get("match")
    if match is None or not isinstance(match.value, str) or not match.value:
        return
    reason = pattern_problem(_anchored(match.value))
    if reason is not None:
        yield match, f"this regular expression {reason}"
        return
    known = {"id", *_GROUP.findall(match.value)}
    yield from _strangers(item, known)


def _strangers(item: JsonNode, known: set[str]) -> Iterator[tuple[JsonNode, str]]:
    """Braces that nothing would be put into."""
    for key, text in _texts(item).items():
        node = item.get(key)
        if key in ("template", "label") and node is not None:
            for name in dict.fromkeys(_PLACEHOLDER.findall(text)):
                if name not in known:
                    yield node, f"`{{{name}}}` is neither `{{id}}` nor a named group of `match`"
