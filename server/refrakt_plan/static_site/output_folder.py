"""Writes the files of a site into a folder, and replaces or removes only what a former build has written.

A manifest in the folder has a hash of every written file. A file that has another content was changed by someone else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from refrakt.plugins import (
    CommandContext,
    FileEdit,
    FolderScan,
    RefraktError,
    Span,
    TextEdit,
    WorkspaceEdit,
    confined_path,
    read_bytes,
    remove_file,
)
from refrakt.plugins.message_quoting import LONGEST, word

MANIFEST = ".refrakt-plan-build.json"
_FILES = "files"


@dataclass(frozen=True, slots=True)
class Written:
    """What a build has changed, by names in the folder."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    """Files of a former build whose entities no longer exist."""


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """The folder of a site."""

    path: Path
    context: CommandContext
    named: bool
    """Whether the user has named it on the command line: then it may be outside of the project."""
    force: bool
    """Whether to replace files that no build has written."""

    def write(self, files: Mapping[str, str]) -> Written:
        """Write these files; nothing is written if one of them must not be replaced."""
        before = self._manifest()
        after = json.dumps({_FILES: {name: _hash(text) for name, text in sorted(files.items())}}, indent=1) + "\n"
        texts = {name: self._text(name) for name in files}
        self._refuse_other_files(before or {}, texts)
        created, edits = [], []
        for name, text in {**files, MANIFEST: after}.items():
            old = texts[name] if name in texts else self._text(MANIFEST)
            path = str(self.path / name)
            if old is None:
                created.append((path, text))
            elif old != text:
                edits.append(FileEdit(path, old, (TextEdit(Span(0, len(old)), text),)))
        self.context.files.apply(WorkspaceEdit(tuple(edits), tuple(created)), self._within)
        written = {
            os.path.relpath(each, self.path) for each in (*(name for name, _ in created), *(e.path for e in edits))
        }
        stale = [name for name in sorted(before or {}) if name not in files and self._is_written(name, before or {})]
        for name in stale:
            remove_file(self.context.cwd, self.path / name, (self._text(name) or "").encode(), self._within)
        return Written(tuple(name for name in files if name in written), tuple(stale))

    @property
    def _within(self) -> Path | None:
        return self.path if self.named else None

    def _manifest(self) -> Mapping[str, str] | None:
        """The hashes of the files of a former build; None if there was none. INVALID_ARGS if it is not the folder of a build."""
        if os.path.lexists(self.path) and not self.path.is_dir():
            raise RefraktError("INVALID_ARGS", f"{self._shown} is not a folder", "Choose another with `{option:out}`.")
        try:
            found = json.loads(read_bytes(self.path / MANIFEST))[_FILES]
        except (OSError, ValueError, RecursionError, KeyError, TypeError):
            found = None
        if isinstance(found, dict):
            return {name: str(value) for name, value in found.items()}
        if self.path.is_dir() and FolderScan().entries(self.path) and not self.force:
            message = f"{self._shown} is not empty, and no build of the plan has written it"
            raise RefraktError(
                "ALREADY_EXISTS", message, "Choose another with `{option:out}`, or pass `{option:force}`.", 1
            )
        return None

    def _refuse_other_files(self, manifest: Mapping[str, str], texts: Mapping[str, str | None]) -> None:
        for name, text in texts.items():
            if text is not None and not self.force and _hash(text) != manifest.get(name):
                message = f"{word(str(self.path / name), LONGEST)} was not written by a build of the plan"
                raise RefraktError("ALREADY_EXISTS", message, "Move it, or pass `{option:force}` to replace it.", 1)

    def _is_written(self, name: str, manifest: Mapping[str, str]) -> bool:
        """Whether a former build has written a file, and it is unchanged. The manifest may come with a repository."""
        if os.path.isabs(name) or ".." in Path(name).parts or not name.endswith(".html"):
            return False
        try:
            text = self._text(name)
        except RefraktError:
            return False
        return text is not None and _hash(text) == manifest[name]

    def _text(self, name: str) -> str | None:
        """The text of a file in the folder; None if there is none. INVALID_ARGS if a link leads out of the folder."""
        path = self.path / name
        if self.path.is_dir() and confined_path(self.path, path) is None:
            message = f"{word(str(path), LONGEST)} leads out of the folder"
            raise RefraktError("INVALID_ARGS", message, "Remove the link.")
        return self.context.files.read(path).text if os.path.lexists(path) else None

    @property
    def _shown(self) -> str:
        return word(str(self.path), LONGEST)


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
