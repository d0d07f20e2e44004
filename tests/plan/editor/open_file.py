"""An open file with a cursor, and the results of the plan's providers for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plan.plans import Buffers, context, write
from refrakt.plugins import CodeAction, CommandContext, CompletionList, Location, SourceFile, Span, WorkspaceEdit
from refrakt.plugins.markdoc import ParseOptions, parse
from refrakt_plan.editor import EntityFileProvider, IdProvider

CURSOR = "$0"


@dataclass(frozen=True)
class OpenFile:
    """One file of a project, with a cursor."""

    file: SourceFile
    offset: int
    context: CommandContext

    def request(self, name: str, *words: Any) -> Any:
        return getattr(IdProvider(), name)(self.file, self.offset, *words, self.context)

    @property
    def hover(self) -> str | None:
        found = self.request("hover")
        return found.markdown if found is not None else None

    @property
    def offers(self) -> CompletionList | None:
        found: CompletionList | None = self.request("complete")
        return found

    @property
    def labels(self) -> list[str]:
        return [each.label for each in self.offers.items] if self.offers is not None else []

    def accepted(self, label: str) -> str:
        """The text after an offer was accepted, with the cursor after the inserted text."""
        assert self.offers is not None
        offer = next(each for each in self.offers.items if each.label == label)
        text, place = self.file.text, offer.span
        assert place.start <= self.offset <= place.end
        return f"{text[: place.start]}{offer.insert_text}{CURSOR}{text[place.end :]}"

    @property
    def actions(self) -> dict[str, CodeAction]:
        found = EntityFileProvider().code_actions(self.file, Span(self.offset, self.offset), self.context)
        return {each.title: each for each in found}

    def applied(self, title: str) -> str:
        """The text of this file after an action."""
        changes = self.actions[title].edit()
        assert changes is not None
        (edit,) = changes.edits
        assert edit.text == self.file.text
        return edit.changed

    @property
    def lenses(self) -> list[str]:
        return [each.title for each in EntityFileProvider().code_lenses(self.file, self.context)]

    def texts_at(self, places: Iterable[Location]) -> list[tuple[str, str]]:
        """Locations as pairs of file and text."""
        return [(each.path, self.text_of(each.path)[slice(*each.span.bounds)]) for each in places]

    def text_of(self, path: str) -> str:
        return self.context.files.read(self.context.cwd / path).text

    def texts_after(self, changes: WorkspaceEdit | None) -> dict[str, str]:
        """The texts after changes, by their new paths."""
        assert changes is not None
        places = dict(changes.moved)
        return {places.get(each.path, each.path): each.changed for each in changes.edits} | dict(changes.created)


def open_file(root: Path, files: Mapping[str, str], name: str | None = None, *, unsaved: bool = False) -> OpenFile:
    """A project with one open file: the one with the cursor. An unsaved file has another text on disk."""
    name = name or next(each for each, text in files.items() if CURSOR in text)
    offset = max(files[name].find(CURSOR), 0)
    texts = {each: text.replace(CURSOR, "", 1) for each, text in files.items()}
    on_disk = {**texts, name: "Something else.\n"} if unsaved else texts
    write(root, on_disk)
    buffers = Buffers()
    if unsaved:
        buffers.open(root / name, texts[name], 7)
    return at(root, name, texts[name], offset, buffers)


def at(root: Path, name: str, text: str, offset: int, buffers: Buffers | None = None) -> OpenFile:
    document = parse(text, ParseOptions(fences="escaped"))
    asked = context(root, buffers) if buffers is not None and buffers.opened else context(root)
    return OpenFile(SourceFile(root / name, text, document), offset, asked)
