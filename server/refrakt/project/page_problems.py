"""The problems of a page, as strictly as its config, the editor, the page and single lines ask for.

An open buffer remembers what was found on each of its nodes, so that a keystroke costs what it touches, and so does an agent's
question about the same page.
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
    """What is known about a buffer from its last check."""

    memory: CheckCache = field(default_factory=CheckCache)
    document: Document | None = None
    site: SiteContext | None = None
    editor: Settings | None = None
    found: list[Problem] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


def problems(
    document: Document, site: SiteContext, path: str | None, editor: Settings, remembered: BufferProblems
) -> list[Problem]:
    """What is wrong with an open page. Fixes have not been tried out."""
    with remembered.lock:
        known = remembered.document is document and remembered.site is site and remembered.editor == editor
        if not known:
            page = Page(document, site.surroundings, path)
            remembered.found = with_severities(page, site, check(page, remembered.memory), editor)
            remembered.document, remembered.site, remembered.editor = document, site, editor
        return remembered.found


def problems_with_working_fixes(
    page: Page, site: SiteContext, editor: Settings | None = None, remembered: BufferProblems | None = None
) -> list[Problem]:
    """What is wrong with a page, with those fixes only that leave it better when all are applied together.

    Of an open page, what the editor's checks have found out about its nodes is used.
    """
    if remembered is None:
        found = check(page)
    else:
        with remembered.lock:
            found = check(page, remembered.memory)
    return with_severities(page, site, with_working_fixes(page, found), editor)


def with_severities(
    page: Page, site: SiteContext, found: list[Problem], editor: Settings | None = None
) -> list[Problem]:
    """The findings that are left, with the severities that were asked for."""
    document = page.document
    frontmatter = document.frontmatter
    wishes = layers(
        site.rules,
        editor or {},
        settings_in(page.frontmatter),
        settings_in(frontmatter.data) if frontmatter is not None else None,
    )
    return apply_severities(found, Severities(wishes, suppressed_lines(document)), document)


def read_page(text: str, site: SiteContext, known: Document | None = None) -> Document:
    """A page as its site reads it; the one an editor has read already where it is the same."""
    if known is not None and known.options == site.options:
        return known
    return parse(text, site.options)


def name_in(root: Path, path: Path | None) -> str | None:
    """What a file is called in its project."""
    if path is None:
        return None
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
