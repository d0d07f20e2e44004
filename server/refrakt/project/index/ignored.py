"""What `.gitignore` keeps out: built pages, caches and dependencies are no content, and nobody wants to hear of them.

The rules are git's, down to their oddities: the `.gitignore` of each folder, the nearest first, then `.git/info/exclude`; the last
line that matches decides, and below a folder that is left out nothing is let in again. The user's own file for all projects
does not count, because two people who look at one project should see the same pages.

A pattern is matched byte by byte with one number as the set of places reached, never by trying and taking back: the time
is the length of the pattern times that of the path at most, whatever somebody has written into the file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..confinement import real_path
from ..files import read_bytes

FILE_NAME = ".gitignore"
LARGEST = 1 << 16
"""How many bytes of patterns are believed. Nobody writes more, and each would be compared with every path."""
_ELSEWHERE = b"gitdir:"
_LONGEST = 4096
"""How many bytes a pattern may have: no path is longer."""


class Ignored:
    """What is left out below a folder. A file of patterns is read once, when it is first needed."""

    def __init__(self, root: Path) -> None:
        top = _top(root)
        self._top = top
        steps = root.relative_to(top).parts
        self._above = "".join(f"{step}/" for step in steps)
        self._rules: dict[str, tuple[_Rule, ...]] = {}
        self._folders: dict[str, bool] = {}
        repository = _repository(top)
        self._exclude = _rules_in(repository / "info" / "exclude") if repository is not None else ()

    def is_ignored(self, path: str, folder: bool) -> bool:
        """Whether a path below the folder, with `/` between its steps, is left out. Somebody else knows whether it is a folder."""
        if folder:
            return self._is_folder_ignored(path)
        above, _, _ = path.rpartition("/")
        return self._is_folder_ignored(above) or self._is_left_out(path, False)

    def _is_folder_ignored(self, path: str) -> bool:
        if not path:
            return False  # whoever opens a folder wants to see what is in it
        known = self._folders.get(path)
        if known is None:
            steps = path.split("/")
            known = False
            # From the top, one step at a time: how deep folders nest is not for Python's stack to say.
            for count in range(1, len(steps) + 1):
                each = "/".join(steps[:count])
                if not known:
                    known = self._folders[each] if each in self._folders else self._is_left_out(each, True)
                self._folders[each] = known
        return known

    def _is_left_out(self, path: str, folder: bool) -> bool:
        """What the last line that matches says, of the nearest file that has one."""
        whole = os.fsencode(self._above + path)
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

    def _rules_of(self, folder: str) -> tuple[_Rule, ...]:
        known = self._rules.get(folder)
        if known is None:
            known = self._rules[folder] = _rules_in(self._top / folder / FILE_NAME)
        return known


class _Rule(NamedTuple):
    """One line."""

    pattern: _Glob
    anchored: bool
    """Whether it is about the path from its file on, and not about the name alone."""
    negated: bool
    folders: bool

    def matches(self, name: bytes, path: bytes) -> bool:
        return self.pattern.matches(path if self.anchored else name)


def _top(root: Path) -> Path:
    """Where the repository begins that a folder lies in; the folder itself where there is none."""
    for folder in (root, *root.parents):
        if os.path.lexists(folder / ".git"):
            return folder
    return root


def _repository(top: Path) -> Path | None:
    """Where git keeps what it knows. In a second work tree and in a submodule, `.git` is a file that says where.

    Files of a repository can contain such a file, too, or a link, and name any other folder: these do not count.
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
    # A work tree that git has made is named by its repository in return.
    if real_path(os.fsdecode(_bytes_of(folder / "gitdir").strip())) != real_path(file):
        return None
    return folder / os.fsdecode(_bytes_of(folder / "commondir").strip())


def _bytes_of(path: Path) -> bytes:
    """What is in a small file; nothing, where it is a link, a pipe, too large, or not there."""
    try:
        return read_bytes(path, LARGEST)
    except (OSError, ValueError):
        return b""


def _rules_in(path: Path) -> tuple[_Rule, ...]:
    """The lines of a file, the last first."""
    text = _bytes_of(path).removeprefix(b"\xef\xbb\xbf")
    return tuple(rule for line in reversed(text.split(b"\n")) for rule in _rule(line.removesuffix(b"\r")))


def _rule(line: bytes) -> Iterator[_Rule]:
    if line.startswith(b"#"):
        return
    line = _trimmed(line)
    negated = line.startswith(b"!")
    pattern = line[negated:]
    folders = pattern.endswith(b"/")
    pattern = pattern.removesuffix(b"/")
    if 0 < len(pattern) <= _LONGEST:
        anchored = b"/" in pattern
        yield _Rule(_Glob(pattern.removeprefix(b"/"), anchored), anchored, negated, folders)


