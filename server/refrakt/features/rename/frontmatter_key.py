"""Renames a frontmatter key on its page and in the layouts and partials that use it.

Pages with the same layout share its keys, so the key is renamed on all of them.
"""

from __future__ import annotations

from refrakt.features.rename.edit_collector import EditCollector
from refrakt.features.rename.file_path import read_source
from refrakt.features.rename.rename_error import duplicate_id, rename_error
from refrakt.features.symbols.candidate_files import uses_key
from refrakt.features.symbols.file_text import FileText
from refrakt.features.symbols.occurrences import occurrences_in
from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.document import parse
from refrakt.markdoc.format.values import is_identifier
from refrakt.markdoc.text_edit import TextEdit
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_view import SiteView
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.rules.frontmatter_type import KNOWN_KEYS
from refrakt.untrusted import LONGEST, word

_RESERVED = frozenset({*KNOWN_KEYS, "refrakt"})


def rename_key(view: SiteView, symbol: Symbol, new: str) -> WorkspaceEdit:
    """A key and all its uses."""
    new = new.strip()
    check_custom_key(symbol.name)
    if new == symbol.name:
        return WorkspaceEdit()
    if not is_identifier(new):
        raise rename_error(
            f"`{new}` is not a valid name after `$frontmatter.`", "Use letters, digits, dashes and underscores."
        )
    if new in _RESERVED:
        raise rename_error(f"`{new}` is a reserved frontmatter key", "Choose another key.")
    sharing = _files_sharing_key(view, symbol)
    _check_key_free(view, sharing, new)
    collector = EditCollector()
    for path in sorted(sharing):
        source = read_source(view, path)
        if uses_key(source.facts, new):  # changed since it was indexed
            raise duplicate_id(new, f"{word(path, LONGEST)} uses this key")
        text = FileText(source.text, view.site.spec.options, parse(source.text, view.site.spec.options))
        for each in occurrences_in(None, source.facts, path, text):
            if each.symbol.kind == "key" and each.symbol.name == symbol.name:
                if source.text[each.span.start : each.span.end] != symbol.name:
                    raise rename_error(
                        f"`{path}` writes the key `{symbol.name}` in another form", "Change it there first."
                    )
                collector.add(path, source, TextEdit(each.span, new))
    return WorkspaceEdit(collector.edits())


def check_custom_key(key: str) -> None:
    if key in _RESERVED:
        raise rename_error(f"`{key}` is a reserved frontmatter key", "Only custom keys can be renamed.")


def _files_sharing_key(view: SiteView, symbol: Symbol) -> set[str]:
    """The files that use the key and are shown together, directly or transitively."""
    pages = [
        {page.path, *(each.path for each in _included_files(view, page) if uses_key(each.facts, symbol.name))}
        for page in _pages(view)
        if uses_key(page.facts, symbol.name) or page.path == symbol.path
    ]
    found = {symbol.path}
    grown = True
    while grown:
        size = len(found)
        for files in pages:
            if not found.isdisjoint(files):
                found |= files
        grown = len(found) > size
    return found


def _check_key_free(view: SiteView, sharing: set[str], key: str) -> None:
    """Refuses a key that is already used by a file shown together with one of these."""
    for page in _pages(view):
        parts = _included_files(view, page)
        if page.path in sharing or any(each.path in sharing for each in parts):
            existing = next((each for each in (page, *parts) if uses_key(each.facts, key)), None)
            if existing is not None:
                raise duplicate_id(key, f"{word(existing.path, LONGEST)} uses this key")


def _pages(view: SiteView) -> list[IndexedFile]:
    with view.lock:
        return [each for each in view.site.entries.values() if each.kind == "page"]


def _included_files(view: SiteView, page: IndexedFile) -> list[IndexedFile]:
    """The layouts and partials of a page. The lock is held for one page at a time: there may be many."""
    with view.lock:
        return TrackedSite(view.site, page).included_files()
