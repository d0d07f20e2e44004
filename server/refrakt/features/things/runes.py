"""Where the runes of a project are defined, if a file of the project does so: a catalogue, its own or of an installed package."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.project.jsontree import read_json
from refrakt.project.packages import Packages
from refrakt.project.site import SiteContext
from refrakt.runes.model import Rune

from ..answers import Location, Range


def rune_source(site: SiteContext, rune: Rune) -> Location | None:
    """The entry of a rune in a catalogue; None for a rune that comes with refrakt or with a Python package."""
    return next(_entries(site, rune), None)


def _entries(site: SiteContext, rune: Rune) -> Iterator[Location]:
    packages = Packages(site.root)
    installed = (each for each in packages.installed([rune.package]) if each.is_file())
    own = (site.root / each for each in packages.catalogues())
    for path in (*installed, *own):
        try:
            root, _ = read_json(packages.read(path).decode("utf-8-sig"))
        except (OSError, ValueError):
            continue
        name = root.at("package", "name") if root is not None else None
        listed = root.get("runes") if root is not None else None
        if name is None or listed is None or name.value != rune.package:
            continue
        for each in listed.items:
            called = each.get("name")
            if called is not None and called.value == rune.name:
                where = path.relative_to(site.root) if path.is_relative_to(site.root) else path
                place = Range(called.start + 1, called.end - 1)
                yield Location(where.as_posix(), place, Range(each.start, each.end))
