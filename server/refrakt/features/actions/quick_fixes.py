"""Quick fixes: the fixes of rules, and further name suggestions.

The title is the suggestion of the rule. A fix is preferred where it is safe and the only one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest, QuickFix
from refrakt.features.actions.name_suggestions import name_suggestions
from refrakt.features.actions.registry import code_action
from refrakt.features.results import CodeAction
from refrakt.markdoc.text_edit import TextEdit
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.rules.apply_fixes import is_safe
from refrakt.rules.problem import Problem

KIND = "quickfix"


@code_action(KIND, rank=0)
def quick_fixes(request: ActionRequest) -> Iterator[CodeAction]:
    for problem in request.selected_problems:
        suggestions = list(name_suggestions(request, problem))
        if problem.fix:
            edits = problem.edits
            is_only_fix = is_safe(problem) and not any(each.edits != edits for each in suggestions)
            yield _quick_fix(request, problem, _title(problem), edits, is_only_fix)
        for each in suggestions:
            if not problem.fix or (each.title != _title(problem) and each.edits != problem.edits):
                yield _quick_fix(request, problem, each.title, each.edits)


def _title(problem: Problem) -> str:
    suggestion = (problem.suggestion or "").removesuffix(".")
    return suggestion if suggestion and "\n" not in suggestion else f"Fix `{problem.code}`"


def _quick_fix(
    request: ActionRequest, problem: Problem, title: str, edits: tuple[TextEdit, ...], preferred: bool = False
) -> QuickFix:
    changes: partial[WorkspaceEdit] = partial(request.edit, edits)
    return QuickFix(title, KIND, changes, (problem.code,), preferred, problem.span)
