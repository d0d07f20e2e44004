"""`refrakt inspect --list`: which runes there are, by name, with what each is for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.inspect_list import listed
from refrakt.services.reference import Lookup, chosen

from .. import streams
from ..arguments import Parser
from ..exits import FINE
from ..jsontext import pretty
from ..refusal import refuse
from ..sites import add_site, tell_config_problems


def run(words: Sequence[str], prog: str) -> int:
    parser = command_parser(prog)
    arguments = parser.read(words)
    if not arguments.list:
        parser.error("say what to inspect: --list")
    context = Context.at(Path.cwd())
    try:
        runes = chosen(context.site(arguments.site), Lookup(site=arguments.site))
        tell_config_problems(context, arguments.site)
    except RefraktError as trouble:
        return refuse(trouble, arguments.format)
    if arguments.format == "json":
        streams.write(pretty({"runes": [listed(rune) for rune in runes]}) + "\n")
        return FINE
    width = max((len(rune.name) for rune in runes), default=0)
    for rune in runes:
        streams.write(f"{rune.name:<{width}}  {rune.about}\n")
    return FINE


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Look into the runes of a site.")
    parser.add_argument("--list", action="store_true", help="list the runes, with a sentence on each")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to answer (text)")
    add_site(parser)
    return parser
