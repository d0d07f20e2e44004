"""The problems that `plan validate` reports for an open file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from refrakt.plugins import CommandContext, Problem, SourceFile, safe_fix
from refrakt_plan.editor.plan_index import PlanView, require_plan_view
from refrakt_plan.entity import Entity
from refrakt_plan.rules import entity_problems, plan_rules
from refrakt_plan.rules.circular_dependency import cycle_reported_elsewhere
from refrakt_plan.rules.missing_entity import MISSING_ENTITY, missing_entity
from refrakt_plan.rules.problem_spans import id_in
from refrakt_plan.rules.unreadable_tag import is_beside_text

_MAX_WAIT_S = 8.0
"""Seconds to wait for the first scan. Problems are computed in the background."""


def problems(file: SourceFile, context: CommandContext) -> Iterator[Problem]:
    view = require_plan_view(context, _MAX_WAIT_S)
    entity = view.entity_in(file) if view is not None else None
    if view is None:
        return
    if entity is None:
        yield from _without_entity(file, view)
        return
    cycles = map(plan_rules()["circular-dependency"].complete, cycle_reported_elsewhere(entity, view.plan))
    for each in chain(entity_problems(view.plan, entity), cycles):
        if each.code == "broken-ref":
            yield from _at_every_reference(entity, each)
        # refrakt itself reports an error within a tag, with its exact position and a fix.
        elif each.code != "unreadable-tag" or is_beside_text(entity):
            yield each


def _without_entity(file: SourceFile, view: PlanView) -> Iterator[Problem]:
    if file.path.is_relative_to(view.folder):
        name = file.path.relative_to(view.folder).as_posix()
        found = missing_entity(name, file.text) if name not in view.index.by_file else None
        if found is not None:
            yield MISSING_ENTITY.complete(found)


def _at_every_reference(entity: Entity, problem: Problem) -> Iterator[Problem]:
    """A broken reference at each of its occurrences: the command reports only the first one of each id."""
    for each in entity.references:
        if each.id == problem.target:
            span = id_in(entity, each)
            yield replace(problem, span=span, fix=safe_fix(edit for edit in problem.edits if edit.span == span))
