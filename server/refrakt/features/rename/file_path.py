"""Renames pages, partials and other files by changing their path."""

from __future__ import annotations

import posixpath
import re

from refrakt.errors import RefraktError
from refrakt.features.rename.edit_collector import merge_edits
from refrakt.features.rename.move_files import link_updates
from refrakt.features.rename.moved_paths import MovedPaths, is_below
from refrakt.features.rename.projected_site import ProjectedSite
from refrakt.features.rename.rename_error import already_exists, rename_error
from refrakt.features.rename.replacement_text import yaml_text
from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.document import parse
from refrakt.markdoc.tree import Span
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import normal_url
from refrakt.project.index.site_files import relative_path
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.site_view import PageText, SiteView
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.project_root import CONFIG_FILES
from refrakt.project.site_rules.static_files import is_taken
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit

_ENDINGS = (".md", ".mdoc", ".markdoc")
_NUMBER = re.compile(r"[0-9]+-")
_FORBIDDEN = re.compile(r"[\x00-\x1f\\#?]")
"""Characters that no path can contain, or that would end it in a URL."""


def rename_page(view: SiteView, symbol: Symbol, new: str, open_paths: tuple[str, ...]) -> WorkspaceEdit:
    """A page by a new URL, a new file path, or a new last segment of either."""
    with view.lock:
        entry = view.site.entries.get(symbol.path)
    if entry is None or entry.url is None:
        raise rename_error(f"`{symbol.path}` is not a page of this site", "Rename the file instead.")
    if entry.facts.incomplete:
        raise rename_error(f"the frontmatter of `{symbol.path}` exceeds a limit and was not read", "Shorten it first.")
    new = _checked_name(new)
    if new.endswith(_ENDINGS):
        return change_path(view, symbol.path, _path_from_file_name(view, entry, new), open_paths)
    url = _new_url(view, entry, new)
    if normal_url(url) == normal_url(entry.url):
        return WorkspaceEdit()
    _check_url_free(view, entry, url)
    if view.site.spec.markdoc is not None:
        return change_path(view, symbol.path, _routed_path(view.site.spec, entry, url), open_paths)
    if entry.facts.slug is not None:
        return _change_slug(view, entry, url, open_paths)
    return change_path(view, symbol.path, _path_from_url(view, entry, url), open_paths)


def _checked_name(new: str, hint: str = "Use a URL such as /docs/setup, or its last segment.") -> str:
    name = new.strip()
    if not name or _FORBIDDEN.search(name) or any(each in ("..", ".") for each in name.split("/")) or "//" in name:
        raise rename_error(f"`{new}` is not a valid name", hint)
    return name


def _new_url(view: SiteView, entry: IndexedFile, new: str) -> str:
    """The URL for a typed name."""
    spec = view.site.spec
    base = spec.routes.base.rstrip("/")
    url = normal_url(entry.url or "/")
    if new.startswith("/"):
        new = normal_url(new)
        if spec.markdoc is not None and spec.markdoc.routes.base and is_below(new, spec.markdoc.routes.base):
            return new[len(spec.markdoc.routes.base) :] or "/"
        is_complete = not base or is_below(new, base) or (entry.facts.slug or "").startswith("/")
        return new if is_complete else base + new.rstrip("/")
    if url in ("/", base):
        raise rename_error("the home page has no last segment to rename", "Use a whole URL, such as /start.")
    return normal_url(posixpath.join(posixpath.dirname(url), new))


def _check_url_free(view: SiteView, entry: IndexedFile, url: str) -> None:
    # Ignoring case, as navigation items, many servers and file systems do.
    with view.lock:
        existing = [each for each in view.site.lower_urls.get(normal_url(url).lower(), ()) if each != entry.path]
    if existing:
        raise already_exists(f"a page at {normal_url(url)}", existing[0])


