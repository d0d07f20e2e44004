"""YAML with the place of every key and value, for plugins that look after YAML files.

It is read as frontmatter is: version 1.2, in which `yes`, `12:30` and a date are text. What is broken is a problem at its place;
whatever could be read before it is there.
"""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.features.answers import Range
from refrakt.markdoc.frontmatter import YamlNode, read_frontmatter
from refrakt.markdoc.tree import Span

from .contract import FileProblem

__all__ = ["YamlFile", "YamlNode", "place", "read"]

_CODES = {
    "frontmatter-yaml": "yaml-syntax",
    "frontmatter-duplicate-key": "yaml-duplicate-key",
    "too-deep": "yaml-too-deep",
    "too-long": "yaml-too-long",
}
"""What a problem of frontmatter is called in a file. Its shape is nobody's business here: YAML may hold a list, too."""


@dataclass(frozen=True, slots=True)
class YamlFile:
    """`root` is None where there is nothing, or nothing could be read."""

    root: YamlNode | None
    problems: tuple[FileProblem, ...] = ()
    incomplete: bool = False
    """Whether a limit was exceeded: nothing was read, the only problem names the limit, and no edit should be derived."""


def read(text: str) -> YamlFile:
    """Read a text. It never fails."""
    # The parser swallows a byte order mark, and would count everything after it one character too early.
    found = read_frontmatter(text, Span(int(text.startswith("\ufeff")), len(text)))
    problems = (
        FileProblem(_CODES[each.id], "error", Range(each.span.start, each.span.end), each.message)
        for each in found.problems
        if each.id in _CODES
    )
    return YamlFile(found.root, tuple(problems), found.incomplete)


def place(node: YamlNode) -> Range:
    """Where a key or a value stands in the text."""
    return Range(node.span.start, node.span.end)
