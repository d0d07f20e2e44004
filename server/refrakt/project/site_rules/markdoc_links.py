"""Links on sites that are not refrakt's own, where routes come from a framework.

A page is missing only if no file has its URL and nothing else may serve it: a dynamic route, a redirect, a rewrite, code.
"""

from __future__ import annotations

from itertools import chain
from urllib.parse import unquote

from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite


def is_unserved(site: TrackedSite, routes: RouteModel, target: Target) -> bool:
    """Whether nothing is served at the target of a link that no page has. False where that is not known."""
    if not routes.known:
        return False
    urls = target.candidates if target.relative else (unquote(target.written),)
    if (target.relative and site.entry.url is None) or any(map(routes.may_serve, urls)):
        return False
    pages = (each for url in urls for each in routes.page_files(url))
    files = chain(target.files if target.relative else (), pages)
    return not any(site.file_exists(str(site.spec.content / each)) for each in files)
