"""The problems that plugins find in a file: the same as in an editor, for a text that need not be saved.

A plugin reads files through its context, so it gets one in which the file has the text at hand. A plugin that fails finds nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError
from refrakt.markdoc.document import Document
from refrakt.plugins.contract import CliPlugin, ProjectFiles, SourceFile
from refrakt.plugins.plugin_calls import run_blocking
from refrakt.plugins.plugin_table import PluginTable
from refrakt.plugins.result_validation import is_valid
from refrakt.project.disk_files import Applied, Text
from refrakt.project.page_problems import name_in, with_severities
from refrakt.project.site import SiteContext
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem
from refrakt.services.available_tools import available_tools
from refrakt.services.context import Context
from refrakt.services.open_files import OpenFiles

_TIMEOUT = 10.0
"""Seconds for the problems of one file; the first call may read many files."""

log = logging.getLogger("refrakt.plugin")


@dataclass(frozen=True, slots=True)
class FileProviders:
    """The providers of problems for one file."""

    context: Context
    site: SiteContext
    file: Path
    plugins: PluginTable
    providers: tuple[tuple[CliPlugin, Any], ...]

    def merged(self, document: Document, problems: list[Problem]) -> list[Problem]:
        """The problems of a text with those of plugins, in text order, without the ones that plugins explain better."""
        found = self._problems(document)
        if not found:
            return problems
        kept = [each for each in problems if not any(_replaces(other, each) for other in found)]
        return sorted([*kept, *found], key=lambda each: (each.span.start, each.span.end, each.code, each.message))

    def _problems(self, document: Document) -> list[Problem]:
        found = [each for plugin, provider in self.providers for each in self._of_one(plugin, provider, document)]
        page = Page(document, self.site.surroundings, name_in(self.context.project.root, self.file))
        return with_severities(page, self.site, found, self.context.snapshot.settings.rules)

    def _of_one(self, plugin: CliPlugin, provider: Any, document: Document) -> Iterator[Problem]:
        text = document.text
        context = self.plugins.context(plugin, _FilesWithText(_files(self.context), self.file, text))

        def call() -> list[Any]:
            return list(provider.problems(SourceFile(self.file, text, document=document), context) or ())

        label = f"{plugin.namespace} problems"
        try:
            results = run_blocking(plugin.namespace, label, call, _TIMEOUT, context.log)
        except RefraktError as error:
            log.warning("%s failed: %s", label, error.message)
            return
        for each in results:
            if isinstance(each, Problem) and is_valid(each, len(text)):
                yield each
            else:
                log.warning("%s: invalid problem %.200r", label, each)


def file_providers(context: Context, site: SiteContext, file: Path | None) -> FileProviders | None:
    """The providers of problems for a file; None without any."""
    if file is None:
        return None
    plugins = available_tools(context).plugins
    named = ((plugin, each) for plugin, each in plugins.providers() if callable(getattr(each, "problems", None)))
    found = tuple((plugin, each) for plugin, each in named if _handles(context, plugins, plugin, each, file))
    return FileProviders(context, site, file, plugins, found) if found else None


def _handles(context: Context, plugins: PluginTable, plugin: CliPlugin, provider: Any, file: Path) -> bool:
    handled = plugins.context(plugin, _files(context))
    try:
        found = run_blocking(
            plugin.namespace, "handles", lambda: provider.handles(file, handled), _TIMEOUT, handled.log
        )
    except RefraktError as error:
        log.warning("%s failed: %s", plugin.namespace, error.message)
        return False
    return bool(found)


def _files(context: Context) -> ProjectFiles:
    return OpenFiles(lambda: context.snapshot, context.project.root)


def _replaces(plugin_problem: Problem, problem: Problem) -> bool:
    """Whether a plugin reports the same with a better explanation."""
    ours, theirs = problem.span, plugin_problem.span
    return problem.code in plugin_problem.replaces and theirs.start <= ours.end and ours.start <= theirs.end


@dataclass(frozen=True, slots=True)
class _FilesWithText:
    """Files of a project, one of which has another text."""

    files: ProjectFiles
    file: Path
    text: str

    def read(self, path: Path) -> Text:
        return Text(self.text, 0) if path == self.file else self.files.read(path)

    def open_paths(self) -> Iterable[Path]:
        return (*(each for each in self.files.open_paths() if each != self.file), self.file)

    def apply(self, changes: WorkspaceEdit, within: Path | None = None) -> Applied:
        raise RefraktError("INVALID_ARGS", "a check changes no files", "Call a command that changes them.")
