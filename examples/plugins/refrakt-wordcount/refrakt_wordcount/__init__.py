"""Counts the words of pages. It has no code for agents: `words.count` runs this command in a child process."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from refrakt.plugins import CliPlugin, Command


def count(argv: list[str]) -> int:
    """`refrakt words count PAGE… [--at-least N]`"""
    parser = argparse.ArgumentParser(prog="refrakt words count")
    parser.add_argument("page", nargs="+", type=Path)
    parser.add_argument("--at-least", type=int, default=0, help="leave shorter pages out")
    options = parser.parse_args(argv)
    counts = {str(page): len(page.read_text("utf-8").split()) for page in options.page}
    print(json.dumps({page: number for page, number in counts.items() if number >= options.at_least}))
    return 0


plugin = CliPlugin(
    namespace="words",
    description="counting words",
    commands=[Command(name="count", description="Count the words of pages.", handler=count, read_only=True)],
)
