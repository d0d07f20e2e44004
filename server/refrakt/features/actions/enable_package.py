"""Adds the package of a rune to those that the site enables, in its config."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from refrakt.features.actions.action_request import ActionRequest, QuickFix
from refrakt.features.actions.registry import code_action
from refrakt.features.results import CodeAction
from refrakt.project.config import FILE_NAME
from refrakt.project.index.site_view import SiteView
from refrakt.project.json_edit import JsonEditError, merge_json, read_lenient
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.runes.packages import package_with_rune

KIND = "quickfix"


@code_action(KIND, rank=3)
def enable_package(request: ActionRequest) -> Iterator[CodeAction]:
    view = request.page.view
    if view is None or view.site.spec.context.markdoc is not None:
        return
    for problem in request.selected_problems:
        start, end = problem.span.bounds
        package = package_with_rune(request.text[start:end]) if problem.code == "unknown-rune" else None
        if package is not None and f"`{package}`" in problem.message:
            changes = partial(_enabled, view, package)
            yield QuickFix(f"Enable `{package}`", KIND, changes, (problem.code,), problem_span=problem.span)


def _enabled(view: SiteView, package: str) -> WorkspaceEdit | None:
    """The config with the package; None if it is not as the site was read, or cannot be edited."""
    source = view.source(FILE_NAME)
    if source is None:
        return None
    try:
        added = _with_package(read_lenient(source.text), view.site.spec.name, package)
        edits = merge_json(source.text, added) if added is not None else ()
    except JsonEditError:
        return None
    return WorkspaceEdit((FileEdit(FILE_NAME, source.text, edits, source.version),)) if edits else None


def _with_package(config: Any, site: str | None, package: str) -> dict[str, Any] | None:
    """The part of the config that lists the packages of a site, with one more."""
    places: list[tuple[str, ...]] = [*([("sites", site)] if site is not None else []), ("site",), ()]
    for keys in places:
        holder = config
        for key in keys:
            holder = holder.get(key) if isinstance(holder, Mapping) else None
        if not isinstance(holder, Mapping):
            continue
        for key in ("plugins", "packages"):
            listed = holder.get(key)
            if isinstance(listed, list):
                added: dict[str, Any] = {key: [*listed, package]}
                for name in reversed(keys):
                    added = {name: added}
                return added
    return None
