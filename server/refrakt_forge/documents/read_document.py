"""Reads a definition: YAML, Markdown with front matter, or JSON. Never raises; nothing in a file is executed.

Front matter is YAML and nothing else. A file that names another language after the dashes (`---js`) is refused.
"""

from __future__ import annotations

import re

from refrakt.plugins import Span
from refrakt.plugins.json import JsonNode, read_json
from refrakt.plugins.yaml import read
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_document import DocumentFormat, SourceDocument
from refrakt_forge.documents.source_node import Member, SourceNode
from refrakt_forge.documents.yaml_events import event_problems
from refrakt_forge.documents.yaml_tree import YamlTree
from refrakt_forge.json_values import well_formed
from refrakt_forge.limits import NESTING, PROBLEMS, VALUES

_OPENING = re.compile(r"\ufeff?---[ \t]*([^\s]*)[^\n]*(?:\n|\Z)")
_CLOSING = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_CODES = {"yaml-duplicate-key": "E003", "yaml-too-deep": "E006", "yaml-too-long": "E006"}
_LIMIT = f"a file must not nest deeper than {NESTING} levels or have more than {VALUES:,} values, aliases expanded"


def read_document(text: str, format: DocumentFormat) -> SourceDocument:
    """Parse a text."""
    if format == "markdown":
        return _markdown(text)
    root, problems = _json(text) if format == "json" else _yaml(text, 0)
    return SourceDocument(text, format, *_mapping(root, problems, Span(0, 0)))


def unreadable_document(code: str, message: str, format: DocumentFormat = "yaml") -> SourceDocument:
    """A file without text: it cannot be read, is too large, or has another extension."""
    return SourceDocument("", format, None, (DefinitionProblem(code, "", message, Span(0, 0)),))


def _markdown(text: str) -> SourceDocument:
    opening = _OPENING.match(text)
    if opening is None:
        return _refused(text, "the file must start with front matter between `---` lines", Span(0, 0))
    if opening[1]:
        return _refused(
            text, "front matter must be YAML: a language after `---` is not allowed", Span(*opening.span(1))
        )
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        return _refused(text, "the front matter is not closed by a `---` line", Span(0, opening.end()))
    root, problems = _yaml(text[opening.end() : closing.start()], opening.end())
    body = text[closing.end() :].strip()
    return SourceDocument(text, "markdown", *_mapping(root, problems, Span(0, opening.end())), body)


def front_matter_span(text: str) -> Span | None:
    """The range of the front matter between its lines of dashes; while it is not closed, the rest of the text."""
    opening = _OPENING.match(text)
    if opening is None or opening[1]:
        return None
    closing = _CLOSING.search(text, opening.end())
    return Span(opening.end(), closing.start() if closing is not None else len(text))


def _refused(text: str, message: str, span: Span) -> SourceDocument:
    return SourceDocument(text, "markdown", None, (DefinitionProblem("E009", "", message, span),))


def _mapping(
    root: SourceNode | None, problems: list[DefinitionProblem], empty: Span
) -> tuple[SourceNode | None, tuple[DefinitionProblem, ...]]:
    """The root if it is a mapping; anything else is one more problem."""
    if root is not None and root.kind == "mapping":
        return root, tuple(problems[:PROBLEMS])
    if not problems:
        span = root.span if root is not None else empty
        problems = [DefinitionProblem("E005", "", "the file must contain a mapping of `key: value` lines", span)]
    return None, tuple(problems[:PROBLEMS])


def _yaml(text: str, offset: int) -> tuple[SourceNode | None, list[DefinitionProblem]]:
    refused = event_problems(text, offset)
    if refused:
        return None, refused
    file = read(text)
    problems = [
        DefinitionProblem(
            _CODES.get(each.code or "", "E002"),
            "",
            _LIMIT if file.incomplete else each.message,
            Span(each.span.start + offset, each.span.end + offset),
        )
        for each in file.problems
    ]
    if file.root is None or any(each.code != "E003" for each in problems):
        return None, problems
    if file.root.depth > NESTING + 1:
        return None, [DefinitionProblem("E006", "", _LIMIT, Span(offset, offset))]
    tree = YamlTree(offset)
    root = tree.convert(file.root)
    return root, problems + tree.problems


def _json(text: str) -> tuple[SourceNode | None, list[DefinitionProblem]]:
    if sum(map(text.count, ",[{")) > VALUES:
        return None, [DefinitionProblem("E006", "", _LIMIT, Span(0, 0))]
    bom = int(text.startswith("\ufeff"))
    root, found = read_json(text[bom:])
    problems = [
        DefinitionProblem(
            "E003" if each.severity == "warning" else "E002",
            "",
            each.message,
            Span(each.span.start + bom, each.span.end + bom),
        )
        for each in found
    ]
    if root is None or any(each.code == "E002" for each in problems):
        return None, problems
    return _json_node(root, bom), problems


def _json_node(node: JsonNode, offset: int) -> SourceNode:
    span = Span(node.start + offset, node.end + offset)
    if node.kind == "object":
        members = {
            well_formed(name): Member(Span(key.start + offset, key.end + offset), _json_node(value, offset))
            for name, key, value in node.entries()
        }
        return SourceNode("mapping", span, members=members)
    if node.kind == "array":
        return SourceNode("list", span, items=tuple(_json_node(each, offset) for each in node.items))
    return SourceNode("scalar", span, well_formed(node.value))
