"""What a reading depends on beside the text that was read: the engine, and the site as far as it is asked.

A reading that is kept is only worth something if it would come out the same today. So its key names the code that made it, by
the marks of its files, and of the site whatever could make a difference.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

import markdown_it
import yaml

import refrakt

from ..packages import GROUP
from ..site import Project, SiteContext

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
    return _sum(_engine(_READING), refrakt.__version__, repr(context.options), known)


def for_problems(context: SiteContext, project: Project) -> str:
    """What the problems on a page depend on: the whole site, but not its other pages."""
    partials = context.surroundings.partials
    names = None if partials is None else sorted(partials)
    text = project.config.text if project.config is not None else ""
    stamps = repr(project.definitions())
    return _sum(_engine(_CHECKING), _installed(), for_facts(context), text, stamps, repr(names))


@cache
def for_package(home: Path) -> str:
    """What a package in this folder makes of a text depends on: its own code, and how a text is read."""
    return _sum(_engine(("markdoc",)), *map(repr, _code(home, home)))


@cache
def _engine(rooms: tuple[str, ...]) -> str:
    """Our own code as it is installed. Looked at once: a process goes on with the code it has loaded."""
    home = Path(refrakt.__file__).parent
    marks = [each for room in (*rooms, "../refrakt_plan") for each in _code(home / room, home)]
    return _sum(sys.version, markdown_it.__version__, yaml.__version__, *map(repr, sorted(marks)))


def _code(folder: Path, home: Path) -> list[tuple[str, int, int]]:
    """The files of code below a folder, by their paths from `home`, with what changes when they do."""
    every = (os.path.join(below, name) for below, _, names in os.walk(folder) for name in names)
    return sorted((os.path.relpath(path, home), *_marks(path)) for path in every if path.endswith((".py", ".json")))


@cache
def _installed() -> str:
    """The rune packages that come with other Python packages, by the files of their modules."""
    from importlib.metadata import entry_points

    marks = []
    for entry in entry_points(group=GROUP):
        file = getattr(sys.modules.get(entry.module), "__file__", None) or ""
        home, name = os.path.split(file)
        names = sorted(os.listdir(home)) if name.startswith("__init__.") and os.path.isdir(home) else [name]
        marks.append((entry.value, [(each, *_marks(os.path.join(home, each))) for each in names]))
    return _sum(*map(repr, sorted(marks)))


def _marks(path: str) -> tuple[int, int]:
    try:
        known = os.stat(path)
    except OSError:
        return 0, 0
    return known.st_size, known.st_mtime_ns


def _sum(*words: str) -> str:
    made = blake2b(digest_size=16)
    for word in words:
        made.update(f"{len(word)}:".encode() + word.encode("utf-8", "surrogatepass"))
    return made.hexdigest()
