"""A plan in an editor: a file that is open with the cursor in it, and what the providers of the plan say about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plan.plans import Buffers, context, write
from refrakt.plugins import Action, Changes, CommandContext, Location, Offers, Range, SourceFile
from refrakt.plugins.markdoc import Options, parse
from refrakt_plan.editor import Entities, Ids

CURSOR = "$0"


@dataclass(frozen=True)
class Desk:
    """One file of a project, and the cursor in it."""

    file: SourceFile
    offset: int
    context: CommandContext

    def ask(self, name: str, *words: Any) -> Any:
        return getattr(Ids(), name)(self.file, self.offset, *words, self.context)

    @property
    def card(self) -> str | None:
        found = self.ask("hover")
        return found.markdown if found is not None else None

    @property
    def offers(self) -> Offers | None:
        found: Offers | None = self.ask("complete")
        return found

    @property
    def labels(self) -> list[str]:
        return [each.label for each in self.offers.items] if self.offers is not None else []

    def taken(self, label: str) -> str:
        """The text after an offer was taken, with the cursor behind what was put in."""
        assert self.offers is not None
        offer = next(each for each in self.offers.items if each.label == label)
        text, place = self.file.text, offer.place
        assert place.start <= self.offset <= place.end
        return f"{text[: place.start]}{offer.insert}{CURSOR}{text[place.end :]}"

    @property
    def actions(self) -> dict[str, Action]:
        found = Entities().actions(self.file, Range(self.offset, self.offset), self.context)
        return {each.title: each for each in found}

    def done(self, title: str) -> str:
        """The text of this file after an action."""
        changes = self.actions[title].changes()
        assert changes is not None
        (edit,) = changes.edits
        assert edit.text == self.file.text
        return edit.changed

    @property
    def notes(self) -> list[str]:
        return [each.title for each in Entities().notes(self.file, self.context)]

    def words(self, places: Iterable[Location]) -> list[tuple[str, str]]:
        """Places, each as its file and what stands there."""
        return [(each.path, self.text_of(each.path)[slice(*each.place)]) for each in places]

    def text_of(self, path: str) -> str:
        return self.context.files.read(self.context.cwd / path).text

    def after(self, changes: Changes | None) -> dict[str, str]:
        """The texts that changes leave behind, by the paths they have then."""
        assert changes is not None
        places = dict(changes.moved)
        return {places.get(each.path, each.path): each.changed for each in changes.edits} | dict(changes.created)


def desk(root: Path, files: Mapping[str, str], name: str | None = None, *, unsaved: bool = False) -> Desk:
    """The project with one file open: the one that has the cursor. What is unsaved is on disk in another form."""
    name = name or next(each for each, text in files.items() if CURSOR in text)
    offset = max(files[name].find(CURSOR), 0)
    texts = {each: text.replace(CURSOR, "", 1) for each, text in files.items()}
    on_disk = {**texts, name: "Something else.\n"} if unsaved else texts
    write(root, on_disk)
    buffers = Buffers()
    if unsaved:
        buffers.open(root / name, texts[name], 7)
    return at(root, name, texts[name], offset, buffers)


def at(root: Path, name: str, text: str, offset: int, buffers: Buffers | None = None) -> Desk:
    document = parse(text, Options(fences="escaped"))
    asked = context(root, buffers) if buffers is not None and buffers.opened else context(root)
    return Desk(SourceFile(root / name, text, document), offset, asked)
