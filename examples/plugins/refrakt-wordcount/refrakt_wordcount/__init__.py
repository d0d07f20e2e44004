"""Counts the words of pages. It knows nothing of agents: `words.count` is this command in a process of its own."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from refrakt.plugins import CliPlugin, Command


def count(words: list[str]) -> int:
    """`refrakt words count PAGE… [--at-least N]`"""
    parser = argparse.ArgumentParser(prog="refrakt words count")
    parser.add_argument("page", nargs="+", type=Path)
    parser.add_argument("--at-least", type=int, default=0, help="leave shorter pages out")
    given = parser.parse_args(words)
    counts = {str(page): len(page.read_text("utf-8").split()) for page in given.page}
    print(json.dumps({page: number for page, number in counts.items() if number >= given.at_least}))
    return 0


plugin = CliPlugin(
    namespace="words",
    description="counting words",
    commands=[Command(name="count", description="Count the words of pages.", handler=count, read_only=True)],
)
