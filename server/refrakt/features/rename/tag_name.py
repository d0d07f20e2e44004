"""Renames a tag of a site that is not refrakt's own: the key in its schema, and the opening and closing tags on all pages.

Code that uses the name in another way, such as a comparison with `node.tag`, is not found. Nothing is renamed unless the schema has
the name as a key in an object literal: without that edit, the pages would use a tag that is not defined.
"""

from __future__ import annotations

import json
import re

from refrakt.features.rename.edit_collector import EditCollector
from refrakt.features.rename.file_path import read_source
from refrakt.features.rename.rename_error import duplicate_id, rename_error
from refrakt.features.symbols.symbol import Symbol
from refrakt.features.symbols.tags import files_with_tag
from refrakt.markdoc.format.values import is_identifier
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.site_view import SiteView
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.runes.source_location import SourceLocation
from refrakt.runes.vocabulary import Vocabulary

_BARE_KEY = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)


def rename_tag(view: SiteView, symbol: Symbol, new: str, open_paths: tuple[str, ...] = ()) -> WorkspaceEdit:
    """A tag and all its uses."""
    vocabulary, old, new = view.site.spec.context.vocabulary, symbol.name, new.strip()
    key = key_of_tag(vocabulary, old)
    if new == old:
        return WorkspaceEdit()
    if not is_identifier(new):
        raise rename_error(f"`{new}` is not a valid tag name", "Use letters, digits, dashes and underscores.")
    with view.lock:
        is_used = new in view.site.tags
    if new in vocabulary.names or is_used:
        raise duplicate_id(new, "the site has a tag with this name")
    collector = EditCollector()
    source = read_source(view, key.path)
    collector.add(key.path, source, _new_key(source.text, key, old, new))
    for path in files_with_tag(view, old, open_paths):
        page = read_source(view, path)
        for each in (tag for tag in page.facts.tags if tag.name == old):
            collector.add(path, page, TextEdit(Span(each.start, each.end), new))
            if each.closing is not None:
                collector.add(path, page, TextEdit(Span(*each.closing), new))
    return WorkspaceEdit(collector.edits())


def key_of_tag(vocabulary: Vocabulary, name: str) -> SourceLocation:
    """Where the schema has the name of a tag as a key; raises if that is not known exactly."""
    rune = vocabulary.get(name)
    if rune is None or rune.key is None:
        written = "its name is not written as the key of an object in the schema"
        reason = "the schema that defines it is not known" if rune is None else written
        raise rename_error(f"cannot rename `{name}`: {reason}", "Rename it in the code and on the pages by hand.")
    return rune.key


def _new_key(text: str, key: SourceLocation, old: str, new: str) -> TextEdit:
    written = text[key.start : key.end]
    quote = written[:1] if written[:1] in "'\"" else ""
    if written != f"{quote}{old}{quote}":
        raise rename_error("the schema has changed since it was read", "Save it, and try again.")
    if quote:
        name = f"{quote}{new}{quote}"
    else:
        name = new if _BARE_KEY.fullmatch(new) else json.dumps(new)
        if not text[key.end :].lstrip().startswith(":"):
            name = f"{name}: {old}"  # a shorthand, `{ callout }`: the value keeps its name
    return TextEdit(Span(key.start, key.end), name)
