"""The definition of a rune in a catalogue file, of the project or of an installed package."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.results import Location
from refrakt.markdoc.tree import Span
from refrakt.project.json_tree import read_json
from refrakt.project.rune_packages import RunePackages
from refrakt.project.site import SiteContext
from refrakt.runes.rune import Rune


def rune_definition(site: SiteContext, rune: Rune) -> Location | None:
    """The catalogue entry of a rune; None for a rune of refrakt or of a Python package."""
    return next(_entries(site, rune), None)


def _entries(site: SiteContext, rune: Rune) -> Iterator[Location]:
    packages = RunePackages(site.root)
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
            name_node = each.get("name")
            if name_node is not None and name_node.value == rune.name:
                relative = path.relative_to(site.root) if path.is_relative_to(site.root) else path
                span = Span(name_node.start + 1, name_node.end - 1)
                yield Location(relative.as_posix(), span, Span(each.start, each.end))
