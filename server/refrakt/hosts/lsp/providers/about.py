"""What plugins have to say about one file, as it was when somebody asked."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from refrakt.errors import RefraktError
from refrakt.features.answers import (
    Action,
    Changes,
    Definition,
    Explanation,
    Landmark,
    Location,
    Note,
    Offer,
    Offers,
    Prepared,
    Range,
)
from refrakt.project.workspace import Buffer, Snapshot

from .calls import NOT_YET, Calls

if TYPE_CHECKING:
    from refrakt.plugins import CliPlugin, CommandContext, FileProblem, Provider, SourceFile
    from refrakt.plugins.table import Plugins

_LISTS = frozenset({"problems", "references", "actions", "notes", "landmarks"})
"""What is answered with as many as there are, perhaps by a generator, which does its work while it is gone through."""

A = TypeVar("A")


@dataclass(frozen=True, eq=False)
class About:
    """The plugins that may know a file, and the file."""

    _calls: Calls
    _buffer: Buffer
    _snapshot: Snapshot
    _table: Plugins | None

    @property
    def is_known(self) -> bool:
        """Whether it is known yet which plugins there are."""
        return self._table is not None

    @property
    def root(self) -> Path:
        """The folder of the project, from which the paths in answers count."""
        assert self._table is not None, "nobody has answered anything"
        return self._table.root

    def has(self, name: str) -> bool:
        """Whether any plugin has a method of this name. Costs nothing, and leaves open whether it knows the file."""
        return next(self._those_with(name), None) is not None

    async def complete(self, offset: int) -> Offers:
        """What could stand there. What there is to say about an offer is asked for later, and is the plugin's work, too."""
        found, items = [], []
        for plugin, provider in self._those_with("complete"):
            for each in await self._leniently(Offers, plugin, provider, "complete", offset):
                found.append(each)
                items += [self._explained(plugin.namespace, item) for item in each.items]
        return Offers(
            tuple(items), all(each.complete for each in found), any(each.alone and each.items for each in found)
        )

    async def hover(self, offset: int) -> Explanation | None:
        return next(iter(await self._all(Explanation, "hover", offset)), None)

    async def define(self, offset: int) -> Definition | None:
        return next((each for each in await self._all(Definition, "define", offset) if each.targets), None)

    async def references(self, offset: int, declared: bool) -> list[Location]:
        return await self._all(Location, "references", offset, declared)

    async def notes(self) -> list[Note] | None:
        """What stands above lines; None where a plugin cannot say it yet."""
        return await self._all_or_not_yet(Note, "notes")

    async def actions(self, place: Range) -> list[Action]:
        """What could be done. Finding out what an action does is the plugin's work, too, and done in a thread of its own."""
        found: list[Action] = []
        for plugin, provider in self._those_with("actions"):
            for each in await self._leniently(Action, plugin, provider, "actions", place):
                changes = partial(self._changes, plugin.namespace, each.changes)
                found.append(dataclasses.replace(each, changes=changes))
        return found

    async def problems(self) -> list[FileProblem] | None:
        """What is wrong with it; None where a plugin cannot say it yet. Nobody waits for these."""
        from refrakt.plugins import FileProblem

        return await self._all_or_not_yet(FileProblem, "problems", awaited=False)

    async def prepare_rename(self, offset: int) -> Prepared | None:
        """What would be renamed. `RefraktError` says why it cannot be."""
        return await self._first(Prepared, "prepare_rename", offset)

    async def rename(self, offset: int, new: str) -> Changes | None:
        """What has to be changed. Where a plugin fails nothing is: half of it would leave the project worse than before."""
        changes = await self._first(Changes, "rename", offset, new)
        return self._versioned(changes) if changes is not None else None

    async def _first(self, kind: type[A], name: str, *words: Any) -> A | None:
        for plugin, provider in self._those_with(name):
            for each in await self._asked(kind, plugin, provider, name, *words):
                return each
        return None

    async def _all(self, kind: type[A], name: str, *words: Any) -> list[A]:
        """What all of them answer."""
        found: list[A] = []
        for plugin, provider in self._those_with(name):
            found += await self._leniently(kind, plugin, provider, name, *words)
        return found

    async def _all_or_not_yet(self, kind: type[A], name: str, awaited: bool = True) -> list[A] | None:
        found: list[A] = []
        for plugin, provider in self._those_with(name):
            try:
                found += await self._asked(kind, plugin, provider, name, awaited=awaited)
            except RefraktError as error:
                if error.code == NOT_YET:
                    return None
                self._calls.complain(plugin.namespace, name, error)
        return found

    async def _leniently(self, kind: type[A], plugin: CliPlugin, provider: Provider, name: str, *words: Any) -> list[A]:
        try:
            return await self._asked(kind, plugin, provider, name, *words)
        except RefraktError as error:
            self._calls.complain(plugin.namespace, name, error)
            return []

    async def _asked(
        self, kind: type[A], plugin: CliPlugin, provider: Provider, name: str, *words: Any, awaited: bool = True
    ) -> list[A]:
        """What one of them answers, as far as it is what it should be."""
        context, path = self._context(plugin), self._buffer.path

        def work() -> Any:
            if path is None or not provider.handles(path, context):
                return None
            answer = getattr(provider, name)(self._file, *words, context)
            return list(answer) if name in _LISTS and answer is not None else answer

        answer = await self._calls.answer(plugin.namespace, name, work, awaited)
        if answer is None:
            return []
        return self._sound(kind, plugin.namespace, name, answer if name in _LISTS else [answer])

    def _sound(self, kind: type[A], namespace: str, name: str, answers: list[Any]) -> list[A]:
        return sound(self._calls, kind, namespace, name, answers, len(self._file.text))

    def _explained(self, namespace: str, offer: Offer) -> Offer:
        if offer.about is None:
            return offer
        return dataclasses.replace(offer, about=partial(self._words, namespace, offer.about))

    def _words(self, namespace: str, about: Callable[[], str]) -> str:
        """What a plugin says about an offer; nothing where it fails or takes too long. Not for the loop's thread."""
        try:
            words = self._calls.answer_now(namespace, "about", about)
        except RefraktError as error:
            self._calls.complain(namespace, "about", error)
            return ""
        return words if isinstance(words, str) else ""

    def _changes(self, namespace: str, changes: Callable[[], Changes | None]) -> Changes | None:
        found = self._calls.answer_now(namespace, "action", changes)
        sound = self._sound(Changes, namespace, "action", [found]) if found is not None else []
        return self._versioned(sound[0]) if sound else None

    def _versioned(self, changes: Changes) -> Changes:
        """The same changes, meant for the versions of the files that are open. Refused if they are meant for another text."""
        edits = []
        for each in changes.edits:
            buffer = self._snapshot.paths.get(self.root / each.path)
            if buffer is not None and buffer.document.text != each.text:
                raise RefraktError("VALIDATION_ERROR", f"{each.path} was changed meanwhile", "Try again.")
            edits.append(dataclasses.replace(each, version=buffer.version) if buffer is not None else each)
        return dataclasses.replace(changes, edits=tuple(edits))

    def _those_with(self, name: str) -> Iterator[tuple[CliPlugin, Provider]]:
        if self._table is not None and self._buffer.path is not None:
            yield from (each for each in self._table.providers() if callable(getattr(each[1], name, None)))

    def _context(self, plugin: CliPlugin) -> CommandContext:
        assert self._table is not None, "there are no plugins to ask"
        return context_of(self._table, plugin, self._snapshot)

    @cached_property
    def _file(self) -> SourceFile:
        from refrakt.plugins import SourceFile

        buffer = self._buffer
        path, text = buffer.path, buffer.document.text
        assert path is not None, "what was never saved is no plugin's"
        if path.suffix in (".yaml", ".yml"):
            from refrakt.plugins.yaml import read

            return SourceFile(path, text, yaml=read(text))
        return SourceFile(path, text, document=buffer.document if buffer.is_markdoc else None)


