"""Stages files without `git add`, which would run the filters that a repository configures.

Contents go into the repository as they are, except for line ends: these are converted where `git add` would. A file for which the
attributes ask for a filter or for another conversion is not staged, because its bytes would be the wrong ones.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from refrakt.plugins import read_with_status

from .command import NoHistory, output, run
from .work_tree import Repository

_CONVERSIONS = ("filter", "ident", "working-tree-encoding")
_SETTINGS = r"^(core\.(autocrlf|filemode)|hook\..*\.event)$"
_INDEX_HOOK = b"post-index-change"
_NEW = b"100644"
"""The mode of a file that git does not know yet."""
_AT_ONCE = 16_000
"""Bytes of paths in the words of one command."""


def rename_entries(repository: Repository, moved: Mapping[bytes, bytes]) -> None:
    """Give entries of the index other paths, as `git mv` does; contents and modes stay. Unknown paths are passed over."""
    _refuse_hooks(_settings(repository))
    _update(repository, _renamed(output(repository, "ls-files", "--stage", "-z"), moved))


def stage_files(repository: Repository, paths: Sequence[bytes]) -> dict[bytes, str]:
    """Put files into the index as they are on disk. Says why, for each that is not."""
    settings = _settings(repository)
    _refuse_hooks(settings)
    refused = dict(_converted(repository, paths))
    wanted = [path for path in paths if path not in refused]
    known = dict(_entries(repository, wanted))
    contents: dict[bytes, bytes] = {}
    modes: dict[bytes, bytes] = {}
    for path in wanted:
        entry = known.get(path)
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
    """What git knows of a file, in the words of `ls-files --eol`."""

    mode: bytes
    in_index: bytes
    """Line ends of what is staged: `lf`, `crlf`, `mixed`, `none`; `-text` for what git takes for binary."""
    in_work_tree: bytes
    attribute: bytes

    def to_git(self, data: bytes, autocrlf: bool) -> bytes:
        """The content as git stores it."""
        guessed = self.attribute.startswith(b"text=auto") or (not self.attribute and autocrlf)
        if guessed:
            # Whatever was committed with CRLF keeps it.
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
    """What the hooks in settings are for."""


def _settings(repository: Repository) -> _Settings:
    found = _Settings()
    answer = run(repository.tree, ("config", "-z", "--get-regexp", _SETTINGS))
    for entry in answer.stdout.split(b"\0")[:-1]:
        name, given, value = entry.partition(b"\n")
        is_on = not given or value.lower() in (b"true", b"yes", b"on", b"1")
        if name == b"core.autocrlf":
            found.autocrlf = is_on or value.lower() == b"input"
        elif name == b"core.filemode":
            found.file_mode = is_on
        else:
            found.events.append(value)
    return found


def _refuse_hooks(settings: _Settings) -> None:
    # Hooks in files are turned off by a setting; for those in settings there is none.
    if _INDEX_HOOK in settings.events:
        raise NoHistory("git-hook", "a `hook` setting of git would run a program; stage the files by hand")


def _converted(repository: Repository, paths: Sequence[bytes]) -> Iterator[tuple[bytes, str]]:
    """The files whose contents git would convert by more than their line ends, and why."""
    if not paths:
        return
    said = output(
        repository, "check-attr", "-z", "--stdin", *_CONVERSIONS, given=b"".join(b"%s\0" % each for each in paths)
    )
    words = iter(said.split(b"\0")[:-1])
    for path, name, value in zip(words, words, words, strict=True):
        if value not in (b"unspecified", b"unset"):
            shown = value.decode("utf-8", "replace")
            yield path, f"its `{name.decode()}` attribute (`{shown}`) would change its content; stage it by hand"


def _entries(repository: Repository, paths: Iterable[bytes]) -> Iterator[tuple[bytes, _Entry]]:
    """What git knows of files. One that is not in the index is told as well, unless it is ignored."""
    for some in _batches(paths):
        options = ("-z", "--stage", "--eol", "--cached", "--others", "--exclude-standard")
        for line in output(repository, "ls-files", *options, "--", *some).split(b"\0")[:-1]:
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
        if batch and size + len(path) > _AT_ONCE:
            yield batch
            batch, size = [], 0
        batch.append(path)
        size += len(path) + 1
    if batch:
        yield batch


def _read(path: Path) -> tuple[bytes, int]:
    """The bytes of a file, and its mode."""
    data, status = read_with_status(path)
    return data, status.st_mode


def _stored(repository: Repository, contents: Sequence[bytes]) -> list[bytes]:
    """Put contents into the repository; their names."""
    if not contents:
        return []
    with tempfile.TemporaryDirectory(prefix="refrakt-") as folder:
        paths = []
        for number, data in enumerate(contents):
            path = Path(folder, str(number))
            path.write_bytes(data)
            paths.append(os.fsencode(path))
        given = b"".join(b"%s\n" % each for each in paths)
        return output(repository, "hash-object", "-w", "--no-filters", "--stdin-paths", given=given).split()


def _renamed(listed: bytes, moved: Mapping[bytes, bytes]) -> Iterator[bytes]:
    """Lines that take an entry out of the index and put it in under its new name."""
    for entry in listed.split(b"\0"):
        facts, _, path = entry.partition(b"\t")
        if path in moved:
            _, name, _ = facts.split(b" ")
            yield b"0 %s\t%s\0" % (b"0" * len(name), path)
            yield b"%s\t%s\0" % (facts, moved[path])


def _update(repository: Repository, lines: Iterable[bytes]) -> None:
    given = b"".join(lines)
    if given:
        output(repository, "update-index", "-z", "--index-info", given=given)
