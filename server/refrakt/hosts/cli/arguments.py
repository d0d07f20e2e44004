"""The words of a command, read by `argparse`, with two manners of our own: a mistake is an error like any other, so that it
can be told as JSON, and a switch that nobody knows gets the one that was probably meant.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from refrakt.errors import RefraktError


class Parser(argparse.ArgumentParser):
    """The words of one command."""

    def __init__(self, prog: str, description: str, **more: Any) -> None:
        # A switch must be written in full: a new one must never change what a script means by an old one.
        super().__init__(prog, description=description, allow_abbrev=False, **more)

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments in these words."""
        known, unknown = self.parse_known_args(words)
        if unknown:
            self.error(self._stray(unknown[0]))
        return known

    def error(self, message: str) -> NoReturn:
        raise RefraktError("INVALID_ARGS", message, f"`{self.prog} --help` explains the command.")

    def switches(self) -> dict[str, argparse.Action]:
        """Every switch by its name."""
        return {name: action for action in self._actions for name in action.option_strings}

    def takes(self) -> list[argparse.Action]:
        """What stands without a switch, in order."""
        return [action for action in self._actions if not action.option_strings]

    def _stray(self, word: str) -> str:
        if not word.startswith("-"):
            return f"'{word}' is one word too many"
        from refrakt.rules.words import did_you_mean, nearest

        return f"{word} is unknown{did_you_mean(nearest(word.partition('=')[0], self.switches()))}"


def seconds(text: str) -> float:
    """A length of time. Less than nothing is none, and neither is forever."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
    return value
