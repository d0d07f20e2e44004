"""The `refrakt` command.

The first word decides: a command with a module of its own under `commands/`, a service that declares itself a command, or the
namespace of a plugin. Only what was asked for is imported, so that `refrakt --version`, `refrakt mcp` and a shell's completion
answer at once however many commands there are; not even `argparse` is needed to get there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .exits import FINE, INTERRUPTED, UNKNOWN


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        return _run(words)
    except BrokenPipeError:
        # The reader has seen enough (`refrakt ast page.md | head`). Python would complain once more while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from refrakt.errors import RefraktError

        if not isinstance(error, RefraktError):
            raise
        from .refusal import refuse, wanted_form

        return refuse(error, wanted_form(words))


def _run(words: list[str]) -> int:
    from .switches import enter, read_switches

    given = read_switches(words)
    if given.wish == "version":
        return _version()
    if given.wish == "completion":
        from .completion import script

        return script(given.words[0])
    enter(given)
    if given.wish == "complete":
        from .completion import complete

        return complete(given.words)
    if given.wish == "help" or not given.words:
        from .overview import overview

        overview()
        return FINE if given.wish == "help" else UNKNOWN
    return _command(given.words[0], given.words[1:])


def _version() -> int:
    from refrakt import __version__

    from . import streams

    streams.write(f"refrakt {__version__}\n")
    return FINE


def _command(name: str, words: list[str]) -> int:
    from .commands import COMMANDS, module_of

    choices = ((name, words), (" ".join((name, *words[:1])), words[1:]))
    for typed, rest in choices:
        if typed in COMMANDS:
            from importlib import import_module

            code: int = import_module(module_of(typed)).run(rest, f"refrakt {typed}")
            return code
    from .declarations import declared

    known = declared()
    for typed, rest in choices:
        if typed in known:
            from .service_command import run

            return run(known[typed], rest, f"refrakt {typed}")
    if any(each.startswith(f"{name} ") for each in (*COMMANDS, *known)):
        from .overview import group

        return group(name, words)
    from .plugin_command import run as run_plugin

    return run_plugin(name, words)
