"""The project around a shell, for commands that people type.

A handler gets words and nothing else. Here it gets what a tool is given: the project's folder and config, and files that it can
change as safely as a tool does. Whoever runs the command may know of an editor that has files open, and objects to changes of what
is not saved there.
"""

from __future__ import annotations

import os
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.project.roots import project_root

from .contract import CommandContext
from .disk import Disk, Objection

_objection: Objection | None = None


def object_with(objection: Objection | None) -> None:
    """Ask this, from now on, before commands of this process change files. For hosts."""
    global _objection  # noqa: PLW0603 - a handler gets words alone, so there is no other way to it
    _objection = objection


def shell_context() -> CommandContext:
    """The context of the project around the folder the shell is in: the one that every other command works in, too."""
    from refrakt.project.site import project_at

    from .table import config_data

    try:
        root = Path(project_root(os.getcwd()))
    except OSError as error:
        raise RefraktError("NOT_FOUND", "this folder does not exist any more", "Go to another folder.") from error
    return CommandContext(root, config_data(project_at(root).config), Disk(root, _objection))
