"""`refrakt doctor`: diagnose the installation and the project."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.cli.colors import painter
from refrakt.hosts.cli.doctor_checks import diagnose
from refrakt.hosts.cli.exit_codes import PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.hosts.cli.problem_excerpts import counted, printable


def run(argv: Sequence[str], prog: str) -> int:
    arguments = command_parser(prog).read(argv)
    diagnoses = list(diagnose(Path.cwd()))
    counts = Counter(each.state for each in diagnoses)
    if arguments.format == "json":
        data = [
            {"subject": each.subject, "state": each.state, "message": each.message}
            | ({"hint": each.hint} if each.hint else {})
            for each in diagnoses
        ]
        standard_output.write(pretty({"ok": not counts["problem"], "diagnoses": data}) + "\n")
    else:
        paint = painter()
        width = max(len(each.subject) for each in diagnoses)
        for each in diagnoses:
            state = paint(f"{each.state:<7}", each.state)
            standard_output.write(f"{state}  {each.subject:<{width}}  {printable(each.message)}\n")
            if each.hint:
                standard_output.write(f"{'':<{width + 11}}{printable(each.hint)}\n")
        standard_output.write(f"\n{counted(counts['problem'], 'problem')}, {counted(counts['note'], 'note')}\n")
    return PROBLEMS_FOUND if counts["problem"] else SUCCESS


def command_parser(prog: str) -> Parser:
    parser = Parser(prog, "Diagnose the installation and the project. Changes nothing.")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="output format (default: text)")
    return parser
