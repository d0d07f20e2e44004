"""Lists of names and values under headings, as pages about a design have them: `- Fir: #2f5d50`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from refrakt.markdoc.tree import Node
from refrakt.runes.match_expressions import plain_text

_COMMA = re.compile(r",(?![^(]*\))")


@dataclass(frozen=True, slots=True)
class DesignList:
    """The entries below a heading; the first list of a rune may have no title."""

    title: str = ""
    entries: list[tuple[str, str]] = field(default_factory=list)


def design_lists(nodes: Iterable[Node]) -> list[DesignList]:
    """The entries of the lists among the nodes. List items without a colon are left out."""
    found = [DesignList()]
    for node in nodes:
        if node.type == "heading":
            found.append(DesignList(plain_text(node)))
        elif node.type == "list":
            for item in node.children:
                name, colon, value = plain_text(item).partition(":")
                if colon:
                    found[-1].entries.append((name.strip(), value.strip()))
    return found


def values_of(text: str) -> list[str]:
    """The values of an entry, separated by commas outside of parentheses."""
    return [value.strip() for value in _COMMA.split(text) if value.strip()]