async def landmarks(calls: Calls, table: Plugins, snapshot: Snapshot, query: str) -> list[Landmark]:
    """What the plugins of a project know by a name that fits a query."""
    found: list[Landmark] = []
    for plugin, provider in table.providers():
        method = getattr(provider, "landmarks", None)
        if method is None:
            continue
        context = context_of(table, plugin, snapshot)
        try:
            answer = await calls.answer(plugin.namespace, "landmarks", partial(_listed, method, query, context))
        except RefraktError as error:
            calls.complain(plugin.namespace, "landmarks", error)
        else:
            found += sound(calls, Landmark, plugin.namespace, "landmarks", answer, 0)
    return found


def _listed(method: Callable[..., Any], query: str, context: CommandContext) -> list[Any]:
    return list(method(query, context) or ())


def context_of(table: Plugins, plugin: CliPlugin, snapshot: Snapshot) -> CommandContext:
    from refrakt.services.open_files import OpenFiles

    return table.context(plugin, OpenFiles(lambda: snapshot, table.root))


def sound(calls: Calls, kind: type[A], namespace: str, name: str, answers: list[Any], size: int) -> list[A]:
    """The answers that can be told. What is not as it should be is left out, and told of in the log."""
    from .shapes import is_sound

    kept = []
    for each in answers:
        try:
            fits = isinstance(each, kind) and is_sound(each, size)
        except (TypeError, ValueError) as error:
            calls.complain(namespace, name, error)
            continue
        if fits:
            kept.append(each)
        else:
            calls.complain(namespace, name, TypeError(f"this is no {kind.__name__} that can be told: {each!r:.200}"))
    return kept
