"""`refrakt explain CODE`: the page of a rule in the manual, on the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.cli.colors import painter
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.registry import Rule, all_rules
from refrakt.untrusted import one_line

_FENCE = re.compile(r"^```.*$")
_HEADING = re.compile(r"^\*\*(.+)\*\*$")


def run(argv: Sequence[str], prog: str) -> int:
    arguments = command_parser(prog).read(argv)
    rules = known_rules()
    if arguments.code is None:
        width = max(map(len, rules))
        for code, rule in sorted(rules.items()):
            standard_output.write(f"{code:<{width}}  {rule.severity:<7}  {rule.summary}\n")
        return SUCCESS
    if arguments.code not in rules:
        code = one_line(arguments.code, 60)
        near = did_you_mean(nearest(arguments.code, rules))
        raise RefraktError("INVALID_ARGS", f"unknown rule '{code}'{near}", "`refrakt explain` lists all rules.")
    rule = rules[arguments.code]
    if arguments.format == "json":
        standard_output.write(pretty(_data(rule)) + "\n")
    else:
        standard_output.write("\n".join(_lines(rule)) + "\n")
    return SUCCESS


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog, "Explain a rule: what it reports, why, and what to write instead. Without a code, lists all rules."
    )
    parser.add_argument("code", nargs="?", metavar="CODE", help="code of a rule, such as `unknown-rune`")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="output format (default: text)")
    return parser


def known_rules() -> Mapping[str, Rule]:
    """All rules by their codes: refrakt's own, those of the config and those of the installed plugins."""
    from refrakt.project import config_rules

    of_config = {each.code: each for each in vars(config_rules).values() if isinstance(each, Rule)}
    return {**_of_plugins(), **of_config, **all_rules()}


def _of_plugins() -> dict[str, Rule]:
    from refrakt.hosts.cli.plugin_command import discovered

    plugins = [each.plugin for each in discovered().plugins if each.plugin is not None]
    return {code: rule for each in plugins if each.rules is not None for code, rule in each.rules().items()}


def _lines(rule: Rule) -> Iterator[str]:
    paint = painter()
    fixable = ", fixable" if rule.fixable else ""
    yield f"{paint(f'{rule.severity}[{rule.code}]', rule.severity)} ({rule.category}{fixable})"
    yield ""
    in_fence = False
    for line in rule.doc.split("\n"):
        heading = _HEADING.match(line)
        if _FENCE.match(line):
            in_fence = not in_fence
        elif heading is not None:
            yield f"{paint(heading[1], 'heading')}:"
        else:
            yield f"    {line}" if in_fence and line else line


def _data(rule: Rule) -> dict[str, object]:
    return {
        "code": rule.code,
        "severity": rule.severity,
        "category": rule.category,
        "scope": rule.scope,
        "fixable": rule.fixable,
        "text": rule.doc,
    }
