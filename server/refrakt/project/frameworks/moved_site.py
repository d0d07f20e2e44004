"""A site whose content is outside of its package: its folder is the one above both.

All paths of a site are relative to its folder, so those of the package get the path of the package before them.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import replace

from refrakt.project.frameworks.markdoc_site import DeclaredFrontmatter, MarkdocSite
from refrakt.project.frameworks.page_sources import ContentFolder, below
from refrakt.project.frameworks.site_files import SiteFiles, joined


def with_outside_content(
    files: SiteFiles,
    site: MarkdocSite,
    content: Sequence[ContentFolder],
    frontmatter: Sequence[DeclaredFrontmatter] = (),
) -> MarkdocSite:
    """A site with content outside of its package, by paths below the project root."""
    if not content:
        return site
    package = site.folder.relative_to(files.root).as_posix()
    above = posixpath.commonpath([package, *(posixpath.dirname(each.folder) or "." for each in content)])
    code = below(above, package) or ""
    routes = site.routes.without_folder_routes()  # they may serve the content outside as well
    own = tuple(replace(each, folder=joined(code, each.folder)) for each in routes.sources)  # type: ignore[type-var]
    outside = tuple(replace(each, folder=below(above, each.folder) or "") for each in content)
    declared = tuple(_moved(each, code) for each in site.frontmatter)
    named = ", ".join(f"`{each.folder}`" for each in content)
    return replace(
        site,
        folder=files.root / above,
        evidence=(*site.evidence, f"content in {named}"),
        # Without a dynamic route, it is not known where the content is served.
        routes=replace(routes, sources=(*own, *outside), code_folder=code, known=routes.known and bool(routes.dynamic)),
        static_folders=tuple(joined(code, each) for each in site.static_folders),
        partials={name: joined(code, path) for name, path in site.partials.items()},
        frontmatter=(*declared, *(_below(each, above) for each in frontmatter)),
    )


def _moved(declared: DeclaredFrontmatter, code: str) -> DeclaredFrontmatter:
    if not declared.folder:
        return declared  # applies to all pages
    entries = joined(code, declared.entries) if declared.entries else ""
    return declared._replace(folder=joined(code, declared.folder), entries=entries)


def _below(declared: DeclaredFrontmatter, above: str) -> DeclaredFrontmatter:
    return declared._replace(folder=below(above, declared.folder) or "", entries=below(above, declared.entries) or "")
