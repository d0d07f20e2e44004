"""Fingerprints of what a cached result depends on besides the text: the code, and the configuration of the site."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

import markdown_it
import yaml

import refrakt
from refrakt.project.index.code_version import code_stamps, file_stamp, summed
from refrakt.project.rune_packages import GROUP
from refrakt.project.site import Project, SiteContext

_READING = ("markdoc", "runes", "project/pages", "project/frameworks")
"""The packages that determine the facts of a text."""
_CHECKING = (*_READING, "rules")


def for_facts(context: SiteContext) -> str:
    """What facts depend on: how the site parses fences, the runes of its aliases, and what runes declare."""
    vocabulary = context.vocabulary
    runes = sorted(
        (name, rune.deferred, repr((rune.entity, rune.content)) if rune.entity is not None else "")
        for name, rune in vocabulary.runes.items()
    )
    names = repr((sorted(vocabulary.names.items()), runes, sorted(vocabulary.unknown)))
    return summed(_engine(_READING), refrakt.__version__, repr(context.options), names, *vocabulary.slug_rules)


def for_problems(context: SiteContext, project: Project) -> str:
    """What page problems depend on: the whole configuration of the site, but not its other pages."""
    partials = context.surroundings.partials
    names = None if partials is None else sorted(partials)
    text = project.config.text if project.config is not None else ""
    stamps = repr((project.definitions(), sorted(project.unsaved.items())))
    return summed(_engine(_CHECKING), _installed(), for_facts(context), text, stamps, repr(names))


@cache
def _engine(packages: tuple[str, ...]) -> str:
    """The installed code of refrakt; computed once, because a process goes on with the code it has loaded."""
    home = Path(refrakt.__file__).parent
    found = [each for package in (*packages, "../refrakt_plan") for each in code_stamps(home / package, home)]
    return summed(sys.version, markdown_it.__version__, yaml.__version__, *map(repr, sorted(found)))


@cache
def _installed() -> str:
    """The rune packages of other Python distributions, by the files of their modules."""
    from importlib.metadata import entry_points

    found = []
    for entry in entry_points(group=GROUP):
        file = getattr(sys.modules.get(entry.module), "__file__", None) or ""
        home, name = os.path.split(file)
        names = sorted(os.listdir(home)) if name.startswith("__init__.") and os.path.isdir(home) else [name]
        found.append((entry.value, [(each, *file_stamp(os.path.join(home, each))) for each in names]))
    return summed(*map(repr, sorted(found)))
