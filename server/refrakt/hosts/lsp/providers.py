"""Help that plugins have to offer in the editor. One that fails is told of once in the log, and is no reason for less of ours."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.errors import RefraktError
from refrakt.features.answers import Explanation, Offers
from refrakt.project.files import stamp
from refrakt.project.workspace import Buffer, Workspace

if TYPE_CHECKING:
    from refrakt.plugins import CommandContext, FileProblem, Provider, SourceFile
    from refrakt.plugins.table import Plugins

log = logging.getLogger("refrakt.lsp")

_PATIENCE = 1.0
"""Seconds for a provider to answer. The editor waits meanwhile, but only once: who is late is not asked again."""


class Providers:
    """The providers of the plugins of every project that has a file open."""

    def __init__(self, workspace: Workspace) -> None:
        self.on_change: Callable[[], None] = lambda: None
        """Called when the providers of a project have become known."""
        self._workspace = workspace
        self._tables: dict[Path, Plugins | None] = {}
        """By root; None while plugins are being looked for, which may take a while and is done in a thread."""
        self._signs: dict[Path, object] = {}
        self._searches: set[asyncio.Future[None]] = set()
        self._complained: set[tuple[str, str]] = set()

    def problems(self, buffer: Buffer) -> list[FileProblem]:
        return [each for found in self._asked(buffer, "problems") for each in found]

    def complete(self, buffer: Buffer, offset: int) -> Offers:
        found = [each for each in self._asked(buffer, "complete", offset) if isinstance(each, Offers)]
        return Offers(tuple(item for each in found for item in each.items), all(each.complete for each in found))

    def hover(self, buffer: Buffer, offset: int) -> Explanation | None:
        found = self._asked(buffer, "hover", offset)
        return next((each for each in found if isinstance(each, Explanation)), None)

    def look_again(self) -> None:
        """Files have come or gone: where that may matter to a plugin, plugins are looked for again."""
        for root, table in self._tables.items():
            if table is not None and self._signs.get(root) != self._sign(root, table):
                self._look(root)

    def _sign(self, root: Path, table: Plugins) -> object:
        """What is another when a project has other plugins, or these find something else in it."""
        watched = [name for plugin in table.loaded for name in plugin.watches]
        return self._workspace.project(root), stamp(root / each for each in watched)

    def _asked(self, buffer: Buffer, name: str, *words: Any) -> Iterator[Any]:
        """What the providers that know about a file and have a method of this name say."""
        path = buffer.path
        if path is None:
            return
        root = self._workspace.project(path.parent).root
        if root not in self._tables:
            self._look(root)
        table = self._tables[root]
        if table is None:
            return
        from refrakt.services.open_files import OpenFiles

        file: SourceFile | None = None
        for plugin, provider in table.providers():
            method = getattr(provider, name, None)
            context = table.context(plugin, OpenFiles(self._workspace.snapshot, root))
            if method is None or not self._handles(plugin.namespace, provider, path, context):
                continue
            file = file or _source(path, buffer)
            answer = self._answer(plugin.namespace, name, partial(method, file, *words, context))
            if answer is not None:
                yield answer

    def _handles(self, namespace: str, provider: Provider, path: Path, context: CommandContext) -> bool:
        try:
            return provider.handles(path, context)
        except Exception as error:  # noqa: BLE001 - a plugin's mistake, whatever it is
            self._complain(namespace, "handles", error)
            return False

    def _answer(self, namespace: str, name: str, call: Callable[[], Any]) -> Any:
        """What a provider answers. It works in a thread, which is given up, and the plugin with it, if it does not end."""
        from refrakt.plugins.running import run_now

        def work() -> Any:
            try:
                # A generator does its work while it is gone through.
                return list(call()) if name == "problems" else call()
            except Exception as error:  # noqa: BLE001 - a plugin's mistake, whatever it is
                return error

        try:
            answer = run_now(namespace, f"{namespace} {name}", work, _PATIENCE, log)
        except RefraktError as error:
            answer = error
        if isinstance(answer, Exception):
            self._complain(namespace, name, answer)
            return None
        return answer

    def _complain(self, namespace: str, name: str, error: Exception) -> None:
        if (namespace, name) not in self._complained:
            self._complained.add((namespace, name))
            log.warning("`%s` of the plugin %s failed", name, namespace, exc_info=error)

    def _look(self, root: Path) -> None:
        self._tables.setdefault(root, None)
        search = asyncio.ensure_future(self._search(root))
        self._searches.add(search)
        search.add_done_callback(self._searches.discard)

    async def _search(self, root: Path) -> None:
        from refrakt.plugins.table import for_root

        config = self._workspace.project(root).config
        try:
            table = await asyncio.to_thread(for_root, root, config)
        except Exception as error:  # a plugin's mistake, whatever it is
            log.warning("the plugins of a project could not be looked for", exc_info=error)
            return
        self._tables[root] = table
        self._signs[root] = self._sign(root, table)
        if table.providers():
            self.on_change()


def _source(path: Path, buffer: Buffer) -> SourceFile:
    from refrakt.plugins import SourceFile

    if path.suffix in (".yaml", ".yml"):
        from refrakt.plugins.yaml import read

        return SourceFile(path, buffer.document.text, yaml=read(buffer.document.text))
    return SourceFile(path, buffer.document.text, document=buffer.document if buffer.is_markdoc else None)
