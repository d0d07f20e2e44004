"""Changes that are made for several reasons, as one."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.project.index.view import Source

from ..answers import Changes, FileEdit, Range, Replacement


class Gathering:
    """The replacements of several files, until all of them are known."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}
        self._found: dict[str, dict[Range, str]] = {}

    def add(self, path: str, source: Source, replacement: Replacement) -> None:
        self._sources.setdefault(path, source)
        self._found.setdefault(path, {}).setdefault(*replacement)

    def edits(self) -> tuple[FileEdit, ...]:
        return tuple(
            FileEdit(
                path,
                self._sources[path].text,
                apart(Replacement(*each) for each in found.items()),
                self._sources[path].version,
            )
            for path, found in sorted(self._found.items())
        )


def merged(*changes: Changes) -> Changes:
    """Several changes of the same texts as one."""
    edits: dict[str, FileEdit] = {}
    for each in (edit for some in changes for edit in some.edits):
        known = edits.get(each.path)
        if known is None or known.text != each.text:
            edits.setdefault(each.path, each)
        else:
            both = apart([*known.replacements, *each.replacements])
            edits[each.path] = FileEdit(each.path, each.text, both, each.version)
    return Changes(
        tuple(edits[path] for path in sorted(edits)),
        tuple(made for some in changes for made in some.created),
        tuple(dict.fromkeys(pair for some in changes for pair in some.moved)),
    )


def apart(replacements: Iterable[Replacement]) -> tuple[Replacement, ...]:
    """In the order of the text, each place once. Of two that overlap the one that covers more counts, or that came first."""
    kept: list[Replacement] = []
    for each in sorted(dict.fromkeys(replacements), key=lambda each: (each.place.start, -each.place.end)):
        if not kept or each.place.start >= kept[-1].place.end or each.place.start == each.place.end:
            kept.append(each)
    return tuple(kept)
