"""A whole new page, for a file with nothing in it.

It has the frontmatter that pages of its folder have, or that the layouts around them need, and a title made from the name of its
file. A file of a plan gets the rune of its folder.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import partial

from refrakt.project.index.entry import Entry
from refrakt.project.index.look import Look
from refrakt.project.index.site_index import SiteIndex
from refrakt.rules.frontmatter_type import KNOWN_KEYS
from refrakt.rules.places import line_start
from refrakt.runes.model import Rune

from ..answers import Offer, Range, Replacement
from ..page import PageContext
from ..snippets import escaped, plain, snippet_of, stop
from .frontmatter import STOPS, written

_PAGE = "page"
_FENCE = "---"
_ALWAYS = ("title", "description")
_NEVER = frozenset({"slug", "redirect", "id"})
"""Keys under which no page says what another one does."""
_MOST_KEYS = 8
_FEWEST = 2
"""So many pages beside it show what is usual there."""
_LONGEST = 40
_NUMBERED = re.compile(r"(?<!\d)(?:\d++[-_. ]++)+")


def offers(page: PageContext, offset: int) -> Iterator[Offer]:
    """What an empty file may begin with; also behind the first letters of it, or the first dashes."""
    if len(page.document.blocks) > 1:
        return
    text = page.document.text
    begin = len(text) - len(text.removeprefix("\ufeff"))
    place = Range(max(begin, line_start(text, offset)), offset)
    typed = text[place.start : place.end].lstrip()
    if offset < begin or text[begin:].strip() != typed.strip():
        return
    look = None
    if page.view is not None:
        with page.view.lock:
            look = page.look
            if look is None or look.entry.kind not in ("page", "plan"):
                return
    if look is not None and look.entry.kind == "plan":
        for rune in _entries(page, look.entry):
            if rune.name.startswith(typed):
                insert = f"{{% {snippet_of(rune).whole(rune.name)}\n"
                yield _offer(rune.name, place, insert, rune.about, rune.name, begin)
    elif _PAGE.startswith(typed) or _FENCE.startswith(typed):
        filter = _FENCE if typed.startswith("-") else _PAGE
        yield _offer(_PAGE, place, _page(page, look), "a new page with its frontmatter", filter, begin)


def _offer(label: str, place: Range, insert: str, detail: str, filter: str, begin: int) -> Offer:
    bare = plain(insert)
    # Frontmatter is some only at the very beginning.
    also = (Replacement(Range(begin, place.start), ""),) if begin < place.start else ()
    return Offer(
        label,
        "snippet",
        place,
        insert,
        True,
        bare,
        detail,
        partial(_shown, bare.rstrip()),
        f"0{label}",
        filter=filter,
        also=also,
    )


def _shown(text: str) -> str:
    # Not needed for the first offers, which must not wait for it.
    from ..hover.words import fenced

    return fenced(text)


# Pages ----------------------------------------------------------------------------------------------------------------


def _page(page: PageContext, look: Look | None) -> str:
    keys: dict[str, str] = {}
    if page.view is not None and look is not None:
        with page.view.lock:
            keys = _usual(page.view.site, look)
    title = _title(page.path or "")
    quote = '"' if written(title) != title else ""
    lines = [_FENCE, f"title: {quote}{stop(1, title)}{quote}", "description: $2"]
    for number, (key, value) in enumerate(keys.items(), 3):
        told = stop(number, value) if value else STOPS.get(KNOWN_KEYS.get(key, "any"), "${}").replace("{}", str(number))
        lines.append(f"{escaped(written(key))}: {told}")
    return "\n".join([*lines, _FENCE, "", f"# {stop(1, title)}", "", "$0"])


def _title(path: str) -> str:
    """What a page is called after its file, or after its folder where the file is the first page of it."""
    folder, _, name = path.rpartition("/")
    stem = posixpath.splitext(name)[0]
    stem = folder.rpartition("/")[2] if stem == "index" else stem
    words = re.sub(r"[-_\s]+", " ", _NUMBERED.sub("", stem, count=1)).strip()
    return words[:1].upper() + words[1:] or "Title"


def _usual(site: SiteIndex, look: Look) -> dict[str, str]:
    """The keys that a layout around the page cannot do without, then those that all pages beside it have.

    Each with what all of those say under it, if it is the same word.
    """
    found = dict.fromkeys((key for each in look.around() for key in look.needs(each)), "")
    said = [
        each.facts.frontmatter
        for each in site.entries.values()
        if each.kind == "page" and each.path != look.entry.path and _folder(each) == _folder(look.entry)
    ]
    if len(said) >= _FEWEST:
        for key in said[0]:
            if all(key in each for each in said):
                values = [each[key] for each in said]
                same = values[0] if isinstance(values[0], str) and values.count(values[0]) == len(values) else ""
                found[key] = written(same) if same and len(same) <= _LONGEST and "\n" not in same else ""
    kept = [key for key in found if key not in _ALWAYS and key not in _NEVER]
    return {key: found[key] for key in kept[:_MOST_KEYS]}


def _folder(entry: Entry) -> str:
    return entry.name.rpartition("/")[0]


# Plans ----------------------------------------------------------------------------------------------------------------


def _entries(page: PageContext, entry: Entry) -> list[Rune]:
    """The runes an item of a plan may be: the one its folder is named after, else any."""
    folder = _folder(entry).rpartition("/")[2]
    known = [each for each in page.site.vocabulary if each.entity is not None and not each.internal]
    return [each for each in known if folder in (each.name, f"{each.name}s")]
