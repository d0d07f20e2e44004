"""Shell completion. `refrakt --completion bash` prints a script that calls `refrakt --complete ARGUMENT…` at each tab.

The output has a line for each candidate for the last argument: the candidate, a tab, its description. Without candidates the shell
completes files. Candidates that take long to compute are left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.commands import COMMANDS, module_of
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.global_options import COLORS, GLOBAL, SHELLS, apply_global_options, read_global_options

if TYPE_CHECKING:
    from refrakt.hosts.cli.argument_parser import Parser

_SCRIPTS = {
    "bash": r"""_refrakt() {
    local IFS=$'\n'
    local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
    COMPREPLY=($("${COMP_WORDS[0]}" --complete "${words[@]}" 2>/dev/null | cut -f 1))
}
complete -o bashdefault -o default -F _refrakt refrakt
""",
    "zsh": r"""#compdef refrakt
_refrakt() {
    local -a offers
    local line
    for line in "${(@f)$("${words[1]}" --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        [[ -n $line ]] && offers+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    done
    if (( ${#offers} )); then _describe refrakt offers; else _files; fi
}
if [[ ${funcstack[1]} == _refrakt ]]; then _refrakt "$@"; else compdef _refrakt refrakt; fi
""",
    "fish": r"""function __refrakt_offers
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    set -l offers ($program --complete $words "$typed" 2>/dev/null)
    if test (count $offers) -gt 0
        printf '%s\n' $offers
    else
        __fish_complete_path "$typed"
    end
end
complete -c refrakt -f -a '(__refrakt_offers)'
""",
}

_GLOBAL_VALUES: dict[str, tuple[str, ...]] = {
    "--color": COLORS,
    "--completion": SHELLS,
    "--cwd": (),
    "--allow-folder": (),
}
"""The values of the options of `refrakt` itself. The shell completes folders."""

Candidate = tuple[str, str]
"""An argument and its description."""


def script(shell: str) -> int:
    """Print the completion script of a shell."""
    standard_output.write(_SCRIPTS[shell])
    return SUCCESS


def complete(arguments: list[str]) -> int:
    """Print the candidates for the last argument."""
    *before, prefix = arguments or [""]
    try:
        for argument, about in _candidates(before, prefix):
            if argument.startswith(prefix):
                standard_output.write(f"{argument}\t{' '.join(about.split())}\n")
    except RefraktError:
        pass  # the arguments so far are invalid, so there is nothing to complete
    return SUCCESS


def _candidates(before: list[str], prefix: str) -> Iterator[Candidate]:
    values = _GLOBAL_VALUES.get(before[-1]) if before else None
    if values is not None:
        yield from ((each, "") for each in values)
        return
    options = read_global_options(before)
    apply_global_options(options)
    if options.action is not None:
        return
    if options.arguments:
        yield from _after_command(options.arguments, prefix)
    elif prefix.startswith("-"):
        yield from ((name.split()[0], about) for name, about in GLOBAL.items())
    else:
        yield from _commands()


def _commands() -> Iterator[Candidate]:
    from refrakt.hosts.cli.command_table import summaries
    from refrakt.hosts.cli.plugin_command import discovered

    yield from {name.split()[0]: summary for name, summary in summaries().items()}.items()
    yield from ((plugin.namespace, plugin.description) for plugin in discovered().plugins)


def _after_command(before: list[str], prefix: str) -> Iterator[Candidate]:
    """Candidates after the name of a command or of a namespace."""
    from refrakt.hosts.cli.command_table import summaries

    commands = summaries()
    for length in (1, 2):
        name = " ".join(before[:length])
        if name in commands and len(before) >= length:
            yield from _arguments(name, before[length:], prefix)
            return
    if len(before) > 1:
        yield from _plugin_arguments(before[0], before[1], before[2:], prefix)
        return
    subcommands = [(name.split()[1], summary) for name, summary in commands.items() if name.startswith(f"{before[0]} ")]
    if subcommands:
        yield from subcommands
        return
    from refrakt.hosts.cli.plugin_command import discovered

    for plugin in discovered().plugins:
        if plugin.namespace == before[0]:
            yield from ((each.name, each.description) for each in plugin.commands)


def _parser(name: str) -> Parser | None:
    if name in COMMANDS:
        from importlib import import_module

        make = getattr(import_module(module_of(name)), "command_parser", None)
        return None if make is None else make(f"refrakt {name}")
    from refrakt.hosts.cli.command_table import service_of_command
    from refrakt.hosts.cli.service_command import command_parser

    service = service_of_command(name)
    return None if service is None else command_parser(service, f"refrakt {name}")


def _plugin_arguments(namespace: str, name: str, before: list[str], prefix: str) -> Iterator[Candidate]:
    from refrakt.hosts.cli.plugin_command import command_parser, discovered

    for plugin in discovered().plugins:
        for command in plugin.plugin.commands if plugin.namespace == namespace and plugin.plugin is not None else ():
            if command.name == name and command.input is not None:
                yield from _of_parser(command_parser(command, f"refrakt {namespace} {name}"), before, prefix)


def _arguments(name: str, before: list[str], prefix: str) -> Iterator[Candidate]:
    parser = _parser(name)
    if parser is not None:
        yield from _of_parser(parser, before, prefix)


def _of_parser(parser: Parser, before: list[str], prefix: str) -> Iterator[Candidate]:
    """The options of a command, the values of an option, or of a positional argument."""
    options = parser.options()
    previous = options.get(before[-1]) if before else None
    if previous is not None and previous.nargs != 0:
        yield from _values(previous.dest, previous.choices)
    elif prefix.startswith("-"):
        yield from (
            (name, (action.help or "").replace("%%", "%")) for name, action in options.items() if name.startswith("--")
        )
    else:
        count = sum(not argument.startswith("-") for argument in before)
        for action in parser.positionals()[count : count + 1]:
            yield from _values(action.dest, action.choices)


def _values(name: str, choices: Iterable[object] | None) -> Iterator[Candidate]:
    if choices is not None:
        yield from ((str(each), "") for each in choices)
    elif name == "site":
        yield from _sites()
    elif name == "rune":
        yield from _runes()


def _sites() -> Iterator[Candidate]:
    from pathlib import Path

    from refrakt.project.config import FILE_NAME, read_config
    from refrakt.project.project_root import project_root

    config = read_config(Path(project_root(os.getcwd()), FILE_NAME))
    return ((name, "") for name in config.sites)


def _runes() -> Iterator[Candidate]:
    from pathlib import Path

    from refrakt.project.site import UnresolvedSite, find_project

    site = find_project(Path.cwd()).site()
    if not isinstance(site, UnresolvedSite):
        yield from ((rune.name, rune.about) for rune in site.vocabulary if not rune.internal)
