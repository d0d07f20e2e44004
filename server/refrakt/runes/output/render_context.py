"""What the runes of one page share while it is rendered: the page, its files, and the warnings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node, TagSyntax

NO_DATA = "no-data"
"""The code of a warning that a rune needs the pages of a site, and a snippet has none."""

MAX_DEPTH = 40
"""How deep runes may be nested; deeper ones are rendered as generic wrappers with a warning."""


@dataclass(frozen=True, slots=True)
class RenderWarning:
    """Something that the reader of the rendered page should know. `node` is its cause, if it is on the page."""

    code: str
    message: str
    severity: Literal["error", "warning", "info"] = "warning"
    node: Node | None = None


class RenderFiles(Protocol):
    """The files of the project that a page may show. Paths are relative to the project; nothing outside of it is read."""

    def read(self, path: str) -> str:
        """The text of a file. Raises `FileReadError` with the reason if it cannot be read."""
        ...

    def list(self, folder: str) -> Sequence[str]:
        """The names of the files in a folder; empty if it does not exist."""
        ...


class FileReadError(Exception):
    """Why a file of the project cannot be shown, in one sentence."""


@dataclass(frozen=True, slots=True)
class RenderedHeading:
    level: int
    text: str
    id: str


@dataclass(slots=True)
class RenderContext:
    documents: Sequence[Document] = ()
    """The parsed page, and the partials it includes."""
    url: str = ""
    path: str = ""
    """The file of the page, relative to the project."""
    headings: Sequence[RenderedHeading] = ()
    icons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """SVG texts by group and name."""
    backgrounds: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    sandbox_folder: str = ""
    """The folder of the sandbox examples, relative to the project."""
    files: RenderFiles | None = None
    """None for a snippet without a project."""
    has_pages: bool = False
    """Whether the text is a page of a site, so that runes can list its other pages."""
    trusted: bool = False
    """Whether the site may run its own scripts in sandboxes."""
    warnings: list[RenderWarning] = field(default_factory=list)
    depth: int = 0

    def warn(self, code: str, message: str, node: Node | None = None, severity: Any = "warning") -> None:
        self.warnings.append(RenderWarning(code, message, severity, node))

    def body_source(self, node: Node) -> str:
        """The source between the opening and the closing tag of a node, without the line breaks at its ends."""
        if node.open is None or node.close is None:
            return ""
        for document in self.documents:
            start, end = _offset(document, node.open, "end"), _offset(document, node.close, "start")
            if start is not None and end is not None:
                return document.text[start:end].strip("\r\n")
        return ""


def _offset(document: Document, syntax: TagSyntax, side: Literal["start", "end"]) -> int | None:
    """The offset of one side of a tag; None if it is in another document."""
    try:
        start, end = document.offsets(syntax.span)
    except ValueError:
        return None
    return start if side == "start" else end
