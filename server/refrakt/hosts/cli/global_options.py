"""The options of `refrakt` itself. `--cwd`, `--color` and `--allow-folder` are valid before and after the command.

Parsed by hand: this runs before everything else, also where every millisecond counts.
"""

from __future__ import annotations

import os
from typing import NamedTuple, NoReturn

SHELLS = ("bash", "zsh", "fish")
COLORS = ("auto", "always", "never")
GLOBAL = {
    "--cwd DIR": "run in this folder",
    "--allow-folder DIR": "also use files of this folder if the config or a link of the project points there",
    "--color WHEN": "use colours: auto (on a terminal), always or never",
    "--help": "show the help of refrakt or of a command",
    "--version": "show the version",
    "--completion SHELL": "print the completion script for bash, zsh or fish",
}
"""The options, with their help."""

_VALUES = {"--cwd": None, "--allow-folder": None, "--color": COLORS, "--completion": SHELLS}
_ANYWHERE = ("--cwd", "--allow-folder", "--color")
_COMPLETE = "--complete"
"""What completion scripts call, with the arguments so far. Not in the help, as no person types it."""


class GlobalOptions(NamedTuple):
    """The options of `refrakt` itself, and the rest of the command line."""

    action: str | None
    """What to do instead of a command: help, version, completion, complete."""
    arguments: list[str]
    """The command and its arguments."""
    cwd: str | None = None
    color: str | None = None
    allowed_folder: str | None = None


def read_global_options(argv: list[str]) -> GlobalOptions:
    """Split a command line into the options of `refrakt` and the command with its arguments."""
    values: dict[str, str] = {}
    rest = list(argv)
    while rest and rest[0].startswith("-") and rest[0] != "-":
        name = rest[0].partition("=")[0]
        if name in _VALUES:
            values[name], rest = _value(rest, 0), rest[1 if "=" in rest[0] else 2 :]
            if name == "--completion":
                return GlobalOptions("completion", [values[name]])
        elif rest[0] in ("--help", "-h", "--version", "-V"):
            return _options("version" if rest[0] in ("--version", "-V") else "help", [], values)
        elif rest[0] == _COMPLETE:
            return GlobalOptions("complete", rest[1:], values.get("--cwd"))
        else:
            _refuse(f"unknown option {name}", f"Valid options: {', '.join(GLOBAL)}.")
    if rest[:1] == ["help"]:  # `refrakt help check` is `refrakt check --help`
        return _options(None, [*rest[1:], "--help"], values) if rest[1:] else _options("help", [], values)
    # `--help` and `--version` after the command belong to the command; a plugin's `--version` may take a value.
    return _options(None, [*rest[:1], *_without_global(rest[1:], values)], values)


def _options(action: str | None, arguments: list[str], values: dict[str, str]) -> GlobalOptions:
    return GlobalOptions(action, arguments, values.get("--cwd"), values.get("--color"), values.get("--allow-folder"))


def apply_global_options(options: GlobalOptions) -> None:
    """Apply the options to this process and to those it starts."""
    if options.cwd is not None:
        try:
            os.chdir(options.cwd)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            _refuse(f"--cwd {options.cwd}: {reason}", "Pass an existing folder.")
    if options.allowed_folder is not None:
        from refrakt.project.confinement import allow_in_environment

        allow_in_environment([options.allowed_folder])
    if options.color in ("always", "never"):
        name, other = ("FORCE_COLOR", "NO_COLOR") if options.color == "always" else ("NO_COLOR", "FORCE_COLOR")
        os.environ[name] = "1"
        os.environ.pop(other, None)


def _without_global(arguments: list[str], values: dict[str, str]) -> list[str]:
    """The arguments of a command without the options of `refrakt`, whose values are collected."""
    remaining: list[str] = []
    index = 0
    while index < len(arguments) and arguments[index] != "--":
        name = arguments[index].partition("=")[0]
        if name in _ANYWHERE:
            values[name] = _value(arguments, index)
            index += 1 if "=" in arguments[index] else 2
        else:
            remaining.append(arguments[index])
            index += 1
    return remaining + arguments[index:]


def _value(arguments: list[str], index: int) -> str:
    name, equals, value = arguments[index].partition("=")
    if not equals:
        if index + 1 == len(arguments):
            _refuse(f"{name} needs a value", f"Use {next(each for each in GLOBAL if each.startswith(name))}.")
        value = arguments[index + 1]
    allowed = _VALUES[name]
    if allowed is not None and value not in allowed:
        _refuse(f"invalid value '{value}' for {name}", f"Valid values: {', '.join(allowed)}.")
    return value


def _refuse(message: str, hint: str) -> NoReturn:
    from refrakt.errors import RefraktError

    raise RefraktError("INVALID_ARGS", message, hint)
