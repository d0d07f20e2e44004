"""References to files and pages other than links: partials, included files, navigation items, references by URL."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from refrakt.features.rename.moved_paths import is_below
from refrakt.features.rename.projected_site import ProjectedSite
from refrakt.features.rename.replacement_text import url_part, value_text
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import normal_url
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.link_edits import path_inside


def referenced_path(site: ProjectedSite, entry: IndexedFile, reference: Reference) -> str | None:
    """The file that a reference resolves to, relative to the project root; None where unknown or missing."""
    name = reference.name
    match reference.kind:
        case "partial":
            return site.partial(site.spec.partial_name(entry.path, name))
        case "nav":
            return _nav_page(site, entry, name)
        case "xref" | "expand":
            return _page_at_url(site, name) if name.startswith("/") else None
        case "file":
            return next(filter(None, map(site.file_or_folder, _files(site, reference))), None)
        case "sandbox":
            examples = site.spec.examples
            file = (
                path_inside(site.spec.root, site.relative_path(str(examples / name))) if examples is not None else None
            )
            return site.file_or_folder(file)
        case _:
            return None


def _page_at_url(site: ProjectedSite, name: str) -> str | None:
    """The page at a URL; None where it lacks the fragment, since the reference is then broken."""
    url, separator, fragment = name.partition("#")
    path = site.page_at(url)
    return None if path is None or (separator and site.lacks_anchor(path, fragment)) else path


def _nav_page(site: ProjectedSite, entry: IndexedFile, name: str) -> str | None:
    base = site.spec.routes.base
    if name.startswith("/"):
        target = site.spec.target(name, entry.url, site.folder(entry))
        urls = target.candidates if target.kind == "page" else ()
    elif entry.kind == "partial" or entry.kind == "plan":
        urls = ()
    else:
        url = normal_url(posixpath.join("/", site.folder(entry), name.partition("#")[0])).removesuffix("/index") or "/"
        urls = (base.rstrip("/") + url, url)
    return next(filter(None, map(site.page_ignoring_case, urls)), None)


def _files(site: ProjectedSite, reference: Reference) -> Iterator[str | None]:
    spec, name = site.spec, reference.name
    if reference.rune == "file-ref":
        yield from (path_inside(top, name) for top in (spec.root, spec.repository))
    elif not name.startswith("/"):
        yield path_inside(spec.root, name)


def update_reference(
    site: ProjectedSite, entry: IndexedFile, reference: Reference, target_path: str
) -> TextEdit | None:
    """The edit that makes a reference resolve to `target_path`. Each candidate is resolved before it is used."""
    span = Span(reference.start, reference.end)
    for name in dict.fromkeys(_candidate_names(site, entry, reference, target_path)):
        if referenced_path(site, entry, reference._replace(name=name)) == target_path:
            return TextEdit(span, name if reference.kind == "nav" else value_text(name))
    return None


def _candidate_names(site: ProjectedSite, entry: IndexedFile, reference: Reference, target_path: str) -> Iterator[str]:
    spec, old = site.spec, reference.name
    dots = "./" if old.startswith("./") else ""
    match reference.kind:
        case "partial":
            found = site.entry(target_path)
            if found is not None and found.kind == "partial":
                if spec.markdoc is not None and spec.markdoc.relative_partials:
                    yield dots + posixpath.relpath(target_path, posixpath.dirname(entry.path) or ".")
                yield found.name
        case "nav":
            yield from _nav_names(site, entry, old, target_path)
        case "xref" | "expand":
            _, separator, fragment = old.partition("#")
            yield from (f"{url}{separator}{fragment}" for url in site.urls(target_path))
        case "file":
            yield f"{dots}{target_path}"
            if reference.rune == "file-ref":
                top = site.relative_path(str(spec.repository))
                yield posixpath.relpath(str(spec.root / target_path), str(spec.repository))
                yield target_path.removeprefix(f"{top}/")
        case "sandbox":
            if spec.examples is not None:
                yield dots + posixpath.relpath(target_path, site.relative_path(str(spec.examples)))


def _nav_names(site: ProjectedSite, entry: IndexedFile, old: str, target_path: str) -> Iterator[str]:
    base, folder = site.spec.routes.base.rstrip("/"), site.folder(entry)
    _, separator, fragment = old.partition("#")
    path = old.partition("#")[0]
    prefix_url = f"{base}/{folder}/" if folder else f"{base}/"
    for url in site.urls(target_path):
        forms = []
        if (
            not old.startswith("/")
            and is_below(url, prefix_url.rstrip("/"))
            and url.rstrip("/") != prefix_url.rstrip("/")
        ):
            forms.append(url[len(prefix_url) :])
        forms.append(url[len(base) :] if base and is_below(url, base) and not is_below(path, base) else url)
        for each in forms:
            if path.endswith("/") and not each.endswith("/"):
                each += "/"
            yield f"{url_part(each, 'text', '%' in path)}{separator}{fragment}"


def update_folder(before: ProjectedSite, after: ProjectedSite, reference: Reference) -> TextEdit | None:
    """The edit of a folder reference whose pages have all moved to one other folder."""
    base = before.spec.routes.base.rstrip("/")
    old_folder = f"/{reference.name.strip().strip('/')}"
    for prefix in dict.fromkeys(("", base)):
        folder = normal_url(prefix + old_folder)
        moved_pages = {after.moved_paths.new_path(each) for each in before.pages_below.get(folder, ())}
        if not moved_pages:
            continue
        if moved_pages & after.pages_below.get(folder, frozenset()):
            return None
        urls = {url.rpartition("/")[0] or "/" for each in moved_pages for url in after.urls(each)[:1]}
        if len(urls) != 1:
            return None
        (new,) = urls
        new = new.removeprefix(prefix) or "/"
        new = new if reference.name.startswith("/") else new.lstrip("/")
        new = f"{new}/" if reference.name.endswith("/") and not new.endswith("/") else new
        return TextEdit(Span(reference.start, reference.end), value_text(new)) if new != reference.name else None
    return None
