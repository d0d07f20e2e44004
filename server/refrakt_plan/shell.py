"""What the commands of plan share on the command line: how words are read, how answers and refusals are shown.

An answer goes to standard output, as text or JSON. A refusal goes to standard error, and standard output stays empty.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from refrakt.plugins import CommandContext, RefraktError, read_inside, shell_context, typed_path
from refrakt_plan.showing.printing import cleaned, escaped, in_line, printable
from refrakt_plan.vocabulary import TYPES

CONFIG = "refrakt.config.json"
Json = dict[str, Any]
_SWITCH = re.compile(r"--([^\s=]+)(?:=.*)?", re.DOTALL)


class _Assign(argparse.Action):
    def __call__(
        self, parser: argparse.ArgumentParser, given: argparse.Namespace, value: Any, switch: str | None = None
    ) -> None:
        given.attributes = {**given.attributes, self.option_strings[0].removeprefix("--"): value}


class Words(argparse.ArgumentParser):
    """Reads the words of a command. What makes no sense is refused like everything else."""

    def __init__(self, command: str, about: str, formats: Sequence[str] = ("text", "json")) -> None:
        super().__init__(prog=f"refrakt plan {command}", description=about, allow_abbrev=False)
        self.add_argument("--dir", metavar="DIR", help="the plan folder")
        about_format = f"how to answer (default: {formats[0]})"
        self.add_argument("--format", choices=formats, default=formats[0], help=about_format)

    def add_attributes(self, words: list[str], about: str) -> None:
        """Take a switch for every attribute, after all others are known: `attributes` has them in the order of the words.

        What is in the words and no type has is taken, too: the type that was meant refuses it, and knows what it may have.
        """
        known = dict.fromkeys(name for kind in TYPES.values() for name in kind.settable)
        for name in known:
            self.add_argument(f"--{name}", metavar="VALUE", action=_Assign, help=about.format(name))
        for name in dict.fromkeys(found[1] for word in words if (found := _SWITCH.fullmatch(word))):
            if f"--{name}" not in self._option_string_actions:
                self.add_argument(f"--{name}", action=_Assign, help=argparse.SUPPRESS)
        self.set_defaults(attributes={})

    def error(self, message: str) -> NoReturn:
        raise RefraktError("INVALID_ARGS", message, f"`{self.prog} --help` lists what there is.")


def answer(
    parser: Words,
    words: list[str],
    run: Callable[[argparse.Namespace, CommandContext], Json],
    text: Callable[[Json], str],
    code: Callable[[Json], int] = lambda _: 0,
    clean: Callable[[str], str] = in_line,
) -> int:
    """Run a command for a person: read the words, do it, show what came of it. Returns the exit code.

    `text` gets the answer with every text in it made fit for a terminal by `clean`.
    """
    try:
        given = parser.parse_args(words)
        if given.dir:
            given.dir = str(typed_path(given.dir))
        result = run(given, shell_context())
    except RefraktError as trouble:
        refusal = _json(trouble.as_json()) if _wants_json(words) else printable(f"refrakt: {trouble}")
        _write(sys.stderr, refusal)
        return trouble.exit_code
    _write(sys.stdout, _json(result, 2) if given.format == "json" else text(cleaned(result, clean)))
    return code(result)


def _json(value: Json, indent: int | None = None) -> str:
    return escaped(json.dumps(value, ensure_ascii=False, indent=indent))


def read_config(path: Path) -> Mapping[str, Any]:
    """The config as data. One that cannot be read says nothing about a plan."""
    try:
        found = json.loads(read_inside(path.parent, path).decode("utf-8-sig"))
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
