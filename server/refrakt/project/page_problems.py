"""The problems of a page, with the severities of its config, the editor, the page and single lines.

An open buffer caches the problems of each of its nodes, so that after a keystroke only the changed nodes are checked, also for
requests of agents.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

from refrakt.markdoc.document import Document, parse
from refrakt.project.site import SiteContext
from refrakt.rules.apply_fixes import with_working_fixes
from refrakt.rules.page import Page
from refrakt.rules.page_checker import CheckCache, check
from refrakt.rules.problem import Problem
from refrakt.rules.severity_settings import (
    Settings,
    Severities,
    apply_severities,
    layers,
    settings_in,
    suppressed_lines,
)


@dataclass(slots=True)
class BufferProblems:
    """The cached problems of a buffer."""

    check_cache: CheckCache = field(default_factory=CheckCache)
    document: Document | None = None
    site: SiteContext | None = None
    editor: Settings | None = None
    found: list[Problem] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


def problems(
    document: Document, site: SiteContext, path: str | None, editor: Settings, cache: BufferProblems
) -> list[Problem]:
    """The problems of an open page. Fixes are not verified."""
    with cache.lock:
        is_current = cache.document is document and cache.site is site and cache.editor == editor
        if not is_current:
            page = Page(document, site.surroundings, path)
            cache.found = with_severities(page, site, check(page, cache.check_cache), editor)
            cache.document, cache.site, cache.editor = document, site, editor
        return cache.found


def problems_with_working_fixes(
    page: Page, site: SiteContext, editor: Settings | None = None, cache: BufferProblems | None = None
) -> list[Problem]:
    """The problems of a page, with only those fixes that reduce its problems when all are applied together.

    For an open page, the cache of its buffer is used.
    """
    if cache is None:
        found = check(page)
    else:
        with cache.lock:
            found = check(page, cache.check_cache)
    return with_severities(page, site, with_working_fixes(page, found), editor)


def with_severities(
    page: Page, site: SiteContext, found: list[Problem], editor: Settings | None = None
) -> list[Problem]:
    """The problems that are not suppressed, with their severities."""
    document = page.document
    frontmatter = document.frontmatter
    settings = layers(
        site.rules,
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
