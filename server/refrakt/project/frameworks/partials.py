"""Partials: the files that `{% partial file="…" /%}` names."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS, SiteFiles, joined


def partial_files(files: SiteFiles, folder: str, schema_folder: str) -> dict[str, str]:
    """The partials of a Next.js site by name: their paths below the folder `partials` of the schema."""
    place = joined(folder, posixpath.join(schema_folder, "partials"))
    start = len(folder) + 1 if folder else 0
    return {
        path[len(place) + 1 :]: path[start:] for path in files.below(place) if path.endswith((*MARKDOC_ENDINGS, ".mdx"))
    }


def resolve_partial(partials: Mapping[str, str], relative: bool, page: str, name: str) -> tuple[str, ...]:
    """The files that a partial on a page may be, relative to the site. With `relative`, also files beside the page."""
    found = [partials[name]] if name in partials else []
    if relative:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), name))
        found += [path] if not path.startswith("../") else []
    return tuple(dict.fromkeys(found))
