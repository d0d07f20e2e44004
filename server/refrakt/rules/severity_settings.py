"""How strict to be: a severity or `off` for each code, from the config, the editor, the page and the line before.

The nearest word counts: a comment before a line beats the page's frontmatter, that beats the editor, that the config.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from refrakt.markdoc.document import Document
from refrakt.rules.problem import SEVERITIES, Problem, Severity

Settings = Mapping[str, str]

_MARK = "refrakt-disable-next-line"
_DISABLE = re.compile(r"(?:\[//\]: # \(|<!--)\s*refrakt-disable-next-line\b([^)\n]*?)(?:\)|-->)")


@dataclass(frozen=True, slots=True)
class Severities:
    """Layers of settings, the nearest last."""

    layers: tuple[Settings, ...] = ()
    silenced: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """Codes that are not reported on a line; an empty set means all."""

    def severity(self, code: str, usual: Severity) -> Severity | None:
        """How bad a finding is, or None where it is not reported."""
        for layer in reversed(self.layers):
            setting = layer.get(code)
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
    """What a page's frontmatter says under `refrakt.rules`, however it nests the words."""
    if not isinstance(frontmatter, Mapping):
        return {}
    rules = frontmatter.get("refrakt.rules")
    nested = frontmatter.get("refrakt")
    if rules is None and isinstance(nested, Mapping):
        rules = nested.get("rules")
    return {str(code): _word(setting) for code, setting in rules.items()} if isinstance(rules, Mapping) else {}


def _word(setting: Any) -> str:
    return "off" if setting is False else str(setting)


def suppressed_lines(document: Document) -> dict[int, frozenset[str]]:
    """The lines before which somebody wrote that nothing is to be said of them."""
    found: dict[int, frozenset[str]] = {}
    for index in document.blocks_containing(_MARK):
        block = document.blocks[index]
        for comment in _DISABLE.finditer(block.text):
            line = document.line_of(block.source) + bisect_right(block.source.line_begins(), comment.end())
            found[line] = frozenset(comment.group(1).replace(",", " ").split())
    return found


def apply_severities(findings: Iterable[Problem], strictness: Severities, document: Document) -> list[Problem]:
    """The findings that are left, with the severities that were asked for."""
    kept: list[Problem] = []
    for finding in findings:
        problem = strictness.applied(finding)
        if problem is None:
            continue
        if strictness.silenced:
            line, _ = document.position(document.offsets(finding.span)[0])
            if strictness.is_silenced(finding.code, line):
                continue
        kept.append(problem)
    return kept


def layers(*settings: Settings | None) -> tuple[Settings, ...]:
    """Settings that say something, in the order given."""
    return tuple(each for each in settings if each)
