"""The switches of `refrakt` itself. `--cwd`, `--color` and `--allow-folder` may stand before the command or after it.

Read by hand: this comes before everything else, also where every millisecond counts.
"""

from __future__ import annotations

import os
from typing import NamedTuple, NoReturn

SHELLS = ("bash", "zsh", "fish")
COLORS = ("auto", "always", "never")
GLOBAL = {
    "--cwd DIR": "work in this folder",
    "--allow-folder DIR": "use files of this folder, too, where the project's config or links lead there",
    "--color WHEN": "use colours: auto (on a terminal), always or never",
    "--help": "tell about refrakt, or about a command",
    "--version": "tell which refrakt this is",
    "--completion SHELL": "print what makes bash, zsh or fish complete commands",
}
"""The switches and what they do, as help tells it."""

_VALUES = {"--cwd": None, "--allow-folder": None, "--color": COLORS, "--completion": SHELLS}
_ANYWHERE = ("--cwd", "--allow-folder", "--color")
_COMPLETE = "--complete"
"""What completion scripts call, with the words typed so far. Not for people, so help does not tell about it."""


class Switches(NamedTuple):
    """What was said to `refrakt` itself."""

    wish: str | None
    """What to do instead of a command: help, version, completion, complete."""
    words: list[str]
    """The command and its words."""
    cwd: str | None = None
    color: str | None = None
    allowed: str | None = None


def read_switches(words: list[str]) -> Switches:
    """Take the switches of `refrakt` out of a command line."""
    values: dict[str, str] = {}
    rest = list(words)
    while rest and rest[0].startswith("-") and rest[0] != "-":
        name = rest[0].partition("=")[0]
        if name in _VALUES:
            values[name], rest = _value(rest, 0), rest[1 if "=" in rest[0] else 2 :]
            if name == "--completion":
                return Switches("completion", [values[name]])
        elif rest[0] in ("--help", "-h", "--version"):
            wish = "version" if rest[0] == "--version" else "help"
            return Switches(wish, [], values.get("--cwd"), values.get("--color"), values.get("--allow-folder"))
        elif rest[0] == _COMPLETE:
            return Switches("complete", rest[1:], values.get("--cwd"))
        else:
            _refuse(f"{name} is unknown", f"There are: {', '.join(GLOBAL)}.")
    # `--help` and `--version` behind the command are the command's own; a plugin's `--version` may take a value.
    rest = [*rest[:1], *_taken(rest[1:], values)]
    return Switches(None, rest, values.get("--cwd"), values.get("--color"), values.get("--allow-folder"))


def enter(given: Switches) -> None:
    """Do as the switches say, for this process and those it starts."""
    if given.cwd is not None:
        try:
            os.chdir(given.cwd)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            _refuse(f"--cwd {given.cwd}: {reason}", "Name a folder that exists.")
    if given.allowed is not None:
        from refrakt.project.confinement import allow_in_environment

        allow_in_environment([given.allowed])
    if given.color in ("always", "never"):
        wanted, other = ("FORCE_COLOR", "NO_COLOR") if given.color == "always" else ("NO_COLOR", "FORCE_COLOR")
        os.environ[wanted] = "1"
        os.environ.pop(other, None)


def _taken(words: list[str], values: dict[str, str]) -> list[str]:
    """The words of a command without the switches that are not its own."""
    kept: list[str] = []
    place = 0
    while place < len(words) and words[place] != "--":
        name = words[place].partition("=")[0]
        if name in _ANYWHERE:
            values[name] = _value(words, place)
            place += 1 if "=" in words[place] else 2
        else:
            kept.append(words[place])
            place += 1
    return kept + words[place:]


def _value(words: list[str], place: int) -> str:
    name, equals, value = words[place].partition("=")
    if not equals:
        if place + 1 == len(words):
            _refuse(f"{name} needs a value", f"Write {next(each for each in GLOBAL if each.startswith(name))}.")
        value = words[place + 1]
    allowed = _VALUES[name]
    if allowed is not None and value not in allowed:
        _refuse(f"{name} cannot be {value}", f"There are: {', '.join(allowed)}.")
    return value


def _refuse(message: str, hint: str) -> NoReturn:
    from refrakt.errors import RefraktError

    raise RefraktError("INVALID_ARGS", message, hint)
