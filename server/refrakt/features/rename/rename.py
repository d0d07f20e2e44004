"""Renames the symbol under the cursor, at its declaration or at any reference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from refrakt.errors import RefraktError
from refrakt.features.page_context import PageContext
from refrakt.features.rename.attribute_name import renamable_attribute, rename_attribute
from refrakt.features.rename.declared_name import rename_declared
from refrakt.features.rename.edit_collector import merge_edits
from refrakt.features.rename.file_path import (
    facts_after_edit,
    rename_file,
    rename_page,
    rename_partial,
)
from refrakt.features.rename.frontmatter_key import check_custom_key, rename_key
from refrakt.features.rename.link_label import rename_label
from refrakt.features.rename.move_files import link_updates
from refrakt.features.rename.prepare_rename import complete_view, current_name, renamable_at
from refrakt.features.rename.rename_error import index_incomplete, rename_error
from refrakt.features.rename.tag_name import name_of_tag, rename_tag
from refrakt.features.results import RenameTarget
from refrakt.features.symbols.symbol import Symbol
from refrakt.project.index.site_view import SiteView
from refrakt.project.workspace_edit import WorkspaceEdit


def prepare_rename(page: PageContext, offset: int) -> RenameTarget | None:
    """What a rename at the cursor would rename; None where there is no symbol. Raises where it cannot be renamed."""
    found = renamable_at(page, offset)
    if found is None or found.span.start == found.span.end:
        return None
    if found.symbol.kind == "key":
        check_custom_key(found.symbol.name)
    if found.symbol.kind == "tag":
        name_of_tag(page.site.vocabulary, found.symbol.name)
    if found.symbol.kind == "attribute":
        renamable_attribute(page.site, found.symbol)
    return RenameTarget(found.span, current_name(page, found))


def rename_at(
    page: PageContext, offset: int, new: str, others: Iterable[SiteView] = (), open_paths: Iterable[str] = ()
) -> WorkspaceEdit:
    """The edit that renames the symbol under the cursor.

    `others` are the other sites of the project, `open_paths` the files open in the editor, which are read as they are now.
    """
    found = renamable_at(page, offset)
    if found is None:
        complete_view(page)
        raise RefraktError(
            "NOT_FOUND", "no symbol to rename at the cursor", "Put the cursor on a link, a heading or an id."
        )
    if found.symbol.kind == "definition":
        source = page.view.source(page.path) if page.view is not None and page.path is not None else None
        return rename_label(page, found.symbol, new, source.version if source is not None else None)
    view = complete_view(page)
    paths = (*((page.path,) if page.path is not None else ()), *open_paths)
    return rename_symbol(view, found.symbol, new, tuple(dict.fromkeys(paths)), others)


def rename_symbol(
    view: SiteView, symbol: Symbol, new: str, open_paths: tuple[str, ...] = (), others: Iterable[SiteView] = ()
) -> WorkspaceEdit:
    """The edit that renames a symbol of a site. Files in `open_paths` are open in an editor and read as they are now.

    `others` are the other sites of the project: sites may share a plan, pages and images.
    """
    changes = _rename_on_site(view, symbol, new, open_paths)
    for other in others:
        if other.site is not view.site:
            if not other.site.complete:
                raise index_incomplete()
            changes = merge_edits(changes, _edits_on_other_site(other, symbol, new, changes, open_paths))
    return changes


def _edits_on_other_site(
    other: SiteView, symbol: Symbol, new: str, changes: WorkspaceEdit, open_paths: tuple[str, ...]
) -> WorkspaceEdit:
    """The edits on another site. The URL of a page may differ there, so links follow its file."""
    with other.lock:
        shared = symbol.path in other.site.entries
    if shared and symbol.kind != "page":
        return _rename_on_site(other, symbol, new, open_paths)
    own = next((each for each in changes.edits if shared and each.path == symbol.path), None)
    return link_updates(
        other, changes.moved, {own.path: facts_after_edit(other, own)} if own is not None else None, open_paths
    )


def _rename_on_site(view: SiteView, symbol: Symbol, new: str, open_paths: tuple[str, ...]) -> WorkspaceEdit:
    view = replace(view, source=cache(view.source))  # read each file once
    match symbol.kind:
        case "page":
            return rename_page(view, symbol, new, open_paths)
        case "partial":
            return rename_partial(view, symbol, new, open_paths)
        case "file":
            return rename_file(view, symbol, new, open_paths)
        case "key":
            return rename_key(view, symbol, new)
        case "tag":
            return rename_tag(view, symbol, new, open_paths)
        case "attribute":
            return rename_attribute(view, symbol, new, open_paths)
        case "heading" | "anchor" | "drawer" | "entity":
            return rename_declared(view, symbol, new, open_paths)
        case _:
            raise rename_error(
                "cannot rename a layout: its file is always `_layout.md`", "Move the file to another folder instead."
            )
