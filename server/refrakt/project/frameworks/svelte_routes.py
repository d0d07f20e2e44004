"""The routes of a SvelteKit site: `src/routes/**/+page.*`, and the aliases of folders in its config."""

from __future__ import annotations

import posixpath

from refrakt.project.frameworks.config_values import UNREAD, Values
from refrakt.project.frameworks.hosting import host_rules
from refrakt.project.frameworks.page_sources import PageFiles, app_route, without_ending
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.route_parts import GeneratedFiles, RouteCollector, asset_urls, static_folders
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS, SiteFiles, joined

FOLDER = "src/routes"
LIB, LIB_FOLDER = "$lib", "src/lib"


def svelte_aliases(values: Values) -> tuple[tuple[str, str], ...] | None:
    """The aliases in the config of a site: `$lib`, and those of `kit.alias`; None if they cannot be read."""
    alias, places = values.get("alias"), values.get("files")
    if alias is UNREAD or places is UNREAD or not isinstance(alias or {}, dict):
        return None
    lib = places.get("lib") if isinstance(places, dict) else None
    found = {LIB: LIB_FOLDER if lib is None else lib, **(alias or {})}
    if not all(isinstance(each, str) for each in found.values()):
        return None
    folders = ((name.removesuffix("/*"), joined("", place.removesuffix("/*"))) for name, place in found.items())
    return tuple(sorted(folders, key=lambda each: -len(each[0])))


def svelte_routes(files: SiteFiles, folder: str, values: Values) -> RouteModel:
    """The route model of a site, without its mounts. `values` are those of its config."""
    routes = RouteCollector(empty_rest=True)
    place = joined(folder, FOLDER)
    for path in files.below(place):
        inside = path[len(place) + 1 :]
        name, route = without_ending(posixpath.basename(inside)), app_route(posixpath.dirname(inside))
        markdoc = path.endswith(MARKDOC_ENDINGS)
        if name in ("+page", "+server") and route is not None and (not markdoc or "[" in route):
            routes.add(route)
    static = static_folders(files, folder, ("static",))
    hosting = host_rules(files, folder)
    # `paths.base` and the hooks of the server are not read, so URLs are not known well enough to report any.
    return RouteModel(
        (PageFiles(FOLDER, MARKDOC_ENDINGS, "+page"),),
        code_routes=frozenset(routes.static),
        dynamic=tuple(routes.dynamic),
        redirects=hosting.redirects,
        rewrites=hosting.rewrites,
        assets=asset_urls(files, folder, static),
        generated=GeneratedFiles(files.ignored, tuple(joined(folder, each) for each in static)),
        aliases=svelte_aliases(values),
    )
