"""`--fix`: the fixes of problems, written into the files they belong to.

A file is replaced as a whole or not at all, and only if it still holds the text that was checked. One that an editor has open with
other text than the disk has is left to the editor. Mending may bring new problems to light, so it is done again until nothing
changes any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from refrakt.hosts.link.unsaved import OpenElsewhere, open_elsewhere
from refrakt.project.index.checked import CheckedFile
from refrakt.services.check import Examined
from refrakt.services.context import Context
from refrakt.services.mending import mended

from . import files
from .report import counted, printable

_MOST_ROUNDS = 8


@dataclass(slots=True)
class Fixing:
    """What was done to the files of a project."""

    context: Context
    site: str | None
    fixed: Counter[str] = field(default_factory=Counter)
    """How many problems in each file."""
    left: dict[str, str] = field(default_factory=dict)
    """Files that were not written, and why."""
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def run(self, found: Examined, look: Callable[[], Examined]) -> Examined:
        """Mend what can be mended, and look at the pages as they are then."""
        for _ in range(_MOST_ROUNDS):
            if not self._round(found):
                break
            found = look()
        return found

    def told(self, name: Callable[[str], str]) -> Iterator[str]:
        """What a person wants to know about it."""
        if self.fixed:
            total = counted(self.fixed.total(), "problem")
            yield f"fixed {total} in {counted(len(self.fixed), 'file')}"
        for path, why in sorted(self.left.items()):
            yield f"{printable(name(path))} is left as it is: {why}"

    def _round(self, found: Examined) -> bool:
        """Write every file that changes. False if none did."""
        self.left.clear()
        changed = [(file, new) for file in found.files if (new := mended(self.context, self.site, file)).fixed]
        if not changed:
            return False
        opened = open_elsewhere(self.context.project.root)
        written = False
        for file, new in changed:
            # A text that was there before would come again and again.
            if new.text == file.text or (file.path, new.text) in self._seen:
                continue
            self._seen.add((file.path, file.text))
            try:
                self._write(file, new.text, opened)
            except files.FileTrouble as trouble:
                self.left[file.path] = str(trouble)
            else:
                self.fixed[file.path] += new.fixed
                written = True
        return written

    def _write(self, file: CheckedFile, text: str, opened: OpenElsewhere) -> None:
        path = self.context.locate(file.path)
        if file.unsaved or opened.has_other(path, file.text):
            raise files.FileTrouble("it is open in an editor and not saved")
        source = files.read(str(path))
        if source.text != file.text:
            raise files.FileTrouble("it was changed meanwhile")
        files.write(str(path), files.SourceFile(source.path, text, source.bom).data, self.context.project.root)
