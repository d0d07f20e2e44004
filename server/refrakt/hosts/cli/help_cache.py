"""Help texts, kept between runs: to make one, services or plugins are imported, which takes half a second.

A text is kept with the files it was made from. It is used as long as these files, the installed distributions, the files of the
project that select plugins, and the terminal are the same.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Any

from refrakt import __version__
from refrakt.hosts.cli import standard_output

_MOST_TEXTS = 200
"""Texts in the folder; beyond them all are removed."""
_MOST_WORDS = 2
"""Words of a command before `--help`."""
_SELECTING = ("refrakt.config.json", "pyproject.toml", "package.json", os.path.join("node_modules", "@refrakt-md"))
"""The files of a project that select plugins."""
_TERMINAL = ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TERM")


def is_help(arguments: list[str]) -> bool:
    """Whether a command line asks for help and for nothing else."""
    *words, last = arguments or [""]
    return last in ("--help", "-h") and len(words) <= _MOST_WORDS and not any(each.startswith("-") for each in words)


def show_help(arguments: list[str], make: Callable[[], int]) -> int:
    """Print the help that `make` prints, from the last run if possible."""
    path = _path(arguments)
    text = _kept(path) if path is not None else None
    if text is not None:
        standard_output.write(text)
        return 0
    code, text = _printed(make)
    if path is not None and code == 0:
        _keep(path, text)
    standard_output.write(text)
    return code


class _CollectedOutput(io.TextIOWrapper):
    """Collects what is printed, as if it were standard output."""

    def isatty(self) -> bool:
        return sys.__stdout__ is not None and sys.__stdout__.isatty()


def _printed(make: Callable[[], int]) -> tuple[int, str]:
    data = io.BytesIO()
    output = _CollectedOutput(data, "utf-8", errors="backslashreplace", newline="\n")
    before, sys.stdout = sys.stdout, output
    try:
        try:
            code = make()
        except SystemExit as leaving:  # argparse
            code = int(leaving.code or 0)
        output.flush()
    finally:
        sys.stdout = before
    return code, data.getvalue().decode("utf-8", "replace")


def _path(arguments: list[str]) -> str | None:
    """Where the text of a command line is kept in this project and on this terminal."""
    from refrakt import services
    from refrakt.hosts.cli import commands
    from refrakt.project.index.cache_folder import CacheFolderError, cache_folder, make_private
    from refrakt.project.project_root import project_root

    try:
        root = project_root(os.getcwd())
        folder = cache_folder() / "help"
        make_private(folder)
    except (OSError, CacheFolderError):
        return None
    folders = [root]
    while (parent := os.path.dirname(folders[-1])) != folders[-1]:
        folders.append(parent)
    selecting = [_stamp(os.path.join(each, name)) for each in folders for name in _SELECTING]
    installed = [(each, _stamp(each)) for each in sys.path]
    own = [(each, _stamp(each)) for package in (commands, services) for each in package.__path__]
    terminal = [os.environ.get(each) for each in _TERMINAL] + [sys.stdout.isatty(), _width()]
    state: list[Any] = [__version__, sys.version, sys.argv[0], arguments, root, selecting, installed, own, terminal]
    digest = blake2b(json.dumps(state).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return os.path.join(folder, f"{digest}.json")


def _kept(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        is_current = all(_stamp(name) == stamp for name, stamp in found["files"].items())
        return str(found["text"]) if is_current else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _keep(path: str, text: str) -> None:
    folder = os.path.dirname(path)
    with suppress(OSError):
        names = os.listdir(folder)
        for name in names if len(names) > _MOST_TEXTS else ():
            os.unlink(os.path.join(folder, name))
        unfinished = f"{path}.{os.getpid()}"
        with open(unfinished, "w", encoding="utf-8") as file:
            json.dump({"text": text, "files": {name: _stamp(name) for name in _source_files()}}, file)
        os.replace(unfinished, path)


def _source_files() -> list[str]:
    """The files of imported modules that can change without an installation."""
    files = (getattr(each, "__file__", None) for each in tuple(sys.modules.values()))
    library = os.path.dirname(os.__file__)
    return sorted({each for each in files if each and "site-packages" not in each and not each.startswith(library)})


def _stamp(path: str) -> list[int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return [status.st_size, status.st_mtime_ns]


def _width() -> int:
    try:
        return os.get_terminal_size(1).columns
    except (OSError, ValueError):
        return 0
