"""Runs git: always the system's program, never one of the workspace, and without programs that a repository configures.

Every command names its repository, so git never searches for one: a folder of a project can look like a bare repository with
its own settings. The output does not depend on the user's language or settings.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from refrakt.plugins import find_program, search_path
from refrakt_plan.git.work_tree import Repository, WorkTree

_SETTINGS = (
    # Only for the first command, which lets git check the owner of the repository; unknown to git before 2.38.
    "safe.bareRepository=explicit",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "diff.orderFile=/dev/null",
    "log.follow=false",
    "log.showRoot=true",
    "log.showSignature=false",
)
_KEPT = ("GIT_CONFIG", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH")
"""All other git variables belong to the command around us, perhaps a hook, and refer to its repository."""
_CONFIG = "refrakt.config.json"
TIMEOUT_S = 50.0
"""Seconds; a tool must answer within a minute."""


class GitError(Exception):
    """Why git has no answer. `type` is for programs, `message` for people."""

    def __init__(self, type: str, message: str) -> None:
        super().__init__(message)
        self.type = type
        self.message = message

    @property
    def code(self) -> str:
        """The code of a `RefraktError` for it."""
        return "NOT_A_REPOSITORY" if self.type in ("not-a-repository", "no-work-tree") else "GIT_FAILED"


def git_output(repository: Repository, *args: str | bytes, stdin: bytes = b"") -> bytes:
    """The standard output of a git command. `GitError` if it fails."""
    result = run_git(repository.tree, args, stdin)
    if result.returncode:
        raise error_of(result)
    return result.stdout


def run_git(tree: WorkTree, args: Iterable[str | bytes], stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command in a repository."""
    return run_git_in(tree.top, (*_location(tree), *args), stdin)


def run_git_in(
    top: Path, args: Iterable[str | bytes], stdin: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command at the top of a work tree, or in `cwd`. Unless the arguments name a repository, git uses the one there."""
    program, environment = _program(top)
    try:
        return subprocess.run(
            [program, *_options(), *args],
            cwd=cwd or top,
            env=environment,
            input=stdin,
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise timeout_error() from error
    except (OSError, ValueError) as error:
        raise _start_error(error) from error


def start_git(tree: WorkTree, *args: str) -> subprocess.Popen[bytes]:
    """Start an interactive command."""
    program, environment = _program(tree.top)
    try:
        return subprocess.Popen(
            [program, *_options(), *_location(tree), *args],
            cwd=tree.top,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise _start_error(error) from error


def _options() -> list[str]:
    settings = (argument for each in _SETTINGS for argument in ("-c", each))
    return ["--no-pager", "--literal-pathspecs", *settings]


def _location(tree: WorkTree) -> tuple[str, str]:
    return f"--git-dir={tree.git_dir}", f"--work-tree={tree.top}"


# The program ----------------------------------------------------------------------------------------------------------


def _program(top: Path) -> tuple[str, dict[str, str]]:
    """Git and its environment. Neither contains a path into the workspace."""
    folders = search_path(_workspaces(top))
    program = find_program("git", folders)
    if program is None:
        raise GitError("no-git", "git is not installed, so there is no history")
    return program, _environment(folders)


def _workspaces(top: Path) -> Iterable[Path]:
    """The folders with untrusted files: the work tree and the projects around it."""
    yield top
    is_part = not (top / ".git").is_dir()  # a submodule, or a work tree inside another one
    for folder in top.parents:
        if (folder / _CONFIG).exists() or (is_part and (folder / ".git").exists()):
            yield folder


def _environment(folders: tuple[str, ...]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name.startswith(_KEPT)}
    return {
        **kept,
        "PATH": os.pathsep.join(folders),
        "LC_ALL": "C",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        # A partial clone would fetch missing objects and write them.
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
    }


# Errors ---------------------------------------------------------------------------------------------------------------


def error_of(result: subprocess.CompletedProcess[bytes]) -> GitError:
    stderr = result.stderr.decode("utf-8", "replace")
    if "not a git repository" in stderr:
        return not_a_repository()
    if "must be run in a work tree" in stderr:
        return no_work_tree()
    if "dubious ownership" in stderr:
        return GitError(
            "unsafe-repository",
            "git does not trust this repository, which belongs to another user; to trust it, run `git config --global --add "
            "safe.directory` with its folder",
        )
    first = stderr.strip().partition("\n")[0].removeprefix("fatal: ")
    return GitError("git-failed", f"git failed: {first or f'exit code {result.returncode}'}")


def not_a_repository() -> GitError:
    return GitError("not-a-repository", "the plan is not in a git repository, so there is no history")


def no_work_tree() -> GitError:
    return GitError("no-work-tree", "the plan is not in the work tree of its git repository")


def timeout_error() -> GitError:
    return GitError("git-slow", f"git took more than {TIMEOUT_S:.0f} seconds")


def missing_blobs() -> GitError:
    """For a partial clone: git exits, or reports a missing object."""
    return GitError(
        "missing-contents",
        "earlier versions are missing in this clone, which may have been made with `--filter`; use a full clone",
    )


def _start_error(error: OSError | ValueError) -> GitError:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return GitError("git-failed", f"git cannot be run: {reason}")
