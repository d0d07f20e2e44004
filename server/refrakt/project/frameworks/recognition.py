"""Finds the Markdoc sites of a folder, and reads each from its files. Nothing is executed."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from refrakt.project.config import PLAIN_FILE_NAME, config_problem
from refrakt.project.config_rules import CONFIG_SHAPE
from refrakt.project.folder_scan import FolderScan
from refrakt.project.frameworks.astro_routes import ENDINGS as ASTRO_ENDINGS
from refrakt.project.frameworks.astro_routes import (
    STARLIGHT,
    AstroCollection,
    astro_routes,
    collection_schemas,
    content_config,
    default_collections,
)
from refrakt.project.frameworks.config_values import (
    astro_config,
    astro_options,
    next_config,
    next_options,
    stated_options,
    tokenizer_options,
)
from refrakt.project.frameworks.content_folders import with_content
from refrakt.project.frameworks.content_signs import files_with_tags
from refrakt.project.frameworks.json_frontmatter import read_json_frontmatter
from refrakt.project.frameworks.keystatic import ROUTES as KEYSTATIC_ROUTES
from refrakt.project.frameworks.keystatic import KeystaticCollection
from refrakt.project.frameworks.language_server_config import parse_language_server_config
from refrakt.project.frameworks.linked_folders import with_linked_folders
from refrakt.project.frameworks.markdoc_site import (
    NOTHING_REWRITTEN,
    DeclaredFrontmatter,
    MarkdocSite,
    TokenizerOptions,
)
from refrakt.project.frameworks.moved_site import with_outside_content
from refrakt.project.frameworks.next_routes import next_router, next_routes
from refrakt.project.frameworks.packages import PackageFile, package_version
from refrakt.project.frameworks.page_selection import ALL_SERVED, PageSelection
from refrakt.project.frameworks.page_sources import ContentFolder, PartialFolder
from refrakt.project.frameworks.partials import partial_files
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.route_parts import asset_urls, static_folders
from refrakt.project.frameworks.schemas import find_astro_schema, find_next_schema, find_own_schema
from refrakt.project.frameworks.scripts import ASTRO_PLUGIN, NEXT_PLUGIN, SiteScripts
from refrakt.project.frameworks.site_files import IMAGE_ENDINGS, MARKDOC_ENDINGS, SiteFiles, joined
from refrakt.project.frameworks.site_places import KEYSTATIC, SitePlace, site_places
from refrakt.project.frameworks.slug_recognition import code_ids, slug_code
from refrakt.project.frameworks.source_rewrites import source_rewrites
from refrakt.project.frameworks.svelte_routes import svelte_routes
from refrakt.project.frameworks.url_patterns import file_route
from refrakt.untrusted import word

MOST_SITES = 100
"""How many sites of one project are read."""
_TOKENIZER = re.compile(r"\bTokenizer\(\s*+\{([^{}]*+)\}")
_TRUE_OPTION = re.compile(r"\b(\w++)\s*+:\s*+(true|false)\b")


def recognise(
    root: Path,
    scan: FolderScan | None = None,
    unsaved: Mapping[Path, str] = MappingProxyType({}),
    selection: PageSelection = ALL_SERVED,
) -> tuple[MarkdocSite, ...]:
    """The Markdoc sites at or below a folder; none if it has none. `unsaved` are the texts of open files, by their real paths."""
    files = SiteFiles(root, scan, unsaved)
    places = site_places(files) or list(_content_only(files))
    names = _unique_names(places, files.root)
    named = list(zip(places, names, strict=True))[:MOST_SITES]
    read = [(place, _selected(_site(files, place, name), files.root, selection)) for place, name in named]
    sites = [site for place, site in read if place.has_config or _has_pages(files, place, site)]
    if _has_config(files) and all(each.framework == "content" for each in sites):
        sites = [_configured_folder(files)]
    return tuple(replace(site, watched=_watched(files, site, sites)) for site in sites)


def _has_config(files: SiteFiles) -> bool:
    """Whether the folder has a config of Markdoc's language server."""
    text = files.text(PLAIN_FILE_NAME) if files.has(PLAIN_FILE_NAME) else None
    return text is not None and not parse_language_server_config(text, files.root / PLAIN_FILE_NAME).is_foreign


