"""An open file of Forge: its role and its text, for all features. It is parsed when the tree is first needed."""

from __future__ import annotations

import os
from dataclasses import dataclass

from refrakt.plugins import CommandContext, SourceFile
from refrakt_forge.documents.source_document import FORMATS, DocumentFormat, SourceDocument
from refrakt_forge.editor.editor_forge import EditorForge, editor_forge
from refrakt_forge.editor.file_role import FileRole, role_of
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.index.file_texts import buffer_document


@dataclass(frozen=True, slots=True)
class FileRequest:
    forge: EditorForge
    role: FileRole
    format: DocumentFormat
    file: SourceFile

    @property
    def document(self) -> SourceDocument:
        return buffer_document(self.file.text, self.format)

    @property
    def definition(self) -> DefinitionFile | None:
        """The entry of the index; None for other files, and for one that is not on disk or not used."""
        kind = self.role.kind
        return self.forge.file_at(kind, os.path.realpath(self.file.path)) if kind is not None else None


def file_request(file: SourceFile, context: CommandContext) -> FileRequest | None:
    """The request of an open file; None if Forge does not read it."""
    format = FORMATS.get(file.path.suffix.lower())
    forge = editor_forge(context)
    role = role_of(forge, file.path) if format is not None else None
    if format is None or role is None:
        return None
    return FileRequest(forge, role, format, file)
