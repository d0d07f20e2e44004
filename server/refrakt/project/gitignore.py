"""What `.gitignore` excludes: generated pages, caches and dependencies.

The rules are git's: the `.gitignore` of each folder, the nearest first, then `.git/info/exclude`; the last matching line decides,
and nothing below an ignored folder is included again. The global ignore file of the user is not applied, because all people who
work on a project should get the same result.

A pattern is matched byte by byte with a bit set of the positions reached, without backtracking: the time is at most the length of
the pattern times that of the path.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from refrakt.project.confinement import real_path
from refrakt.project.files import read_bytes

FILE_NAME = ".gitignore"
LARGEST = 1 << 16
"""How many bytes of patterns are read. Each pattern is compared with every path."""
_ELSEWHERE = b"gitdir:"
_LONGEST = 4096
"""How many bytes a pattern may have: no path is longer."""


class GitIgnore:
    """What is ignored below a folder. Each file of patterns is read once, on demand."""

    def __init__(self, root: Path) -> None:
        top = _top(root)
        self._top = top
        steps = root.relative_to(top).parts
        self._above = "".join(f"{step}/" for step in steps)
        self._rules: dict[str, tuple[_IgnoreRule, ...]] = {}
        self._folders: dict[str, bool] = {}
        repository = _repository(top)
        self._exclude = _rules_in(repository / "info" / "exclude") if repository is not None else ()

    def is_ignored(self, path: str, folder: bool) -> bool:
        """Whether a path below the folder, with `/` between its segments, is ignored. `folder` says whether it is a folder."""
        if folder:
            return self._is_folder_ignored(path)
        above, _, _ = path.rpartition("/")
        return self._is_folder_ignored(above) or self._matches_rule(path, False)

    def _is_folder_ignored(self, path: str) -> bool:
        if not path:
            return False  # the root itself is never ignored
        cached = self._folders.get(path)
        if cached is None:
            steps = path.split("/")
            cached = False
            # From the top, not recursive: folders may nest deeper than the stack allows.
            for count in range(1, len(steps) + 1):
                each = "/".join(steps[:count])
                if not cached:
                    cached = self._folders[each] if each in self._folders else self._matches_rule(each, True)
                self._folders[each] = cached
        return cached

    def _matches_rule(self, path: str, folder: bool) -> bool:
        """The result of the last matching line in the nearest file that has one."""
        whole = _encoded(self._above + path)
        name = whole.rpartition(b"/")[2]
        at = len(whole) - len(name)
        while True:
            for rule in self._rules_of(os.fsdecode(whole[:at])):
                if (folder or not rule.folders) and rule.matches(name, whole[at:]):
                    return not rule.negated
            if not at:
                break
            at = whole.rfind(b"/", 0, at - 1) + 1
        for rule in self._exclude:
            if (folder or not rule.folders) and rule.matches(name, whole):
                return not rule.negated
        return False

    def _rules_of(self, folder: str) -> tuple[_IgnoreRule, ...]:
        cached = self._rules.get(folder)
        if cached is None:
            cached = self._rules[folder] = _rules_in(self._top / folder / FILE_NAME)
        return cached


class _IgnoreRule(NamedTuple):
    """One line."""

    pattern: _Glob
    anchored: bool
    """Whether it matches the path below its file, and not the name alone."""
    negated: bool
    folders: bool

    def matches(self, name: bytes, path: bytes) -> bool:
        return self.pattern.matches(path if self.anchored else name)


def _top(root: Path) -> Path:
    """The root of the repository of a folder; the folder itself if there is none."""
    for folder in (root, *root.parents):
        if os.path.lexists(folder / ".git"):
            return folder
    return root


def _repository(top: Path) -> Path | None:
    """The git directory. In a linked work tree and in a submodule, `.git` is a file with its path.

    A repository can contain such a file or a link to any other folder; these are ignored.
    """
    file = top / ".git"
    named = _bytes_of(file)
    if not named.startswith(_ELSEWHERE):
        return file if not os.path.islink(file) else None
    folder = real_path(top / os.fsdecode(named.removeprefix(_ELSEWHERE).strip()))
    if folder is None or any(folder.is_relative_to(above / ".git" / "modules") for above in top.parents):
        return folder
    if folder.parent.name != "worktrees":
        return None
    # The repository of a genuine work tree refers back to it.
    if real_path(os.fsdecode(_bytes_of(folder / "gitdir").strip())) != real_path(file):
        return None
    return folder / os.fsdecode(_bytes_of(folder / "commondir").strip())


def _bytes_of(path: Path) -> bytes:
    """The bytes of a small file; none if it is a link, a pipe, too large, or does not exist."""
    try:
        return read_bytes(path, LARGEST)
    except (OSError, ValueError):
        return b""


def _rules_in(path: Path) -> tuple[_IgnoreRule, ...]:
    """The lines of a file, the last first."""
    text = _bytes_of(path).removeprefix(b"\xef\xbb\xbf")
    return tuple(rule for line in reversed(text.split(b"\n")) for rule in _rule(line.removesuffix(b"\r")))


def _rule(line: bytes) -> Iterator[_IgnoreRule]:
    if line.startswith(b"#"):
        return
    line = _trimmed(line)
    negated = line.startswith(b"!")
    pattern = line[negated:]
    folders = pattern.endswith(b"/")
    pattern = pattern.removesuffix(b"/")
    if 0 < len(pattern) <= _LONGEST:
        anchored = b"/" in pattern
        yield _IgnoreRule(_Glob(pattern.removeprefix(b"/"), anchored), anchored, negated, folders)


def _trimmed(line: bytes) -> bytes:
    """Without trailing spaces, except an escaped one."""
    bare = line.rstrip(b" ")
    if len(bare) == len(line):
        return line
    backslashes = len(bare) - len(bare.rstrip(b"\\"))
    return bare + b" " if backslashes % 2 else bare


# Patterns -------------------------------------------------------------------------------------------------------------

_EVERY = frozenset(range(256))
_NO_SLASH = _EVERY - {ord("/")}
_SPECIAL = b"*?[\\"
_STAR = 1
_FOLDERS = 3
"""How many steps `**/` has: an optional start, the folders, and the slash after them."""
_MORE_FOLDERS = re.compile(rb"\A(?:/\*\*+(?=/))*")
"""Repeated `**/` means the same as one."""
_CLASSES = {
    b"alnum": b"0-9A-Za-z",
    b"alpha": b"A-Za-z",
    b"blank": b" \t",
    b"cntrl": b"\x00-\x1f\x7f",
    b"digit": b"0-9",
    b"graph": rb"\!-~",
    b"lower": b"a-z",
    b"print": b" -~",
    b"punct": rb"\!-/:-@[-`{-~",
    b"space": b" \t\n\r",
    b"upper": b"A-Z",
    b"xdigit": b"0-9A-Fa-f",
}


class _GlobStep(NamedTuple):
    """One position of a pattern."""

    bytes: frozenset[int]
    """The bytes that match. None in a malformed pattern, which matches nothing."""
    repeated: bool = False
    """Whether any number of them match, also none."""
    over: tuple[int, ...] = ()
    """How many steps, including this one, may be skipped at once."""


class _Glob:
    """A pattern. The text before the first special character is compared directly, the rest step by step."""

    def __init__(self, pattern: bytes, whole_path: bool) -> None:
        plain = next((index for index, each in enumerate(pattern) if each in _SPECIAL), len(pattern))
        self._start = pattern[:plain]
        # As in git, the rest is parsed alone: `a**/b` is `a`, then any folders, then `b`.
        self._steps = tuple(_steps(pattern[plain:], whole_path))
        self._over = sum(1 << index for index, each in enumerate(self._steps) if _STAR in each.over)
        self._over_folders = sum(1 << index for index, each in enumerate(self._steps) if _FOLDERS in each.over)
        self._moves: dict[int, tuple[int, int]] = {}

    def matches(self, text: bytes) -> bool:
        if not self._steps:
            return text == self._start
        if not text.startswith(self._start):
            return False
        reached = self._passed(1)
        for byte in text[len(self._start) :]:
            stays, goes = self._moves.get(byte) or self._move(byte)
            reached = self._passed((reached & stays) | (reached & goes) << 1)
            if not reached:
                return False
        return bool(reached >> len(self._steps))

    def _move(self, byte: int) -> tuple[int, int]:
        """The positions that stay at this byte, and those that advance."""
        stays = sum(1 << index for index, each in enumerate(self._steps) if each.repeated and byte in each.bytes)
        goes = sum(1 << index for index, each in enumerate(self._steps) if not each.repeated and byte in each.bytes)
        self._moves[byte] = stays, goes
        return stays, goes

    def _passed(self, reached: int) -> int:
        """The positions reached, with those after optional steps."""
        while True:
            # Two stars never follow each other, so this ends after a few iterations.
            further = reached | (reached & self._over) << _STAR | (reached & self._over_folders) << _FOLDERS
            if further == reached:
                return reached
            reached = further


def _steps(pattern: bytes, whole_path: bool) -> Iterator[_GlobStep]:
    at = 0
    while at < len(pattern):
        byte = pattern[at]
        if byte == ord("*"):
            end = at
            while pattern[end : end + 1] == b"*":
                end += 1
            rest = pattern[end:]
            between = (at == 0 or pattern[at - 1 : at] == b"/") and (not rest or rest.startswith((b"/", b"\\/")))
            if end - at > 1 and whole_path and between:
                if rest.startswith(b"/"):
                    end += len(rest) - len(_MORE_FOLDERS.sub(b"", rest, count=1))
                    yield _GlobStep(frozenset(), over=(_STAR, _FOLDERS))
                yield _GlobStep(_EVERY, True, (_STAR,))
            else:
                yield _GlobStep(_NO_SLASH if whole_path else _EVERY, True, (_STAR,))
            at = end
        elif byte == ord("?"):
            yield _GlobStep(_NO_SLASH if whole_path else _EVERY)
            at += 1
        elif byte == ord("["):
            found, at = _bracket(pattern, at + 1)
            yield _GlobStep(found - {ord("/")} if whole_path else found)
        else:
            at += byte == ord("\\")
            yield _GlobStep(frozenset(pattern[at : at + 1]))
            at += 1


def _bracket(pattern: bytes, at: int) -> tuple[frozenset[int], int]:
    """The bytes in brackets, and the offset after them. Unclosed brackets match nothing."""
    no_match: tuple[frozenset[int], int] = frozenset(), len(pattern)
    negated = pattern[at : at + 1] in (b"!", b"^")
    at += negated
    found: set[int] = set()
    before, first = -1, True
    while first or pattern[at : at + 1] != b"]":
        first = False
        if at >= len(pattern):
            return no_match
        byte = pattern[at]
        if byte == ord("-") and before >= 0 and pattern[at + 1 : at + 2] not in (b"", b"]"):
            at += 1 + (pattern[at + 1] == ord("\\"))
            if at >= len(pattern):
                return no_match
            found.update(range(before, pattern[at] + 1))
            before = -1
        elif byte == ord("[") and pattern[at + 1 : at + 2] == b":":
            end = pattern.find(b"]", at + 2)
            if end < 0:
                return no_match
            name = pattern[at + 2 : end]
            if name.endswith(b":"):
                if name[:-1] not in _CLASSES:
                    return no_match
                found |= _bracket(_CLASSES[name[:-1]] + b"]", 0)[0]
                before, at = -1, end
            else:
                found.add(byte)
                before = byte
        else:
            if byte == ord("\\"):
                at += 1
                if at >= len(pattern):
                    return no_match
                byte = pattern[at]
            found.add(byte)
            before = byte
        at += 1
    return (_EVERY - found if negated else frozenset(found)), at + 1


def _encoded(path: str) -> bytes:
    """The bytes of a path. A name in messages may have characters that the file system's encoding lacks."""
    try:
        return os.fsencode(path)
    except UnicodeEncodeError:
        return path.encode("utf-8", "surrogatepass")
