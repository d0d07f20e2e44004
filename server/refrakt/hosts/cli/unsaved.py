"""What an editor has open of a project and has not saved: commands leave that to the editor.

The editor's process is asked which files it has open, and what they hold there. One that is there and does not tell may have
anything open, so nothing is written then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes
from refrakt.hosts.link.buffers import fingerprint, open_buffers
from refrakt.hosts.link.connection import Refusal
from refrakt.plugins.transaction import exists_already, place, real_path
from refrakt.services.division import not_saved, text_on_disk


@dataclass(frozen=True, slots=True)
class OpenElsewhere:
    """The files that an editor has open."""

    fingerprints: Mapping[str, str]
    """By paths without links."""

    def has(self, path: Path) -> bool:
        return str(path) in self.fingerprints

    def has_other(self, path: Path, text: str | None) -> bool:
        """Whether a file is open with another text than this."""
        known = self.fingerprints.get(str(path))
        return known is not None and (text is None or known != fingerprint(text))

    def below(self, path: Path) -> Iterator[Path]:
        """Those at a path, which may be a folder."""
        return (each for each in map(Path, self.fingerprints) if each.is_relative_to(path))


def open_elsewhere(root: Path) -> OpenElsewhere:
    """What is open of a project at this moment; nothing where no editor has it open."""
    told = open_buffers(str(root))
    if isinstance(told, Refusal):
        message = f"an editor has this project open and does not say which files are not saved: {told.reason}"
        raise RefraktError("TOOL_FAILED", message, "Close it, or use its own refrakt.")
    return OpenElsewhere(told)


def refuse_unsaved(root: Path, changes: Changes) -> None:
    """Objects to changes of what is open in an editor and not saved there."""
    opened = open_elsewhere(root)
    for edit in changes.edits:
        if opened.has_other(real_path(root, edit.path), edit.text):
            raise not_saved(edit.path)
    for old, _ in changes.moved:
        if any(opened.has_other(path, text_on_disk(path)) for path in opened.below(place(root, old))):
            raise not_saved(old)
    for name in (*(name for name, _ in changes.created), *(new for _, new in changes.moved)):
        if opened.has(place(root, name)):
            raise exists_already(name)
