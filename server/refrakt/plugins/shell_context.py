"""The context of a shell command.

A handler gets nothing but its arguments. `shell_context` gives it the context of a tool: the project's folder and config, and
files that it can change as safely. The host sets the folder in which the command was typed, an objection against changes of
files with unsaved text in an editor, and the renderer of pages.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.plugins.contract import CommandContext, PageRenderer
from refrakt.project.disk_files import Disk, WriteGuard
from refrakt.project.project_root import project_root


@dataclass(frozen=True, slots=True)
class _Invocation:
    """How the host runs a command."""

    folder: Path | None = None
    objection: WriteGuard | None = None
    page_renderer: Callable[[Path], PageRenderer] | None = None


_TYPED_NOWHERE = _Invocation()
_invocation: ContextVar[_Invocation] = ContextVar("invocation", default=_TYPED_NOWHERE)
"""A handler gets nothing but its arguments, so a context variable carries it."""


@contextmanager
def command_invocation(
    folder: Path, objection: WriteGuard | None, page_renderer: Callable[[Path], PageRenderer] | None = None
) -> Iterator[None]:
    """Run a command that was typed in a folder, and check its changes with an objection. For hosts."""
    token = _invocation.set(_Invocation(folder, objection, page_renderer))
    try:
        yield
    finally:
        _invocation.reset(token)


def path_argument(argument: str) -> Path:
    """The path of an argument, relative to the folder in which the command was typed."""
    return (_invocation.get().folder or Path.cwd()) / argument


def shell_context(root: Path | None = None) -> CommandContext:
    """The context of the project that contains the current folder, or of the project at `root`, which the user has named."""
    from refrakt.plugins.plugin_table import config_data
    from refrakt.project.site import project_at

    try:
        root = Path(os.path.realpath(root) if root is not None else project_root(os.getcwd()))
    except OSError as error:
        raise RefraktError("NOT_FOUND", "the current folder no longer exists", "change to another folder") from error
    invoked = _invocation.get()
    files = Disk(root, invoked.objection)
    return CommandContext(
        root, config_data(project_at(root).config), files, shell=True, page_renderer=invoked.page_renderer
    )
