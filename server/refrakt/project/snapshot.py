"""The open buffers of a workspace at one moment. A snapshot never changes: a response is computed from one snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from refrakt.markdoc.document import Document
from refrakt.project.editor_settings import Settings
from refrakt.project.files import read_text
from refrakt.project.page_problems import BufferProblems
from refrakt.project.pages.facts_cache import FactsCache

if TYPE_CHECKING:
    from refrakt.project.index.severity import ShiftedProblem

MARKDOC_LANGUAGES = ("markdown", "markdoc", "mdx")
"""The language ids of pages."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a file and where it is from."""

    text: str
    origin: Literal["buffer", "disk"]
    buffer: Buffer | None = None


@dataclass(frozen=True, slots=True)
class Buffer:
    """An open file."""

    uri: str
    path: Path | None
    """Its real path; None if it has never been saved."""
    version: int
    document: Document
    language: str = "markdown"
    problem_cache: BufferProblems = field(default_factory=BufferProblems, repr=False, compare=False)
    """The cache of page rules; shared by the versions of the buffer."""
    facts_cache: FactsCache = field(default_factory=FactsCache, repr=False, compare=False)
    """The cache of its facts; shared in the same way."""
    across: tuple[ShiftedProblem, ...] = ()
    """The problems of site rules: shifted by edits, and replaced when the index has checked the page."""

    @property
    def is_markdoc(self) -> bool:
        """Whether it is a page. Of other open files only the text is used."""
        return self.language in MARKDOC_LANGUAGES


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The open buffers at one moment."""

    revision: int = 0
    buffers: Mapping[str, Buffer] = field(default_factory=dict)
    """By URI."""
    paths: Mapping[Path, Buffer] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    trusted: bool = False
    """Whether the user trusts the project. Nothing in the project can say so."""

    def read(self, path: Path, name: str | None = None) -> SourceText:
        """The text of a file, in the editor or on disk. `name` is its name in error messages."""
        buffer = self.paths.get(path)
        if buffer is not None:
            return SourceText(buffer.document.text, "buffer", buffer)
        return SourceText(read_text(path, name or str(path)), "disk")