def _selected(site: MarkdocSite, root: Path, selection: PageSelection) -> MarkdocSite:
    """A site with the pages that the config adds or leaves out."""
    endings = tuple(dict.fromkeys((*site.endings, *MARKDOC_ENDINGS))) if selection.include else site.endings
    folder = site.folder.relative_to(root).as_posix()
    # Where there is no other sign of a site, the plan is what is checked.
    plan = selection.plan if site.framework != "content" else None
    own = replace(selection, folder="" if folder == "." else folder, plan=plan)
    routes = replace(site.routes, selection=own)
    return replace(site, routes=routes, endings=endings)


def _configured_folder(files: SiteFiles) -> MarkdocSite:
    """A folder with a `markdoc.config.json` that names no content: all of it is content."""
    routes = RouteModel(sources=(ContentFolder(""),))
    evidence = (f"`{PLAIN_FILE_NAME}`",)
    return MarkdocSite(files.root.name or "site", files.root, "markdoc", "none", evidence, routes, MARKDOC_ENDINGS)


def _has_pages(files: SiteFiles, place: SitePlace, site: MarkdocSite) -> bool:
    """Whether a package has pages, and is not only a library around Markdoc."""
    if site.routes.code_folder:
        return True  # content outside is content because it has pages
    own = (
        place.inside(path) for path in files.below(place.folder) if path.endswith(MARKDOC_ENDINGS) and place.owns(path)
    )
    return any(site.routes.page_kind(path) is not None for path in own)


def _watched(files: SiteFiles, site: MarkdocSite, sites: Iterable[MarkdocSite]) -> tuple[Path, ...]:
    """The files that were read or looked for in a site, and outside of all sites; not its pages, which are watched anyway."""
    inner = [f"{each.code_folder}/" for each in sites if each is not site and each.code_folder != site.code_folder]
    nested = tuple(each for each in inner if not f"{site.code_folder}/".startswith(each))
    found = (path for path in files.looked_for if not path.endswith(MARKDOC_ENDINGS) and not path.startswith(nested))
    return tuple(map(Path, sorted(found)))


def _content_only(files: SiteFiles) -> Iterator[SitePlace]:
    """A folder without code, if its files contain tags of Markdoc and of nothing else."""
    tagged = files_with_tags(files, (path for path in files.paths if path.endswith(MARKDOC_ENDINGS)))
    if tagged:
        count = f"{len(tagged)} files contain" if len(tagged) > 1 else "a file contains"
        yield SitePlace("", "content", PackageFile("", None, {}), (f"{count} Markdoc tags",))


def _unique_names(places: Iterable[SitePlace], root: Path) -> list[str]:
    """The name of each site: the id of its config, the name of its package, else its path."""
    found: list[str] = []
    for place in places:
        own = place.settings.id if place.settings is not None else None
        name = own or place.package.name or posixpath.basename(place.folder) or root.name or "site"
        if name in found:
            name = place.folder or name
        count = 2
        while name in found:
            name, count = f"{name.rstrip('0123456789').rstrip('-')}-{count}", count + 1
        found.append(name)
    return found


def _site(files: SiteFiles, place: SitePlace, name: str) -> MarkdocSite:
    scripts = SiteScripts(files, place)
    site = _framework_site(files, place, name, scripts)
    scripts.record()
    partials = dict(site.partials)
    sources = tuple(PartialFolder(path, (posixpath.splitext(path)[1],)) for path in dict.fromkeys(partials.values()))
    editor = tuple(map(file_route, KEYSTATIC_ROUTES)) if KEYSTATIC in place.package.dependencies else ()
    dynamic = (*site.routes.dynamic, *editor)
    routes = replace(site.routes, sources=(*sources, *site.routes.sources), dynamic=dynamic)
    pages = (place.inside(path) for path in files.below(place.folder) if path.endswith(site.endings))
    urls = (url for path in pages if (url := routes.url_of(path)) is not None)
    code = files.code(place.folder, place.nested)
    slugs = slug_code(files, code, astro=place.framework == "astro")
    stated = place.settings.markdoc if place.settings is not None else {}
    site = replace(
        site,
        routes=routes.with_languages(urls),
        slugs=slugs,
        code_ids=code_ids(files, code),
        options=stated_options(site.options, stated),
        rewrites=source_rewrites(files, place) if place.framework != "astro" else NOTHING_REWRITTEN,
        named_images=_named_images(files, place, site),
    )
    return _with_outside_content(files, place, _with_named_frontmatter(files, place, site), scripts)