def _path_from_file_name(view: SiteView, entry: IndexedFile, new: str) -> str:
    content = view.site.spec.content_path
    if "/" not in new:
        return posixpath.join(posixpath.dirname(entry.path), new)
    new = new.lstrip("/")
    return new if content and new.startswith(content) else content + new


def _routed_path(spec: SiteSpec, entry: IndexedFile, url: str) -> str:
    """The file for a URL on a site that is not refrakt's own: the path of the page with another part that its route serves."""
    assert spec.markdoc is not None
    routes, old = spec.markdoc.routes, normal_url(entry.url or "/")
    stem, ending = posixpath.splitext(entry.name)
    file = next((f"/{each}" for each in ("index", "page", "+page") if posixpath.basename(stem) == each), "")
    folder = stem.removesuffix(file)
    shared = posixpath.commonpath((old, url))
    above, gone, added = folder, old[len(shared) :].strip("/"), url[len(shared) :].strip("/")
    if gone and (above == gone or above.endswith(f"/{gone}")):
        path = posixpath.join(above[: len(above) - len(gone)].rstrip("/"), added) + file + ending
        if routes.known and routes.url_of(path, entry.facts.frontmatter) == url:
            return spec.content_path + path
    raise rename_error(f"the file for the URL `{url}` is not known", "Use the path of the new file.")


def _path_from_url(view: SiteView, entry: IndexedFile, url: str) -> str:
    """The file for a URL: keeps a number prefix within the same folder, and stays an index file."""
    spec = view.site.spec
    base = spec.routes.base.rstrip("/")
    segments = (url[len(base) :] if base and is_below(url, base) else url).strip("/")
    folder, _, name = entry.name.rpartition("/")
    stem, ending = posixpath.splitext(name)
    if stem == "index":
        path = f"{segments}/index{ending}".lstrip("/")
    elif not segments:
        path = f"index{ending}"
    else:
        number = _NUMBER.match(name)
        above = posixpath.dirname(segments)
        beside = above == posixpath.dirname(normal_url(entry.url or "/")[len(base) :].strip("/"))
        # Folders may have number prefixes, too.
        above = folder if beside else above
        path = posixpath.join(above, (number[0] if number and beside else "") + posixpath.basename(segments) + ending)
    if normal_url(spec.routes.url(path)) != normal_url(url):
        raise rename_error(
            f"no file can have the URL `{url}`", "Use a name that does not start with a number or a dash."
        )
    return spec.content_path + path


def _change_slug(view: SiteView, entry: IndexedFile, url: str, open_paths: tuple[str, ...]) -> WorkspaceEdit:
    """The URL of a page with a `slug`."""
    source, spec = read_source(view, entry.path), view.site.spec
    old, base = source.facts.slug or "", spec.routes.base.rstrip("/")
    slug = url if old.startswith("/") else (url[len(base) :] if is_below(url, base) else url).strip("/")
    if normal_url(spec.routes.url(entry.name, slug)) != normal_url(url):
        raise rename_error(f"cannot change the slug `{old}` to `{url}`", "Change the slug in the frontmatter.")
    document = parse(source.text, spec.options)
    node = document.frontmatter.at("slug") if document.frontmatter is not None else None
    if node is None:
        raise unreadable_file(entry.path)
    start, end = document.offsets(node.span)
    if source.text[start] in "'\"":
        start, end = start + 1, end - 1
    edit = FileEdit(entry.path, source.text, (yaml_text(source.text, Span(start, end), slug),), source.version)
    facts = {entry.path: facts_after_edit(view, edit)}
    return merge_edits(WorkspaceEdit((edit,)), link_updates(view, (), facts, open_paths))


def rename_partial(view: SiteView, symbol: Symbol, new: str, open_paths: tuple[str, ...]) -> WorkspaceEdit:
    """A partial by the name that pages use."""
    space, _, name = symbol.name.rpartition(":")
    new = new.strip().removeprefix(f"{space}:" if space else "")
    if ":" in new:
        raise rename_error(f"`{new}` is in another partials folder", "Move the file instead.")
    file_name = _checked_name(new, "Use a name such as footer.md or legal/footer.md.").strip("/")
    if not file_name.endswith(_ENDINGS):
        file_name += posixpath.splitext(name)[1]
    return change_path(view, symbol.path, symbol.path.removesuffix(name) + file_name, open_paths)


