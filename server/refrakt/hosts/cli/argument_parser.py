"""The arguments of a command, parsed by `argparse`. Errors are `RefraktError`s, which can be JSON, and suggest valid options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from refrakt.errors import RefraktError


class Parser(argparse.ArgumentParser):
    """The parser of one command."""

    def __init__(self, prog: str, description: str, **more: Any) -> None:
        # No abbreviations: a new option must never change the meaning of a script.
        super().__init__(prog, description=description, allow_abbrev=False, **more)

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse the arguments."""
        known, unknown = self.parse_known_args(arguments)
        if unknown:
            self.error(self._unexpected(unknown[0]))
        return known

    def error(self, message: str) -> NoReturn:
        raise RefraktError("INVALID_ARGS", message, f"Run `{self.prog} --help`.")

    def options(self) -> dict[str, argparse.Action]:
        """The options by name."""
        return {name: action for action in self._actions for name in action.option_strings}

    def positionals(self) -> list[argparse.Action]:
        """The positional arguments, in order."""
        return [action for action in self._actions if not action.option_strings]

    def _unexpected(self, argument: str) -> str:
        if not argument.startswith("-"):
            return f"unexpected argument '{argument}'"
        from refrakt.rules.name_suggestion import did_you_mean, nearest

        return f"unknown option {argument}{did_you_mean(nearest(argument.partition('=')[0], self.options()))}"


def seconds(text: str) -> float:
    """A positive, finite number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive number of seconds")
    return value
