"""`refrakt doctor`: what was found here, what is wrong with it, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from .. import streams
from ..arguments import Parser
from ..checkup import checkup
from ..exits import FINE, FOUND
from ..jsontext import pretty
from ..paint import painter
from ..report import counted, printable


def run(words: Sequence[str], prog: str) -> int:
    arguments = command_parser(prog).read(words)
    remarks = list(checkup(Path.cwd()))
    counts = Counter(each.state for each in remarks)
    if arguments.format == "json":
        told = [
            {"subject": each.subject, "state": each.state, "message": each.message}
            | ({"hint": each.hint} if each.hint else {})
            for each in remarks
        ]
        streams.write(pretty({"ok": not counts["problem"], "remarks": told}) + "\n")
    else:
        paint = painter()
        width = max(len(each.subject) for each in remarks)
        for each in remarks:
            state = paint(f"{each.state:<7}", each.state)
            streams.write(f"{state}  {each.subject:<{width}}  {printable(each.message)}\n")
            if each.hint:
                streams.write(f"{'':<{width + 11}}{printable(each.hint)}\n")
        streams.write(f"\n{counted(counts['problem'], 'problem')}, {counted(counts['note'], 'note')}\n")
    return FOUND if counts["problem"] else FINE


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Explain what was found here, what is wrong with it, and what to do. Nothing is changed.")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to answer (text)")
    return parser
