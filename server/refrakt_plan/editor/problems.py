"""What `plan validate` finds in the file that is open, each at its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from refrakt.plugins import CommandContext, FileProblem, SourceFile
from refrakt_plan.checks import issues_of
from refrakt_plan.checks.broken_ref import BROKEN_REF
from refrakt_plan.checks.circular_dependency import told_elsewhere
from refrakt_plan.checks.issue import Issue
from refrakt_plan.checks.places import id_in
from refrakt_plan.checks.unreadable import UNREADABLE_TAG, is_beside_text
from refrakt_plan.editor.looking import waited

_PATIENCE = 8.0
"""Seconds to wait for a plan that is read for the first time. Nobody waits for problems."""


def problems(file: SourceFile, context: CommandContext) -> Iterator[FileProblem]:
    view = waited(context, _PATIENCE)
    entity = view.entity_in(file) if view is not None else None
    if view is None or entity is None:
        return
    found = chain(issues_of(view.plan, entity), told_elsewhere(entity, view.plan))
    for each in chain.from_iterable(map(_everywhere, found)):
        # What is wrong within a tag refrakt says itself, at the very character and with a fix.
        if each.type == UNREADABLE_TAG.name and not is_beside_text(entity):
            continue
        yield FileProblem(
            each.type,
            each.severity,
            each.place,
            each.message,
            suggestion=each.suggestion,
            fix=each.fix,
            instead_of=each.instead_of,
        )


def _everywhere(issue: Issue) -> Iterator[Issue]:
    """An issue at all its places: of a reference to nothing the command tells the first, once for each id."""
    if issue.type != BROKEN_REF.name:
        yield issue
        return
    for each in issue.entity.references:
        if each.id == issue.target:
            place = id_in(issue.entity, each)
            yield replace(issue, place=place, fix=tuple(change for change in issue.fix if change.place == place))
