"""`refrakt/pageStatus`: whether a file is checked, as part of what, and if not, why not.

An editor that shows no problems looks the same on a page without mistakes and on a file that is no page. This tells them apart.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from refrakt.hosts.lsp.request_context import RequestContext
from refrakt.hosts.lsp.session import path_from_uri
from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.site import Project
from refrakt.project.snapshot import MARKDOC_LANGUAGES
from refrakt.untrusted import one_line

PAGE_STATUS = "refrakt/pageStatus"
_LONGEST = 300


def register(context: RequestContext) -> None:
    @context.session.server.feature(PAGE_STATUS)
    def page_status(params: Any) -> dict[str, Any]:
        match params:
            case {"textDocument": {"uri": str(uri)}}:
                found = _status(context, uri)
                return {name: value for name, value in found.items() if value is not None}
        raise JsonRpcInvalidParams(message="`textDocument` is required")


def _status(context: RequestContext, uri: str) -> dict[str, Any]:
    session, buffer, path = context.session, context.session.buffer(uri), path_from_uri(uri)
    if path is not None and path in session.oversized:
        return {"checked": False, "reason": "It is larger than 2 MiB."}
    if buffer is None:
        return {"checked": False, "reason": "It is not open."}
    site = context.scope.site_for(buffer)
    project = session.workspace.project(path.parent) if path is not None else None
    found: dict[str, Any] = {"checked": site is not None}
    if project is not None:
        found |= {"root": str(project.root), "recognised": not project.unknown}
    if site is not None:
        found |= {"site": site.name, "framework": site.markdoc.framework if site.markdoc is not None else None}
        if site.markdoc is None and project is not None and not project.unknown:
            found["framework"] = "refrakt"
    elif buffer.language not in MARKDOC_LANGUAGES:
        found["reason"] = "It is not a Markdown or Markdoc file."
    elif project is not None and path is not None:
        found["reason"] = one_line(_reason(project, path), _LONGEST)
    return found


def _reason(project: Project, path: Path) -> str:
    """Why a Markdown file of a project is not a page."""
    if project.unknown:
        return f"No Markdoc site was recognised in {project.root}."
    if project.plain:
        names = ", ".join(f"{each.name} ({each.framework})" for each in project.markdoc_sites.values())
        around = _site_around(project, path)
        if around is not None and project.config is None:
            return f"The site {around.name} ({around.framework}) does not serve this file."
        return f"It is not a page of {names}."
    folders = ", ".join(_relative(each, project.root) for each in project.page_folders) or "none"
    return f"It is outside of the content folders of this project: {folders}."


def _site_around(project: Project, path: Path) -> MarkdocSite | None:
    around = [each for each in project.markdoc_sites.values() if path.is_relative_to(each.folder)]
    return max(around, key=lambda each: len(each.folder.parts), default=None)


def _relative(folder: Path, root: Path) -> str:
    return folder.relative_to(root).as_posix() if folder.is_relative_to(root) else str(folder)
