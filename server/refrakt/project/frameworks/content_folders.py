"""Content outside of page folders: folders that code names, mounts learned from links, and folders without code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from refrakt.project.frameworks.code_constants import imported_files, imported_names, named_folders, reads_files
from refrakt.project.frameworks.content_signs import files_with_tags, without_fences
from refrakt.project.frameworks.folder_routes import folder_routes
from refrakt.project.frameworks.mounts import FEWEST_VOTES, learn_mounts
from refrakt.project.frameworks.page_sources import ContentFolder, Mount, PageFiles
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS, SiteFiles, joined
from refrakt.project.frameworks.site_places import SitePlace
from refrakt.project.frameworks.url_patterns import normal_url

CONVENTIONAL_FOLDERS = ("content", "src/content", "posts", "src/posts", "pages", "src/pages")
MOST_PAGES = 5_000
"""How many pages are searched for links."""
_MARKDOC_ONLY = (".mdoc", ".markdoc")
"""Endings of files that are always Markdoc."""
_IMPORTS_BY_PATTERN = "import.meta.glob("
_LINK = re.compile(r"\]\(\s*+<?(/(?!/)[^)\s>\"']*+)")


def with_content(
    files: SiteFiles, place: SitePlace, model: RouteModel, edited: Sequence[ContentFolder] = ()
) -> RouteModel:
    """A route model with the content that is not in page folders. `edited` are the folders of Keystatic."""
    framework = place.framework in ("next", "astro", "svelte")
    candidates = [
        path
        for path in files.below(place.folder)
        if path.endswith(MARKDOC_ENDINGS) and place.owns(path) and model.page_kind(place.inside(path)) is None
    ]
    if not candidates:
        return model
    named = [place.inside(each) for each in _named_folders(files, place, framework)] if not edited else []
    if not framework and not named and not edited:
        named = _top_folders(place, files_with_tags(files, candidates)) or _conventional_folders(files, place)
    mounts: tuple[Mount, ...] = ()
    if not framework or model.dynamic or _has_language_folders(candidates):
        paths = [place.inside(path) for path in candidates]
        own = (path for path in files.below(place.folder) if path.endswith(MARKDOC_ENDINGS) and place.owns(path))
        links = root_links(files, own)
        learned = learn_mounts(paths, links - _known_urls(files, place, model), model.dynamic_prefixes, framework)
        mounts = tuple(_linked_mounts(files, place, learned, paths))
    folders = [ContentFolder(each) for each in named if not any(each == mount.folder for mount in mounts)]
    if mounts:
        scope = None if framework else _scope(mounts, [place.inside(path) for path in candidates])
        model = model.with_mounts(mounts, scope)
    model = replace(model, sources=(*edited, *model.sources)).with_sources(folders)
    model = model.with_sources(list(_content_beside_code(files, place, model, candidates)))
    if framework and not _has_pages(files, place, model):
        # The pages are read by code that is not understood: files with tags are pages, and their URLs are not known.
        tagged = files_with_tags(files, candidates)
        model = model.with_sources([ContentFolder(each) for each in _top_folders(place, tagged)])
    if place.framework == "next" and model.dynamic and not files.cut_off:
        own = (path for path in files.below(place.folder) if path.endswith(MARKDOC_ENDINGS) and place.owns(path))
        without = replace(model, dynamic=())
        unserved = [url for url in root_links(files, own) if not without.may_serve(url)]
        model = model.with_folder_routes(folder_routes(files, place, model.dynamic, unserved))
    return model


def _content_beside_code(
    files: SiteFiles, place: SitePlace, model: RouteModel, candidates: Sequence[str]
) -> Iterator[ContentFolder]:
    """Folders of the app router that a catch-all route of the site reads: Markdoc files beside it are pages without a known URL."""
    routers = (
        [each.folder for each in model.sources if isinstance(each, PageFiles)] if place.framework == "next" else []
    )
    paths = [place.inside(path) for path in candidates]
    for router in routers if paths else ():
        for path in files.code(joined(place.folder, router), place.nested):
            folder, catch_all, rest = place.inside(path).partition("/[...")
            if not catch_all or rest.count("/") != 1 or "/page." not in rest:
                continue
            # Only code that names the folder reads other files of it than those that are always Markdoc.
            endings = MARKDOC_ENDINGS if _reads_folder(files, place, path, folder) else _MARKDOC_ONLY
            if any(each.startswith(f"{folder}/") and each.endswith(endings) for each in paths):
                yield ContentFolder(folder, endings)


def _reads_folder(files: SiteFiles, place: SitePlace, path: str, folder: str) -> bool:
    """Whether the code of a route, or what it imports, reads content from a folder that it names."""
    imported = imported_files(files, place.folder, path, files.searched(path))
    texts = [text for each in (path, *imported) if _reads_content(text := files.searched(each))]
    return joined(place.folder, folder) in named_folders(files, place.folder, texts, MARKDOC_ENDINGS)


def _linked_mounts(
    files: SiteFiles, place: SitePlace, learned: Sequence[Mount], paths: Sequence[str]
) -> Iterator[Mount]:
    """The mounts without those below the prefix of another one to which only their own pages link, such as an archive."""
    urls: dict[str, set[str]] = {}
    for mount in learned:
        own = {url for path in paths if (url := mount.url(path, {})) is not None}
        before = urls.setdefault(mount.prefix, set())
        outside = (joined(place.folder, path) for path in paths if not path.startswith(f"{mount.folder}/"))
        if not before or len((own - before) & root_links(files, outside)) >= FEWEST_VOTES:
            before |= own
            yield mount


def _has_pages(files: SiteFiles, place: SitePlace, model: RouteModel) -> bool:
    own = (path for path in files.below(place.folder) if path.endswith(MARKDOC_ENDINGS) and place.owns(path))
    return any(model.page_kind(place.inside(path)) == "page" for path in own)


def _known_urls(files: SiteFiles, place: SitePlace, model: RouteModel) -> set[str]:
    """The URLs of pages in page folders, which need no mount."""
    urls = (model.url_of(place.inside(path)) for path in files.below(place.folder) if path.endswith(MARKDOC_ENDINGS))
    return {url for url in urls if url is not None} | set(model.code_routes)


def _named_folders(files: SiteFiles, place: SitePlace, framework: bool) -> list[str]:
    """The content folders that code names; the outermost of nested ones.

    In a framework only the code of dynamic routes counts, and what it imports: other code names folders for many reasons.
    With SvelteKit, files that code imports by a pattern count as well: a preprocessor makes components of them.
    """
    paths = files.code(place.folder, place.nested)
    if framework:
        every, paths = paths, [path for path in paths if "[" in path]
        imported = [each for path in paths for each in imported_files(files, place.folder, path, files.searched(path))]
        # The name of the folder is often a constant in a file of its own.
        constants = [
            each for path in imported for each in imported_files(files, place.folder, path, files.searched(path))
        ]
        globs = (path for path in every if place.framework == "svelte" and _IMPORTS_BY_PATTERN in files.searched(path))
        paths = list(dict.fromkeys((*paths, *imported, *constants, *globs)))
    texts = [text for path in paths if _reads_content(text := files.searched(path))]
    found = named_folders(files, place.folder, texts, MARKDOC_ENDINGS)
    own = [each for each in found if place.owns(f"{each}/x") and not (framework and files.code(each))]
    return [each for each in own if not any(each.startswith(f"{other}/") for other in own)]


def _reads_content(text: str) -> bool:
    return "@markdoc/markdoc" in imported_names(text) or reads_files(text)


def _top_folders(place: SitePlace, paths: Iterable[str]) -> list[str]:
    """The folders directly below the site that contain these files; the site itself if one is not in a folder."""
    steps = [place.inside(path).split("/") for path in paths]
    if any(len(each) == 1 for each in steps):
        return [""]
    return sorted({each[0] for each in steps})


def _conventional_folders(files: SiteFiles, place: SitePlace) -> list[str]:
    """Folders that contain pages by their names, in a package around Markdoc."""
    folders = CONVENTIONAL_FOLDERS if place.framework == "markdoc" else ()
    return [each for each in folders if files.is_folder(joined(place.folder, each))]


def root_links(files: SiteFiles, paths: Iterable[str]) -> set[str]:
    """The root-relative links of pages, as URLs."""
    found: set[str] = set()
    for path in list(paths)[:MOST_PAGES]:
        text = files.text(path)
        if text is not None and "](" in text:
            found.update(normal_url(link[1]) for link in _LINK.finditer(without_fences(text)))
    return found


def _has_language_folders(paths: Iterable[str]) -> bool:
    return any(len(step) == 2 for path in paths for step in path.split("/")[:-1])


def _scope(mounts: Sequence[Mount], paths: Sequence[str]) -> tuple[str, ...]:
    """The URLs that content without a framework is responsible for: below the first segments of its prefixes and folders."""
    return tuple(dict.fromkeys(_first_segments(mounts, paths)))


def _first_segments(mounts: Sequence[Mount], paths: Sequence[str]) -> Iterator[str]:
    for mount in mounts:
        if mount.prefix != "/":
            yield "/" + mount.prefix.split("/")[1]
            continue
        for path in paths:
            url = mount.url(path, {})
            if url is not None and url.count("/") > 1:
                yield "/" + url.split("/")[1]
