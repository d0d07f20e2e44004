"""Find references: tags and attributes of the plan that refer to an entity, and its declaration.

This includes pages of the plan folder without an entity, such as a README, and the page of the request.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from refrakt.plugins import CommandContext, Location, RefraktError, SourceFile, Span, Text, files_below
from refrakt.plugins.markdoc import Document, parse
from refrakt_plan.editing.ids import SUFFIX
from refrakt_plan.editor.id_at_offset import occurrence_at
from refrakt_plan.editor.plan_index import LONG_WAIT_S, PlanView, document_of, occurrences_in_document, plan_view
from refrakt_plan.scanner.outline import PARSE_OPTIONS


class PageOccurrences(NamedTuple):
    """A page with occurrences of an id."""

    file: str
    """Relative to the plan folder; absolute if it is elsewhere."""
    text: Text
    declarations: tuple[Span, ...]
    references: tuple[Span, ...]


def references(file: SourceFile, offset: int, declared: bool, context: CommandContext) -> Iterator[Location]:
    occurrence = occurrence_at(document_of(file), offset)
    view = plan_view(context, LONG_WAIT_S) if occurrence is not None else None
    if occurrence is None or view is None:
        return
    pages = list(pages_with_id(view, occurrence.id, file, context))
    if declared:
        yield from (Location(view.path_of(page.file), range) for page in pages for range in page.declarations)
    yield from (Location(view.path_of(page.file), range) for page in pages for range in page.references)


def pages_with_id(view: PlanView, id: str, current: SourceFile, context: CommandContext) -> Iterator[PageOccurrences]:
    """The pages with an id, entities first. The current page may be anywhere."""
    for entity, located in groupby(view.index.occurrences(id), attrgetter("entity")):
        found = [each.occurrence for each in located]
        declarations, references = (
            tuple(each.range for each in found if each.role == role) for role in ("key", "reference")
        )
        yield PageOccurrences(entity.file, Text(entity.source, entity.version), declarations, references)
    yield from _other_pages(view, id, context)
    if id in view.plan.by_id and not current.path.is_relative_to(view.folder):
        references = _reference_ranges(document_of(current), id)
        if references:
            yield PageOccurrences(str(current.path), Text(current.text), (), references)


def _other_pages(view: PlanView, id: str, context: CommandContext) -> Iterator[PageOccurrences]:
    """Pages of the plan folder without an entity."""
    top = view.plan.folder
    saved = (entry.path for entry in files_below(top))
    opened = (str(each.resolve()) for each in context.files.open_paths())
    for path in sorted({*saved, *opened}):
        file = path.removeprefix(f"{top}{os.sep}").replace(os.sep, "/")
        if not path.endswith(SUFFIX) or file == path or file in view.index.by_file:
            continue
        try:
            text = context.files.read(Path(path))
        except RefraktError:
            continue
        references = _reference_ranges(parse(text.text, PARSE_OPTIONS), id) if "{%" in text.text else ()
        if references:
            yield PageOccurrences(file, text, (), references)


def _reference_ranges(document: Document, id: str) -> tuple[Span, ...]:
    found = occurrences_in_document(document)
    return tuple(each.range for each in found if each.id == id and each.role == "reference")