def rename_file(view: SiteView, symbol: Symbol, new: str, open_paths: tuple[str, ...]) -> WorkspaceEdit:
    """An image or another file by its name; its folder stays."""
    name = _checked_name(new, "Use a file name.")
    if "/" in name:
        raise rename_error("a rename cannot change the folder of a file", "Move the file instead.")
    if symbol.path.startswith(("/", "..")) or ":" in symbol.path:
        raise rename_error(f"`{symbol.path}` is outside the project", "Rename it in its own project.")
    if not posixpath.splitext(name)[1]:
        name += posixpath.splitext(symbol.path)[1]
    return change_path(view, symbol.path, posixpath.join(posixpath.dirname(symbol.path), name), open_paths)


def change_path(view: SiteView, old: str, new: str, open_paths: tuple[str, ...] = ()) -> WorkspaceEdit:
    """A new path for a file or a folder, if it is free and the file keeps its kind."""
    if old == new:
        return WorkspaceEdit()
    check_movable(view, old)
    check_path_free(view, old, new)
    pairs = ((old, new),)
    with view.lock:
        entry = ProjectedSite(view.site, MovedPaths(pairs)).entry(new)
        was = view.site.entries.get(old)
    if was is not None and (entry is None or entry.kind != was.kind):
        raise rename_error(f"`{new}` would no longer be a {was.kind}", "Choose a path in the same folder.")
    if was is not None and was.url is not None and entry is not None and entry.url is None:
        raise rename_error(f"the URL of `{new}` is not known", "Move the file yourself and update the links to it.")
    if was is not None and entry is not None and entry.url is not None and entry.url != was.url:
        _check_url_free(view, was, entry.url)
    return merge_edits(link_updates(view, pairs, open_paths=open_paths), WorkspaceEdit(moved=pairs))


def check_movable(view: SiteView, old: str) -> None:
    """Refuses to move the config and the folders that the config or a naming convention refers to."""
    spec = view.site.spec
    tops = (spec.content, spec.plan, spec.examples, *spec.static, *(folder for _, folder in spec.partials))
    fixed = [*CONFIG_FILES, *(relative_path(spec.root, each) for each in tops if each is not None)]
    fixed_path = next((each for each in fixed if is_below(each, old)), None)
    if old == "." or fixed_path is not None:
        what = f"`{fixed_path}`" if fixed_path is not None else "the project folder"
        raise rename_error(
            f"cannot move {what}: the site depends on its path", "Move it yourself and update the config."
        )


def check_path_free(view: SiteView, old: str, new: str) -> None:
    """Refuses a path that exists on disk or as an unsaved buffer, indexed or not."""
    if is_below(new, old):
        raise rename_error(f"cannot move `{old}` into itself", "Choose a path outside of it.")
    with view.lock:
        is_indexed = any(each.lower() == new.lower() for each in view.site.entries if each != old)
    source = view.source(new)
    is_open = source is not None and source.version is not None
    if is_indexed or is_open or is_taken(view.site.spec, new, old):
        raise already_exists(new)


def facts_after_edit(view: SiteView, edit: FileEdit) -> PageFacts:
    """The facts of a file after an edit."""
    context = view.site.spec.context
    return facts_of(parse(edit.changed, context.options), context.vocabulary)


def read_source(view: SiteView, path: str) -> PageText:
    source = view.source(path)
    if source is None:
        raise unreadable_file(path)
    return source


def unreadable_file(path: str) -> RefraktError:
    return RefraktError("NOT_FOUND", f"cannot read `{path}`", "Save it, or check that it exists.")
