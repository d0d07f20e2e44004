"""Partials: the files that `{% partial file="…" /%}` names."""

from __future__ import annotations

import posixpath

from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS, SiteFiles, joined


def partial_files(files: SiteFiles, folder: str, schema_folder: str) -> dict[str, str]:
    """The partials of a Next.js site by name: their paths below the folder `partials` of the schema."""
    place = joined(folder, posixpath.join(schema_folder, "partials"))
    start = len(folder) + 1 if folder else 0
    return {
        path[len(place) + 1 :]: path[start:] for path in files.below(place) if path.endswith((*MARKDOC_ENDINGS, ".mdx"))
    }


def relative_partial(file: str, name: str) -> str:
    """The path of the partial that a file includes by a path relative to its own. It begins with dots outside of the site."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
