"""`refrakt reference`: the runes of a site, all of them or one, as JSON, as a page or in the compact form for agents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.features.reference import markdown
from refrakt.services.context import Context
from refrakt.services.reference import Lookup, chosen, described
from refrakt.services.reference_text import compact

from .. import streams
from ..arguments import Parser
from ..exits import FINE
from ..jsontext import pretty
from ..refusal import refuse
from ..sites import add_site, tell_config_problems


def run(words: Sequence[str], prog: str) -> int:
    arguments = command_parser(prog).read(words)
    context = Context.at(Path.cwd())
    try:
        runes = chosen(context.site(arguments.site), Lookup(arguments.rune, arguments.package, arguments.site))
        tell_config_problems(context, arguments.site)
    except RefraktError as trouble:
        return refuse(trouble, arguments.format)
    form = arguments.format or ("compact" if arguments.rune is None else "markdown")
    if form == "json":
        found = [described(rune) for rune in runes]
        streams.write(pretty(found[0] if arguments.rune is not None else found) + "\n")
    else:
        streams.write((compact if form == "compact" else markdown)(runes))
    return FINE


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Tell about the runes a site may use: what they are for, what they take, what they hold.")
    parser.add_argument(
        "rune", nargs="?", metavar="RUNE", help="a rune by its name or an alias; without it, all of them"
    )
    parser.add_argument(
        "--format",
        choices=["json", "markdown", "compact"],
        help="how to answer: markdown for one rune and compact for all, where nothing is said",
    )
    parser.add_argument("--package", metavar="PACKAGE", help="only the runes of this package")
    add_site(parser)
    return parser
