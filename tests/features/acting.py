"""What can be done at a place of a page: a cursor is written `$0`, a selection stands between two of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import dedent

from refrakt.features.actions import actions
from refrakt.features.actions.asked import Asked
from refrakt.features.answers import Action, Changes, Range
from refrakt.features.page import PageContext
from refrakt.project.index.supposed import supposed_problems
from refrakt.project.site import SiteContext

from .checking import CURSOR, page_of
from .sites import done, page_at, standing


def asked_at(fixture: str, site: SiteContext | None = None) -> Asked:
    """The question at a place of a page."""
    text = dedent(fixture).lstrip("\n") if fixture.startswith("\n") else fixture
    text, place = selected(text)
    return question(page_of(text, site), place)


def selected(text: str) -> tuple[str, Range]:
    first, cursor, rest = text.partition(CURSOR)
    assert cursor, "a page needs a cursor"
    middle, other, last = rest.partition(CURSOR)
    return first + middle + last, Range(len(first), len(first) + (len(middle) if other else 0))


def question(page: PageContext, place: Range) -> Asked:
    known = supposed_problems(page.document, page.site, page.path, {}, page.view)
    return Asked(page, place, known)


def offered(fixture: str, *only: str, site: SiteContext | None = None) -> list[str]:
    """The titles of what is offered, in their order."""
    return [each.title for each in actions(asked_at(fixture, site), only)]


def chosen(asked: Asked, title: str) -> Action:
    """The action of this title."""
    found = {each.title: each for each in actions(asked)}
    assert title in found, [*found]
    return found[title]


def done_to(asked: Asked, action: Action) -> str | None:
    """The page after an action; None where it would make something worse."""
    changes = action.changes()
    return after(asked, changes) if changes is not None else None


def after(asked: Asked, changes: Changes) -> str:
    path = asked.path
    return done({path: asked.text}, Changes(changes.edits))[path]


def check_action(fixture: str, title: str, becomes: str, site: SiteContext | None = None) -> None:
    """Choosing the action of this title makes this page of it, and brings no problem with it."""
    asked = asked_at(fixture, site)
    text = done_to(asked, chosen(asked, title))
    assert text == (dedent(becomes).lstrip("\n") if becomes.startswith("\n") else becomes)
    page = page_of(text, site)
    known = supposed_problems(page.document, page.site, None, {})
    assert len(known) <= len(asked.known), [each.message for each in known]


@contextmanager
def on_site(fixture: str, site: str | None = None) -> Iterator[tuple[Asked, dict[str, str]]]:
    """The question at a place of a page of a site, and the files there are."""
    with standing(fixture, site) as here:
        path = here.page.path
        assert path is not None
        text, place = here.files[path], Range(here.offset, here.offset)
        if CURSOR in text:
            start = here.offset
            place = Range(start, text.index(CURSOR))
            here.files[path] = text.replace(CURSOR, "")
            (here.folder / path).write_text(here.files[path], "utf-8")
        yield question(page_at(here.index, here.files, path), place), here.files
