"""Symbolic links in page folders and static folders.

Frameworks follow them, so the files of the folder behind a link have a second URL. Links are never followed here: they may lead
anywhere. So what is served below the URL of a link is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from refrakt.project.frameworks.page_sources import PageFiles, PageSource, PartialFolder, below
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS, SiteFiles, joined
from refrakt.project.frameworks.site_places import SitePlace
from refrakt.project.frameworks.url_patterns import UrlPattern, file_route

_SAMPLE = "x"
"""The name of a page that might be behind a link."""


def with_linked_folders(files: SiteFiles, place: SitePlace, model: RouteModel, static: Iterable[str]) -> RouteModel:
    """A route model that does not know the URLs below symbolic links."""
    links = [place.inside(path) for path in files.links if place.owns(path)]
    found = [url for link in links for url in (*_page_urls(model, link), *_static_urls(static, link))]
    return replace(model, linked=tuple(map(_pattern, dict.fromkeys(found)))) if found else model


def _page_urls(model: RouteModel, link: str) -> Iterator[str]:
    for source in model.sources:
        if isinstance(source, PartialFolder):
            continue
        inside = below(source.folder, link)
        if inside is not None:
            folder = joined(source.folder, _before_parameter(inside))
        elif f"{source.folder}/".startswith(f"{link}/"):
            folder = source.folder
        else:
            continue
        # Code pages may be behind a link too, in a page folder without Markdoc.
        source = replace(source, endings=MARKDOC_ENDINGS)  # type: ignore[type-var]
        url = source.url(_sample(source, folder), {})
        if url is not None:
            yield url.removesuffix(_SAMPLE).rstrip("/")
        if link.endswith(MARKDOC_ENDINGS) and (page := source.url(link, {})) is not None:
            yield page


def _sample(source: PageSource, folder: str) -> str:
    """A page that might be in a folder."""
    name = f"{_SAMPLE}/{source.name}" if isinstance(source, PageFiles) else _SAMPLE
    return f"{folder}/{name}.mdoc".lstrip("/")


def _static_urls(static: Iterable[str], link: str) -> Iterator[str]:
    for folder in static:
        inside = below(folder, link)
        if inside is not None:
            yield f"/{inside}"


def _before_parameter(path: str) -> str:
    """A path up to a segment that is a parameter: below it, any URL may be one of the link."""
    before, parameter, _ = path.partition("[")
    return before.rpartition("/")[0] if parameter else path


def _pattern(url: str) -> UrlPattern:
    return file_route(f"{url}/[[...linked]]")
