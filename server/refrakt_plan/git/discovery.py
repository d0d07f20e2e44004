"""Finds the repository of a folder.

Git's own search would accept a folder that looks like a bare repository, and follow a `.git` file to any repository on the disk.
Here only `.git` counts. A `.git` file or link counts only if the repository it points to names this work tree in return, which is
so for worktrees and submodules, but not for anything that a stranger can put into a project.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from refrakt.plugins import files_below, read_bytes
from refrakt_plan.git.command import GitError, error_of, no_work_tree, not_a_repository, run_git_in
from refrakt_plan.git.work_tree import Repository, WorkTree

_MAX_BYTES = 64 * 1024
"""The maximum size of a file that holds a path."""
_GIT_FILE = b"gitdir: "
_SHARED = ("HEAD", "config", "objects", "packed-refs", "refs")
"""The parts of a repository. A link in place of one of them points to another repository."""


def repository(folder: Path) -> Repository:
    """The repository of a folder. `GitError` if there is none, or none with a commit."""
    try:
        return _repository(Path(os.path.realpath(folder)))
    except OSError as error:
        raise GitError("git-failed", f"the git repository cannot be read: {error.strerror or error}") from error


def _repository(folder: Path) -> Repository:
    tree = _work_tree(_top(folder))
    if folder.is_relative_to(tree.git_dir):
        raise no_work_tree()
    # Without an explicit repository, so that git checks its owner.
    args = ("rev-parse", "--is-shallow-repository", "--show-toplevel", "--quiet", "--verify", "HEAD")
    result = run_git_in(tree.top, args)
    if result.returncode == 1:
        raise GitError("no-commits", "the repository has no commits yet")
    if result.returncode:
        raise error_of(result)
    # The path may contain a line break; the values around it cannot.
    shallow, *top, head = result.stdout.removesuffix(b"\n").split(b"\n")
    if Path(os.fsdecode(b"\n".join(top))) != tree.top:
        raise no_work_tree()
    below = folder.relative_to(tree.top).as_posix()
    prefix = b"" if below == "." else os.fsencode(below) + b"/"
    boundary = read_bytes(tree.common_dir / "shallow") if shallow == b"true" else b""
    return Repository(tree, prefix, head.decode(), boundary)


def _top(folder: Path) -> Path:
    """The nearest folder with a `.git`, within the limits of git's own search."""
    limits = os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep)
    ceilings = {os.path.realpath(each) for each in limits if each}
    across = os.environ.get("GIT_DISCOVERY_ACROSS_FILESYSTEM", "").lower() in ("1", "true", "yes", "on")
    device = os.stat(folder).st_dev
    for candidate in (folder, *folder.parents):
        if candidate != folder and (str(candidate) in ceilings or not (across or os.stat(candidate).st_dev == device)):
            break
        if _has_git(candidate):
            return candidate
    raise not_a_repository()


def _has_git(folder: Path) -> bool:
    git = folder / ".git"
    try:
        mode = os.lstat(git).st_mode
    except OSError:
        return False
    if stat.S_ISDIR(mode):  # git ignores an empty one, too
        return os.path.lexists(git / "HEAD") and ((git / "objects").exists() or (git / "commondir").exists())
    return stat.S_ISREG(mode) or stat.S_ISLNK(mode)


def _work_tree(top: Path) -> WorkTree:
    git = top / ".git"
    mode = os.lstat(git).st_mode
    if stat.S_ISDIR(mode):
        return WorkTree(top, git, _self_contained(git))
    path = os.path.realpath(git) if stat.S_ISLNK(mode) else _target(git)
    git_dir = Path(os.path.realpath(path))
    if not git_dir.is_dir():
        raise GitError("git-failed", "the `.git` file points to a folder that does not exist")
    if _names_worktree(git_dir, git):
        return WorkTree(top, git_dir, _self_contained(git_dir.parent.parent))
    if _configured_top(git_dir, top) == top:
        return WorkTree(top, git_dir, _self_contained(git_dir))
    raise _foreign(
        "the `.git` file points to a repository that does not name this folder as its work tree; if it is yours, set "
        "`core.worktree` there"
    )


def _self_contained(common_dir: Path) -> Path:
    """The folder itself, if it is a complete repository without parts of another one."""
    parts = [common_dir / name for name in _SHARED]
    refs = (Path(each.path) for each in files_below(common_dir / "refs") if each.is_symlink())
    if os.path.lexists(common_dir / "commondir") or any(
        not Path(os.path.realpath(part)).is_relative_to(common_dir) for part in chain(parts, refs)
    ):
        raise _foreign("parts of the git repository belong to another one")
    if any(part.exists() and not (part.is_file() or part.is_dir()) for part in parts):
        raise GitError("git-failed", "the git repository contains a pipe or a device, on which git would block")
    return common_dir


def _target(git_file: Path) -> str:
    data = _small_file(git_file)
    path = data.removeprefix(_GIT_FILE).rstrip(b"\r\n")
    if not data.startswith(_GIT_FILE) or not path or b"\0" in path:
        raise GitError("git-failed", "the `.git` file does not contain the path of a repository")
    return os.path.join(git_file.parent, os.fsdecode(path))


def _names_worktree(git_dir: Path, git_file: Path) -> bool:
    """Whether this is the git folder of a linked worktree with this `.git` file."""
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
    """The work tree in a repository's config, as submodules have it."""
    found = list(_configured_tops(git_dir, top))
    return Path(os.path.realpath(git_dir / os.fsdecode(found[-1]))) if found else None


def _configured_tops(git_dir: Path, top: Path) -> Iterator[bytes]:
    for name in ("config", "config.worktree"):
        if (git_dir / name).is_file():
            # Read as a plain file, outside any repository: nothing else of this one is trusted yet.
            args = ("config", "--no-includes", "-z", "--file", str(git_dir / name), "--get", "core.worktree")
            yield from run_git_in(top, args, cwd=Path(top.anchor)).stdout.split(b"\0")[:-1]


def _small_file(path: Path) -> bytes:
    """A file that should hold one line. Empty if it cannot be read."""
    try:
        return read_bytes(path, _MAX_BYTES)
    except (OSError, ValueError):
        return b""


def _foreign(message: str) -> GitError:
    return GitError("foreign-repository", message)
