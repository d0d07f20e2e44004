"""Queries the providers of one file, for one snapshot."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from refrakt.errors import RefraktError
from refrakt.features.results import (
    CodeAction,
    CodeLens,
    CompletionItem,
    CompletionList,
    Definition,
    Hover,
    Location,
    RenameTarget,
    WorkspaceSymbol,
)
from refrakt.hosts.lsp.providers.call_timeouts import PENDING, ProviderCalls
from refrakt.markdoc.tree import Span
from refrakt.plugins.plugin_table import PluginTable
from refrakt.project.snapshot import Buffer, Snapshot
from refrakt.project.workspace_edit import WorkspaceEdit

if TYPE_CHECKING:
    from refrakt.plugins import CliPlugin, CommandContext, Problem, Provider, SourceFile

_LISTS = frozenset({"problems", "references", "code_actions", "code_lenses", "workspace_symbols"})
"""Methods that return an iterable, perhaps a generator that does its work lazily."""

A = TypeVar("A")


@dataclass(frozen=True, eq=False)
class ProviderClient:
    """The providers of a file's project, bound to the file."""

    _calls: ProviderCalls
    _buffer: Buffer
    _snapshot: Snapshot
    _plugins: PluginTable | None

    @property
    def is_loaded(self) -> bool:
        """Whether the search for plugins is done."""
        return self._plugins is not None

    @property
    def root(self) -> Path:
        """The project root; paths in results are relative to it."""
        assert self._plugins is not None, "plugins are not known yet"
        return self._plugins.root

    def has(self, name: str) -> bool:
        """Whether any provider has this method. Does not check whether it handles the file."""
        return next(self._providers_with(name), None) is not None

    async def complete(self, offset: int) -> CompletionList:
        """Completions. Their documentation is resolved later, in the plugin's thread."""
        found, items = [], []
        for plugin, provider in self._providers_with("complete"):
            for each in await self._results_or_log(CompletionList, plugin, provider, "complete", offset):
                found.append(each)
                items += [self._with_guarded_documentation(plugin.namespace, item) for item in each.items]
        return CompletionList(
            tuple(items), all(each.complete for each in found), any(each.exclusive and each.items for each in found)
        )

    async def hover(self, offset: int) -> Hover | None:
        return next(iter(await self._all(Hover, "hover", offset)), None)

    async def definition(self, offset: int) -> Definition | None:
        return next((each for each in await self._all(Definition, "definition", offset) if each.targets), None)

    async def references(self, offset: int, declared: bool) -> list[Location]:
        return await self._all(Location, "references", offset, declared)

    async def code_lenses(self) -> list[CodeLens] | None:
        """Code lenses; None if a plugin is not ready."""
        return await self._all_or_pending(CodeLens, "code_lenses")

    async def code_actions(self, span: Span) -> list[CodeAction]:
        """Code actions. Their edits are resolved later, in the plugin's thread."""
        found: list[CodeAction] = []
        for plugin, provider in self._providers_with("code_actions"):
            for each in await self._results_or_log(CodeAction, plugin, provider, "code_actions", span):
                changes = partial(self._edit_of, plugin.namespace, each.edit)
                found.append(dataclasses.replace(each, edit=changes))
        return found

    async def problems(self) -> list[Problem] | None:
        """Problems; None if a plugin is not ready."""
        from refrakt.plugins import Problem

        return await self._all_or_pending(Problem, "problems", interactive=False)

    async def prepare_rename(self, offset: int) -> RenameTarget | None:
        """The symbol to rename. Raises `RefraktError` if it cannot be renamed."""
        return await self._first(RenameTarget, "prepare_rename", offset)

    async def rename(self, offset: int, new: str) -> WorkspaceEdit | None:
        """The edit of a rename. Any failure aborts it: half a rename would break the project."""
        changes = await self._first(WorkspaceEdit, "rename", offset, new)
        return self._with_versions(changes) if changes is not None else None

    async def _first(self, kind: type[A], name: str, *args: Any) -> A | None:
        for plugin, provider in self._providers_with(name):
            for each in await self._results(kind, plugin, provider, name, *args):
                return each
        return None

    async def _all(self, kind: type[A], name: str, *args: Any) -> list[A]:
        """The results of all providers."""
        found: list[A] = []
        for plugin, provider in self._providers_with(name):
            found += await self._results_or_log(kind, plugin, provider, name, *args)
        return found

    async def _all_or_pending(self, kind: type[A], name: str, interactive: bool = True) -> list[A] | None:
        found: list[A] = []
        for plugin, provider in self._providers_with(name):
            try:
                found += await self._results(kind, plugin, provider, name, interactive=interactive)
            except RefraktError as error:
                if error.code == PENDING:
                    return None
                self._calls.log_failure(plugin.namespace, name, error)
        return found

    async def _results_or_log(
        self, kind: type[A], plugin: CliPlugin, provider: Provider, name: str, *args: Any
    ) -> list[A]:
        try:
            return await self._results(kind, plugin, provider, name, *args)
        except RefraktError as error:
            self._calls.log_failure(plugin.namespace, name, error)
            return []

    async def _results(
        self, kind: type[A], plugin: CliPlugin, provider: Provider, name: str, *args: Any, interactive: bool = True
    ) -> list[A]:
        """The valid results of one provider."""
        context, path = self._context(plugin), self._buffer.path

        def call() -> Any:
            if path is None or not provider.handles(path, context):
                return None
            result = getattr(provider, name)(self._file, *args, context)
            return list(result) if name in _LISTS and result is not None else result

        result = await self._calls.run(plugin.namespace, name, call, interactive)
        if result is None:
            return []
        return self._valid(kind, plugin.namespace, name, result if name in _LISTS else [result])

    def _valid(self, kind: type[A], namespace: str, name: str, results: list[Any]) -> list[A]:
        return valid_results(self._calls, kind, namespace, name, results, len(self._file.text))

    def _with_guarded_documentation(self, namespace: str, offer: CompletionItem) -> CompletionItem:
        if offer.documentation is None:
            return offer
        return dataclasses.replace(offer, documentation=partial(self._documentation, namespace, offer.documentation))

    def _documentation(self, namespace: str, about: Callable[[], str]) -> str:
        """The documentation of a completion; empty if the plugin fails or times out. Not for the event loop's thread."""
        try:
            text = self._calls.run_blocking(namespace, "about", about)
        except RefraktError as error:
            self._calls.log_failure(namespace, "about", error)
            return ""
        return text if isinstance(text, str) else ""

    def _edit_of(self, namespace: str, changes: Callable[[], WorkspaceEdit | None]) -> WorkspaceEdit | None:
        found = self._calls.run_blocking(namespace, "action", changes)
        valid = self._valid(WorkspaceEdit, namespace, "action", [found]) if found is not None else []
        return self._with_versions(valid[0]) if valid else None

    def _with_versions(self, changes: WorkspaceEdit) -> WorkspaceEdit:
        """Add the versions of open files. Fails if a file's text is not the one the edit was made for."""
        edits = []
        for each in changes.edits:
            buffer = self._snapshot.paths.get(self.root / each.path)
            if buffer is not None and buffer.document.text != each.text:
                raise RefraktError("VALIDATION_ERROR", f"{each.path} was changed in the meantime", "Try again.")
            edits.append(dataclasses.replace(each, version=buffer.version) if buffer is not None else each)
        return dataclasses.replace(changes, edits=tuple(edits))

    def _providers_with(self, name: str) -> Iterator[tuple[CliPlugin, Provider]]:
        if self._plugins is not None and self._buffer.path is not None:
            yield from (each for each in self._plugins.providers() if callable(getattr(each[1], name, None)))

    def _context(self, plugin: CliPlugin) -> CommandContext:
        assert self._plugins is not None, "plugins are not known yet"
        return context_of(self._plugins, plugin, self._snapshot)

    @cached_property
    def _file(self) -> SourceFile:
        from refrakt.plugins import SourceFile

        buffer = self._buffer
        path, text = buffer.path, buffer.document.text
        assert path is not None, "providers only get files with a path"
        if path.suffix in (".yaml", ".yml"):
            from refrakt.plugins.yaml import read

            return SourceFile(path, text, yaml=read(text))
        return SourceFile(path, text, document=buffer.document if buffer.is_markdoc else None)


