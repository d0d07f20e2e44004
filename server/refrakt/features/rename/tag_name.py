"""Renames a tag of a site that is not refrakt's own: its name in the schema, and the opening and closing tags on all pages.

Code that uses the name in another way, such as a comparison with `node.tag`, is not found. Nothing is renamed unless the schema has
the name as a key in an object literal, or as an export that no other file imports by its name: without that edit, the pages would
use a tag that is not defined.
"""

from __future__ import annotations

from refrakt.features.rename.edit_collector import EditCollector
from refrakt.features.rename.file_path import read_source
from refrakt.features.rename.rename_error import duplicate_id, rename_error
from refrakt.features.rename.schema_key import outdated_schema, renamed_key
from refrakt.features.symbols.symbol import Symbol
from refrakt.features.symbols.tags import files_with_tag
from refrakt.markdoc.format.values import is_identifier
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_view import SiteView
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.runes.source_location import SourceLocation
from refrakt.runes.vocabulary import Vocabulary
from refrakt.untrusted import LONGEST, word

_BY_HAND = "Rename it in the code and on the pages by hand."


def rename_tag(view: SiteView, symbol: Symbol, new: str, open_paths: tuple[str, ...] = ()) -> WorkspaceEdit:
    """A tag and all its uses."""
    vocabulary, old, new = view.site.spec.context.vocabulary, symbol.name, new.strip()
    place = name_of_tag(vocabulary, old)
    if new == old:
        return WorkspaceEdit()
    if not is_identifier(new):
        raise rename_error(f"`{new}` is not a valid tag name", "Use letters, digits, dashes and underscores.")
    with view.lock:
        is_used = new in view.site.tags
    if new in vocabulary.names or is_used:
        raise duplicate_id(new, "the site has a tag with this name")
    collector = EditCollector()
    source = read_source(view, place.path)
    collector.add(place.path, source, _definition_edit(view, source.text, place, old, new))
    for path in files_with_tag(view, old, open_paths):
        page = read_source(view, path)
        for each in (tag for tag in page.facts.tags if tag.name == old):
            collector.add(path, page, TextEdit(Span(each.start, each.end), new))
            if each.closing is not None:
                collector.add(path, page, TextEdit(Span(*each.closing), new))
    return WorkspaceEdit(collector.edits())


def name_of_tag(vocabulary: Vocabulary, name: str) -> SourceLocation:
    """Where the schema has the name of a tag, as a key or as an export; raises if that is not known exactly."""
    rune = vocabulary.get(name)
    found = (rune.key or rune.export) if rune is not None else None
    if found is None:
        written = "its name is not written as the key of an object in the schema, nor as an export"
        reason = "the schema that defines it is not known" if rune is None else written
        raise rename_error(f"cannot rename `{name}`: {reason}", _BY_HAND)
    return found


def _definition_edit(view: SiteView, text: str, place: SourceLocation, old: str, new: str) -> TextEdit:
    """The edit of the definition. An export is renamed only if nothing but the schema uses it."""
    rune = view.site.spec.context.vocabulary.get(old)
    if rune is None or rune.key is not None:
        return renamed_key(text, place, old, new)
    from refrakt.project.frameworks.exported_names import importing_file
    from refrakt.runes.javascript.export_edits import renamed_export

    if text[place.start : place.end] != old:
        raise outdated_schema()
    edit = renamed_export(place.path, text, place.start, old, new)
    if isinstance(edit, str):
        raise rename_error(f"cannot rename `{old}`: {edit}", _BY_HAND)
    other = importing_file(view.site.spec.root, place.path, old)
    if other is not None:
        raise rename_error(f"cannot rename `{old}`: {word(other, LONGEST)} imports it by its name", _BY_HAND)
    return edit
