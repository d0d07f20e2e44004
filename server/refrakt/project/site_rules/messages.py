"""The words rules between pages share: where things stand, what may have been meant, and how it is mended."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import quote, unquote

from rapidfuzz.distance import DamerauLevenshtein

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import Target, normal_url
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link

Offsets = tuple[int, int]

WHOLE_FILE: Offsets = (0, 0)
"""A file as a whole: where it begins."""
STATIC_PAGE_SUFFIXES = ("", ".html", "/index.html")
"""How a page that is served as it is may end without its address saying so."""
_UNSAFE = re.compile(r"""[\s<>()"'\\%#?{}]""")
"""What would end a target, or mean something else in it."""
_UNSAFE_IN_BRACKETS = re.compile(r"""[\r\n<>\\%#?{}]""")
_DIGITS = re.compile(r"[0-9]+")
_TYPING_ERROR = 2
"""How many letters may differ where an edit is made without asking."""


def target_offsets(link: Link) -> Offsets:
    """Where the target of a link is written; where that cannot be told, the whole link."""
    return link.written if link.written is not None else (link.start, link.end)


def fragment_offsets(link: Link) -> Offsets:
    """Where the fragment of a link is written, with its mark; where that cannot be told, the target."""
    before, _, fragment = link.target.partition("#")
    found = _written(link, before, "#" + fragment)
    return (found.start, found.end) if found is not None else target_offsets(link)


def with_path(link: Link, written: str, path: str) -> tuple[TextEdit, ...]:
    """The edit that puts another path in the place of a link's, spelt as the old one is, and leaves query and fragment."""
    found = _written(link, "", written)
    return (found.replaced(path),) if found is not None else ()


def with_fragment(link: Link, fragment: str) -> tuple[TextEdit, ...]:
    """The edit that puts another fragment in the place of a link's."""
    before, _, old = link.target.partition("#")
    found = _written(link, before + "#", old)
    return (found.replaced(fragment),) if found is not None else ()


class _Written(NamedTuple):
    """Where a part of a target is written, and how: with everything escaped, with blanks in angle brackets, or plainly."""

    start: int
    end: int
    style: Literal["escaped", "bracketed", "plain"]

    def replaced(self, new: str) -> TextEdit:
        if self.style == "escaped":
            return TextEdit(Span(self.start, self.end), quote(new, safe="/:@!$&*+,;=~"))
        unsafe = _UNSAFE_IN_BRACKETS if self.style == "bracketed" else _UNSAFE
        return TextEdit(Span(self.start, self.end), unsafe.sub(lambda each: quote(each[0], safe=""), new))


def _written(link: Link, before: str, part: str) -> _Written | None:
    """A part of a target that comes after another.

    The target is known as a browser gets it; a page may say the same in plainer words, `/café` for `/caf%C3%A9`. Which of them it
    is shows in their length; None where it is neither, as with a backslash in it.
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
    """Whether it can be told from this file where a link leads.

    What a partial or a layout says stands on other pages, so what is relative there depends on them; what the build takes it as
    in the frontmatter is its own affair. Items of a plan are written to be read on their own.
    """
    kind = site.entry.kind
    if kind == "page":
        return not target.relative or link.written != (link.start, link.end)
    return kind != "plan" and target.kind != "here" and not target.relative


def written_page(site: TrackedSite, target: Target) -> IndexedFile | None:
    """The page that a target leads to, if somebody has written it. Of one that the config makes only the address is known."""
    page = site.page_of(target)
    if page is None or page.url is None:
        return None
    return (
        page
        if page.url in target.places or target.kind in ("here", "source") or normal_url(page.url) in target.places
        else None
    )


def intended_name(word: str, names: Sequence[str]) -> str | None:
    """The name that must have been meant, of those that may have been; None where a person had better choose.

    Numbers are no typing errors: `step-3` is not a misspelt `step-2`.
    """
    same = [each for each in names if each.lower() == word.lower()]
    if not same:
        last = word.rpartition("/")[2]
        same = [each for each in names if last and each.rpartition("/")[2] == last]
    if same:
        return same[0] if len(same) == 1 else None
    apart = sorted((DamerauLevenshtein.distance(word, each), each) for each in names)
    if not apart or apart[0][0] > _TYPING_ERROR or (len(apart) > 1 and apart[0][0] == apart[1][0]):
        return None
    found = apart[0][1]
    return found if _DIGITS.sub("", found) != _DIGITS.sub("", word) else None


@lru_cache(maxsize=4096)
def alphanumeric(text: str) -> str:
    """A text without its signs, gaps and capitals."""
    return "".join(each for each in text.lower() if each.isalnum())


def path_inside(folder: str | os.PathLike[str], path: str) -> str | None:
    """The absolute path of a file below a folder; None where dots lead out of it."""
    top = os.path.normpath(folder)
    found = os.path.normpath(os.path.join(top, path.lstrip("/")))
    return found if found.startswith(top + os.sep) else None


def is_served(site: TrackedSite, url: str) -> bool:
    """Whether something that is no page answers at an address: what the config says so of, or a page made elsewhere."""
    if site.spec.serves_elsewhere(url):
        return True
    return any(map(site.file_exists, static_pages(site.spec, url)))


def static_pages(spec: SiteSpec, url: str) -> Iterator[str]:
    """The files that would be served at an address as they are."""
    found = (path_inside(folder, url + end) for folder in spec.static for end in STATIC_PAGE_SUFFIXES)
    return (each for each in found if each is not None)
