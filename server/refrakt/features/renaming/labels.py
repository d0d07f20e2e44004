"""Another label for the definition of a link: `[text][label]` and `[label]: target`, both on one page."""

from __future__ import annotations

import re

from markdown_it.common.utils import normalizeReference

from refrakt.markdoc import Document

from ..answers import Changes, FileEdit, Range, Replacement
from ..page import PageContext
from ..things.definitions import definition_mentions, unused_definitions
from ..things.thing import Thing
from .merging import apart
from .refusing import in_use, refusal

_NO_LABEL = re.compile(r"[\[\]\\\r\n]")


def label_changed(page: PageContext, thing: Thing, new: str, version: int | None = None) -> Changes:
    """A label where it is defined and wherever a link of the page uses it. What readers see stays."""
    new = new.strip()
    if not new or _NO_LABEL.search(new) or new.startswith("^"):
        raise refusal(f"'{new}' is no label", "Use one line of text without brackets.")
    document, path = page.document, page.path or ""
    text = document.text
    if normalizeReference(new) != thing.name and normalizeReference(new) in _labels(document):
        raise in_use(new, "this page has such a definition")
    links = (*page.facts.links, *unused_definitions(document, page.facts.links))
    found = [each for each in definition_mentions(links, path, text) if each.thing == thing]
    edits = apart(_relabelled(text, each.place, each.declares, new) for each in found)
    edits = tuple(each for each in edits if text[each.place.start : each.place.end] != each.new)
    return Changes((FileEdit(path, text, edits, version),)) if edits else Changes()


def _relabelled(text: str, place: Range, declares: bool, new: str) -> Replacement:
    if declares or text[place.start - 2 : place.start] == "][":
        return Replacement(place, new)
    if text[place.end : place.end + 3] == "][]":
        return Replacement(Range(place.end + 2, place.end + 2), new)
    return Replacement(Range(place.end, place.end), f"][{new}")


def _labels(document: Document) -> set[str]:
    return {label for block in document.blocks for label in block.definitions}
