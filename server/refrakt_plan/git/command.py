"""Runs git: always the program of the system, never one of the workspace, and with nothing that a repository could have it run.

Every command names the repository it is about, so git never searches for one: a folder of a project can look like a bare
repository, with settings of its own. What git answers does not depend on the language or the settings of the user.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from refrakt.plugins import find_program, search_path

from .work_tree import Repository, WorkTree

_SETTINGS = (
    # Only for the first command, which lets git check who owns the repository; git before 2.38 does not know it.
    "safe.bareRepository=explicit",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "diff.orderFile=/dev/null",
    "log.follow=false",
    "log.showRoot=true",
    "log.showSignature=false",
)
_KEPT = ("GIT_CONFIG", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH")
"""All other variables of git are those of the command around us, a hook perhaps, and speak of its repository."""
_CONFIG = "refrakt.config.json"
PATIENCE = 50.0
"""Seconds; a tool has to answer within a minute."""


class NoHistory(Exception):
    """Why git has no answer. `type` is for programs, `message` for people."""

    def __init__(self, type: str, message: str) -> None:
        super().__init__(message)
        self.type = type
        self.message = message


def output(repository: Repository, *words: str | bytes, given: bytes = b"") -> bytes:
    """What a command of git prints. `NoHistory` where it fails."""
    answer = run(repository.tree, words, given)
    if answer.returncode:
        raise refused(answer)
    return answer.stdout


def run(tree: WorkTree, words: Iterable[str | bytes], given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command in a repository."""
    return run_in(tree.top, (*_named(tree), *words), given)


def run_in(
    top: Path, words: Iterable[str | bytes], given: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command at the top of a work tree, or elsewhere. If it does not name the repository, git takes the one there."""
    program, environment = _program(top)
    try:
        return subprocess.run(
            [program, *_options(), *words],
            cwd=cwd or top,
            env=environment,
            input=given,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise too_slow() from late
    except (OSError, ValueError) as error:
        raise _not_run(error) from error


def start(tree: WorkTree, *words: str) -> subprocess.Popen[bytes]:
    """Start a command that is asked and answers as long as it runs."""
    program, environment = _program(tree.top)
    try:
        return subprocess.Popen(
            [program, *_options(), *_named(tree), *words],
            cwd=tree.top,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise _not_run(error) from error


def _options() -> list[str]:
    settings = (word for each in _SETTINGS for word in ("-c", each))
    return ["--no-pager", "--literal-pathspecs", *settings]


def _named(tree: WorkTree) -> tuple[str, str]:
    return f"--git-dir={tree.git_dir}", f"--work-tree={tree.top}"


# The program ----------------------------------------------------------------------------------------------------------


def _program(top: Path) -> tuple[str, dict[str, str]]:
    """Git, and the environment it gets. Neither holds a path into the workspace."""
    folders = search_path(_workspaces(top))
    program = find_program("git", folders)
    if program is None:
        raise NoHistory("no-git", "git is not installed, and only git knows the history")
    return program, _environment(folders)


def _workspaces(top: Path) -> Iterable[Path]:
    """The folders whose files may come from somebody else: the work tree, and the projects around it."""
    yield top
    is_part = not (top / ".git").is_dir()  # a submodule, or a work tree inside another one
    for folder in top.parents:
        if (folder / _CONFIG).exists() or (is_part and (folder / ".git").exists()):
            yield folder


def _environment(folders: tuple[str, ...]) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name.startswith(_KEPT)}
    return {
        **ours,
        "PATH": os.pathsep.join(folders),
        "LC_ALL": "C",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        # A clone without all its objects would fetch those that are asked for, and write them.
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
    }


# What went wrong ------------------------------------------------------------------------------------------------------


def refused(answer: subprocess.CompletedProcess[bytes]) -> NoHistory:
    said = answer.stderr.decode("utf-8", "replace")
    if "not a git repository" in said:
        return not_a_repository()
    if "must be run in a work tree" in said:
        return no_work_tree()
    if "dubious ownership" in said:
        return NoHistory(
            "unsafe-repository",
            "git does not trust this repository, which belongs to another user; `git config --global --add "
            "safe.directory` with its folder makes git trust it",
        )
    first = said.strip().partition("\n")[0].removeprefix("fatal: ")
    return NoHistory("git-failed", f"git failed: {first or f'exit code {answer.returncode}'}")


def not_a_repository() -> NoHistory:
    return NoHistory("not-a-repository", "the plan is not in a git repository, and only git knows the history")


def no_work_tree() -> NoHistory:
    return NoHistory("no-work-tree", "the plan is not in the work tree of its git repository")


def too_slow() -> NoHistory:
    return NoHistory("git-slow", f"git took more than {PATIENCE:.0f} seconds")


def missing_contents() -> NoHistory:
    """Git exits, or reports it, where it would have to fetch a content."""
    return NoHistory(
        "missing-contents",
        "earlier versions are missing in this clone, as where it was made with `--filter`; a full clone has them",
    )


def _not_run(error: OSError | ValueError) -> NoHistory:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return NoHistory("git-failed", f"git cannot be run: {reason}")
