"""Suggests an id or a name for an unknown one.

Numbered names are all similar: WORK-714 is as near to WORK-713 as to WORK-014. So a fix only uses a name with the same numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from refrakt.plugins.name_suggestion import nearest
from refrakt_plan.checks.problem_ranges import is_plain
from refrakt_plan.entity_relations import milestones
from refrakt_plan.scanner.plan_scanner import Plan

_NUMBER = re.compile(r"[0-9]+")
_ByNumbers = dict[tuple[str, ...], list[str]]


def meant_id(plan: Plan, word: str) -> str | None:
    """The id that a word most likely means."""
    known = plan.memoise("ids by number", lambda: _by_numbers(plan.by_id))
    return plan.memoise(("meant id", word), lambda: _meant(known, word))


def meant_milestone(plan: Plan, word: str) -> str | None:
    """The milestone that a word most likely means."""
    known = plan.memoise("milestones by number", lambda: _by_numbers(milestones(plan)))
    return plan.memoise(("meant milestone", word), lambda: _meant(known, word))


def _meant(known: _ByNumbers, word: str) -> str | None:
    names = {name.casefold(): name for name in known.get(_numbers(word), ()) if is_plain(name)}
    near = nearest(word.strip().casefold(), names)
    return names[near[0]] if near else None


def _by_numbers(names: Iterable[str]) -> _ByNumbers:
    found: _ByNumbers = {}
    for name in names:
        found.setdefault(_numbers(name), []).append(name)
    return found


def _numbers(word: str) -> tuple[str, ...]:
    """The numbers in a word, without leading zeros."""
    return tuple(each.lstrip("0") for each in _NUMBER.findall(word))
