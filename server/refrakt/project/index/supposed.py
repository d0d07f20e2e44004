"""What would be wrong with a page if its text were another: before a change is made, and without making it.

The rules between pages are asked as the index asks them, with the facts of the text that is supposed.
"""

from __future__ import annotations

from dataclasses import replace

from refrakt.markdoc import Document
from refrakt.rules.check import Memory, check
from refrakt.rules.page import Page
from refrakt.rules.settings import Settings

from .. import checking
from ..pages.reading import facts_of
from ..site import SiteContext
from .judging import judged
from .problem import PageProblem
from .view import SiteView


def supposed_problems(
    document: Document,
    site: SiteContext,
    path: str | None,
    editor: Settings,
    view: SiteView | None = None,
    memory: Memory | None = None,
) -> list[PageProblem]:
    """Everything that would be wrong, as strictly as config, editor and page ask for, in the order of the text."""
    page = Page(document, site.surroundings, path)
    alone = checking.judged(page, site, check(page, memory), editor)
    found = [PageProblem.of(document, each) for each in alone]
    if view is not None and path is not None:
        found += _between(document, site, path, editor, view)
    return sorted(found, key=lambda each: (each.start, each.end, each.code, each.message))


def _between(
    document: Document, site: SiteContext, path: str, editor: Settings, view: SiteView
) -> tuple[PageProblem, ...]:
    from ..across.registry import problems_of

    facts = facts_of(document, site.vocabulary)
    with view.lock:
        look = view.look(path) if view.site.complete else None
        if look is None:
            return ()
        look.facts = facts
        look.entry = replace(look.entry, facts=facts)
        return judged(problems_of(look), facts, site.rules, editor)