def _trimmed(line: bytes) -> bytes:
    """Without the spaces at its end, except one that a backslash keeps."""
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
"""How many steps `**/` has: one where it is decided whether there are folders at all, those, and the slash behind them."""
_MORE_FOLDERS = re.compile(rb"\A(?:/\*\*+(?=/))*")
"""Any folders, and then any folders, are any folders."""
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


class _Step(NamedTuple):
    """One place of a pattern."""

    bytes: frozenset[int]
    """What may stand there. None of them where the pattern is malformed: such a one matches nothing."""
    repeated: bool = False
    """Whether any number of them may, also none."""
    over: tuple[int, ...] = ()
    """How many steps, with this one, may also be passed over at once."""


class _Glob:
    """A pattern. What stands before the first special character is compared as it is, the rest step by step."""

    def __init__(self, pattern: bytes, whole_path: bool) -> None:
        plain = next((place for place, each in enumerate(pattern) if each in _SPECIAL), len(pattern))
        self._start = pattern[:plain]
        # As in git, the rest does not know what stood before it: `a**/b` is `a`, then any folders, then `b`.
        self._steps = tuple(_steps(pattern[plain:], whole_path))
        self._over = sum(1 << place for place, each in enumerate(self._steps) if _STAR in each.over)
        self._over_folders = sum(1 << place for place, each in enumerate(self._steps) if _FOLDERS in each.over)
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
        """The places that this byte does not leave, and those it leaves for the next."""
        stays = sum(1 << place for place, each in enumerate(self._steps) if each.repeated and byte in each.bytes)
        goes = sum(1 << place for place, each in enumerate(self._steps) if not each.repeated and byte in each.bytes)
        self._moves[byte] = stays, goes
        return stays, goes

    def _passed(self, reached: int) -> int:
        """The places reached, with those behind what may be empty."""
        while True:
            # Two stars never follow each other, so this ends after a few rounds.
            further = reached | (reached & self._over) << _STAR | (reached & self._over_folders) << _FOLDERS
            if further == reached:
                return reached
            reached = further


def _steps(pattern: bytes, whole_path: bool) -> Iterator[_Step]:
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
                    yield _Step(frozenset(), over=(_STAR, _FOLDERS))
                yield _Step(_EVERY, True, (_STAR,))
            else:
                yield _Step(_NO_SLASH if whole_path else _EVERY, True, (_STAR,))
            at = end
        elif byte == ord("?"):
            yield _Step(_NO_SLASH if whole_path else _EVERY)
            at += 1
        elif byte == ord("["):
            found, at = _bracket(pattern, at + 1)
            yield _Step(found - {ord("/")} if whole_path else found)
        else:
            at += byte == ord("\\")
            yield _Step(frozenset(pattern[at : at + 1]))
            at += 1


def _bracket(pattern: bytes, at: int) -> tuple[frozenset[int], int]:
    """The bytes in brackets, and where the pattern goes on. Brackets that do not close stand for nothing."""
    nothing: tuple[frozenset[int], int] = frozenset(), len(pattern)
    negated = pattern[at : at + 1] in (b"!", b"^")
    at += negated
    found: set[int] = set()
    before, first = -1, True
    while first or pattern[at : at + 1] != b"]":
        first = False
        if at >= len(pattern):
            return nothing
        byte = pattern[at]
        if byte == ord("-") and before >= 0 and pattern[at + 1 : at + 2] not in (b"", b"]"):
            at += 1 + (pattern[at + 1] == ord("\\"))
            if at >= len(pattern):
                return nothing
            found.update(range(before, pattern[at] + 1))
            before = -1
        elif byte == ord("[") and pattern[at + 1 : at + 2] == b":":
            end = pattern.find(b"]", at + 2)
            if end < 0:
                return nothing
            name = pattern[at + 2 : end]
            if name.endswith(b":"):
                if name[:-1] not in _CLASSES:
                    return nothing
                found |= _bracket(_CLASSES[name[:-1]] + b"]", 0)[0]
                before, at = -1, end
            else:
                found.add(byte)
                before = byte
        else:
            if byte == ord("\\"):
                at += 1
                if at >= len(pattern):
                    return nothing
                byte = pattern[at]
            found.add(byte)
            before = byte
        at += 1
    return (_EVERY - found if negated else frozenset(found)), at + 1
