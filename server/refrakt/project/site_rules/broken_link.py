"""A link to a page that does not exist.

A target is a URL, with or without a trailing slash, or the path of a page file; it starts at the root of the site or is
relative to the page. The link is broken if there is no such page, no such static file and no matching pattern in
`authoring.elsewhere` of the config. The fix writes the only URL with the same last segment or one that differs by a
typo. On a plain Markdoc site the link is broken if its routes are known and none of them serves the URL; there is no fix.
The path of a page file that starts at the root is broken there if it is neither a file nor a page, with or without its ending.
A link there may also name a key of the frontmatter, `id:setup` for the page with `id: setup`, if several pages have it.

**Example**

```markdoc {% process=false %}
-- content/index.md --
See [the setup](/docs/setpu).
-- content/docs/setup.md --
# Setup
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
See [the setup](/docs/setup).
-- content/docs/setup.md --
# Setup
```
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from refrakt.markdoc.tree import Span
from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link
from refrakt.project.site_rules.link_edits import (
    intended_name,
    is_checkable,
    is_served,
    path_inside,
    target_offsets,
    with_path,
)
from refrakt.project.site_rules.markdoc_links import is_beside, is_completed, is_missing_source, is_unserved
from refrakt.rules.link_syntax import is_damaged
from refrakt.rules.name_suggestion import did_you_mean
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule("broken-link", "error", "links", on="link", scope="site", fixable=True)
def broken_link(site: TrackedSite, link: Link, target: Target) -> Iterator[Problem]:
    if link.kind != "link" or not target.candidates or target.may_leave or not is_checkable(site, link, target):
        return
    if site.page_of(target) is not None:
        return
    candidate = target.candidates[0]
    if target.kind == "source":
        if not _is_missing(site, target):
            return
        names, message = site.nearest_sources(candidate), f"page '{_shown(site, candidate)}' does not exist"
        if site.spec.markdoc is not None and not target.relative:
            names, message = [], f"no page is served at '{unquote(target.written)}'"
    elif target.kind == "page":
        if not _is_unserved(site, target):
            return
        names, message = site.nearest_urls(candidate), f"no page is served at '{candidate}'"
        markdoc = site.spec.markdoc
        if markdoc is not None and (is_completed(site, link, names) or is_beside(site, markdoc, link, target)):
            return
        top = f"/{target.written.removeprefix('./')}"
        if target.relative and not target.written.startswith("..") and site.page(unquote(top)) is not None:
            yield _without_slash(site, link, target, f"{message}; did you mean '{unquote(top)}'?")
            return
        head, _, last = candidate.rpartition("/")
        page = site.page(head) if head and markdoc is None and not target.fragment and not target.relative else None
        if page is not None and site.has_anchor(page, last):
            path = unquote(target.written).rpartition("/")[0]
            new = f"{path}#{last}"
            fix = tuple(each._replace(new=f"{each.new}#{last}") for each in with_path(link, target.written, path))
            advice = f"{message}; did you mean '{new}'?"
            yield Problem(Span(*target_offsets(link)), advice, f"Write {new}.", safe_fix(fix))
            return
    elif target.kind == "key":
        key, _, value = candidate.partition(":")
        if not site.is_reference_key(key) or not site.is_complete:
            return
        names, message = site.nearest_keys(candidate), f"no page has the {key} '{value}'"
    else:
        return
    if is_damaged(unquote(link.target)):
        return  # the syntax of the link is the problem
    # On a site that is not refrakt's own, a route may serve what looks like a misspelt page.
    intended = intended_name(candidate, names) if site.spec.markdoc is None else None
    fix = with_path(link, target.written, _spelling(site, target, intended)) if intended is not None else ()
    if intended is not None:
        names = [intended, *(each for each in names if each != intended)]  # what the fix writes
    suggestion = f"Write {_spelling(site, target, names[0])}." if names else None
    shown = [_shown(site, each) for each in names] if target.kind == "source" else names
    yield Problem(Span(*target_offsets(link)), message + did_you_mean(shown), suggestion, safe_fix(fix))


def _without_slash(site: TrackedSite, link: Link, target: Target, message: str) -> Problem:
    """A relative target that would be right from the root of the site."""
    new = f"/{unquote(target.written).removeprefix('./')}"
    fix = with_path(link, target.written, new) if site.spec.markdoc is None else ()
    return Problem(Span(*target_offsets(link)), message, f"Write {new}.", safe_fix(fix))


def _shown(site: TrackedSite, path: str) -> str:
    """The path of a page in a message. On a plain Markdoc site it is relative to the project, as the paths of problems are."""
    return posixpath.normpath(site.spec.content_path + path) if site.spec.markdoc is not None else path


def _is_missing(site: TrackedSite, target: Target) -> bool:
    """Whether no candidate exists, and all of them are inside the project."""
    spec = site.spec
    if spec.markdoc is not None and not target.relative:
        return is_missing_source(site, spec.markdoc.routes, target) and site.is_complete
    if not spec.sure and not target.relative:
        return False
    files = [
        path_inside(spec.content, each) or path_inside(spec.root, os.path.relpath(spec.content / each, spec.root))
        for each in target.candidates
    ]
    return not any(each is None or site.file_exists(each) for each in files)


def _is_unserved(site: TrackedSite, target: Target) -> bool:
    spec = site.spec
    if spec.markdoc is not None:
        if any(map(spec.serves_elsewhere, target.candidates)):
            return False
        return is_unserved(site, spec.markdoc.routes, target) and site.is_complete
    if not spec.sure or (target.written.endswith(".html") and not spec.static):
        return False
    return not any(is_served(site, each) for each in target.candidates) and site.is_complete


def _spelling(site: TrackedSite, target: Target, intended: str) -> str:
    """A URL or path in the style of the old one."""
    if target.kind == "key":
        return intended
    url, written = site.entry.url, unquote(target.written)
    base = site.spec.routes.base.rstrip("/")
    if target.kind == "source":
        around = site.folder or "."
        top = f"{base}/" if base and written.startswith(base + "/") else "/"
    else:
        around = posixpath.dirname(url) if url is not None else "/"
        top = ""
        if written.endswith(".html"):
            intended = (intended if intended != "/" else "/index") + ".html"
    if target.relative and target.kind == "page" and not written.startswith(".") and "/" in written:
        new = posixpath.relpath(intended, around)
        return new if not new.startswith("..") else intended  # it was not meant as relative to the page
    new = posixpath.relpath(intended, around) if target.relative else top + intended
    if target.relative:
        if new == ".":
            return intended
        if written.startswith("./") and not new.startswith("."):
            new = f"./{new}"
    return f"{new}/" if written.endswith("/") and not new.endswith("/") else new
