"""References by title. A title is not unique, and it may be derived from a heading."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.rename.edit_collector import EditCollector
from refrakt.features.rename.file_path import read_source
from refrakt.features.rename.rename_error import duplicate_id, rename_error
from refrakt.features.rename.replacement_text import value_text
from refrakt.features.symbols.occurrences import occurrences_of
from refrakt.features.symbols.resolution import record_symbol
from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.text_edit import TextEdit
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.site_view import SiteView
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.untrusted import LONGEST, word


def update_title_references(
    view: SiteView, renamed: Symbol, before: PageFacts, after: PageFacts, open_paths: tuple[str, ...]
) -> WorkspaceEdit:
    """The edits for other symbols whose title changes together with the renamed one."""
    collector = EditCollector()
    for symbol, old, new in _other_titles(view, renamed, before, after):
        occurrences = [each for each in occurrences_of(view, symbol, open_paths) if _uses_title(view, each, old)]
        if new is None:
            if occurrences:
                raise rename_error(
                    f"pages refer to `{old}` by its title, which would be removed", "Write another title."
                )
            continue
        if new.lower() == old.lower():
            continue
        check_name_unused(view, symbol, new, bool(occurrences))
        for each in occurrences:
            collector.add(each.path, read_source(view, each.path), TextEdit(each.span, value_text(new)))
    return WorkspaceEdit(collector.edits())


def _other_titles(
    view: SiteView, renamed: Symbol, before: PageFacts, after: PageFacts
) -> Iterator[tuple[Symbol, str, str | None]]:
    """The symbols of a file whose title changes, with the old and the new title."""
    with view.lock:
        entry = view.site.entries.get(renamed.path)
    if entry is not None and entry.kind == "page" and before.title and before.title != after.title:
        yield Symbol("page", renamed.path), before.title, after.title
        # A page that is an entity has the same title.
        for each in before.entities:
            if each.rune is None and each.id:
                yield Symbol("entity", renamed.path, each.id, each.type), before.title, after.title
    for old, new in zip(before.entities, after.entities, strict=False):
        if old.title and old.title != new.title and old.id and old.type == new.type and old.id != renamed.name:
            yield Symbol("entity", renamed.path, old.id, old.type), old.title, new.title


def _uses_title(view: SiteView, occurrence: Occurrence, title: str) -> bool:
    """Whether an occurrence refers to its symbol by title."""
    source = read_source(view, occurrence.path)
    return occurrence.span.start < occurrence.span.end and any(
        each.kind in ("xref", "expand")
        and (each.start, each.end) == occurrence.span.bounds
        and each.name.lower() == title.lower()
        for each in source.facts.references
    )


def check_name_unused(view: SiteView, symbol: Symbol, name: str, used: bool = False) -> None:
    """Refuses a name by which pages already refer to another symbol: the references would become ambiguous."""
    with view.lock:
        tracked = view.tracked(symbol.path)
        found = resolve_name(tracked, name).entities if tracked is not None else ()
        others = [
            each for record in found if tracked is not None and (each := record_symbol(tracked, record)) is not None
        ]
    for other in others:
        if other == symbol:
            continue
        # References on a page resolve to its own drawer first.
        own = other.path if other.kind == symbol.kind == "drawer" else None
        if used or any(_uses_title(view, each, name) for each in occurrences_of(view, other) if each.path != own):
            raise duplicate_id(name, f"a symbol in {word(other.path, LONGEST)} has this name")
