"""`--fix`: write the safe fixes of problems to their files.

A file is replaced as a whole, and only if it still has the text that was checked. A file with unsaved changes in an editor is
skipped. A fix may reveal new problems, so fixing repeats until nothing changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from refrakt.hosts.cli import source_files
from refrakt.hosts.cli.problem_excerpts import counted, printable
from refrakt.hosts.link.unsaved_buffers import EditorBuffers, editor_buffers
from refrakt.project.index.checked_files import CheckedFile
from refrakt.services.check import CheckedPages
from refrakt.services.context import Context
from refrakt.services.file_fixes import fixed_file

_MAX_PASSES = 8


@dataclass(slots=True)
class FixRun:
    """The fixes written to the files of a project."""

    context: Context
    site: str | None
    fixed: Counter[str] = field(default_factory=Counter)
    """The number of fixed problems, by file."""
    skipped: dict[str, str] = field(default_factory=dict)
    """Files that were not written, and why."""
    _previous_texts: set[tuple[str, str]] = field(default_factory=set)

    def run(self, pages: CheckedPages, check_again: Callable[[], CheckedPages]) -> CheckedPages:
        """Fix the pages, and return their check afterwards."""
        for _ in range(_MAX_PASSES):
            if not self._fix(pages):
                break
            pages = check_again()
        return pages

    def summary(self, name: Callable[[str], str]) -> Iterator[str]:
        """What was fixed and what was not, line by line."""
        if self.fixed:
            total = counted(self.fixed.total(), "problem")
            yield f"fixed {total} in {counted(len(self.fixed), 'file')}"
        for path, why in sorted(self.skipped.items()):
            yield f"skipped {printable(name(path))}: {why}"

    def _fix(self, pages: CheckedPages) -> bool:
        """Write each file that changes; whether there was one."""
        self.skipped.clear()
        changed = [(file, new) for file in pages.files if (new := fixed_file(self.context, self.site, file)).problems]
        if not changed:
            return False
        opened = editor_buffers(self.context.project.root)
        written = False
        for file, new in changed:
            # Fixes that undo each other would go on forever.
            if new.text == file.text or (file.path, new.text) in self._previous_texts:
                continue
            self._previous_texts.add((file.path, file.text))
            try:
                self._write(file, new.text, opened)
            except source_files.FileError as error:
                self.skipped[file.path] = str(error)
            else:
                self.fixed[file.path] += len(new.problems)
                written = True
        return written

    def _write(self, file: CheckedFile, text: str, opened: EditorBuffers) -> None:
        path = self.context.locate(file.path)
        if file.unsaved or opened.differs(path, file.text):
            raise source_files.FileError("it has unsaved changes in an editor")
        source = source_files.read(str(path))
        if source.text != file.text:
            raise source_files.FileError("it changed meanwhile")
        source_files.write(
            str(path), source_files.TextFile(source.path, text, source.bom).data, self.context.project.root
        )
