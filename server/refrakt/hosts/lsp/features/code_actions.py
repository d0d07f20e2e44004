"""`textDocument/codeAction`, and `codeAction/resolve` for what an action does once somebody has chosen it.

A list is made with every move of the cursor, so it holds titles alone; the edits are thought of when they are wanted. Where the
client cannot ask for them later, they are there at once. Ours come first, then what plugins have to offer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from refrakt.errors import RefraktError
from refrakt.features.answers import Action, Changes, FileEdit, Range, Replacement
from refrakt.project.checking import name_in, problems
from refrakt.project.workspace import Buffer

from ..capabilities import ACTION_KINDS, NAME
from ..edits import Files, text_edits
from ..pages import Pages
from ..positions import Codec

if TYPE_CHECKING:
    from refrakt.features.actions.asked import Asked
    from refrakt.features.page import PageContext
    from refrakt.project.index.problem import PageProblem

_MOST_LISTS = 8
"""How many lists are remembered: an editor may ask for one more while somebody looks at the last."""
_AUTOMATIC = types.CodeActionTriggerKind.Automatic


class _Shown(NamedTuple):
    """A list as it was shown, and the buffer it is meant for."""

    buffer: Buffer
    actions: list[Action]


def register(pages: Pages) -> None:
    session = pages.session
    options = types.CodeActionOptions(code_action_kinds=ACTION_KINDS, resolve_provider=True)
    numbers = count(1)
    shown: dict[int, _Shown] = {}

    @session.server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def code_action(params: types.CodeActionParams) -> list[dict[str, Any]] | None:
        buffer = session.buffer(params.text_document.uri)
        if buffer is None or not session.client.code_actions:
            return None
        page = pages.page(buffer)
        found = _ours(pages, buffer, page, params) if page is not None else []
        found += _mends(pages, buffer, params, {code for each in found for code in each.codes})
        found += await _theirs(pages, buffer, params)
        if page is None and not found:
            return None
        number = next(numbers)
        shown[number] = _Shown(buffer, found)
        while len(shown) > _MOST_LISTS:
            del shown[min(shown)]
        told = [_told(pages, buffer, each, params.context.diagnostics) for each in found]
        if session.client.resolves_actions:
            return [{**each, "data": [number, index]} for index, each in enumerate(told)]
        edits = await asyncio.to_thread(_edits, pages, buffer, found)
        refuse_if_changed(buffer)
        return [{**each, "edit": edit} for each, edit in zip(told, edits, strict=True) if edit is not None]

    @session.server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(action: types.CodeAction) -> dict[str, Any]:
        told: dict[str, Any] = session.protocol.plain(action)
        match action.data:
            case [int() as number, int() as index]:
                known = shown.get(number)
            case _:
                known, index = None, 0
        chosen = known.actions[index] if known is not None and 0 <= index < len(known.actions) else None
        # A list of a server that has been started anew since would have the same numbers.
        if known is None or chosen is None or chosen.title != action.title:
            raise RefraktError("INVALID_ARGS", "this action is not known any more", "Ask for the actions again.")
        refuse_if_changed(known.buffer)
        changes = await asyncio.to_thread(chosen.changes)
        # Somebody may have typed on. Not every client would notice by itself that the edits are meant for another text.
        refuse_if_changed(known.buffer)
        if changes is None:
            message = f"'{action.title}' would change more than it says, or leave the page with problems it has not now"
            raise RefraktError("VALIDATION_ERROR", message, "Nothing was changed.")
        told["edit"] = _edit(pages, known.buffer, changes)
        return told

    def refuse_if_changed(buffer: Buffer) -> None:
        now = session.buffer(buffer.uri)
        if now is None or now.document is not buffer.document:
            raise RefraktError("INVALID_ARGS", "the page has changed meanwhile", "Ask for the actions again.")


def _ours(pages: Pages, buffer: Buffer, page: PageContext, params: types.CodeActionParams) -> list[Action]:
    # Not needed for the first diagnostics, which must not wait for it.
    from refrakt.features.actions import actions

    asked = _asked(pages, buffer, page, params)
    return list(actions(asked, _kinds(asked.place, params.context)))


def _mends(pages: Pages, buffer: Buffer, params: types.CodeActionParams, codes: set[str]) -> list[Action]:
    """Fixes of what plugins have found in a file, where the editor knows of such a problem."""
    from refrakt.features.actions import is_below
    from refrakt.features.actions.asked import Mend

    only, place = params.context.only, partial(_place, pages.session.codec, buffer)
    told = [(each.code, place(each.range)) for each in params.context.diagnostics if _is_fixable(each, codes)]
    if not told or buffer.path is None or (only and not any(is_below("quickfix", str(each)) for each in only)):
        return []
    root = pages.session.workspace.project(buffer.path.parent).root
    name = name_in(root, buffer.path) or ""
    found: list[Action] = []
    for each in (moved.now() for moved in pages.providers.said(buffer, None).problems):
        if each.fix and any(code == each.code and each.start <= at.end and at.start <= each.end for code, at in told):
            fix = tuple(Replacement(Range(start, end), new) for start, end, new in each.fix)
            edit = FileEdit(name, buffer.document.text, fix, buffer.version)
            title = (each.suggestion or f"Fix {each.code}").removesuffix(".")
            problem = Range(each.start, each.end)
            found.append(Mend(title, "quickfix", partial(Changes, (edit,)), (each.code,), problem=problem))
    return found


async def _theirs(pages: Pages, buffer: Buffer, params: types.CodeActionParams) -> list[Action]:
    """What else plugins could do about a place."""
    from refrakt.features.actions import is_below

    place = _place(pages.session.codec, buffer, params.range)
    kinds = _kinds(place, params.context)
    found = await pages.providers.about(buffer).actions(place)
    return [each for each in found if not kinds or any(is_below(each.kind, kind) for kind in kinds)]


def _is_fixable(diagnostic: types.Diagnostic, codes: set[str]) -> bool:
    """Whether a problem of ours can be mended, and not in the ways that are known already."""
    data = diagnostic.data
    if diagnostic.source != NAME or diagnostic.code in codes or data is None:
        return False
    return bool(data.get("fixable") if isinstance(data, dict) else getattr(data, "fixable", False))


def _asked(pages: Pages, buffer: Buffer, page: PageContext, params: types.CodeActionParams) -> Asked:
    from refrakt.features.actions.asked import Asked, Complaint

    session = pages.session
    remembered, context = buffer.remembered, params.context
    place = partial(_place, session.codec, buffer)

    def guard(work: Callable[[], list[PageProblem]]) -> list[PageProblem]:
        with remembered.lock:
            return work()

    return Asked(
        page,
        place(params.range),
        _known(pages, buffer, page),
        tuple(Complaint(str(each.code), place(each.range)) for each in context.diagnostics if each.source == NAME),
        buffer.version,
        session.workspace.snapshot.settings.rules,
        remembered.memory,
        guard,
        "create" in session.client.file_operations,
        context.trigger_kind is not _AUTOMATIC,
    )


def _known(pages: Pages, buffer: Buffer, page: PageContext) -> list[PageProblem]:
    """What is wrong with the page: what it gets wrong itself, and what lies between it and others."""
    from refrakt.project.index.problem import PageProblem

    settings = pages.session.workspace.snapshot.settings
    if not settings.diagnostics:
        return []
    said = pages.providers.said(buffer, page.site)
    found = problems(buffer.document, page.site, page.path, settings.rules, buffer.remembered)
    alone = (PageProblem.of(buffer.document, each) for each in said.left(buffer.document, found))
    return [*alone, *(each.now() for each in said.left_across(buffer.across))]


def _kinds(place: Range, context: types.CodeActionContext) -> tuple[str, ...]:
    """The kinds that are looked for: all if somebody asks, but nobody wants a lamp at every tag the cursor goes by."""
    only = tuple(map(str, context.only or ()))
    if only or context.trigger_kind is not _AUTOMATIC:
        return only
    return ("quickfix", "refactor") if place.start < place.end else ("quickfix",)


def _told(pages: Pages, buffer: Buffer, action: Action, diagnostics: Sequence[types.Diagnostic]) -> dict[str, Any]:
    told: dict[str, Any] = {"title": action.title, "kind": action.kind}
    meant = [each for each in diagnostics if _is_about(each, action, pages.session.codec, buffer)]
    if meant:
        told["diagnostics"] = [pages.session.protocol.plain(each) for each in meant]
    if action.preferred:
        told["isPreferred"] = True
    return told


def _is_about(diagnostic: types.Diagnostic, action: Action, codec: Codec, buffer: Buffer) -> bool:
    from refrakt.features.actions.asked import Mend

    if diagnostic.source != NAME or diagnostic.code not in action.codes:
        return False
    if not isinstance(action, Mend):
        return True
    start, end = _place(codec, buffer, diagnostic.range)
    return action.problem.start <= end and start <= action.problem.end


def _place(codec: Codec, buffer: Buffer, given: types.Range) -> Range:
    ends = (codec.offset(buffer.document, each.line, each.character) for each in (given.start, given.end))
    return Range(*sorted(ends))


def _edits(pages: Pages, buffer: Buffer, actions: list[Action]) -> list[dict[str, Any] | None]:
    """What each of several actions does; None for one that this editor, or nobody, can do."""
    found: list[dict[str, Any] | None] = []
    for action in actions:
        try:
            changes = action.changes()
            found.append(_edit(pages, buffer, changes) if changes is not None else None)
        except RefraktError:
            found.append(None)
    return found


def _edit(pages: Pages, buffer: Buffer, changes: Changes) -> dict[str, Any]:
    session = pages.session
    if buffer.path is None:
        # What has never been saved has no place among the files of a project.
        edits = [text_edits(session, buffer.document, each.replacements) for each in changes.edits]
        return {"changes": {buffer.uri: [each for some in edits for each in some]}}
    root = session.workspace.project(buffer.path.parent).root
    return Files(session, root).workspace_edit(changes)
