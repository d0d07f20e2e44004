"""The references of a file to agents and tools, with their ranges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from refrakt.plugins import Span
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.documents.source_node import SourceNode
from refrakt_forge.editor.file_role import FileRole
from refrakt_forge.names import KINDS, Kind, parse_reference
from refrakt_forge.resolution.reference_rules import inline_tools

_PLURALS: dict[Kind, str] = {"agent": "agents", "tool": "tools"}


class LocatedReference(NamedTuple):
    """`text` is a name with an optional version range; `span` excludes quotes."""

    kind: Kind
    text: str
    span: Span
    is_declaration: bool = False
    """Whether it is the `name` of the definition itself."""

    @property
    def name(self) -> str:
        return parse_reference(self.text).name


def references_in(role: FileRole, document: SourceDocument) -> Iterator[LocatedReference]:
    """The references of a file, its own name included."""
    root = document.root
    if root is None:
        return
    if role.kind is not None:
        yield from _of_definition(role.kind, root, document.text)
    elif role.name == "manifest" and not role.is_foreign:
        for kind in KINDS:
            node = root.get(_PLURALS[kind])
            for each in node.items if node is not None else ():
                yield from _text(kind, each.get("name"), document.text)
    elif role.name == "lockfile":
        yield from _of_lockfile(root, document.text)


def _of_definition(kind: Kind, root: SourceNode, text: str) -> Iterator[LocatedReference]:
    yield from (each._replace(is_declaration=True) for each in _text(kind, root.get("name"), text))
    yield from _text(kind, root.get("extends"), text)
    for path in (("fork_of", "name"), ("fork", "upstream")):
        yield from _text(kind, root.get(*path), text)
    inline = inline_tools(root)
    lists = root.get("tools" if kind == "agent" else "depends_on")
    for each in lists.items if lists is not None else ():
        yield from (found for found in _text("tool", each, text) if found.name not in inline)


def _of_lockfile(root: SourceNode, text: str) -> Iterator[LocatedReference]:
    for kind in KINDS:
        node = root.get(_PLURALS[kind])
        for name, member in node.members.items() if node is not None else ():
            yield LocatedReference(kind, name, _inside_quotes(member.key, text))
        listed = root.get("locked", _PLURALS[kind])
        for each in listed.items if listed is not None else ():
            yield from _text(kind, each.get("name"), text)


def _text(kind: Kind, node: SourceNode | None, text: str) -> Iterator[LocatedReference]:
    if node is not None and isinstance(node.value, str) and node.value:
        yield LocatedReference(kind, node.value, _inside_quotes(node.span, text))


def _inside_quotes(span: Span, text: str) -> Span:
    if text[span.start : span.start + 1] in ('"', "'") and span.end - span.start >= 2:
        return Span(span.start + 1, span.end - 1)
    return span


def reference_at(role: FileRole, document: SourceDocument, offset: int) -> LocatedReference | None:
    """The reference at an offset."""
    found = references_in(role, document)
    return next((each for each in found if each.span.start <= offset <= each.span.end), None)
