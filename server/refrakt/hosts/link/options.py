"""What `refrakt mcp` and the hosts it starts can be told on the command line."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import NamedTuple

TOOL_NAMES = ("dotted", "underscore")
LOG_LEVELS = ("debug", "info", "warning", "error")
LONGEST_IDLE = 86_400.0
"""A host that nobody needs for a day is not waited for."""


class Options(NamedTuple):
    """Settings of one connection (`tool_names`) and of a host that is started for it (the others)."""

    tool_names: str = "dotted"
    log_level: str = "warning"
    log_file: str | None = None
    idle: float = 60.0
    """Seconds without a client after which a host without an editor leaves."""

    def of_connection(self) -> dict[str, str]:
        """What is told in the greeting: it must hold with any host, also one that somebody else started."""
        return {} if self.tool_names == "dotted" else {"tool-names": self.tool_names}

    def words(self) -> list[str]:
        """The options as words of a command line."""
        words = ["--tool-names", self.tool_names, "--log-level", self.log_level, "--idle", str(self.idle)]
        return words if self.log_file is None else [*words, "--log-file", self.log_file]


def add_options(parser: ArgumentParser) -> None:
    """Declare the options; `read_options` reads them back."""
    parser.add_argument(
        "--tool-names", choices=TOOL_NAMES, default="dotted", help="`underscore` for clients that refuse dots in names"
    )
    parser.add_argument("--log-level", choices=LOG_LEVELS, default="warning", help="how much is written to the log")
    parser.add_argument("--log-file", metavar="FILE", help="where the log goes; never to standard output")
    parser.add_argument(
        "--idle",
        type=_idle,
        default=60.0,
        metavar="SECONDS",
        help="when a host without editor and clients leaves (60)",
    )


def read_options(parsed: Namespace) -> Options:
    # A host that is started for us has another working directory.
    log_file = None if parsed.log_file is None else os.path.abspath(parsed.log_file)
    return Options(parsed.tool_names, parsed.log_level, log_file, parsed.idle)


def _idle(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_IDLE:  # also false for what is not a number
        raise ArgumentTypeError(f"{word!r} is no number of seconds from 0 to {LONGEST_IDLE:.0f}")
    return seconds
