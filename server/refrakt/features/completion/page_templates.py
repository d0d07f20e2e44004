"""A template for an empty file.

Its frontmatter has the keys that the layouts require and that the pages of the folder have; its title comes from the file name.
A file of a plan gets the rune of its folder.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import partial

from refrakt.features.completion.frontmatter import VALUE_SNIPPETS, yaml_scalar
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem
from refrakt.features.rune_snippets import escape_snippet, snippet_of, tab_stop, without_tab_stops
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.rules.frontmatter_type import KNOWN_KEYS
from refrakt.rules.problem_spans import line_start
from refrakt.runes.rune import Rune

_PAGE_LABEL = "page"
_FENCE = "---"
_FIXED_KEYS = ("title", "description")
_UNIQUE_KEYS = frozenset({"slug", "redirect", "id"})
"""Keys whose value differs on every page."""
_MAX_KEYS = 8
_MIN_SIBLINGS = 2
"""How many pages the folder needs for their keys to count as usual."""
_MAX_VALUE = 40
_NUMBERED = re.compile(r"(?<!\d)(?:\d++[-_. ]++)+")


def completions(page: PageContext, offset: int) -> Iterator[CompletionItem]:
    """Templates for an empty file, also after the first letters or dashes."""
    if len(page.document.blocks) > 1:
        return
    text = page.document.text
    begin = len(text) - len(text.removeprefix("\ufeff"))
    span = Span(max(begin, line_start(text, offset)), offset)
    typed = text[span.start : span.end].lstrip()
    if offset < begin or text[begin:].strip() != typed.strip():
        return
    tracked = None
    if page.view is not None:
        with page.view.lock:
            tracked = page.tracked
            if tracked is None or tracked.entry.kind not in ("page", "plan"):
                return
    if tracked is not None and tracked.entry.kind == "plan":
        for rune in _plan_runes(page, tracked.entry):
            if rune.name.startswith(typed):
                insert_text = f"{{% {snippet_of(rune).whole(rune.name)}\n"
                yield _item(rune.name, span, insert_text, rune.about, rune.name, begin)
    elif _PAGE_LABEL.startswith(typed) or _FENCE.startswith(typed):
        filter = _FENCE if typed.startswith("-") else _PAGE_LABEL
        yield _item(_PAGE_LABEL, span, _page_snippet(page, tracked), "new page with frontmatter", filter, begin)


def _item(label: str, span: Span, insert_text: str, detail: str, filter: str, begin: int) -> CompletionItem:
    plain_text = without_tab_stops(insert_text)
    # Frontmatter must be at the start of the file.
    additional_edits = (TextEdit(Span(begin, span.start), ""),) if begin < span.start else ()
    return CompletionItem(
        label,
        "snippet",
        span,
        insert_text,
        True,
        plain_text,
        detail,
        partial(_fenced, plain_text.rstrip()),
        f"0{label}",
        filter_text=filter,
        additional_edits=additional_edits,
    )


def _fenced(text: str) -> str:
    # imported late: completion must not wait for it
    from refrakt.features.markdown_escape import fenced

    return fenced(text)


# Pages ----------------------------------------------------------------------------------------------------------------


def _page_snippet(page: PageContext, tracked: TrackedSite | None) -> str:
    keys: dict[str, str] = {}
    if page.view is not None and tracked is not None:
        with page.view.lock:
            keys = _usual_frontmatter(page.view.site, tracked)
    title = _title(page.path or "")
    quote = '"' if yaml_scalar(title) != title else ""
    lines = [_FENCE, f"title: {quote}{tab_stop(1, title)}{quote}", "description: $2"]
    for number, (key, value) in enumerate(keys.items(), 3):
        value_text = (
            tab_stop(number, value)
            if value
            else VALUE_SNIPPETS.get(KNOWN_KEYS.get(key, "any"), "${}").replace("{}", str(number))
        )
        lines.append(f"{escape_snippet(yaml_scalar(key))}: {value_text}")
    return "\n".join([*lines, _FENCE, "", f"# {tab_stop(1, title)}", "", "$0"])


def _title(path: str) -> str:
    """The title for a file name, or for its folder where the file is an index page."""
    folder, _, name = path.rpartition("/")
    stem = posixpath.splitext(name)[0]
    stem = folder.rpartition("/")[2] if stem == "index" else stem
    title = re.sub(r"[-_\s]+", " ", _NUMBERED.sub("", stem, count=1)).strip()
    return title[:1].upper() + title[1:] or "Title"


def _usual_frontmatter(site: SiteIndex, tracked: TrackedSite) -> dict[str, str]:
    """The keys that the layouts require, then those that all pages of the folder have.

    Each with the value that all of them have, if it is the same text.
    """
    found = dict.fromkeys((key for each in tracked.included_files() for key in tracked.required_frontmatter(each)), "")
    siblings = [
        each.facts.frontmatter
        for each in site.entries.values()
        if each.kind == "page" and each.path != tracked.entry.path and _folder(each) == _folder(tracked.entry)
    ]
    if len(siblings) >= _MIN_SIBLINGS:
        for key in siblings[0]:
            if all(key in each for each in siblings):
                values = [each[key] for each in siblings]
                same = values[0] if isinstance(values[0], str) and values.count(values[0]) == len(values) else ""
                found[key] = yaml_scalar(same) if same and len(same) <= _MAX_VALUE and "\n" not in same else ""
    optional = [key for key in found if key not in _FIXED_KEYS and key not in _UNIQUE_KEYS]
    return {key: found[key] for key in optional[:_MAX_KEYS]}


def _folder(entry: IndexedFile) -> str:
    return entry.name.rpartition("/")[0]


# Plans ----------------------------------------------------------------------------------------------------------------


def _plan_runes(page: PageContext, entry: IndexedFile) -> list[Rune]:
    """The runes for a file of a plan: the one its folder is named after."""
    folder = _folder(entry).rpartition("/")[2]
    entity_runes = [each for each in page.site.vocabulary if each.entity is not None and not each.internal]
    return [each for each in entity_runes if folder in (each.name, f"{each.name}s")]
