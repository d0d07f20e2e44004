"""The command-line options of `refrakt mcp` and of the hosts it starts."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import NamedTuple

DOTTED = "dotted"
UNDERSCORE = "underscore"
TOOL_NAMES = (DOTTED, UNDERSCORE)
LOG_LEVELS = ("debug", "info", "warning", "error")
MAX_IDLE = 86_400.0
"""Seconds in a day."""


class McpOptions(NamedTuple):
    """Options of one connection (`tool_names`) and of a host that is started for it (the others)."""

    tool_names: str = DOTTED
    log_level: str = "warning"
    log_file: str | None = None
    idle: float = 60.0
    """Seconds without a client after which a host without an editor exits."""

    def connection_options(self) -> dict[str, str]:
        """The options sent in the handshake. They apply with every host, also one that another relay started."""
        return {} if self.tool_names == DOTTED else {"tool-names": self.tool_names}

    def arguments(self) -> list[str]:
        """The options as command-line arguments."""
        arguments = ["--tool-names", self.tool_names, "--log-level", self.log_level, "--idle", str(self.idle)]
        return arguments if self.log_file is None else [*arguments, "--log-file", self.log_file]


def add_options(parser: ArgumentParser) -> None:
    """Declare the options; `read_options` reads them."""
    parser.add_argument(
        "--tool-names",
        choices=TOOL_NAMES,
        default="dotted",
        help="use `underscore` for clients that reject dots in names",
    )
    parser.add_argument("--log-level", choices=LOG_LEVELS, default="warning", help="minimum level of log messages")
    parser.add_argument("--log-file", metavar="FILE", help="write the log to FILE instead of standard error")
    parser.add_argument(
        "--idle",
        type=_idle,
        default=60.0,
        metavar="SECONDS",
        help="how long a host without an editor waits for clients before it exits (60)",
    )


def read_options(parsed: Namespace) -> McpOptions:
    # A started host has another working directory.
    log_file = None if parsed.log_file is None else os.path.abspath(parsed.log_file)
    return McpOptions(parsed.tool_names, parsed.log_level, log_file, parsed.idle)


def _idle(argument: str) -> float:
    try:
        seconds = float(argument)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= MAX_IDLE:  # also true for NaN
        raise ArgumentTypeError(f"{argument!r} is not a number of seconds from 0 to {MAX_IDLE:.0f}")
    return seconds
