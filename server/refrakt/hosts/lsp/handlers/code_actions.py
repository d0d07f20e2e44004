"""`textDocument/codeAction` and `codeAction/resolve`.

Clients request a list with every cursor move, so it holds titles only; edits are computed on resolve, or at once for clients
without resolve support. The server's own actions come first, then those of plugins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from refrakt.errors import RefraktError
from refrakt.features.results import CodeAction
from refrakt.hosts.lsp.capabilities import ACTION_KINDS, NAME
from refrakt.hosts.lsp.edit_encoder import EditEncoder, text_edits
from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.markdoc.tree import Span
from refrakt.project.page_problems import name_in, problems
from refrakt.project.snapshot import Buffer
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit

if TYPE_CHECKING:
    from refrakt.features.actions.action_request import ActionRequest
    from refrakt.features.page_context import PageContext
    from refrakt.rules.problem import Problem

_MAX_LISTS = 8
"""Lists kept for resolve: a client may request another while the last one is shown."""
_AUTOMATIC = types.CodeActionTriggerKind.Automatic


class _ActionList(NamedTuple):
    """A list of actions and the buffer it was computed for."""

    buffer: Buffer
    actions: list[CodeAction]


def register(context: RequestContext) -> None:
    session = context.session
    options = types.CodeActionOptions(code_action_kinds=ACTION_KINDS, resolve_provider=True)
    list_ids = count(1)
    lists: dict[int, _ActionList] = {}

    @session.server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def code_action(params: types.CodeActionParams) -> list[dict[str, Any]] | None:
        buffer = session.buffer(params.text_document.uri)
        if buffer is None or not session.client.code_actions:
            return None
        page = context.page(buffer)
        found = _page_actions(context, buffer, page, params) if page is not None else []
        found += _plugin_fixes(context, buffer, params, {code for each in found for code in each.codes})
        found += await _plugin_actions(context, buffer, params)
        if page is None and not found:
            return None
        list_id = next(list_ids)
        lists[list_id] = _ActionList(buffer, found)
        while len(lists) > _MAX_LISTS:
            del lists[min(lists)]
        encoded = [_encode(context, buffer, each, params.context.diagnostics) for each in found]
        if session.client.resolve_code_actions:
            return [{**each, "data": [list_id, index]} for index, each in enumerate(encoded)]
        edits = await asyncio.to_thread(_edits, context, buffer, found)
        refuse_if_changed(buffer)
        return [{**each, "edit": edit} for each, edit in zip(encoded, edits, strict=True) if edit is not None]

    @session.server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(action: types.CodeAction) -> dict[str, Any]:
        encoded: dict[str, Any] = session.protocol.unstructure(action)
        match action.data:
            case [int() as list_id, int() as index]:
                action_list = lists.get(list_id)
            case _:
                action_list, index = None, 0
        chosen = (
            action_list.actions[index] if action_list is not None and 0 <= index < len(action_list.actions) else None
        )
        # A restarted server reuses list ids.
        if action_list is None or chosen is None or chosen.title != action.title:
            raise RefraktError("INVALID_ARGS", "this action is outdated", "Request the actions again.")
        refuse_if_changed(action_list.buffer)
        changes = await asyncio.to_thread(chosen.edit)
        # The text may have changed during the computation, and not every client checks the version.
        refuse_if_changed(action_list.buffer)
        if changes is None:
            message = f"`{action.title}` would have side effects or cause new problems"
            raise RefraktError("VALIDATION_ERROR", message, "Nothing was changed.")
        encoded["edit"] = _edit(context, action_list.buffer, changes)
        return encoded

    def refuse_if_changed(buffer: Buffer) -> None:
        now = session.buffer(buffer.uri)
        if now is None or now.document is not buffer.document:
            raise RefraktError("INVALID_ARGS", "the page has changed in the meantime", "Request the actions again.")


def _page_actions(
    context: RequestContext, buffer: Buffer, page: PageContext, params: types.CodeActionParams
) -> list[CodeAction]:
    # Lazy import: not needed for the first diagnostics.
    from refrakt.features.actions import code_actions

    request = _action_request(context, buffer, page, params)
    return list(code_actions(request, _kinds(request.selection, params.context)))


def _plugin_fixes(
    context: RequestContext, buffer: Buffer, params: types.CodeActionParams, codes: set[str]
) -> list[CodeAction]:
    """Fixes of plugin problems that are among the client's diagnostics."""
    from refrakt.features.actions import is_kind_or_below
    from refrakt.features.actions.action_request import QuickFix

    only, span = params.context.only, partial(_span, context.session.positions, buffer)
    fixable = [(each.code, span(each.range)) for each in params.context.diagnostics if _is_fixable(each, codes)]
    if (
        not fixable
        or buffer.path is None
        or (only and not any(is_kind_or_below("quickfix", str(each)) for each in only))
    ):
        return []
    root = context.session.workspace.project(buffer.path.parent).root
    name = name_in(root, buffer.path) or ""
    found: list[CodeAction] = []
    for each in (moved.now() for moved in context.providers.problems_of(buffer, None).problems):
        if each.fix and any(
            code == each.code and each.span.start <= at.end and at.start <= each.span.end for code, at in fixable
        ):
            edit = FileEdit(name, buffer.document.text, each.edits, buffer.version)
            title = (each.suggestion or f"Fix {each.code}").removesuffix(".")
            found.append(
                QuickFix(title, "quickfix", partial(WorkspaceEdit, (edit,)), (each.code,), problem_span=each.span)
            )
    return found


