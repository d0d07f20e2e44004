"""What `refrakt --help` tells: the commands, then the plugins that were found with theirs; and what a word that nobody knows
could have meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from refrakt.errors import RefraktError

from . import streams
from .declarations import summaries
from .exits import FINE, UNKNOWN
from .paint import painter
from .switches import GLOBAL

if TYPE_CHECKING:
    from refrakt.plugins.discovery import DiscoveredPlugin, Discovery

_WIDTH = 18


def overview() -> None:
    """Print the help of `refrakt` itself."""
    from .plugin_command import discovered

    heading = painter()
    streams.write(
        "usage: refrakt [--cwd DIR] [--allow-folder DIR] [--color WHEN] COMMAND ...\n\n"
        "Authoring tooling for Markdoc content.\n"
    )
    streams.write(f"\n{heading('commands:', 'heading')}\n{_table(summaries())}")
    found = discovered()
    if found.plugins:
        streams.write(f"\n{heading('plugins:', 'heading')}\n")
        for plugin in found.plugins:
            streams.write(_plugin(plugin))
    if found.warnings:
        streams.write(f"  ({_warned(found)}; `refrakt doctor` explains)\n")
    streams.write(f"\n{heading('switches:', 'heading')}\n{_table(GLOBAL)}")
    streams.write("\n`refrakt COMMAND --help` explains one command.\n")


def group(name: str, words: list[str]) -> int:
    """What the first of two words stands for; the second is missing, or nobody knows it."""
    known = {each: about for each, about in summaries().items() if each.startswith(f"{name} ")}
    if words[:1] in (["--help"], ["-h"]):
        streams.write(f"usage: refrakt {name} COMMAND ...\n\ncommands:\n{_table(known)}")
        return FINE
    there = f"There are: {', '.join(f'`refrakt {each}`' for each in known)}."
    if not words:
        raise RefraktError("INVALID_ARGS", f"say what to do with {name}", there, UNKNOWN)
    raise unknown(words[0], [each.split()[1] for each in known], f"refrakt {name}", there)


def unknown(word: str, names: Iterable[str], prog: str, otherwise: str) -> RefraktError:
    """The error for a word that names nothing: what was probably meant, else what there is."""
    from refrakt.rules.words import nearest

    likely = nearest(word, names)[:2]
    hint = f"Did you mean {' or '.join(f'`{prog} {each}`' for each in likely)}?" if likely else otherwise
    return RefraktError("INVALID_ARGS", f"`{prog} {word}` is no command", hint, UNKNOWN)


def plugin_help(plugin: DiscoveredPlugin) -> None:
    """Print what a plugin can do."""
    heading = painter()
    name = plugin.namespace
    streams.write(f"usage: refrakt {name} COMMAND ...\n")
    streams.write(f"\n{plugin.description or plugin.package_name} ({plugin.package_name} {plugin.package_version})\n")
    commands = {f"{name} {each.name}": each.description for each in plugin.commands}
    streams.write(f"\n{heading('commands:', 'heading')}\n{_table(commands)}")
    streams.write(f"\n`refrakt {name} COMMAND --help` explains one command.\n")


def _plugin(plugin: DiscoveredPlugin) -> str:
    commands = {f"  {plugin.namespace} {each.name}": each.description for each in plugin.commands}
    about = plugin.description or plugin.package_name
    if plugin.shell:
        about += f" (run `{plugin.shell}`)"
    return _table({plugin.namespace: about}) + _table(commands)


def _warned(found: Discovery) -> str:
    count = len(found.warnings)
    return "one thing is wrong with plugins" if count == 1 else f"{count} things are wrong with plugins"


def _table(rows: Mapping[str, str]) -> str:
    """Names with what they are for; a name too long for its column gets a line of its own."""
    lines = []
    for name, about in rows.items():
        if len(name) > _WIDTH:
            lines += [f"  {name}", f"  {'':<{_WIDTH}} {about}"]
        else:
            lines.append(f"  {name:<{_WIDTH}} {about}")
    return "".join(f"{line.rstrip()}\n" for line in lines)
