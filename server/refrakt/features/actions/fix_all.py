"""Applies all safe fixes: those of one code, or all on the page.

Only errors and warnings with a safe fix. Hints are proposals, applied one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.minimal_edits import line_edits
from refrakt.features.actions.registry import code_action
from refrakt.features.preview_edit import preview_edits
from refrakt.features.results import CodeAction
from refrakt.project.index.hypothetical import hypothetical_problems
from refrakt.project.index.site_view import SiteView
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.rules.apply_fixes import fix_repeatedly, is_safe, problem_count
from refrakt.rules.problem import Problem

SOURCE = "source.fixAll.refrakt"
QUICK = "quickfix"


@code_action(QUICK, rank=8)
def fix_all_with_code(request: ActionRequest) -> Iterator[CodeAction]:
    here = dict.fromkeys(each.code for each in request.selected_problems if is_safe(each))
    if not here:
        return
    counts = Counter(each.code for each in request.page_problems if is_safe(each))
    for code in here:
        if counts[code] > 1:
            title = f"Fix all {counts[code]} `{code}` problems"
            yield CodeAction(title, QUICK, partial(_fixed, request, (code,)), (code,))
    if len(counts) > 1:
        yield CodeAction(_title(counts.total()), QUICK, partial(_fixed, request), tuple(here))


@code_action(SOURCE, rank=90)
def fix_all(request: ActionRequest) -> Iterator[CodeAction]:
    codes = [each.code for each in request.page_problems if is_safe(each)]
    if codes:
        yield CodeAction(_title(len(codes)), SOURCE, partial(_fixed_on_save, request), tuple(dict.fromkeys(codes)))


def _title(count: int) -> str:
    return f"Fix all {count} auto-fixable problems" if count > 1 else "Fix the auto-fixable problem"


def _fixed_on_save(request: ActionRequest) -> WorkspaceEdit:
    """All safe fixes. Editors request this on every save, so an empty edit replaces a refusal."""
    return _fixed(request) or WorkspaceEdit()


def _fixed(request: ActionRequest, codes: tuple[str, ...] = ()) -> WorkspaceEdit | None:
    page, editor = request.page, request.severities
    documents = {request.text: request.document}

    def find_problems(text: str, view: SiteView | None = page.view) -> list[Problem]:
        document = documents.get(text)
        if document is None:
            document = documents[text] = preview_edits(request.document, line_edits(request.text, text))
        return request.exclusively(
            lambda: hypothetical_problems(document, page.site, page.path, editor, view, request.check_cache)
        )

    # Without other pages: their changes must not count as effects of the fixes.
    result, _ = fix_repeatedly(
        request.text, find_problems, lambda text: problem_count(find_problems(text, None)), codes
    )
    return request.edit(line_edits(request.text, result.text)) if result.problems else None
