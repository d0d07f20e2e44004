"""What the commands of plan share on the command line: how words are read, how answers and refusals are shown.

An answer goes to standard output, as text or JSON. A refusal goes to standard error, and standard output stays empty.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from refrakt.plugins import CommandContext, Disk, RefraktError

CONFIG = "refrakt.config.json"
Json = dict[str, Any]


class Words(argparse.ArgumentParser):
    """Reads the words of a command. What makes no sense is refused like everything else."""

    def __init__(self, command: str, about: str) -> None:
        super().__init__(prog=f"refrakt plan {command}", description=about, allow_abbrev=False)
        self.add_argument("--dir", metavar="DIR", help="the plan folder")
        self.add_argument("--format", choices=["text", "json"], default="text", help="how to answer (default: text)")

    def error(self, message: str) -> NoReturn:
        raise RefraktError("INVALID_ARGS", message, f"`{self.prog} --help` lists what there is.")


def answer(
    parser: Words,
    words: list[str],
    run: Callable[[argparse.Namespace, CommandContext], Json],
    text: Callable[[Json], str],
    code: Callable[[Json], int] = lambda _: 0,
) -> int:
    """Run a command for a person: read the words, do it, show what came of it. Returns the exit code."""
    try:
        given = parser.parse_args(words)
        if given.dir is not None:
            given.dir = str(Path.cwd() / given.dir)
        result = run(given, here())
    except RefraktError as trouble:
        refusal = json.dumps(trouble.as_json(), ensure_ascii=False) if _wants_json(words) else f"refrakt: {trouble}"
        _write(sys.stderr, refusal)
        return trouble.exit_code
    _write(sys.stdout, json.dumps(result, ensure_ascii=False, indent=2) if given.format == "json" else text(result))
    return code(result)


def here() -> CommandContext:
    """The project around the shell: the nearest folder with a config, else the one the shell is in."""
    cwd = Path.cwd()
    root = next((each for each in (cwd, *cwd.parents) if (each / CONFIG).is_file()), cwd)
    return CommandContext(root, read_config(root / CONFIG), Disk(root))


def read_config(path: Path) -> Mapping[str, Any]:
    """The config as data. One that cannot be read says nothing about a plan."""
    try:
        found = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _wants_json(words: list[str]) -> bool:
    return "--format=json" in words or ("--format", "json") in pairwise(words)


def _write(stream: Any, text: str) -> None:
    """A text and the end of its line, in UTF-8 wherever this runs."""
    stream.flush()
    stream.buffer.write(f"{text.rstrip()}\n".encode("utf-8", "backslashreplace"))
    stream.buffer.flush()
