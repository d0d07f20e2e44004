"""Links on sites that are not refrakt's own, where routes come from a framework.

A page is missing only if no file has its URL and nothing else may serve it: a dynamic route, a redirect, a rewrite, code.
"""

from __future__ import annotations

from urllib.parse import unquote

from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite

_LANGUAGES = (
    *("en", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "uk", "vi", "zh", "ar", "cs", "da", "fi"),
    *("he", "hi", "hu", "id", "nb", "no", "ro", "sv", "th", "en-us", "pt-br", "zh-cn", "zh-tw"),
)


def is_unserved(site: TrackedSite, routes: RouteModel, target: Target) -> bool:
    """Whether nothing is served at the target of a link. False where that is not known."""
    if not routes.known:
        return False
    written = unquote(target.written)
    if not target.relative:
        return not _may_be_served(site, routes, written)
    if site.entry.url is None:
        return False
    for candidate in routes.relative_candidates(site.entry.name, site.entry.url, written):
        if candidate.url is not None and _may_be_served(site, routes, candidate.url):
            return False
        if candidate.path is not None and site.file_exists(str(site.spec.content / candidate.path)):
            return False
    return True


def _may_be_served(site: TrackedSite, routes: RouteModel, url: str) -> bool:
    if routes.may_serve(url):
        return True
    urls = routes.lookups(url)
    # Sites in several languages often serve one of them without its prefix, by code that is not read.
    translated = (f"/{language}{each}" for each in urls for language in _LANGUAGES)
    return any(site.page(each) is not None for each in (*urls, *translated))
