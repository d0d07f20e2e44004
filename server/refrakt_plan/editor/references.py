"""Every place of the plan that names an entity: tags that refer to it, attributes that list it, its declaration.

Pages of the plan's folder that are no entities, such as a README, may refer to some and are looked through, too, and so is the
page that somebody asks from.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from refrakt.plugins import CommandContext, Location, Range, RefraktError, SourceFile, Text, files_below
from refrakt.plugins.markdoc import Document, parse
from refrakt_plan.changing.naming import SUFFIX
from refrakt_plan.editor.ids import named_at
from refrakt_plan.editor.looking import PATIENT, View, document_of, look, named_on
from refrakt_plan.reading.outline import OPTIONS


class Page(NamedTuple):
    """A page that names an id, and where."""

    file: str
    """Below the plan's folder; whole, if it lies elsewhere."""
    text: Text
    declares: tuple[Range, ...]
    refers: tuple[Range, ...]


def references(file: SourceFile, offset: int, declared: bool, context: CommandContext) -> Iterator[Location]:
    found = named_at(document_of(file), offset)
    view = look(context, PATIENT) if found is not None else None
    if found is None or view is None:
        return
    pages = list(naming(view, found.id, file, context))
    if declared:
        yield from (Location(view.path_of(page.file), place) for page in pages for place in page.declares)
    yield from (Location(view.path_of(page.file), place) for page in pages for place in page.refers)


def naming(view: View, id: str, asked: SourceFile, context: CommandContext) -> Iterator[Page]:
    """The pages that name an id, entities first. The one that somebody asks from may lie anywhere."""
    for entity, mentions in groupby(view.index.mentions(id), attrgetter("entity")):
        named = [each.named for each in mentions]
        declares, refers = (tuple(each.place for each in named if each.role == role) for role in ("key", "reference"))
        yield Page(entity.file, Text(entity.source, entity.version), declares, refers)
    yield from _beside(view, id, context)
    if id in view.plan.by_id and not asked.path.is_relative_to(view.folder):
        refers = _referring(document_of(asked), id)
        if refers:
            yield Page(str(asked.path), Text(asked.text), (), refers)


def _beside(view: View, id: str, context: CommandContext) -> Iterator[Page]:
    """The same of pages that are no entities."""
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
        refers = _referring(parse(text.text, OPTIONS), id) if "{%" in text.text else ()
        if refers:
            yield Page(file, text, (), refers)


def _referring(document: Document, id: str) -> tuple[Range, ...]:
    return tuple(each.place for each in named_on(document) if each.id == id and each.role == "reference")
