"""Completion of prompt arguments and of variables in resource URIs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import anyio
from mcp_types import (
    INVALID_PARAMS,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    PromptReference,
)

from refrakt.errors import RefraktError
from refrakt.hosts.mcp.project_view import ProjectView
from refrakt.hosts.mcp.prompts import builtin_prompts, plugin_prompt
from refrakt.hosts.mcp.resources import resource_sources
from refrakt.hosts.mcp.tool_results import protocol_error
from refrakt.hosts.mcp.worker_threads import WorkerThreads
from refrakt.plugins import plugin_calls
from refrakt.plugins.name_suggestion import matching_names
from refrakt.project.folder_scan import FolderScan
from refrakt.services.context import Context
from refrakt.services.reference import ReferenceInput, selected_runes

TIMEOUT = 5.0
MAX_VALUES = 100
"""The limit of the protocol."""
MAX_COUNTED = 10_000
"""Values of a plugin that are counted; it may return them endlessly."""


async def complete(
    params: CompleteRequestParams, get_view: Callable[[], ProjectView], workers: WorkerThreads
) -> CompleteResult:
    """The possible values, the likeliest first."""
    try:
        with anyio.fail_after(TIMEOUT):
            values = await workers.run(lambda: _values(params, get_view()))
    except RefraktError as error:
        raise protocol_error(error, INVALID_PARAMS) from None
    except TimeoutError:
        values = []
    shown = values[:MAX_VALUES]
    return CompleteResult(completion=Completion(values=shown, total=len(values), has_more=len(values) > MAX_VALUES))


def _values(params: CompleteRequestParams, view: ProjectView) -> list[str]:
    ref, name, typed = params.ref, params.argument.name, params.argument.value
    arguments = dict(params.context.arguments or {}) if params.context is not None else {}
    if isinstance(ref, PromptReference):
        if ref.name in builtin_prompts(view):
            return _builtin_values(name, typed, arguments, view.context)
        plugin, prompt = plugin_prompt(ref.name, view)
        complete = prompt.complete
    else:
        sources = (
            each for each in resource_sources(view.available_tools) if each.available and each.template.text == ref.uri
        )
        source = next(sources, None)
        if source is None:
            message = f"no resource has the URI template `{ref.uri[:120]}`"
            raise RefraktError("NOT_FOUND", message, "`resources/templates/list` lists them")
        if source.plugin_resource is None:
            return _builtin_values("rune" if name == "name" else name, typed, arguments, view.context)
        plugin, resource = source.plugin_resource
        complete = resource.complete
    if complete is None:
        return []
    context, provider = view.plugin_context(plugin), complete
    label = f"{plugin.namespace} completion"
    values: list[str] = plugin_calls.run_blocking(
        plugin.namespace,
        label,
        lambda: [str(each) for each in islice(provider(name, typed, arguments, context), MAX_COUNTED)],
        TIMEOUT,
        context.log,
    )
    return values


def _builtin_values(name: str, typed: str, arguments: Mapping[str, str], context: Context) -> list[str]:
    if name == "rune":
        site = context.site(arguments.get("site"))
        return matching_names(typed, [rune.name for rune in selected_runes(site, ReferenceInput())])
    if name == "site":
        config = context.project.config
        return matching_names(typed, list(config.sites) if config is not None else [])
    if name == "url":
        pages = context.pages(arguments.get("site"))
        with pages.index.lock:
            urls = [each.removeprefix("/") for each in pages.site.urls if each != "/"]
        return matching_names(typed.removeprefix("/"), urls)
    if name == "path":
        return list(_paths(typed, context))
    return []


def _paths(typed: str, context: Context) -> Iterator[str]:
    """Pages and folders that match the typed path, one level at a time, as in a shell."""
    folder, _, prefix = typed.rpartition("/")
    root = context.project.root
    location = context.locate(folder) if folder else root
    try:
        entries = FolderScan.brief().entries(location)
        found = sorted((each.name, each.is_dir()) for each in entries if each.name.startswith(prefix))
    except OSError:
        return
    for name, is_folder in found:
        if name.startswith(".") or name == "node_modules":
            continue
        if is_folder:
            yield f"{folder}/{name}/".removeprefix("/")
        elif Path(name).suffix in (".md", ".mdoc", ".markdoc"):
            yield f"{folder}/{name}".removeprefix("/")