def _with_outside_content(files: SiteFiles, place: SitePlace, site: MarkdocSite, scripts: SiteScripts) -> MarkdocSite:
    """The site with what its code reads outside of its package, and what Keystatic edits there."""
    edited = [each for each in scripts.keystatic_collections() if each.is_outside]
    content = [ContentFolder(each.folder, pattern=each.pattern) for each in place.outside]
    content += [ContentFolder(each.folder, (each.ending,)) for each in edited]
    return with_outside_content(files, site, content, list(map(_declared, edited)))


def _named_images(files: SiteFiles, place: SitePlace, site: MarkdocSite) -> frozenset[str]:
    """The images of a package whose schema gives images to a component, which may find them in a folder of its own."""
    schema = site.schema
    image = schema.nodes.get("image") if schema is not None else None
    is_own = image is not None and (image.component != "" or image.transforms)
    if schema is None or not (is_own or schema.open_nodes is not None):
        return frozenset()
    found = (path for path in files.below(place.folder) if path.lower().endswith(IMAGE_ENDINGS) and place.owns(path))
    return frozenset(map(place.inside, found))


def _with_named_frontmatter(files: SiteFiles, place: SitePlace, site: MarkdocSite) -> MarkdocSite:
    """The site with the JSON schema that its entry in `markdoc.config.json` names for the frontmatter of all pages."""
    name = place.settings.frontmatter_schema if place.settings is not None else None
    if name is None:
        return site
    path = joined(place.settings_folder, name)
    text = files.text(path)
    if text is None:
        config = files.root / place.settings_folder / PLAIN_FILE_NAME
        problem = config_problem(CONFIG_SHAPE, f"cannot read {word(name)}, the schema of the frontmatter", config)
        return replace(site, problems=(*site.problems, problem))
    schema, problems = read_json_frontmatter(text, files.root / path)
    declared = (DeclaredFrontmatter("", schema),) if schema is not None else ()
    return replace(site, frontmatter=(*site.frontmatter, *declared), problems=(*site.problems, *problems))


def _framework_site(files: SiteFiles, place: SitePlace, name: str, scripts: SiteScripts) -> MarkdocSite:
    read = _next_site if place.framework == "next" else _astro_site if place.framework == "astro" else _plain_site
    site = read(files, place, name, scripts)
    return replace(site, routes=with_linked_folders(files, place, site.routes, site.static_folders))


def _next_site(files: SiteFiles, place: SitePlace, name: str, scripts: SiteScripts) -> MarkdocSite:
    values, plugin = scripts.next_values()
    uses_plugin = plugin is not None or NEXT_PLUGIN in place.package.dependencies
    config = next_config(values, uses_plugin)
    routes = with_content(files, place, next_routes(files, place.folder, config), _edited(scripts))
    version = package_version(files, place.package, NEXT_PLUGIN) if uses_plugin else None
    schema = find_next_schema(files, place, scripts, plugin)
    folder = schema.folder or ""
    served = plugin is not None and routes.known and config.page_endings
    return MarkdocSite(
        name,
        files.root / place.folder,
        "next",
        next_router(files, place.folder),
        place.evidence,
        routes,
        tuple(dict.fromkeys((*config.page_endings, *(() if served else MARKDOC_ENDINGS)))),
        next_options(plugin or {}, version) if uses_plugin else _own_options(files, place),
        schema.schema,
        schema.reason,
        static_folders(files, place.folder),
        partial_files(files, place.folder, folder) if folder else {},
        frontmatter=_edited_frontmatter(scripts),
        problems=place.problems,
        schema_entry=schema.entry,
    )


