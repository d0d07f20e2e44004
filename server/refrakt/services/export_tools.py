"""The npm packages that an export needs and a project may not have: esbuild and Markdoc.

They are installed with npm in the user's cache folder, and only if the user asks for it. The project is not changed.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

from refrakt.project.index.cache_folder import CacheFolderError, cache_folder, make_private
from refrakt.project.programs import find_program, search_path

PACKAGES = ("esbuild@0.28.2", "@markdoc/markdoc@0.5.10")
OPTION = "--install-tools"
SECONDS = 180.0
_QUIET = ("--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts", "--loglevel", "error")


class ToolsError(Exception):
    """The packages cannot be installed; the text says why."""


def tools_folder() -> Path:
    """The folder of the packages, whether they are installed or not. A new list of versions has a new folder."""
    versions = "-".join(each.rpartition("@")[2] for each in PACKAGES)
    try:
        return cache_folder() / f"export-tools-{versions}"
    except CacheFolderError as error:
        raise ToolsError(str(error)) from error


def installed_tools() -> Path | None:
    try:
        folder = tools_folder()
    except ToolsError:
        return None
    names = (each.rpartition("@")[0] for each in PACKAGES)
    return folder if all((folder / "node_modules" / name / "package.json").is_file() for name in names) else None


def install_command(folder: Path) -> list[str]:
    return ["npm", "install", "--prefix", str(folder), *_QUIET, *PACKAGES]


def shown_command(folder: Path) -> str:
    return shlex.join(install_command(folder))


def install_tools(workspace: Path) -> Path:
    """Install the packages unless they are there. npm comes from the PATH, never from the workspace."""
    found = installed_tools()
    if found is not None:
        return found
    npm = find_program("npm", search_path([workspace]))
    if npm is None:
        raise ToolsError("npm is not installed, or not on the PATH")
    folder = tools_folder()
    try:
        make_private(folder)
        # npm gets the user's environment, because the registry and its proxy are configured there, and runs outside of the project.
        done = subprocess.run(
            [npm, *install_command(folder)[1:]],
            cwd=folder,
            env=dict(os.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except CacheFolderError as error:
        raise ToolsError(str(error)) from error
    except subprocess.TimeoutExpired as error:
        raise ToolsError(f"npm did not finish within {SECONDS:g} seconds") from error
    found = installed_tools()
    if done.returncode or found is None:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise ToolsError(f"`{shown_command(folder)}` failed: {last[:300]}")
    return found
