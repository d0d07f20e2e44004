"""Rewrites a link after its file or its target has moved, in the style of the old one.

Relative links stay relative, links to source files stay so, and `.html`, `/index` or a trailing slash are kept where
possible. Each candidate is resolved before it is used, so the new link resolves to the same target or is not written.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from markdown_it.common.normalize_url import normalizeLink

from refrakt.features.rename.link_targets import linked_path, resolve_target, target_in
from refrakt.features.rename.moved_paths import is_below
from refrakt.features.rename.projected_site import ProjectedSite
from refrakt.features.rename.replacement_text import path_spelling
from refrakt.markdoc.text_edit import TextEdit
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import Target, normal_url
from refrakt.project.pages.page_facts import Link
from refrakt.project.site_rules.link_edits import STATIC_PAGE_SUFFIXES

_HTML = ".html"
_INDEX = "/index"


def rewrite_link(
    text: str,
    link: Link,
    old: tuple[ProjectedSite, IndexedFile],
    new: tuple[ProjectedSite, IndexedFile],
    target_path: str,
) -> TextEdit | None:
    """The edit that makes a link resolve to `target_path` from the new path of its file."""
    written = path_spelling(text, link)
    if written is None:
        return None
    for path in dict.fromkeys(_candidate_paths(link, old, new, target_path)):
        spelled = written.spell(path)
        if linked_path(*new, link._replace(target=normalizeLink(spelled))) == target_path:
            return TextEdit(written.span, spelled)
    return None


def _candidate_paths(
    link: Link, old: tuple[ProjectedSite, IndexedFile], new: tuple[ProjectedSite, IndexedFile], target_path: str
) -> Iterator[str]:
    """Candidate paths, most similar first. The last ones differ in style, which is better than a broken link."""
    target = target_in(*old, link)
    old_path = unquote(target.written)
    site, entry = new
    if target.kind == "source" or entry.kind == "plan":
        yield from _source_paths(site, entry, target, old_path, target_path)
        return
    urls = [*_urls(site, old_path, target_path, _targets_written_page(link, *old, target))]
    if target.relative:
        if target.kind == "asset":
            yield _dotted(posixpath.relpath(target_path, posixpath.dirname(entry.path) or "."), old_path)
        if entry.url is not None:
            folders = [posixpath.dirname(entry.url), entry.url]
            if _treats_page_as_folder(link, *old, target):
                folders.reverse()
            for folder in folders:
                yield from (_relative(each, folder, old_path) for each in urls)
                yield from (f"./{_relative(each, folder, old_path)}" for each in urls)
    yield from urls


def _source_paths(
    site: ProjectedSite, entry: IndexedFile, target: Target, old_path: str, target_path: str
) -> Iterator[str]:
    spec = site.spec
    if target.relative:
        yield _dotted(posixpath.relpath(target_path, posixpath.dirname(entry.path) or "."), old_path)
    if is_below(target_path, spec.content_path.rstrip("/")) or not spec.content_path:
        name = target_path.removeprefix(spec.content_path)
        base = spec.routes.base.rstrip("/")
        if base and is_below(old_path, base):
            yield f"{base}/{name}"
        yield f"/{name}"


def _targets_written_page(link: Link, site: ProjectedSite, entry: IndexedFile, target: Target) -> bool:
    """Whether a link resolves to a written page, not to one generated for an entity."""
    path = resolve_target(site, entry, link, target)
    page = site.entry(path) if path is not None else None
    return page is not None and page.url is not None and normal_url(page.url) in target.candidates


def _urls(site: ProjectedSite, old_path: str, target_path: str, itself: bool) -> Iterator[str]:
    """Absolute URLs with the ending of the old one."""
    spec = site.spec
    base = spec.routes.base.rstrip("/")
    routes = spec.markdoc.routes if spec.markdoc is not None else None
    for url in site.urls(target_path)[:1] if itself else site.generated_urls(target_path):
        url = normal_url(url)
        if routes is not None:
            # A URL that does not follow from routes is a guess.
            for each in routes.spellings(url, old_path) if routes.known else ():
                yield from _with_ending(each, old_path, target_path)
            continue
        short = (url[len(base) :] or "/") if base and is_below(url, base) else url
        both = (url, short) if not base or is_below(old_path, base) or not old_path.startswith("/") else (short, url)
        for each in dict.fromkeys(both):
            yield from _with_ending(each, old_path, target_path)
    for top in (*spec.static, spec.content):
        folder = site.relative_path(str(top))
        if is_below(target_path, folder):
            served = target_path[len(folder) :]
            prefix = base if base and is_below(old_path, base) else ""
            shortened = (
                served.removesuffix(end) or "/" for end in STATIC_PAGE_SUFFIXES if end and served.endswith(end)
            )
            for each in (*(shortened if not old_path.endswith(_HTML) else ()), served):
                yield from _with_ending(prefix + each, old_path, target_path)


def _with_ending(url: str, old_path: str, target_path: str) -> Iterator[str]:
    stem = old_path.removesuffix(_HTML)
    if old_path.endswith(_HTML) and not url.endswith(_HTML):
        is_index = stem.endswith(_INDEX) or stem == "index" or url == "/"
        if is_index and posixpath.basename(target_path).startswith("index."):
            yield f"{url.rstrip('/')}{_INDEX}{_HTML}"
        elif url != "/":
            yield url + _HTML
    elif old_path.endswith("/") and not url.endswith("/"):
        yield f"{url}/"
    elif (stem.endswith(_INDEX) or stem == "index") and posixpath.basename(target_path).startswith("index."):
        yield f"{url.rstrip('/')}{_INDEX}"
    yield url


def _relative(url: str, folder: str, old_path: str) -> str:
    path = posixpath.relpath(url, folder)
    if url.endswith("/") and not path.endswith("/"):
        path += "/"
    return _dotted(path, old_path)


def _dotted(path: str, old_path: str) -> str:
    return f"./{path}" if old_path.startswith("./") and not path.startswith(".") else path


def _treats_page_as_folder(link: Link, site: ProjectedSite, entry: IndexedFile, target: Target) -> bool:
    """Whether a relative link treats the page's own URL as a folder."""
    if entry.url is None:
        return False
    nearer = normal_url(posixpath.join(posixpath.dirname(entry.url), unquote(target.written).removesuffix(_HTML)))
    nearer = posixpath.normpath(nearer)
    candidates = tuple(each for each in target.candidates if each in (nearer, nearer.removesuffix(_INDEX) or "/"))
    return resolve_target(site, entry, link, target._replace(candidates=candidates)) != resolve_target(
        site, entry, link, target
    )
