"""Editor features of plugins.

Plugin code runs in its own threads with a timeout; a slow or failing plugin is logged once and never blocks the server's own
results. `project_plugins` finds the plugins of a project, `call_timeouts` runs their code, `provider_client` queries the
providers of a file, `plugin_problem_store` keeps their problems up to date with edits, and
`plugin_scheduler` decides when to query problems again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.hosts.lsp.providers.call_timeouts import ProviderCalls
from refrakt.hosts.lsp.providers.plugin_problem_store import NO_PROBLEMS, PluginProblems, PluginProblemStore
from refrakt.hosts.lsp.providers.project_plugins import ProjectPlugins
from refrakt.hosts.lsp.providers.provider_client import ProviderClient, workspace_symbols
from refrakt.project.page_problems import name_in
from refrakt.project.site import SiteContext
from refrakt.project.snapshot import Buffer
from refrakt.project.workspace import Workspace

if TYPE_CHECKING:
    from refrakt.features.results import WorkspaceSymbol

__all__ = ["PluginProblems", "ProviderClient", "Providers"]


class Providers:
    """The providers of every project with an open file. Used only on the event loop's thread."""

    def __init__(self, workspace: Workspace) -> None:
        self.calls = ProviderCalls()
        self.problem_store = PluginProblemStore(workspace)
        self._workspace = workspace
        self._plugins = ProjectPlugins(workspace)

    @property
    def listeners(self) -> list[Callable[[], None]]:
        """Called when the providers of a project are found or change."""
        return self._plugins.listeners

    def refresh(self) -> None:
        """Search for plugins again where changed files may matter."""
        self._plugins.refresh()

    def client_for(self, buffer: Buffer) -> ProviderClient:
        """The providers of a file; none while the plugins are still being searched, so that typing never waits."""
        root = self._project_root(buffer)
        plugins = self._plugins.get(root) if root is not None else None
        return ProviderClient(self.calls, buffer, self._workspace.snapshot, plugins)

    async def wait_client_for(self, buffer: Buffer) -> ProviderClient:
        """The providers of a file, after the search for plugins. For requests that need complete results."""
        root, snapshot = self._project_root(buffer), self._workspace.snapshot
        plugins = await self._plugins.wait(root) if root is not None else None
        return ProviderClient(self.calls, buffer, snapshot, plugins)

    def problems_of(self, buffer: Buffer, site: SiteContext | None) -> PluginProblems:
        """Plugin problems of a file at their current positions, with the configured severities."""
        problems = self.problem_store.current(buffer)
        if problems is NO_PROBLEMS:
            return problems
        rules = site.rules_for(name_in(site.root, buffer.path)) if site is not None else None
        return problems.with_severities(rules, self._workspace.snapshot.settings.rules)

    async def workspace_symbols(self, folders: Iterable[Path], query: str) -> list[tuple[Path, WorkspaceSymbol]]:
        """Workspace symbols of plugins, each with the root of its project."""
        snapshot = self._workspace.snapshot
        found: list[tuple[Path, WorkspaceSymbol]] = []
        for root in dict.fromkeys(self._workspace.project(each).root for each in folders):
            plugins = await self._plugins.wait(root)
            if plugins is not None:
                found += [(root, each) for each in await workspace_symbols(self.calls, plugins, snapshot, query)]
        return found

    def _project_root(self, buffer: Buffer) -> Path | None:
        return self._workspace.project(buffer.path.parent).root if buffer.path is not None else None
