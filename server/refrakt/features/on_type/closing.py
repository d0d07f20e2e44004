"""The closing tag of a rune whose opening one has just been finished on a line of its own.

It is put on the next line, never where the cursor is: editors take the cursor along behind what is put there. So on the last line
of a file, with nothing below, nothing is added.
"""

from __future__ import annotations

from refrakt.rules.places import line_end

from ..answers import Range, Replacement
from ..around import Surroundings
from ..page import PageContext
from ..typed import tag_around


def of_tag(page: PageContext, offset: int) -> list[Replacement]:
    document = page.document
    tag = tag_around(document, offset - 1) if offset else None
    if tag is None or tag.place.end != offset or tag.host is not None:
        return []
    syntax = tag.syntax
    rune = page.site.vocabulary.get(syntax.name)
    if syntax.kind != "open" or not syntax.terminated or rune is None or rune.self_closing or rune.inline:
        return []
    around = Surroundings(document, tag)
    if not (around.begins_line and around.ends_line and around.is_alone) or _is_closed(around, syntax.name):
        return []
    if any(node.type == "fence" for node in around.nodes):
        return []
    text = document.text
    end = line_end(text, offset)
    ends = "\r\n" if text[end : end + 2] == "\r\n" else text[end : end + 1]
    if not ends:
        return []
    indent = around.lead[: len(around.lead) - len(around.lead.lstrip(" \t"))]
    below = end + len(ends)
    return [Replacement(Range(below, below), f"{indent}{around.next_lines}{{% /{syntax.name} %}}{ends}")]


def _is_closed(around: Surroundings, name: str) -> bool:
    """Whether the tag has a closing one, and not only because it has taken that of a rune of the same name around it."""
    if around.closed_by is None:
        return around.is_closed(name)
    return all(node.close is not None for node in around.open_tags if node.tag == name)