async def _plugin_actions(context: RequestContext, buffer: Buffer, params: types.CodeActionParams) -> list[CodeAction]:
    """Other code actions of plugins."""
    from refrakt.features.actions import is_kind_or_below

    span = _span(context.session.positions, buffer, params.range)
    kinds = _kinds(span, params.context)
    found = await context.providers.client_for(buffer).code_actions(span)
    return [each for each in found if not kinds or any(is_kind_or_below(each.kind, kind) for kind in kinds)]


def _is_fixable(diagnostic: types.Diagnostic, codes: set[str]) -> bool:
    """Whether a diagnostic is fixable and its code not handled already."""
    data = diagnostic.data
    if diagnostic.source != NAME or diagnostic.code in codes or data is None:
        return False
    return bool(data.get("fixable") if isinstance(data, dict) else getattr(data, "fixable", False))


def _action_request(
    context: RequestContext, buffer: Buffer, page: PageContext, params: types.CodeActionParams
) -> ActionRequest:
    from refrakt.features.actions.action_request import ActionRequest, RequestedDiagnostic

    session = context.session
    problem_cache, client_context = buffer.problem_cache, params.context
    span = partial(_span, session.positions, buffer)

    def guard(work: Callable[[], list[Problem]]) -> list[Problem]:
        with problem_cache.lock:
            return work()

    return ActionRequest(
        page,
        span(params.range),
        _problems_of_page(context, buffer, page),
        tuple(
            RequestedDiagnostic(str(each.code), span(each.range))
            for each in client_context.diagnostics
            if each.source == NAME
        ),
        buffer.version,
        session.workspace.snapshot.settings.rules,
        problem_cache.check_cache,
        guard,
        "create" in session.client.resource_operations,
    )


def _problems_of_page(context: RequestContext, buffer: Buffer, page: PageContext) -> list[Problem]:
    """Page problems and site problems of the page."""

    settings = context.session.workspace.snapshot.settings
    if not settings.diagnostics:
        return []
    plugin_problems = context.providers.problems_of(buffer, page.site)
    found = problems(buffer.document, page.site, page.path, settings.rules, buffer.problem_cache)
    alone = (each.in_file(buffer.document) for each in plugin_problems.without_replaced(buffer.document, found))
    return [*alone, *(each.now() for each in plugin_problems.without_replaced_moved(buffer.across))]


def _kinds(span: Span, client_context: types.CodeActionContext) -> tuple[str, ...]:
    """The requested kinds. Automatic requests only get quick fixes, and refactorings for a selection."""
    only = tuple(map(str, client_context.only or ()))
    if only or client_context.trigger_kind is not _AUTOMATIC:
        return only
    return ("quickfix", "refactor") if span.start < span.end else ("quickfix",)


def _encode(
    context: RequestContext, buffer: Buffer, action: CodeAction, diagnostics: Sequence[types.Diagnostic]
) -> dict[str, Any]:
    encoded: dict[str, Any] = {"title": action.title, "kind": action.kind}
    fixed = [each for each in diagnostics if _is_about(each, action, context.session.positions, buffer)]
    if fixed:
        encoded["diagnostics"] = [context.session.protocol.unstructure(each) for each in fixed]
    if action.preferred:
        encoded["isPreferred"] = True
    return encoded


def _is_about(diagnostic: types.Diagnostic, action: CodeAction, positions: PositionEncoder, buffer: Buffer) -> bool:
    from refrakt.features.actions.action_request import QuickFix

    if diagnostic.source != NAME or diagnostic.code not in action.codes:
        return False
    if not isinstance(action, QuickFix):
        return True
    start, end = _span(positions, buffer, diagnostic.range).bounds
    return action.problem_span.start <= end and start <= action.problem_span.end


def _span(positions: PositionEncoder, buffer: Buffer, range: types.Range) -> Span:
    ends = [positions.offset(buffer.document, each.line, each.character) for each in (range.start, range.end)]
    return Span(min(ends), max(ends))


def _edits(context: RequestContext, buffer: Buffer, actions: list[CodeAction]) -> list[dict[str, Any] | None]:
    """The edit of each action; None if it fails or the client does not support it."""
    found: list[dict[str, Any] | None] = []
    for action in actions:
        try:
            changes = action.edit()
            found.append(_edit(context, buffer, changes) if changes is not None else None)
        except RefraktError:
            found.append(None)
    return found


def _edit(context: RequestContext, buffer: Buffer, changes: WorkspaceEdit) -> dict[str, Any]:
    session = context.session
    if buffer.path is None:
        # An unsaved buffer has no path in a project.
        edits = [text_edits(session, buffer.document, each.edits) for each in changes.edits]
        return {"changes": {buffer.uri: [each for some in edits for each in some]}}
    root = session.workspace.project(buffer.path.parent).root
    return EditEncoder(session, root).workspace_edit(changes)
