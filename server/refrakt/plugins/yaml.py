"""YAML with the range of every key and value, for plugins that handle YAML files.

It is parsed like frontmatter: version 1.2, in which `yes`, `12:30` and a date are strings. A syntax error becomes a problem;
the nodes parsed before it are available.
"""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.markdoc.frontmatter import YamlNode, read_frontmatter
from refrakt.markdoc.tree import Span
from refrakt.rules.problem import Problem

__all__ = ["YamlFile", "YamlNode", "node_range", "read"]

_CODES = {
    "frontmatter-yaml": "yaml-syntax",
    "frontmatter-duplicate-key": "yaml-duplicate-key",
    "too-deep": "yaml-too-deep",
    "too-long": "yaml-too-long",
}
"""The codes of frontmatter problems in a YAML file. Others are dropped: the root may also be a list."""


@dataclass(frozen=True, slots=True)
class YamlFile:
    """A parsed file. `root` is None if it is empty or nothing could be parsed."""

    root: YamlNode | None
    problems: tuple[Problem, ...] = ()
    incomplete: bool = False
    """Whether a limit was exceeded: nothing was parsed, the only problem names the limit, and no edit may be derived."""


def read(text: str) -> YamlFile:
    """Parse a text. Never raises."""
    # The parser skips a byte order mark without counting it.
    found = read_frontmatter(text, Span(int(text.startswith("\ufeff")), len(text)))
    problems = (
        Problem(Span(*each.span.bounds), each.message, severity="error", code=_CODES[each.id])
        for each in found.problems
        if each.id in _CODES
    )
    return YamlFile(found.root, tuple(problems), found.incomplete)


def node_range(node: YamlNode) -> Span:
    """The range of a key or a value in the text."""
    return Span(node.span.start, node.span.end)
