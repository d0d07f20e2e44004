"""The problems of a page, with the severities of its config, the editor, the page and single lines.

An open buffer caches the problems of each of its nodes, so that after a keystroke only the changed nodes are checked, also for
requests of agents.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from pathlib import Path

from refrakt.markdoc.document import Document, parse
from refrakt.project.site import SiteContext
from refrakt.rules.apply_fixes import with_working_fixes
from refrakt.rules.disable_comments import suppressed_lines
from refrakt.rules.page import Page
from refrakt.rules.page_checker import CheckCache, check
from refrakt.rules.problem import Problem
from refrakt.rules.severity_settings import (
    Settings,
    Severities,
    apply_severities,
    layers,
    settings_in,
)

HabitKey = tuple[str, str, str]
"""What the problems of a habit have in common: code, the tag and the attribute in the schema, message."""


def habit_key(problem: Problem) -> HabitKey:
    return problem.code, problem.target or "", problem.habit_message or problem.message


@dataclass(slots=True)
class BufferProblems:
    """The cached problems of a buffer."""

    check_cache: CheckCache = field(default_factory=CheckCache)
    document: Document | None = None
    site: SiteContext | None = None
    editor: Settings | None = None
    found: list[Problem] = field(default_factory=list)
    habits: frozenset[HabitKey] = frozenset()
    """The habits of its site, which the index has found."""
    hints: dict[int, tuple[Problem, Problem]] = field(default_factory=dict)
    """The problems that are habits, as the page shows them, by identity: the same objects as long as possible."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def set_habits(self, habits: frozenset[HabitKey]) -> bool:
        """Set the habits of the site; returns whether they have changed."""
        with self.lock:
            changed = habits != self.habits
            if changed:
                self.habits, self.document = habits, None
            return changed


def problems(
    document: Document, site: SiteContext, path: str | None, editor: Settings, cache: BufferProblems
) -> list[Problem]:
    """The problems of an open page. Fixes are not verified."""
    with cache.lock:
        is_current = cache.document is document and cache.site is site and cache.editor == editor
        if not is_current:
            page = Page(document, site.surroundings, path)
            cache.found = _habits_as_hints(with_severities(page, site, check(page, cache.check_cache), editor), cache)
            cache.document, cache.site, cache.editor = document, site, editor
        return cache.found


def _habits_as_hints(found: list[Problem], cache: BufferProblems) -> list[Problem]:
    if not cache.habits:
        return found
    before, cache.hints = cache.hints, {}
    shown = []
    for each in found:
        if habit_key(each) in cache.habits:
            known = before.get(id(each))
            hint = known[1] if known is not None and known[0] is each else as_hint(each)
            cache.hints[id(each)] = each, hint
            shown.append(hint)
        else:
            shown.append(each)
    return shown


def as_hint(problem: Problem) -> Problem:
    """A problem that is a habit, as a page shows it: no mistake of this page, and without a fix."""
    return replace(problem, severity="hint", fix=None, suggestion="Many pages of the site do this.", habit=True)


def problems_with_working_fixes(
    page: Page, site: SiteContext, editor: Settings | None = None, cache: BufferProblems | None = None
) -> list[Problem]:
    """The problems of a page, with only those fixes that reduce its problems when all are applied together.

    For an open page, the cache of its buffer is used.
    """
    own = CheckCache()
    if cache is None:
        found = check(page, own)
    else:
        with cache.lock:
            found = check(page, cache.check_cache)
    return with_severities(page, site, with_working_fixes(page, found, own), editor)


def with_severities(
    page: Page, site: SiteContext, found: list[Problem], editor: Settings | None = None
) -> list[Problem]:
    """The problems that are not suppressed, with their severities."""
    document = page.document
    frontmatter = document.frontmatter
    settings = layers(
        site.rules_for(page.path),
        editor or {},
        settings_in(page.frontmatter),
        settings_in(frontmatter.data) if frontmatter is not None else None,
    )
    return apply_severities(found, Severities(settings, suppressed_lines(document)), document)


def read_page(text: str, site: SiteContext, parsed: Document | None = None) -> Document:
    """A page parsed with the options of its site; `parsed`, if it has the same options."""
    if parsed is not None and parsed.options == site.options:
        return parsed
    return parse(text, site.options)


def name_in(root: Path, path: Path | None) -> str | None:
    """The path of a file below the project root; its full path if it is outside."""
    if path is None:
        return None
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
