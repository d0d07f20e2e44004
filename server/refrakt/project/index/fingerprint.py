"""What a reading depends on beside the text that was read: the engine, and the site as far as it is asked.

A reading that is kept is only worth something if it would come out the same today. So its key names the code that made it, by
the marks of its files, and of the site whatever could make a difference.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

import markdown_it
import yaml

import refrakt

from ..packages import GROUP
from ..site import Project, SiteContext
from .code_marks import code_marks, marks, summed

_READING = ("markdoc", "runes", "project/pages")
"""The rooms whose code decides which facts a text has."""
_CHECKING = (*_READING, "rules")


def for_facts(context: SiteContext) -> str:
    """What facts depend on: how the site reads fences, which rune an alias stands for, and what runes declare."""
    words = context.vocabulary
    runes = sorted(
        (name, rune.deferred, repr((rune.entity, rune.content)) if rune.entity is not None else "")
        for name, rune in words.runes.items()
    )
    known = repr((sorted(words.names.items()), runes, sorted(words.unknown)))
    return summed(_engine(_READING), refrakt.__version__, repr(context.options), known)


def for_problems(context: SiteContext, project: Project) -> str:
    """What the problems on a page depend on: the whole site, but not its other pages."""
    partials = context.surroundings.partials
    names = None if partials is None else sorted(partials)
    text = project.config.text if project.config is not None else ""
    stamps = repr(project.definitions())
    return summed(_engine(_CHECKING), _installed(), for_facts(context), text, stamps, repr(names))


@cache
def _engine(rooms: tuple[str, ...]) -> str:
    """Our own code as it is installed. Looked at once: a process goes on with the code it has loaded."""
    home = Path(refrakt.__file__).parent
    found = [each for room in (*rooms, "../refrakt_plan") for each in code_marks(home / room, home)]
    return summed(sys.version, markdown_it.__version__, yaml.__version__, *map(repr, sorted(found)))


@cache
def _installed() -> str:
    """The rune packages that come with other Python packages, by the files of their modules."""
    from importlib.metadata import entry_points

    found = []
    for entry in entry_points(group=GROUP):
        file = getattr(sys.modules.get(entry.module), "__file__", None) or ""
        home, name = os.path.split(file)
        names = sorted(os.listdir(home)) if name.startswith("__init__.") and os.path.isdir(home) else [name]
        found.append((entry.value, [(each, *marks(os.path.join(home, each))) for each in names]))
    return summed(*map(repr, sorted(found)))
