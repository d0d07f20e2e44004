"""Stages files without `git add`, which would run the filters that a repository configures.

Contents are stored as they are, except for line endings, which are converted as by `git add`. A file with a filter or another
conversion in its attributes is not staged, because its bytes would be wrong.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from refrakt.plugins import read_with_status
from refrakt_plan.git.command import GitError, git_output, run_git
from refrakt_plan.git.work_tree import Repository

_CONVERSIONS = ("filter", "ident", "working-tree-encoding")
_SETTINGS = r"^(core\.(autocrlf|filemode)|hook\..*\.event)$"
_INDEX_HOOK = b"post-index-change"
_NEW = b"100644"
"""The mode of a new file."""
_MAX_PATH_BYTES = 16_000
"""Bytes of paths in the arguments of one command."""


def rename_entries(repository: Repository, moved: Mapping[bytes, bytes]) -> None:
    """Rename entries of the index, as `git mv` does; contents and modes stay. Unknown paths are skipped."""
    _refuse_hooks(_settings(repository))
    _update(repository, _renamed(git_output(repository, "ls-files", "--stage", "-z"), moved))


def stage_files(repository: Repository, paths: Sequence[bytes]) -> dict[bytes, str]:
    """Add files to the index as they are on disk. Returns the reason for each file that is not staged."""
    settings = _settings(repository)
    _refuse_hooks(settings)
    refused = dict(_converted(repository, paths))
    wanted = [path for path in paths if path not in refused]
    indexed = dict(_entries(repository, wanted))
    contents: dict[bytes, bytes] = {}
    modes: dict[bytes, bytes] = {}
    for path in wanted:
        entry = indexed.get(path)
        if entry is None:
            refused[path] = "git ignores it"
            continue
        try:
            data, mode = _read(repository.top / os.fsdecode(path))
        except OSError as error:
            refused[path] = (error.strerror or str(error)).lower()
            continue
        contents[path] = entry.to_git(data, settings.autocrlf)
        modes[path] = entry.mode_of(mode, settings.file_mode)
    names = _stored(repository, list(contents.values()))
    lines = (b"%s %s 0\t%s\0" % (modes[path], name, path) for path, name in zip(contents, names, strict=True))
    _update(repository, lines)
    return refused


@dataclass(frozen=True, slots=True)
class _Entry:
    """What git knows about a file, in the terms of `ls-files --eol`."""

    mode: bytes
    in_index: bytes
    """Line endings in the index: `lf`, `crlf`, `mixed`, `none`; `-text` for binary content."""
    in_work_tree: bytes
    attribute: bytes

    def to_git(self, data: bytes, autocrlf: bool) -> bytes:
        """The content as git stores it."""
        guessed = self.attribute.startswith(b"text=auto") or (not self.attribute and autocrlf)
        if guessed:
            # Content that was committed with CRLF keeps it.
            if self.in_work_tree == b"-text" or self.in_index in (b"crlf", b"mixed"):
                return data
        elif not self.attribute.startswith(b"text"):
            return data
        return data.replace(b"\r\n", b"\n")

    def mode_of(self, mode: int, file_mode: bool) -> bytes:
        if not file_mode:
            return self.mode
        return b"100755" if mode & stat.S_IXUSR else b"100644"


@dataclass(slots=True)
class _Settings:
    autocrlf: bool = False
    file_mode: bool = True
    events: list[bytes] = field(default_factory=list)
    """The events of hooks in settings."""


def _settings(repository: Repository) -> _Settings:
    found = _Settings()
    result = run_git(repository.tree, ("config", "-z", "--get-regexp", _SETTINGS))
    for entry in result.stdout.split(b"\0")[:-1]:
        name, has_value, value = entry.partition(b"\n")
        is_on = not has_value or value.lower() in (b"true", b"yes", b"on", b"1")
        if name == b"core.autocrlf":
            found.autocrlf = is_on or value.lower() == b"input"
        elif name == b"core.filemode":
            found.file_mode = is_on
        else:
            found.events.append(value)
    return found


def _refuse_hooks(settings: _Settings) -> None:
    # A setting turns off hooks in files; there is none for hooks in settings.
    if _INDEX_HOOK in settings.events:
        raise GitError("git-hook", "a `hook` setting of git would run a program; stage the files by hand")


def _converted(repository: Repository, paths: Sequence[bytes]) -> Iterator[tuple[bytes, str]]:
    """The files whose contents git would convert by more than line endings, and the reason."""
    if not paths:
        return
    output = git_output(
        repository, "check-attr", "-z", "--stdin", *_CONVERSIONS, stdin=b"".join(b"%s\0" % each for each in paths)
    )
    fields = iter(output.split(b"\0")[:-1])
    for path, name, value in zip(fields, fields, fields, strict=True):
        if value not in (b"unspecified", b"unset"):
            shown = value.decode("utf-8", "replace")
            yield path, f"its `{name.decode()}` attribute (`{shown}`) would change its content; stage it by hand"


def _entries(repository: Repository, paths: Iterable[bytes]) -> Iterator[tuple[bytes, _Entry]]:
    """What git knows about files: those in the index, and those that are neither in it nor ignored."""
    for batch in _batches(paths):
        options = ("-z", "--stage", "--eol", "--cached", "--others", "--exclude-standard")
        for line in git_output(repository, "ls-files", *options, "--", *batch).split(b"\0")[:-1]:
            if line.startswith(b"i/"):
                mode, rest = _NEW, line
            else:
                facts, _, rest = line.partition(b"\t")
                mode = facts.partition(b" ")[0]
            ends, _, path = rest.partition(b"\t")
            in_index, in_work_tree, attribute = ends.split(maxsplit=2)
            yield (
                path,
                _Entry(
                    mode if mode.startswith(b"100") else _NEW,
                    in_index.removeprefix(b"i/"),
                    in_work_tree.removeprefix(b"w/"),
                    attribute.removeprefix(b"attr/").strip(),
                ),
            )


def _batches(paths: Iterable[bytes]) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    size = 0
    for path in paths:
        if batch and size + len(path) > _MAX_PATH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(path)
        size += len(path) + 1
    if batch:
        yield batch


def _read(path: Path) -> tuple[bytes, int]:
    """The bytes and the mode of a file."""
    data, status = read_with_status(path)
    return data, status.st_mode


def _stored(repository: Repository, contents: Sequence[bytes]) -> list[bytes]:
    """Store contents in the repository. Returns their object names."""
    if not contents:
        return []
    with tempfile.TemporaryDirectory(prefix="refrakt-") as folder:
        paths = []
        for number, data in enumerate(contents):
            path = Path(folder, str(number))
            path.write_bytes(data)
            paths.append(os.fsencode(path))
        stdin = b"".join(b"%s\n" % each for each in paths)
        return git_output(repository, "hash-object", "-w", "--no-filters", "--stdin-paths", stdin=stdin).split()


def _renamed(entries: bytes, moved: Mapping[bytes, bytes]) -> Iterator[bytes]:
    """Lines that remove an entry from the index and add it under its new path."""
    for entry in entries.split(b"\0"):
        facts, _, path = entry.partition(b"\t")
        if path in moved:
            _, name, _ = facts.split(b" ")
            yield b"0 %s\t%s\0" % (b"0" * len(name), path)
            yield b"%s\t%s\0" % (facts, moved[path])


def _update(repository: Repository, lines: Iterable[bytes]) -> None:
    stdin = b"".join(lines)
    if stdin:
        git_output(repository, "update-index", "-z", "--index-info", stdin=stdin)
