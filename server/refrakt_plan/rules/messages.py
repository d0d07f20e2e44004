"""Parts of messages that several rules use: a similar id for an unknown one, the names of a few entities.

Numbered names are all similar: WORK-714 is as near to WORK-713 as to WORK-014. So a fix only uses a name with the same numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from refrakt.plugins import Problem, Span, TextEdit, safe_fix
from refrakt.plugins.name_suggestion import nearest
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import milestones
from refrakt_plan.rules.problem_spans import is_plain
from refrakt_plan.scanner.plan_scanner import Plan

_MOST_NAMED = 3
_VERSION = re.compile(r"^(?:version|release|milestone)[ _-]*v?(?=\d)|^(?=\d)")
_NUMBER = re.compile(r"[0-9]+")
_NamesByNumbers = dict[tuple[str, ...], list[str]]


def misspelled(
    span: Span, message: str, similar: str | None, otherwise: str, edits: Iterable[TextEdit], target: str | None = None
) -> Problem:
    """The problem of an unknown name: with a similar one, the fix that writes it, otherwise another suggestion."""
    if similar is None:
        return Problem(span, message, otherwise, target=target)
    message, suggestion = f"{message}; did you mean {similar}?", f"Replace with {similar}."
    return Problem(span, message, suggestion, safe_fix(edits), target=target)


def some_have(entities: Sequence[Entity]) -> str:
    """A few of these entities by name, with a verb: `WORK-1 and WORK-2 have`."""
    names = [each.name for each in entities[:_MOST_NAMED]]
    more = len(entities) - len(names)
    *most, last = [*names, f"{more} more"] if more else names
    return f"{', '.join(most)} and {last} have" if most else f"{last} has"


def similar_id(plan: Plan, unknown: str) -> str | None:
    names = plan.memoise("ids by numbers", lambda: _by_numbers(plan.by_id))
    return plan.memoise(("similar id", unknown), lambda: _similar(names, unknown))


def similar_milestone(plan: Plan, unknown: str) -> str | None:
    names = plan.memoise("milestones by numbers", lambda: _by_numbers(milestones(plan)))
    return plan.memoise(("similar milestone", unknown), lambda: _similar(names, unknown))


def _without_zeros(version: str) -> str:
    """A version without the zeros at its end: `1.0` is written `1`, too."""
    parts = version.split(".")
    while len(parts) > 1 and parts[-1] and not parts[-1].strip("0"):
        parts.pop()
    return ".".join(parts)


def _similar(candidates: _NamesByNumbers, unknown: str) -> str | None:
    names = {name.casefold(): name for name in candidates.get(_numbers(unknown), ()) if is_plain(name)}
    short = _without_zeros(unknown.strip().casefold())
    same = [name for folded, name in names.items() if _without_zeros(folded) == short]
    if len(same) == 1:
        return same[0]
    bare = _VERSION.sub("v", unknown.strip().casefold())
    if bare != unknown and bare in names:
        return names[bare]
    near = nearest(unknown.strip().casefold(), names)
    return names[near[0]] if near else None


def _by_numbers(names: Iterable[str]) -> _NamesByNumbers:
    grouped: _NamesByNumbers = {}
    for name in names:
        grouped.setdefault(_numbers(name), []).append(name)
    return grouped


def _numbers(name: str) -> tuple[str, ...]:
    """The numbers in a name, without leading zeros."""
    found = [each.lstrip("0") for each in _NUMBER.findall(name)]
    while len(found) > 1 and not found[-1]:
        found.pop()  # `v1.2` is `v1.2.0`
    return tuple(found)
