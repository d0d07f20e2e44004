"""The project around a shell, for commands that people type.

A handler gets words and nothing else. Here it gets what a tool is given: the project's folder and config, and files that it can
change as safely as a tool does. Whoever runs the command knows in which folder the words were typed, and perhaps of an editor that
has files open: it objects to changes of what is not saved there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.project.roots import project_root

from .contract import CommandContext
from .disk import Disk, Objection

_typed_in: ContextVar[tuple[Path | None, Objection | None]] = ContextVar("typed_in", default=(None, None))
"""A handler gets words alone, so there is no other way to it."""


@contextmanager
def typed_in(folder: Path, objection: Objection | None) -> Iterator[None]:
    """Run a command whose words were typed in a folder, and ask before it changes files. For hosts."""
    before = _typed_in.set((folder, objection))
    try:
        yield
    finally:
        _typed_in.reset(before)


def typed_path(word: str) -> Path:
    """The path that a word of a command means: it counts from the folder it was typed in, wherever the command runs."""
    folder, _ = _typed_in.get()
    return (folder or Path.cwd()) / word


def shell_context(root: Path | None = None) -> CommandContext:
    """The context of the project around the folder the shell is in: the one that every other command works in, too.

    With `root`, that of another project, which the user has named.
    """
    from refrakt.project.site import project_at

    from .table import config_data

    try:
        root = Path(os.path.realpath(root) if root is not None else project_root(os.getcwd()))
    except OSError as error:
        raise RefraktError("NOT_FOUND", "this folder does not exist any more", "Go to another folder.") from error
    _, objection = _typed_in.get()
    return CommandContext(root, config_data(project_at(root).config), Disk(root, objection))
