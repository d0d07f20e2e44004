"""Completing an argument of a prompt, or a variable of an address, while a person types it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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
from refrakt.plugins import running
from refrakt.project.folder_scan import FolderScan
from refrakt.rules.words import nearest
from refrakt.services.context import Context
from refrakt.services.reference import Lookup, chosen

from .looking import View
from .prompts import of_plugin, ours
from .resources import sources
from .results import refused
from .working import Workers

SECONDS = 5.0
MOST = 100
"""How many values an answer may hold; the protocol says so."""


async def complete(params: CompleteRequestParams, look: Callable[[], View], workers: Workers) -> CompleteResult:
    """The values that what was typed could become, the likeliest first."""
    try:
        with anyio.fail_after(SECONDS):
            values = await workers.run(lambda: _values(params, look()))
    except RefraktError as error:
        raise refused(error, INVALID_PARAMS) from None
    except TimeoutError:
        values = []
    shown = values[:MOST]
    return CompleteResult(completion=Completion(values=shown, total=len(values), has_more=len(values) > MOST))


def _values(params: CompleteRequestParams, view: View) -> list[str]:
    ref, name, typed = params.ref, params.argument.name, params.argument.value
    given = dict(params.context.arguments or {}) if params.context is not None else {}
    if isinstance(ref, PromptReference):
        if ref.name in ours(view):
            return _ours(name, typed, given, view.context)
        plugin, prompt = of_plugin(ref.name, view)
        asked = prompt.complete
    else:
        source = next((each for each in sources(view.surface) if each.here and each.template.text == ref.uri), None)
        if source is None:
            raise RefraktError(
                "NOT_FOUND", f"no address has the form {ref.uri[:120]}", "resources/templates/list has them."
            )
        if source.owner is None:
            return _ours("rune" if name == "name" else name, typed, given, view.context)
        plugin, resource = source.owner
        asked = resource.complete
    if asked is None:
        return []
    context, complete_it = view.for_plugin(plugin), asked
    what = f"{plugin.namespace} completion"
    values = running.run_now(
        plugin.namespace, what, lambda: list(complete_it(name, typed, given, context)), SECONDS, context.log
    )
    return [str(each) for each in values]


def _ours(name: str, typed: str, given: Mapping[str, str], context: Context) -> list[str]:
    if name == "rune":
        site = context.site(given.get("site"))
        return fitting(typed, [rune.name for rune in chosen(site, Lookup())])
    if name == "site":
        config = context.project.config
        return fitting(typed, list(config.sites) if config is not None else [])
    if name == "url":
        known = context.pages(given.get("site"))
        with known.index.lock:
            urls = [each.removeprefix("/") for each in known.site.urls if each != "/"]
        return fitting(typed.removeprefix("/"), urls)
    if name == "path":
        return list(_pages(typed, context))
    return []


def fitting(typed: str, names: Iterable[str]) -> list[str]:
    """The names that begin with what was typed, then those that hold it, then those that are close to it."""
    known = sorted(names)
    typed = typed.casefold()
    begin = [each for each in known if each.casefold().startswith(typed)]
    hold = [each for each in known if typed in each.casefold()]
    return list(dict.fromkeys([*begin, *hold, *nearest(typed, known)]))


def _pages(typed: str, context: Context) -> Iterator[str]:
    """Pages and folders at the place typed so far, one level at a time, as a shell does it."""
    folder, _, begun = typed.rpartition("/")
    root = context.project.root
    where = context.locate(folder) if folder else root
    try:
        entries = FolderScan.brief().entries(where)
        found = sorted((each.name, each.is_dir()) for each in entries if each.name.startswith(begun))
    except OSError:
        return
    for name, is_folder in found:
        if name.startswith(".") or name == "node_modules":
            continue
        if is_folder:
            yield f"{folder}/{name}/".removeprefix("/")
        elif Path(name).suffix in (".md", ".mdoc", ".markdoc"):
            yield f"{folder}/{name}".removeprefix("/")
