"""The definition of a tag in the schema of a site, or of a rune in a catalogue, of the project or of an installed package."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.results import Location
from refrakt.markdoc.tree import Span
from refrakt.project.json_tree import read_json
from refrakt.project.rune_packages import RunePackages
from refrakt.project.site import SiteContext
from refrakt.runes.rune import Rune
from refrakt.runes.source_location import SourceLocation


def rune_definition(site: SiteContext, rune: Rune) -> Location | None:
    """The source of a tag, or the catalogue entry of a rune; None for a rune of refrakt or of a Python package."""
    return source_location(rune.location) or next(_entries(site, rune), None)


def source_location(location: SourceLocation | None) -> Location | None:
    """A definition in the schema of a site."""
    return Location(location.path, Span(location.start, location.end)) if location is not None else None


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
