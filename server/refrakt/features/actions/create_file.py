"""Creates the page or partial that a link or a tag refers to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest, QuickFix
from refrakt.features.actions.extract_partial import partials_folder
from refrakt.features.actions.registry import code_action
from refrakt.features.rename.replacement_text import yaml_text
from refrakt.features.results import CodeAction
from refrakt.markdoc.tree import Span
from refrakt.project.index.link_target import Target, normal_url
from refrakt.project.index.site_files import kind_and_name
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site_rules.link_edits import target_offsets
from refrakt.project.site_rules.static_files import is_there
from refrakt.project.workspace_edit import WorkspaceEdit
from refrakt.rules.problem import Problem

KIND = "quickfix"
_ENDING = re.compile(r"\.(?:md|mdoc|markdoc)$")
_NAME = re.compile(r"[^\x00-\x1f<>:\"|?*\\]+")
"""Characters allowed in paths on all platforms."""


@code_action(KIND, rank=4)
def create_file(request: ActionRequest) -> Iterator[CodeAction]:
    if not request.can_create_files:
        return
    for problem in request.selected_problems:
        path = _missing_page(request, problem) if problem.code == "broken-link" else None
        if problem.code == "partial-missing":
            path = _missing_partial(request, problem)
        if path is not None and _NAME.fullmatch(path):
            what = "partial" if problem.code == "partial-missing" else "page"
            text = f"{_title_from_path(path)}\n" if what == "partial" else _page(path)
            changes = partial(WorkspaceEdit, created=((path, text),))
            yield QuickFix(f"Create {what} `{path}`", KIND, changes, (problem.code,), problem_span=problem.span)


def _missing_page(request: ActionRequest, problem: Problem) -> str | None:
    view = request.page.view
    if view is None:
        return None
    with view.lock:
        tracked = request.page.tracked
        if tracked is None:
            return None
        links = (each for each in tracked.facts.links if target_offsets(each) == (problem.span.start, problem.span.end))
        target = next((tracked.target(each) for each in links), None)
        return _file_of(view.site.entries, tracked, target) if target is not None and target.candidates else None


def _file_of(indexed: Iterable[str], tracked: TrackedSite, target: Target) -> str | None:
    """The file that would be served at the target; None if it exists or would be served elsewhere."""
    spec = tracked.spec
    url = target.candidates[0]
    if target.kind == "source":
        name = url
    else:
        base = spec.routes.base.strip("/")
        steps = url.strip("/")
        name = f"{steps.removeprefix(base).strip('/') if base else steps}.md"
        if normal_url(spec.routes.url(name)) != normal_url(url):
            return None
    path = posixpath.normpath(f"{spec.content_path}{name}")
    kind, _ = kind_and_name(spec, spec.root / path) or ("", "")
    return path if kind == "page" and _is_free(spec, indexed, path) else None


def _missing_partial(request: ActionRequest, problem: Problem) -> str | None:
    syntax = request.document.tag_at(problem.span.start)
    file = (
        next((each.annotation.value for each in syntax.attributes if each.annotation.name == "file"), None)
        if syntax
        else None
    )
    folder, view = partials_folder(request), request.page.view
    if not isinstance(file, str) or folder is None or view is None or not file.endswith(".md"):
        return None
    with view.lock:
        spec, path = view.site.spec, f"{folder}{file}"
        free = _is_free(spec, view.site.entries, path)
    # A name that differs from the site's spelling would still be missing.
    return path if free and kind_and_name(spec, spec.root / path) == ("partial", file) else None


def _is_free(spec: SiteSpec, indexed: Iterable[str], path: str) -> bool:
    """Whether no such file exists, ignoring case as many file systems do."""
    return all(each.lower() != path.lower() for each in indexed) and not is_there(spec, path)


def _page(path: str) -> str:
    title = _title_from_path(path)
    return f"---\ntitle: {yaml_text('', Span(0, 0), title).new}\n---\n\n# {title}\n"


def _title_from_path(path: str) -> str:
    """A title from a file name: `set-up_tools.md` gives "Set up tools"."""
    stem = _ENDING.sub("", posixpath.basename(path))
    if stem == "index":
        stem = posixpath.basename(posixpath.dirname(path))
    title = re.sub(r"[^\w]+|_+", " ", stem).strip() or "New page"
    return title[:1].upper() + title[1:]