def _astro_site(files: SiteFiles, place: SitePlace, name: str, scripts: SiteScripts) -> MarkdocSite:
    values, markdoc, starlight = scripts.astro_values()
    config = astro_config(values, starlight)
    declared = content_config(files, place.folder, config)
    collections: tuple[AstroCollection, ...] | None = scripts.collections(declared) if declared is not None else None
    if collections is None:
        collections = default_collections(files, place.folder, config)
    has_starlight = starlight is not None or STARLIGHT in place.package.dependencies
    routes = astro_routes(files, place.folder, config, collections, has_starlight)
    uses_plugin = markdoc is not None or ASTRO_PLUGIN in place.package.dependencies or place.schema_config is not None
    schema = (find_astro_schema if uses_plugin else find_own_schema)(files, place, scripts)
    return MarkdocSite(
        name,
        files.root / place.folder,
        "astro",
        "astro",
        place.evidence,
        with_content(files, place, routes, _edited(scripts)),
        ASTRO_ENDINGS,
        astro_options(markdoc or {}) if uses_plugin else _own_options(files, place),
        schema.schema,
        schema.reason,
        static_folders(files, place.folder, (config.public_folder,)),
        relative_partials=True,
        frontmatter=_astro_frontmatter(scripts, collections),
        problems=place.problems,
        schema_entry=schema.entry,
    )


def _plain_site(files: SiteFiles, place: SitePlace, name: str, scripts: SiteScripts) -> MarkdocSite:
    """A site without a framework that is known: own code, Markdoc's language server, or content alone."""
    schema = find_own_schema(files, place, scripts)
    settings = place.settings
    static = static_folders(files, place.folder)
    if place.framework == "svelte":
        routes = svelte_routes(files, place.folder, scripts.svelte_values())
    else:
        routes = RouteModel(assets=asset_urls(files, place.folder, static), complete=not files.cut_off)
    options = _own_options(files, place)
    if settings is not None:
        content = joined(place.settings_folder, settings.path)
        key = settings.url_key
        folder = place.inside(content) if content != place.folder else ""
        routes = replace(routes, sources=(*routes.sources, ContentFolder(folder, url_key=key)), known=key is not None)
    return MarkdocSite(
        name,
        files.root / place.folder,
        place.framework,
        "svelte" if place.framework == "svelte" else "none",
        place.evidence,
        with_content(files, place, routes, _edited(scripts)),
        MARKDOC_ENDINGS,
        options,
        schema.schema,
        schema.reason,
        static,
        partial_files(files, place.folder, schema.folder) if schema.folder else {},
        frontmatter=_edited_frontmatter(scripts),
        problems=place.problems,
        schema_entry=schema.entry,
    )


def _edited(scripts: SiteScripts) -> list[ContentFolder]:
    """The folders of the package that Keystatic edits."""
    return [
        ContentFolder(each.folder, (each.ending,)) for each in scripts.keystatic_collections() if not each.is_outside
    ]


def _edited_frontmatter(scripts: SiteScripts) -> tuple[DeclaredFrontmatter, ...]:
    return tuple(_declared(each) for each in scripts.keystatic_collections() if not each.is_outside)


def _declared(collection: KeystaticCollection) -> DeclaredFrontmatter:
    is_file = collection.folder == collection.entries
    folder = posixpath.dirname(collection.folder) if is_file else collection.folder
    return DeclaredFrontmatter(folder, collection.schema, collection.entries)


def _astro_frontmatter(scripts: SiteScripts, collections: Iterable[AstroCollection]) -> tuple[DeclaredFrontmatter, ...]:
    """The schemas of content collections, and the fields of Keystatic in other folders."""
    schemas = collection_schemas(collections)
    edited = (each for each in _edited_frontmatter(scripts) if each.folder not in schemas)
    return (*edited, *(DeclaredFrontmatter(folder, schema) for folder, schema in schemas.items()))


def _own_options(files: SiteFiles, place: SitePlace) -> TokenizerOptions:
    """The options of `new Markdoc.Tokenizer({…})` in the code of a site."""
    for path in files.code(place.folder, place.nested):
        text = files.searched(path)
        found = _TOKENIZER.search(text) if "Tokenizer(" in text else None
        if found is not None:
            files.has(path)
            return tokenizer_options({key: value == "true" for key, value in _TRUE_OPTION.findall(found[1])})
    return TokenizerOptions()
