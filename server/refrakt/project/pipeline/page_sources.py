"""Parsed files of a site for rendering: open buffers first, then the disk. Each parsed file is kept until it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tree import Node
from refrakt.project.files import FileStamp, stamps
from refrakt.project.snapshot import Snapshot

Version = FileStamp | Document | None
"""What identifies the text of a file: its stamp on disk, or the document of its buffer; None if there is no file."""


@dataclass(slots=True)
class PageSources:
    """The parsed files of one site. Not safe for several threads at once."""

    root: Path
    options: ParseOptions
    snapshot: Snapshot = field(default_factory=Snapshot)
    _parsed: dict[str, tuple[Version, Document]] = field(default_factory=dict)

    def version(self, path: str) -> Version:
        """The current version of a file, by its path below the root."""
        buffer = self.snapshot.paths.get(self.root / path)
        return buffer.document if buffer is not None else stamps([self.root / path])[0]

    def document(self, path: str) -> Document | None:
        """The parsed file; None if it cannot be read."""
        buffer = self.snapshot.paths.get(self.root / path)
        if buffer is not None and buffer.document.options == self.options:
            return buffer.document
        version = self.version(path)
        known = self._parsed.get(path)
        if known is not None and known[0] == version:
            return known[1]
        try:
            text = self.snapshot.read(self.root / path, path).text
        except RefraktError:
            return None
        document = parse(text, self.options)
        self._parsed[path] = version, document
        return document

    def forget_others(self, paths: Mapping[str, object]) -> None:
        """Drop the parsed files that are no longer part of the site."""
        for path in [each for each in self._parsed if each not in paths]:
            del self._parsed[path]


@dataclass(slots=True)
class PartialTrees(Mapping[str, Node]):
    """The partials of a site by name. A partial is parsed when it is included, and `used` records which were."""

    sources: PageSources
    paths: Mapping[str, str]
    """The file of each partial, below the root."""
    used: dict[str, Document] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Node:
        document = self.sources.document(self.paths[name])
        if document is None:
            raise KeyError(name)
        self.used[self.paths[name]] = document
        return document.tree

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)

    def __contains__(self, name: object) -> bool:
        return name in self.paths
