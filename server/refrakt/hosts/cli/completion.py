"""Completion in the shell. `refrakt --completion bash` prints a few lines that ask `refrakt --complete WORD…` at each tab.

The answer is a line for each thing that could stand in the place of the last word, with what it is behind a tab. No answer means
that the shell may offer files. What takes long to find out is not offered.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from refrakt.errors import RefraktError

from . import streams
from .commands import COMMANDS, module_of
from .exits import FINE
from .switches import COLORS, GLOBAL, SHELLS, enter, read_switches

if TYPE_CHECKING:
    from .arguments import Parser

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
"""What may follow the switches of `refrakt` itself. About folders the shell knows better."""

Offer = tuple[str, str]
"""A word, and what it is."""


def script(shell: str) -> int:
    """Print what a shell must read at its start."""
    streams.write(_SCRIPTS[shell])
    return FINE


def complete(words: list[str]) -> int:
    """Print what could stand in the place of the last word."""
    *before, begun = words or [""]
    try:
        for word, about in _offers(before, begun):
            if word.startswith(begun):
                streams.write(f"{word}\t{' '.join(about.split())}\n")
    except RefraktError:
        pass  # what has been typed so far makes no sense, so nothing can follow
    return FINE


def _offers(before: list[str], begun: str) -> Iterator[Offer]:
    values = _GLOBAL_VALUES.get(before[-1]) if before else None
    if values is not None:
        yield from ((each, "") for each in values)
        return
    given = read_switches(before)
    enter(given)
    if given.wish is not None:
        return
    if given.words:
        yield from _further(given.words, begun)
    elif begun.startswith("-"):
        yield from _switches()
    else:
        yield from _commands()


def _switches() -> Iterator[Offer]:
    return ((name.split()[0], about) for name, about in GLOBAL.items())


def _commands() -> Iterator[Offer]:
    from .declarations import summaries
    from .plugin_command import discovered

    yield from {words.split()[0]: about for words, about in summaries().items()}.items()
    yield from ((plugin.namespace, plugin.description) for plugin in discovered().plugins)


def _further(before: list[str], begun: str) -> Iterator[Offer]:
    """Behind the first word of a command, or behind a namespace."""
    from .declarations import summaries

    known = summaries()
    for length in (1, 2):
        words = " ".join(before[:length])
        if words in known and len(before) >= length:
            yield from _arguments(words, before[length:], begun)
            return
    if len(before) > 1:
        return
    second = [(words.split()[1], about) for words, about in known.items() if words.startswith(f"{before[0]} ")]
    if second:
        yield from second
        return
    from .plugin_command import discovered

    for plugin in discovered().plugins:
        if plugin.namespace == before[0]:
            yield from ((each.name, each.description) for each in plugin.commands)


def _parser(words: str) -> Parser | None:
    if words in COMMANDS:
        from importlib import import_module

        make = getattr(import_module(module_of(words)), "command_parser", None)
        return None if make is None else make(f"refrakt {words}")
    from .declarations import declared
    from .service_command import load, parser

    return parser(load(declared()[words]), f"refrakt {words}")


def _arguments(words: str, before: list[str], begun: str) -> Iterator[Offer]:
    """Switches of a command, values of a switch, or what stands without one."""
    parser = _parser(words)
    if parser is None:
        return
    switches = parser.switches()
    previous = switches.get(before[-1]) if before else None
    if previous is not None and previous.nargs != 0:
        yield from _values(previous.dest, previous.choices)
    elif begun.startswith("-"):
        yield from (
            (name, (action.help or "").replace("%%", "%")) for name, action in switches.items() if name.startswith("--")
        )
    else:
        plain = sum(not word.startswith("-") for word in before)
        for action in parser.takes()[plain : plain + 1]:
            yield from _values(action.dest, action.choices)


def _values(name: str, choices: Iterable[object] | None) -> Iterator[Offer]:
    if choices is not None:
        yield from ((str(each), "") for each in choices)
    elif name == "site":
        yield from _sites()
    elif name == "rune":
        yield from _runes()


def _sites() -> Iterator[Offer]:
    from pathlib import Path

    from refrakt.project.config import FILE_NAME, read_config
    from refrakt.project.roots import project_root

    config = read_config(Path(project_root(os.getcwd()), FILE_NAME))
    return ((name, "") for name in config.sites)


def _runes() -> Iterator[Offer]:
    from pathlib import Path

    from refrakt.project.site import NoSite, find_project

    site = find_project(Path.cwd()).site()
    if not isinstance(site, NoSite):
        yield from ((rune.name, rune.about) for rune in site.vocabulary if not rune.internal)
