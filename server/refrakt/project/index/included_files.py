"""The files that one file shows: itself, the layouts around it, and the partials that all of them include."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from refrakt.project.frameworks.slugs import alphanumeric
from refrakt.project.index.exports import INCLUDED, INCLUDES, LAYOUT, Key
from refrakt.project.index.indexed_file import IndexedFile

if TYPE_CHECKING:
    from refrakt.project.index.tracked_site import TrackedSite

MOST_FILES = 300
"""Files of one page that are followed. With more, only a build knows what is on the page."""
MOST_KEYS = 100
"""Dependencies that are tracked one by one. With more, the page depends on all partials and layouts."""
_MOST_ANCHORS = 1_000
"""The headings and other anchors of one file that are compared with a misspelt fragment."""


class IncludedFiles(NamedTuple):
    """What a file shows."""

    files: tuple[IndexedFile, ...]
    """The file itself comes first."""
    tracked_files: tuple[IndexedFile, ...]
    """Those of which each is a dependency of its own."""
    dependencies: frozenset[Key]
    anchors: frozenset[str]
    """The ids of all anchors in the files."""
    has_unknown_anchors: bool
    """Whether a build may add anchors."""
    possible_ids: frozenset[str]
    """Ids that components may use."""


def included_files(site: TrackedSite) -> IncludedFiles:
    """What the file of a `TrackedSite` without dependencies shows."""
    file = site.entry
    files = {file.path: file}
    if file.kind == "page":
        files |= {each.path: each for each in site.layouts(file)}
    names: set[str] = set()
    pending = [*files.values()]
    is_open = False
    for each in pending:
        for name in site.includes(each):
            if name in names:
                continue
            names.add(name)
            found = site.partial(name)
            if found is not None and found.path not in files and len(files) < MOST_FILES:
                files[found.path] = found
                pending.append(found)
            is_open = is_open or found is None or found.path not in files
    anchors = [site.own_anchors(each) for each in pending]
    is_open = is_open or any(more for _, more in anchors) or any(each.kind == "plan" for each in pending)
    ids = anchors[0][0] if len(anchors) == 1 else anchors[0][0].union(*(each for each, _ in anchors[1:]))
    dependencies = _limited(site)
    tracked = (file,) if INCLUDED in dependencies else tuple(pending)
    possible = frozenset().union(*(each.facts.possible_ids for each in pending))
    return IncludedFiles(tuple(pending), tracked, dependencies, ids, is_open, possible)


def _limited(site: TrackedSite) -> frozenset[Key]:
    found = site.dependencies
    if len(found) <= MOST_KEYS:
        return frozenset(found)
    own = {key for key in found if key[0] == LAYOUT.name or key == INCLUDES.key(site.entry.path)}
    return frozenset(own | {INCLUDED})


def heading_texts(shown: IncludedFiles) -> frozenset[str]:
    """The texts of all headings, without what is neither a letter nor a digit."""
    return frozenset(alphanumeric(each.text) for file in shown.files for each in file.facts.headings)


def component_texts(shown: IncludedFiles) -> frozenset[str]:
    """The same for the texts that components may make ids of."""
    return frozenset(filter(None, map(alphanumeric, shown.possible_ids)))


def anchor_texts(shown: IncludedFiles) -> dict[str, str]:
    """The ids of anchors, each with the text of its heading."""
    found: dict[str, str] = {}
    for file in shown.files:
        for heading in file.facts.headings[:_MOST_ANCHORS]:
            if heading.id is not None:
                found.setdefault(heading.id, heading.text)
        for anchor in file.facts.anchors[:_MOST_ANCHORS]:
            found.setdefault(anchor.id, anchor.id)
    return found
