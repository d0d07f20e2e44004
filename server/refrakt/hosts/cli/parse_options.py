"""The parser options of commands that parse files."""

from __future__ import annotations

import argparse

from refrakt.markdoc.parse_options import ParseOptions


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("parser options")
    group.add_argument("--allow-comments", action="store_true", help="parse <!-- --> as a comment")
    group.add_argument("--allow-indentation", action="store_true", help="allow indented tags and content")
    group.add_argument("--slots", action="store_true", help="parse {%% slot %%} as a named slot of its parent tag")


def options_of(arguments: argparse.Namespace) -> ParseOptions:
    return ParseOptions(
        comments=arguments.allow_comments,
        indentation=arguments.allow_indentation,
        slots=arguments.slots,
    )