async def workspace_symbols(
    calls: ProviderCalls, plugins: PluginTable, snapshot: Snapshot, query: str
) -> list[WorkspaceSymbol]:
    """Workspace symbols of a project's plugins that match a query."""
    found: list[WorkspaceSymbol] = []
    for plugin, provider in plugins.providers():
        method = getattr(provider, "workspace_symbols", None)
        if method is None:
            continue
        context = context_of(plugins, plugin, snapshot)
        try:
            result = await calls.run(
                plugin.namespace, "workspace_symbols", partial(_list_landmarks, method, query, context)
            )
        except RefraktError as error:
            calls.log_failure(plugin.namespace, "workspace_symbols", error)
        else:
            found += valid_results(calls, WorkspaceSymbol, plugin.namespace, "workspace_symbols", result, 0)
    return found


def _list_landmarks(method: Callable[..., Any], query: str, context: CommandContext) -> list[Any]:
    return list(method(query, context) or ())


def context_of(plugins: PluginTable, plugin: CliPlugin, snapshot: Snapshot) -> CommandContext:
    from refrakt.services.open_files import OpenFiles

    return plugins.context(plugin, OpenFiles(lambda: snapshot, plugins.root))


def valid_results(
    calls: ProviderCalls, kind: type[A], namespace: str, name: str, results: list[Any], size: int
) -> list[A]:
    """The valid results; invalid ones are logged and dropped."""
    from refrakt.plugins.result_validation import is_valid

    valid = []
    for each in results:
        try:
            fits = isinstance(each, kind) and is_valid(each, size)
        except (TypeError, ValueError) as error:
            calls.log_failure(namespace, name, error)
            continue
        if fits:
            valid.append(each)
        else:
            calls.log_failure(namespace, name, TypeError(f"invalid {kind.__name__}: {each!r:.200}"))
    return valid
