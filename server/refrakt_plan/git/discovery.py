"""Finds the repository around a folder.

Git's own search would take a folder that looks like a bare repository, and follow a `.git` file to any repository of the disk.
Here only `.git` counts, and where it is a file or a link, only if the repository it points at names this work tree in return: that
is so for worktrees and submodules, and for nothing that a stranger can put into a project.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from refrakt.plugins import files_below, read_bytes

from .command import NoHistory, no_work_tree, not_a_repository, refused, run_in
from .work_tree import Repository, WorkTree

_LONGEST = 64 * 1024
"""Bytes of a file that holds a path."""
_GIT_FILE = b"gitdir: "
_SHARED = ("HEAD", "config", "objects", "packed-refs", "refs")
"""What makes a repository. A link in the place of one of them leads to another one."""


def repository(folder: Path) -> Repository:
    """The repository around a folder. `NoHistory` where there is none, or no commit in it."""
    try:
        return _repository(Path(os.path.realpath(folder)))
    except OSError as error:
        raise NoHistory("git-failed", f"the git repository cannot be read: {error.strerror or error}") from error


def _repository(folder: Path) -> Repository:
    tree = _work_tree(_top(folder))
    if folder.is_relative_to(tree.git_dir):
        raise no_work_tree()
    # Git is not told here where the repository is, because it then would not check who owns it.
    asked = run_in(tree.top, ("rev-parse", "--is-shallow-repository", "--show-toplevel", "--quiet", "--verify", "HEAD"))
    if asked.returncode == 1:
        raise NoHistory("no-commits", "nothing has been committed yet")
    if asked.returncode:
        raise refused(asked)
    # A path may hold a line break; the answers around it cannot.
    shallow, *top, head = asked.stdout.removesuffix(b"\n").split(b"\n")
    if Path(os.fsdecode(b"\n".join(top))) != tree.top:
        raise no_work_tree()
    below = folder.relative_to(tree.top).as_posix()
    prefix = b"" if below == "." else os.fsencode(below) + b"/"
    boundary = read_bytes(tree.common_dir / "shallow") if shallow == b"true" else b""
    return Repository(tree, prefix, head.decode(), boundary)


def _top(folder: Path) -> Path:
    """The nearest folder with a `.git`, within the limits that git has for its search, too."""
    limits = os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep)
    ceilings = {os.path.realpath(each) for each in limits if each}
    across = os.environ.get("GIT_DISCOVERY_ACROSS_FILESYSTEM", "").lower() in ("1", "true", "yes", "on")
    device = os.stat(folder).st_dev
    for place in (folder, *folder.parents):
        if place != folder and (str(place) in ceilings or not (across or os.stat(place).st_dev == device)):
            break
        if _has_git(place):
            return place
    raise not_a_repository()


def _has_git(folder: Path) -> bool:
    git = folder / ".git"
    try:
        mode = os.lstat(git).st_mode
    except OSError:
        return False
    if stat.S_ISDIR(mode):  # an empty one is passed over, as git does
        return os.path.lexists(git / "HEAD") and ((git / "objects").exists() or (git / "commondir").exists())
    return stat.S_ISREG(mode) or stat.S_ISLNK(mode)


def _work_tree(top: Path) -> WorkTree:
    git = top / ".git"
    mode = os.lstat(git).st_mode
    if stat.S_ISDIR(mode):
        return WorkTree(top, git, _own(git))
    path = os.path.realpath(git) if stat.S_ISLNK(mode) else _pointed_at(git)
    git_dir = Path(os.path.realpath(path))
    if not git_dir.is_dir():
        raise NoHistory("git-failed", "the `.git` file points at a folder that does not exist")
    if _names_worktree(git_dir, git):
        return WorkTree(top, git_dir, _own(git_dir.parent.parent))
    if _configured_top(git_dir, top) == top:
        return WorkTree(top, git_dir, _own(git_dir))
    raise _foreign(
        "the `.git` file points at a repository that does not name this folder as its work tree; if it is yours, set "
        "`core.worktree` there"
    )


def _own(common_dir: Path) -> Path:
    """A repository that is all there, without parts of another one."""
    parts = [common_dir / name for name in _SHARED]
    refs = (Path(each.path) for each in files_below(common_dir / "refs") if each.is_symlink())
    if os.path.lexists(common_dir / "commondir") or any(
        not Path(os.path.realpath(part)).is_relative_to(common_dir) for part in chain(parts, refs)
    ):
        raise _foreign("parts of the git repository belong to another one")
    if any(part.exists() and not (part.is_file() or part.is_dir()) for part in parts):
        raise NoHistory("git-failed", "the git repository holds a pipe or a device where git would wait for it")
    return common_dir


def _pointed_at(git_file: Path) -> str:
    data = _small_file(git_file)
    path = data.removeprefix(_GIT_FILE).rstrip(b"\r\n")
    if not data.startswith(_GIT_FILE) or not path or b"\0" in path:
        raise NoHistory("git-failed", "the `.git` file does not say where the repository is")
    return os.path.join(git_file.parent, os.fsdecode(path))


def _names_worktree(git_dir: Path, git_file: Path) -> bool:
    """Whether this is the folder of a linked worktree, made for this `.git` file."""
    if git_dir.parent.name != "worktrees":
        return False
    named, common = (_small_file(git_dir / name).rstrip(b"\r\n") for name in ("gitdir", "commondir"))
    if not named or not common or b"\0" in named + common:
        return False
    return (
        Path(os.path.realpath(git_dir / os.fsdecode(named))) == git_file
        and Path(os.path.realpath(git_dir / os.fsdecode(common))) == git_dir.parent.parent
    )


def _configured_top(git_dir: Path, top: Path) -> Path | None:
    """The work tree that a repository is configured for, as those of submodules are."""
    found = list(_configured_tops(git_dir, top))
    return Path(os.path.realpath(git_dir / os.fsdecode(found[-1]))) if found else None


def _configured_tops(git_dir: Path, top: Path) -> Iterator[bytes]:
    for name in ("config", "config.worktree"):
        if (git_dir / name).is_file():
            # Read as a plain file, from where there is no repository: nothing else of it counts yet.
            words = ("config", "--no-includes", "-z", "--file", str(git_dir / name), "--get", "core.worktree")
            yield from run_in(top, words, cwd=Path(top.anchor)).stdout.split(b"\0")[:-1]


def _small_file(path: Path) -> bytes:
    """A file that is expected to hold a line. Empty where it cannot be read."""
    try:
        return read_bytes(path, _LONGEST)
    except (OSError, ValueError):
        return b""


def _foreign(message: str) -> NoHistory:
    return NoHistory("foreign-repository", message)
