"""The result types of the language features, which plugins return too.

Spans are offsets into the text of the page, in code points; a host converts them into its own positions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.workspace_edit import WorkspaceEdit

CompletionKind = Literal[
    "rune",
    "attribute",
    "value",
    "closing",
    "partial",
    "variable",
    "function",
    "snippet",
    "page",
    "heading",
    "entity",
    "label",
    "file",
    "folder",
]
"""What an item inserts; an editor shows it as an icon."""
SymbolKind = Literal["page", "heading", "rune", "entity", "partial", "key"]


@dataclass(frozen=True, slots=True)
class CompletionItem:
    """One completion at the cursor."""

    label: str
    kind: CompletionKind
    span: Span
    """The text it replaces: part of one line, with the cursor inside or at its end."""
    insert_text: str
    """The new text; a snippet where `is_snippet`.

    Editors put the indentation of the cursor's line before each further line.
    """
    is_snippet: bool = False
    """Whether `insert_text` has tab stops (`$1`, `${2:word}`, `${3|one,two|}`), with `$` and `\\` escaped elsewhere."""
    plain_text: str = ""
    """The same without tab stops, for editors without snippet support. Empty: use `insert_text`."""
    detail: str = ""
    """A short text beside the label."""
    documentation: Callable[[], str] | None = None
    """Returns the documentation in Markdown; called when the item is resolved."""
    sort_text: str = ""
    """The sort key; the label where empty."""
    deprecated: bool = False
    additional_edits: tuple[TextEdit, ...] = ()
    """Further edits, none of which touches `span`."""
    filter_text: str = ""
    """What an editor matches against the text of `span` before the cursor; the label where empty."""
    retrigger: bool = False
    """Whether completion continues after this item, as after a folder."""


@dataclass(frozen=True, slots=True)
class CompletionList:
    """All completions at the cursor."""

    items: tuple[CompletionItem, ...] = ()
    complete: bool = True
    """False where further typing may bring more items."""
    exclusive: bool = False
    """For plugins: whether refrakt's own items are left out."""


@dataclass(frozen=True, slots=True)
class Hover:
    """Documentation of what is under the cursor."""

    span: Span
    markdown: str


# Locations ------------------------------------------------------------------------------------------------------------


class Location(NamedTuple):
    """A span in a file of the project."""

    path: str
    """Relative to the project's folder."""
    span: Span
    """What an editor selects: a name, the text of a heading."""
    full_span: Span | None = None
    """The whole construct, where that is more."""


class Definition(NamedTuple):
    """The reference under the cursor, and where its target is defined."""

    origin: Span
    targets: tuple[Location, ...]


class RenameTarget(NamedTuple):
    """What a rename at the cursor would rename."""

    span: Span
    placeholder: str
    """The current name, which the user edits."""


# Symbols, code actions, code lenses -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DocumentSymbol:
    """An entry of a page's outline."""

    name: str
    kind: SymbolKind
    span: Span
    """The whole symbol with its children."""
    selection_span: Span
    """What an editor reveals and selects; within `span`."""
    detail: str = ""
    children: tuple[DocumentSymbol, ...] = ()


@dataclass(frozen=True, slots=True)
class CodeAction:
    """A quick fix, refactoring or source action."""

    title: str
    kind: str
    """An LSP code action kind: `quickfix`, `refactor.extract`, `source.fixAll`."""
    edit: Callable[[], WorkspaceEdit | None]
    """Returns the edit; called when the action is resolved."""
    codes: tuple[str, ...] = ()
    """The codes of the problems it fixes."""
    preferred: bool = False
    """Whether it is the obvious fix."""


class CodeLens(NamedTuple):
    """A title above a line, and the locations a click on it shows."""

    span: Span
    title: str
    locations: tuple[Location, ...] = ()


class WorkspaceSymbol(NamedTuple):
    """A symbol of the project that can be found by name."""

    name: str
    location: Location
    container_name: str = ""
    """What it is, or what it is part of."""
