"""The switches that decide how a text is read, shared by every command that reads one."""

from __future__ import annotations

import argparse

from refrakt.markdoc import Options


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how to read the text")
    group.add_argument("--allow-comments", action="store_true", help="let <!-- --> be a comment")
    group.add_argument("--allow-indentation", action="store_true", help="let tags and what they hold be indented")
    group.add_argument("--slots", action="store_true", help="let {%% slot %%} fill a named slot of the tag around it")


def options_of(arguments: argparse.Namespace) -> Options:
    return Options(
        comments=arguments.allow_comments,
        indentation=arguments.allow_indentation,
        slots=arguments.slots,
    )
