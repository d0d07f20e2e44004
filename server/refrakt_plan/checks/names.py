"""The id or name that somebody meant.

With numbers almost every name has near ones: WORK-714 is as near to WORK-713 as to WORK-014. So a name that is written into a
file for another has the same numbers; one that only looks alike is no more than a hint.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from refrakt.plugins.words import nearest
from refrakt_plan.checks.places import is_plain
from refrakt_plan.links import milestones
from refrakt_plan.reading.scanner import Plan

_NUMBER = re.compile(r"[0-9]+")
_Numbered = dict[tuple[str, ...], list[str]]


def meant_id(plan: Plan, word: str) -> str | None:
    """The id that a word must have been meant for."""
    known = plan.once("ids by number", lambda: _by_numbers(plan.by_id))
    return plan.once(("meant id", word), lambda: _meant(known, word))


def meant_milestone(plan: Plan, word: str) -> str | None:
    """The milestone that a word must have been meant for."""
    known = plan.once("milestones by number", lambda: _by_numbers(milestones(plan)))
    return plan.once(("meant milestone", word), lambda: _meant(known, word))


def _meant(known: _Numbered, word: str) -> str | None:
    names = {name.casefold(): name for name in known.get(_numbers(word), ()) if is_plain(name)}
    near = nearest(word.strip().casefold(), names)
    return names[near[0]] if near else None


def _by_numbers(names: Iterable[str]) -> _Numbered:
    found: _Numbered = {}
    for name in names:
        found.setdefault(_numbers(name), []).append(name)
    return found


def _numbers(word: str) -> tuple[str, ...]:
    """The numbers in a word, however many zeros they begin with."""
    return tuple(each.lstrip("0") for each in _NUMBER.findall(word))
