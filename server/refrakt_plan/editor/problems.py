"""The problems that `plan validate` reports for an open file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from refrakt.plugins import CommandContext, Fix, Problem, SourceFile
from refrakt_plan.checks import issues_of
from refrakt_plan.checks.broken_ref import BROKEN_REF
from refrakt_plan.checks.circular_dependency import cycle_reported_elsewhere
from refrakt_plan.checks.issue import PlanProblem
from refrakt_plan.checks.problem_ranges import id_in
from refrakt_plan.checks.unreadable import UNREADABLE_TAG, is_beside_text
from refrakt_plan.editor.plan_index import require_plan_view

_MAX_WAIT_S = 8.0
"""Seconds to wait for the first scan. Problems are computed in the background."""


def problems(file: SourceFile, context: CommandContext) -> Iterator[Problem]:
    view = require_plan_view(context, _MAX_WAIT_S)
    entity = view.entity_in(file) if view is not None else None
    if view is None or entity is None:
        return
    found = chain(issues_of(view.plan, entity), cycle_reported_elsewhere(entity, view.plan))
    for each in chain.from_iterable(map(_everywhere, found)):
        # refrakt itself reports an error within a tag, with its exact position and a fix.
        if each.code == UNREADABLE_TAG.name and not is_beside_text(entity):
            continue
        yield each


def _everywhere(issue: PlanProblem) -> Iterator[PlanProblem]:
    """An issue at all its places: for a broken reference the command reports only the first occurrence of each id."""
    if issue.code != BROKEN_REF.name:
        yield issue
        return
    for each in issue.entity.references:
        if each.id == issue.target:
            place = id_in(issue.entity, each)
            edits = tuple(change for change in issue.edits if change.span == place)
            yield replace(issue, span=place, fix=Fix(edits) if edits else None)
