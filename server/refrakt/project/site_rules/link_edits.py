"""What site rules share: spans of link targets, intended names, and edits for fixes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple
from urllib.parse import quote, unquote

from rapidfuzz.distance import DamerauLevenshtein

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.frameworks.slugs import alphanumeric
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import Target, normal_url
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link

Offsets = tuple[int, int]

WHOLE_FILE: Offsets = (0, 0)
"""The span of problems of a whole file: its start."""
STATIC_PAGE_SUFFIXES = ("", ".html", "/index.html")
"""Suffixes of static pages that their URLs omit."""
_UNSAFE = re.compile(r"""[\s<>()"'\\%#?{}]""")
"""Characters that end a target or have a special meaning in it."""
_UNSAFE_IN_BRACKETS = re.compile(r"""[\r\n<>\\%#?{}]""")
_DIGITS = re.compile(r"[0-9]+")
_TYPING_ERROR = 2
"""The maximum edit distance of a name in a safe fix."""


def target_offsets(link: Link) -> Offsets:
    """The span of the target of a link; of the whole link if the target's is unknown."""
    return link.written if link.written is not None else (link.start, link.end)


def fragment_offsets(link: Link) -> Offsets:
    """The span of the fragment of a link, with its `#`; of the target if the fragment's is unknown."""
    before, _, fragment = link.target.partition("#")
    found = _written(link, before, "#" + fragment)
    return (found.start, found.end) if found is not None else target_offsets(link)


def with_path(link: Link, written: str, path: str) -> tuple[TextEdit, ...]:
    """The edit that replaces the path of a link in the style of the old one; query and fragment stay."""
    found = _written(link, "", written)
    return (found.replaced(path),) if found is not None else ()


def with_fragment(link: Link, fragment: str) -> tuple[TextEdit, ...]:
    """The edit that replaces the fragment of a link."""
    before, _, old = link.target.partition("#")
    found = _written(link, before + "#", old)
    return (found.replaced(fragment),) if found is not None else ()


class _Written(NamedTuple):
    """The span of a part of a target, and its style: percent-encoded, with spaces in angle brackets, or plain."""

    start: int
    end: int
    style: Literal["escaped", "bracketed", "plain"]

    def replaced(self, new: str) -> TextEdit:
        if self.style == "escaped":
            return TextEdit(Span(self.start, self.end), quote(new, safe="/:@!$&*+,;=~"))
        unsafe = _UNSAFE_IN_BRACKETS if self.style == "bracketed" else _UNSAFE
        return TextEdit(Span(self.start, self.end), unsafe.sub(lambda each: quote(each[0], safe=""), new))


def _written(link: Link, before: str, part: str) -> _Written | None:
    """The part of a target that follows `before`.

    Facts have the target percent-encoded; a page may write it plainly, `/café` for `/caf%C3%A9`. The length of the span shows
    which; None if it matches neither, as with a backslash.
    """
    if link.written is None:
        return None
    start, end = link.written
    if len(link.target) == end - start:
        at = start + len(before)
        return _Written(at, at + len(part), "escaped" if "%" in link.target else "plain")
    plain = unquote(link.target)
    if len(plain) == end - start:
        at = start + len(unquote(before))
        return _Written(at, at + len(unquote(part)), "bracketed" if " " in plain else "plain")
    return None


def is_checkable(site: TrackedSite, link: Link, target: Target) -> bool:
    """Whether the target of a link can be resolved from this file.

    Relative targets in partials and layouts depend on the page that includes them, and those in frontmatter on the build. Items of
    a plan are read outside the site. A page that a tag of a plain site names may be a partial, and code
    of such a site may rewrite links.
    """
    kind = site.entry.kind
    if site.rewrites.links:
        return False
    if kind == "page" and not ((target.relative or target.kind == "here") and site.is_named_by_tags):
        return not target.relative or link.written != (link.start, link.end)
    return kind != "plan" and target.kind != "here" and not target.relative


def written_page(site: TrackedSite, target: Target) -> IndexedFile | None:
    """The page of a target, unless it is generated: of generated pages only the URL is known."""
    page = site.page_of(target)
    if page is None or page.url is None:
        return None
    return (
        page
        if page.url in target.candidates
        or target.kind in ("here", "source")
        or normal_url(page.url) in target.candidates
        else None
    )


def intended_name(name: str, names: Sequence[str]) -> str | None:
    """The only name that can be intended, of several similar ones; None if it is ambiguous.

    Different numbers are not typing errors: `step-3` is not a misspelt `step-2`.
    """
    same = [each for each in names if each.lower() == name.lower()]
    if not same:
        same = [each for each in names if alphanumeric(each) == alphanumeric(name) != ""]
    if not same:
        last = name.rpartition("/")[2]
        same = [each for each in names if last and each.rpartition("/")[2] == last]
    if same:
        return same[0] if len(same) == 1 else None
    words = sorted(name.rpartition("/")[2].split("-"))
    turned = [each for each in names if sorted(each.rpartition("/")[2].split("-")) == words]
    if len(words) > 1 and turned:
        return turned[0] if len(turned) == 1 else None
    apart = sorted((DamerauLevenshtein.distance(name, each), each) for each in names)
    if not apart or apart[0][0] > _TYPING_ERROR or (len(apart) > 1 and apart[0][0] == apart[1][0]):
        return None
    found = apart[0][1]
    return found if _DIGITS.sub("", found) != _DIGITS.sub("", name) else None


def path_inside(folder: str | os.PathLike[str], path: str) -> str | None:
    """The absolute path of a file below a folder; None if dots leave the folder."""
    top = os.path.normpath(folder)
    found = os.path.normpath(os.path.join(top, path.lstrip("/")))
    return found if found.startswith(top + os.sep) else None


def is_served(site: TrackedSite, url: str) -> bool:
    """Whether a URL is served by a pattern of the config or a static file."""
    if site.spec.serves_elsewhere(url):
        return True
    return any(map(site.file_exists, static_pages(site.spec, url)))


def static_pages(spec: SiteSpec, url: str) -> Iterator[str]:
    """The static files that may be served at a URL."""
    found = (path_inside(folder, url + end) for folder in spec.static for end in STATIC_PAGE_SUFFIXES)
    return (each for each in found if each is not None)
