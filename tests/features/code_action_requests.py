"""Code actions at a cursor written as `$0`, or for a selection between two of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import dedent

from refrakt.features.actions import code_actions
from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.page_context import PageContext
from refrakt.features.results import CodeAction
from refrakt.markdoc.tree import Span
from refrakt.project.index.hypothetical import hypothetical_problems
from refrakt.project.site import SiteContext
from refrakt.project.workspace_edit import WorkspaceEdit

from .checking import CURSOR, page_of
from .sites import done, open_site, page_at


def request_at(fixture: str, site: SiteContext | None = None) -> ActionRequest:
    """The request at the cursor of a page."""
    text = dedent(fixture).lstrip("\n") if fixture.startswith("\n") else fixture
    text, span = selected(text)
    return request_for(page_of(text, site), span)


def selected(text: str) -> tuple[str, Span]:
    first, cursor, rest = text.partition(CURSOR)
    assert cursor, "a page needs a cursor"
    middle, other, last = rest.partition(CURSOR)
    return first + middle + last, Span(len(first), len(first) + (len(middle) if other else 0))


def request_for(page: PageContext, span: Span) -> ActionRequest:
    problems = hypothetical_problems(page.document, page.site, page.path, {}, page.view)
    return ActionRequest(page, span, problems)


def titles_at(fixture: str, *only: str, site: SiteContext | None = None) -> list[str]:
    """The titles of all actions, in order."""
    return [each.title for each in code_actions(request_at(fixture, site), only)]


def action_titled(request: ActionRequest, title: str) -> CodeAction:
    """The action with this title."""
    found = {each.title: each for each in code_actions(request)}
    assert title in found, [*found]
    return found[title]


def text_after_action(request: ActionRequest, action: CodeAction) -> str | None:
    """The page after an action; None where the action is refused."""
    changes = action.edit()
    return after(request, changes) if changes is not None else None


def after(request: ActionRequest, changes: WorkspaceEdit) -> str:
    path = request.path
    return done({path: request.text}, WorkspaceEdit(changes.edits))[path]


def check_action(fixture: str, title: str, becomes: str, site: SiteContext | None = None) -> None:
    """The action with this title gives this page and adds no problem."""
    request = request_at(fixture, site)
    text = text_after_action(request, action_titled(request, title))
    assert text == (dedent(becomes).lstrip("\n") if becomes.startswith("\n") else becomes)
    page = page_of(text, site)
    problems = hypothetical_problems(page.document, page.site, None, {})
    assert len(problems) <= len(request.page_problems), [each.message for each in problems]


@contextmanager
def request_on_site(fixture: str, site: str | None = None) -> Iterator[tuple[ActionRequest, dict[str, str]]]:
    """The request at the cursor of a page of a site, and the files of the site."""
    with open_site(fixture, site) as here:
        path = here.page.path
        assert path is not None
        text, span = here.files[path], Span(here.offset, here.offset)
        if CURSOR in text:
            start = here.offset
            span = Span(start, text.index(CURSOR))
            here.files[path] = text.replace(CURSOR, "")
            (here.folder / path).write_text(here.files[path], "utf-8")
        yield request_for(page_at(here.index, here.files, path), span), here.files
