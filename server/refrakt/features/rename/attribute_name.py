"""Renames an attribute of a tag of a site that is not refrakt's own: its key in the schema, and its uses on all pages.

Usually the component of a tag gets the attribute by its name, and would no longer get it. So an attribute is renamed only if its
definition says how it is rendered (`render: "other"` or `render: false`), and neither `transform` nor `validate` of the tag may
read it.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.rename.edit_collector import EditCollector
from refrakt.features.rename.file_path import read_source
from refrakt.features.rename.rename_error import duplicate_id, rename_error
from refrakt.features.rename.schema_key import renamed_key
from refrakt.features.symbols.attributes import attribute_spans, files_with_attribute
from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.format.values import is_identifier
from refrakt.markdoc.text_edit import TextEdit
from refrakt.project.index.site_view import SiteView
from refrakt.project.site import SiteContext
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.runes.rune import Attribute
from refrakt.runes.source_location import SourceLocation


def rename_attribute(view: SiteView, symbol: Symbol, new: str, open_paths: tuple[str, ...] = ()) -> WorkspaceEdit:
    """An attribute and all its uses."""
    context, old, new = view.site.spec.context, symbol.name, new.strip()
    key = renamable_attribute(context, symbol)
    if new == old:
        return WorkspaceEdit()
    if not is_identifier(new):
        raise rename_error(f"`{new}` is not a valid attribute name", "Use letters, digits, dashes and underscores.")
    rune = context.vocabulary.get(symbol.type or "")
    with view.lock:
        totals = view.site.tags.get(symbol.type or "")
        is_used = totals is not None and new in totals.attributes
    if is_used or (rune is not None and new in rune.every_attribute):
        raise duplicate_id(new, "the tag has an attribute with this name")
    collector = EditCollector()
    source = read_source(view, key.path)
    collector.add(key.path, source, renamed_key(source.text, key, old, new))
    for path in files_with_attribute(view, symbol, open_paths):
        page = read_source(view, path)
        for span in attribute_spans(page, symbol, view.site.spec.options):
            collector.add(path, page, TextEdit(span, new))
    return WorkspaceEdit(collector.edits())


def renamable_attribute(site: SiteContext, symbol: Symbol) -> SourceLocation:
    """The key of an attribute in the schema; raises if renaming it could break something."""
    rune = site.vocabulary.get(symbol.type or "")
    attribute = rune.every_attribute.get(symbol.name) if rune is not None else None
    if attribute is None or attribute.location is None:
        raise _refused(symbol, "the schema that defines it is not known")
    if attribute.key is None:
        raise _refused(symbol, "its name is not written as the key of an object in the schema")
    if sum(each.key == attribute.key for each in _all_attributes(site)) > 1:
        raise _refused(symbol, "several tags share its definition")
    if attribute.read_by_name:
        raise _refused(symbol, "a component or a function of the tag may use it by its name")
    return attribute.key


def _all_attributes(site: SiteContext) -> Iterator[Attribute]:
    for rune in site.vocabulary.runes.values():
        yield from rune.attributes
    for attributes in site.nodes.values():
        yield from attributes


def _refused(symbol: Symbol, reason: str) -> Exception:
    message = f"cannot rename `{symbol.name}` of `{symbol.type}`: {reason}"
    return rename_error(message, "Rename it in the code and on the pages by hand.")
