"""The problems that a page would have with another text, before an edit is made.

Site rules are run as the index runs them, with the facts of that text.
"""

from __future__ import annotations

from dataclasses import replace

from refrakt.markdoc.document import Document
from refrakt.project import page_problems
from refrakt.project.index.habits import NO_HABITS
from refrakt.project.index.severity import with_severities
from refrakt.project.index.site_view import SiteView
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import SiteContext
from refrakt.rules.page import Page
from refrakt.rules.page_checker import CheckCache, check
from refrakt.rules.problem import Problem
from refrakt.rules.severity_settings import Settings


def hypothetical_problems(
    document: Document,
    site: SiteContext,
    path: str | None,
    editor: Settings,
    view: SiteView | None = None,
    cache: CheckCache | None = None,
) -> list[Problem]:
    """All problems, with the severities of the config, the editor and the page, sorted by offset."""
    page = Page(document, site.surroundings, path)
    alone = page_problems.with_severities(page, site, check(page, cache), editor)
    habits = view.site.habits.habits if view is not None else NO_HABITS
    found = [(page_problems.as_hint(each) if habits.includes(each) else each).in_file(document) for each in alone]
    if view is not None and path is not None:
        found += _site_problems(document, site, path, editor, view)
    return sorted(found, key=lambda each: (each.span.start, each.span.end, each.code, each.message))


def _site_problems(
    document: Document, site: SiteContext, path: str, editor: Settings, view: SiteView
) -> tuple[Problem, ...]:
    facts = facts_of(document, site.vocabulary)
    with view.lock:
        tracked = view.tracked(path) if view.site.complete else None
        if tracked is None:
            return ()
        tracked.facts = facts
        tracked.entry = replace(tracked.entry, facts=facts)
        return with_severities(view.site.check(tracked), facts, site.rules_for(path), editor)
