"""Hovers: the meaning of a key, the definition behind a reference, and what is inherited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from refrakt.plugins import CommandContext, Hover, SourceFile
from refrakt_forge.documents.source_node import FieldPath, SourceNode
from refrakt_forge.editor.editor_forge import EditorForge
from refrakt_forge.editor.format_field import FormatField, field_at
from refrakt_forge.editor.inheritance import InheritedField, inherited
from refrakt_forge.editor.markdown_text import escaped
from refrakt_forge.editor.node_at_offset import node_at
from refrakt_forge.editor.references_in import LocatedReference, reference_at
from refrakt_forge.editor.request import FileRequest, file_request
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import parse_reference

_MAX_ITEMS = 12
_MAX_FIELDS = 20


def hover(file: SourceFile, offset: int, context: CommandContext) -> Hover | None:
    request = file_request(file, context)
    if request is None or request.document.root is None:
        return None
    reference = reference_at(request.role, request.document, offset)
    if reference is not None and not reference.is_declaration:
        card = reference_card(request, reference)
        return Hover(reference.span, card) if card is not None else None
    found = node_at(request.document.root, offset)
    field = field_at(request.role.fields, found.path) if found is not None else None
    if found is None or field is None:
        return None
    return Hover(found.span, _paragraphs(_about(request, field, found.path)))


def _paragraphs(parts: Iterator[str]) -> str:
    return "\n\n".join(parts) + "\n"


def _about(request: FileRequest, field: FormatField, path: FieldPath) -> Iterator[str]:
    yield field_summary(field, path)
    yield field.doc
    if len(path) == 1 and isinstance(path[0], str):
        known = inherited(request).get(path[0])
        own = request.document.root.get(*path) if request.document.root is not None else None
        if known is not None:
            yield _inheritance(known, own)


def field_summary(field: FormatField, path: FieldPath) -> str:
    """The name of a field with its type and range."""
    name = next((each for each in reversed(path) if isinstance(each, str)), "")
    required = ", required" if field.required else ""
    return f"**{escaped(name)}**: {field.type_text}{required}"


def _inheritance(known: InheritedField, own: SourceNode | None) -> str:
    """How a field and that of the base come together."""
    source = _name_and_version(known)
    value = own.data() if own is not None else None
    if isinstance(known.value, list) and isinstance(value, list):
        more = [each for each in known.value if each not in value]
        return f"Inherited from {source}: {_shown(more)}" if more else f"{source} adds nothing."
    if isinstance(known.value, Mapping) and isinstance(value, Mapping):
        return f"In {source}: {_shown(known.value)}"
    return f"Takes precedence over that of {source}: {_shown(known.value)}"


def _name_and_version(known: InheritedField) -> str:
    return f"{escaped(known.base.name)} {escaped(known.base.version)}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        shown = ", ".join(escaped(str(each), 60) for each in value[:_MAX_ITEMS] if not isinstance(each, Mapping))
        return f"{shown}, …" if len(value) > _MAX_ITEMS else shown or "nothing"
    if isinstance(value, Mapping):
        return ", ".join(escaped(f"{key}: {_plain(each)}", 60) for key, each in list(value.items())[:_MAX_ITEMS])
    return escaped(str(value), 200)


def _plain(value: Any) -> str:
    return "…" if isinstance(value, Mapping | list) else str(value)


# References -----------------------------------------------------------------------------------------------------------


def reference_card(request: FileRequest, reference: LocatedReference) -> str | None:
    """The definition behind a reference; None if there is none of this name."""
    forge = request.forge
    wanted = parse_reference(reference.text)
    installed = forge.installed(reference.kind, wanted)
    file = installed or forge.target(reference.kind, reference.text)
    if file is None:
        return None
    parts = list(definition_card(forge, file))
    if installed is None:
        parts.insert(1, f"This version is not in the range {escaped(wanted.range)}.")
    node = request.document.root.get("extends") if request.document.root is not None else None
    if node is not None and node.span.start <= reference.span.start <= node.span.end:
        parts += _inherited_fields(request)
    return _paragraphs(iter(parts))


def definition_card(forge: EditorForge, file: DefinitionFile) -> Iterator[str]:
    """Name, version, tier, description and file of a definition."""
    root = forge.index.document(file).root
    description = root.get("description") if root is not None else None
    plugin = f", plugin {escaped(file.plugin)}" if file.plugin else ""
    version = forge.resolver.known_version(file) or "without a version"
    yield f"**{escaped(file.name)}** {escaped(version)}: {file.kind}, {file.tier}{plugin}"
    if not forge.resolver.is_valid(file):
        yield "The definition is invalid."
    if description is not None and isinstance(description.value, str) and description.value.strip():
        yield escaped(description.value)
    yield f"[{escaped(forge.display(file.path))}]({file.path.as_uri()})"


def _inherited_fields(request: FileRequest) -> Iterator[str]:
    """The fields that come from bases, and those that own fields are joined with."""
    root = request.document.root
    lines = []
    for name, known in list(inherited(request).items())[:_MAX_FIELDS]:
        own = root.get(name) if root is not None else None
        if own is None or isinstance(known.value, list):
            lines.append(f"- {escaped(name)} from {_name_and_version(known)}: {_shown(known.value)}")
    if lines:
        yield "Inherited:"
        yield "\n".join(lines)
