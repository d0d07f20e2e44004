"""`refrakt pages`: the pages of a site, all of them or those of which something is true.

Agents get long lists in parts; a person, or the next command of a pipe, gets the whole list.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.pages import PagesQuery, every_page, pages, table
from refrakt.services.payload import as_json
from refrakt.services.registry import declared

from .. import streams
from ..arguments import Parser
from ..exits import FINE
from ..jsontext import pretty
from ..refusal import refuse
from ..sites import add_site, tell_all_config_problems


def run(words: Sequence[str], prog: str) -> int:
    arguments = vars(command_parser(prog).read(words))
    form = arguments.pop("format")
    frontmatter = dict(arguments.pop("frontmatter"))
    try:
        context = Context.at(Path.cwd())
        answer = every_page(context, PagesQuery(**arguments, frontmatter=frontmatter))
        tell_all_config_problems(context, arguments["site"])
    except RefraktError as trouble:
        return refuse(trouble, form)
    streams.write((pretty(as_json(answer)) if form == "json" else table(answer)) + "\n")
    return FINE


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, declared(pages).about)
    parser.add_argument("--rune", help="uses this rune, under any of its names")
    parser.add_argument("--layout", help="is shown in this layout")
    parser.add_argument("--text", help="title, address or description contain this, in upper or lower case")
    parser.add_argument(
        "--frontmatter",
        type=_pair,
        action="append",
        default=[],
        metavar="KEY[=VALUE]",
        help="has this key, or this value for it; may be given several times",
    )
    parser.add_argument("--draft", action=argparse.BooleanOptionalAction, help="is a draft, or none")
    parser.add_argument(
        "--has-problems", action=argparse.BooleanOptionalAction, help="something is wrong with its links, or nothing"
    )
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to answer (text)")
    add_site(parser)
    return parser


def _pair(text: str) -> tuple[str, Any]:
    """A key and its value: a number, true, false, or else text."""
    key, equals, value = text.partition("=")
    if not equals:
        return key, None
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value
