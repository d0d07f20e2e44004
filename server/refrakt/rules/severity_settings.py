"""How strict to be: a severity or `off` for each code, from the config, the editor, the page and the line before.

The nearest setting counts: a comment, then the page's frontmatter, then the editor, then the config.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from refrakt.markdoc.document import Document
from refrakt.markdoc.frontmatter import Frontmatter, YamlNode
from refrakt.rules.problem import SEVERITIES, Problem, Severity

Settings = Mapping[str, str]
ALL_RULES = "*"
"""The key of a setting for all rules that the same settings do not name."""


@dataclass(frozen=True, slots=True)
class Severities:
    """Layers of settings, the nearest last."""

    layers: tuple[Settings, ...] = ()
    silenced: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """Codes that are not reported on a line; an empty set means all."""

    def severity(self, code: str, usual: Severity) -> Severity | None:
        """The severity of a problem; None if it is suppressed."""
        for layer in reversed(self.layers):
            setting = layer.get(code) or layer.get(ALL_RULES)
            if setting == "off":
                return None
            if setting in SEVERITIES:
                return setting
        return usual

    def applied(self, problem: Problem) -> Problem | None:
        """The problem with the severity that the settings give it; None where it is not reported."""
        severity = self.severity(problem.code, problem.severity)
        if severity is None:
            return None
        return problem if severity == problem.severity else replace(problem, severity=severity)

    def is_silenced(self, code: str, line: int) -> bool:
        codes = self.silenced.get(line)
        return codes is not None and (not codes or code in codes)


def settings_in(frontmatter: Any) -> Settings:
    """The severities under `refrakt.rules` in a page's frontmatter, nested or with a dotted key."""
    if not isinstance(frontmatter, Mapping):
        return {}
    rules = frontmatter.get("refrakt.rules")
    nested = frontmatter.get("refrakt")
    if rules is None and isinstance(nested, Mapping):
        rules = nested.get("rules")
    return {str(code): _severity(setting) for code, setting in rules.items()} if isinstance(rules, Mapping) else {}


def written_settings(frontmatter: Frontmatter) -> Iterator[tuple[YamlNode, YamlNode]]:
    """The codes and severities under `refrakt.rules` where they are written."""
    for path in (("refrakt.rules",), ("refrakt", "rules")):
        node = frontmatter.at(*path) if frontmatter.root is not None else None
        if node is not None and node.kind == "mapping":
            yield from node.entries


def _severity(setting: Any) -> str:
    return "off" if setting is False else str(setting)


def apply_severities(problems: Iterable[Problem], strictness: Severities, document: Document) -> list[Problem]:
    """The problems that are not suppressed, with their severities."""
    kept: list[Problem] = []
    for each in problems:
        problem = strictness.applied(each)
        if problem is None:
            continue
        if strictness.silenced:
            line, _ = document.position(document.offsets(each.span)[0])
            if strictness.is_silenced(each.code, line):
                continue
        kept.append(problem)
    return kept


def layers(*settings: Settings | None) -> tuple[Settings, ...]:
    """The settings that are not empty, in the same order."""
    return tuple(each for each in settings if each)
