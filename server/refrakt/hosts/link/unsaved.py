"""What an editor has open and has not saved: commands leave that to the editor.

Each editor's process is asked which files it has open, and what they hold there. One that is there and does not tell may have
anything open, so nothing is written then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.features.answers import Changes
from refrakt.hosts.link.buffers import fingerprint, open_buffers
from refrakt.hosts.link.connection import Refusal
from refrakt.plugins.transaction import exists_already, place, real_path
from refrakt.services.division import not_saved, text_on_disk


@dataclass(frozen=True, slots=True)
class OpenElsewhere:
    """The files that editors have open."""

    editors: Sequence[Mapping[str, str]]
    """For each of them the fingerprints of its texts, by paths without links. Two may have one file open."""

    def has(self, path: Path) -> bool:
        return any(str(path) in opened for opened in self.editors)

    def has_other(self, path: Path, text: str | None) -> bool:
        """Whether a file is open with another text than this."""
        known = {opened[str(path)] for opened in self.editors if str(path) in opened}
        return bool(known) if text is None else not known <= {fingerprint(text)}

    def below(self, path: Path) -> Iterator[Path]:
        """Those at a path, which may be a folder."""
        return (each for opened in self.editors for each in map(Path, opened) if each.is_relative_to(path))


def open_elsewhere(*folders: Path) -> OpenElsewhere:
    """What editors have open at this moment. One may have been opened on any folder above these; each is asked."""
    found: list[Mapping[str, str]] = []
    for folder in dict.fromkeys(each for one in folders for each in (one, *one.parents)):
        told = open_buffers(str(folder))
        if isinstance(told, Refusal):
            message = f"an editor has {folder} open and does not say which files are not saved: {told.reason}"
            raise RefraktError("TOOL_FAILED", message, "Close it, or use its own refrakt.")
        found += told
    return OpenElsewhere(found)


def refuse_unsaved(root: Path, changes: Changes) -> None:
    """Objects to changes of what is open in an editor and not saved there."""
    # A plan may lie in another project, which an editor has open.
    names = (*(edit.path for edit in changes.edits), *(name for name, _ in changes.created), *chain(*changes.moved))
    opened = open_elsewhere(root, *(real_path(root, name).parent for name in names))
    for edit in changes.edits:
        if opened.has_other(real_path(root, edit.path), edit.text):
            raise not_saved(edit.path)
    for old, _ in changes.moved:
        if any(opened.has_other(path, text_on_disk(path)) for path in opened.below(place(root, old))):
            raise not_saved(old)
    for name in (*(name for name, _ in changes.created), *(new for _, new in changes.moved)):
        if opened.has(place(root, name)):
            raise exists_already(name)
