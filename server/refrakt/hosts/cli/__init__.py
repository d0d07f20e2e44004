"""The `refrakt` command.

One module per command under `commands/`. Only the module of the command that was typed is imported, so that
`refrakt --version` and a shell's completion answer at once however many commands there are.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from refrakt import __version__

from .exits import FINE, INTERRUPTED

COMMANDS = {
    "ast": "print the syntax tree of pages as JSON, or what is wrong with them",
    "format": "lay pages out in one consistent way",
    "validate-content": "check a page against the runes of its site",
    "reference": "tell about the runes of a site",
    "inspect": "list the runes of a site",
    "catalogue": "write down what the runes of a JavaScript package are",
}
"""Each name is a module of `commands` with `run(arguments, prog) -> exit code`; the sentence is its line of help."""


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


def _run(words: list[str]) -> int:
    # The first word alone decides; what follows belongs to the command, `--help` included.
    name: str = _parser().parse_args(words[:1]).command
    command = importlib.import_module(f".commands.{name.replace('-', '_')}", __name__)
    code: int = command.run(words[1:], f"refrakt {name}")
    return code


def _parser() -> argparse.ArgumentParser:
    lines = "\n".join(f"  {name:<16} {summary}" for name, summary in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="refrakt",
        usage="refrakt [--help] [--version] COMMAND ...",
        description="Authoring tooling for Markdoc content.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"commands:\n{lines}\n\n`refrakt COMMAND --help` explains one command.",
    )
    parser.add_argument("--version", action="version", version=f"refrakt {__version__}")
    parser.add_argument("command", metavar="COMMAND", choices=list(COMMANDS), help="what to do, see below")
    return parser
