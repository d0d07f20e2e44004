"""What may be renamed, and what its name is now: what an editor shows before somebody types another."""

from __future__ import annotations

from refrakt.errors import RefraktError
from refrakt.project.index.view import SiteView

from ..answers import Range
from ..page import PageContext
from ..things.mentions import declaration, mention_at
from ..things.naming import Naming
from ..things.text import text_of
from ..things.thing import Mention, Thing
from ..things.unfinished import typed_at
from .refusing import refusal, still_read

_SLUG = "slug"


def asked(page: PageContext, offset: int) -> Mention | None:
    """The thing under the cursor and the place that names it; None where there is nothing that has a name."""
    tag = page.document.tag_at(offset)
    if tag is not None and tag.name:
        start, end = page.document.offsets(tag.name_span)
        if start <= offset <= end:
            raise refusal(
                "the name of a rune belongs to the package that brings it", "Change it to another rune instead."
            )
    if typed_at(page, offset) is not None:
        raise refusal("the tag here is not finished yet", "Close it first.")
    found = mention_at(page, offset)
    if found is None:
        _tell_of_shared_id(page, offset)
        return None
    if found.thing.kind == "key" and found.thing.name == _SLUG and found.declares and found.whole is not None:
        # The value of this key is the address of the page.
        value = _value_of_slug(page)
        if value is not None and value.start <= offset <= value.end and page.path is not None:
            return Mention(Thing("page", page.path), page.path, value)
    return found


def _value_of_slug(page: PageContext) -> Range | None:
    frontmatter = page.document.frontmatter
    node = frontmatter.at(_SLUG) if frontmatter is not None else None
    if node is None or not isinstance(node.value, str):
        return None
    start, end = page.document.offsets(node.span)
    quoted = page.document.text.startswith(("'", '"'), start)
    return Range(start + 1, end - 1) if quoted else Range(start, end)


def _tell_of_shared_id(page: PageContext, offset: int) -> None:
    """Of two headings with one id links lead to the first, so there is nothing by which the other could be called."""
    for heading in page.facts.headings:
        if heading.start <= offset <= heading.end and heading.id is not None:
            raise refusal(
                f"another heading of this page has the id '{heading.id}', too, and links lead to the first of them",
                "Rename that one, or edit this one: nothing leads here.",
            )


def name_of(page: PageContext, found: Mention) -> str:
    """The name of a thing as somebody would write another: the address of a page, what a heading says, an id."""
    thing, view = found.thing, page.view
    if thing.kind == "layout":
        raise refusal("a layout is found by its name, _layout.md", "Move the file to another folder instead.")
    if thing.kind == "definition" or view is None:
        return page.document.text[found.place.start : found.place.end]
    if thing.kind == "page":
        with view.lock:
            entry = view.site.entries.get(thing.path)
        return (entry.url if entry is not None else None) or thing.path
    if thing.kind == "file":
        return thing.path.rpartition("/")[2]
    if thing.kind != "heading":
        return thing.name
    return _said(page, view, found)


def _said(page: PageContext, view: SiteView, found: Mention) -> str:
    """What a heading says, as it is written; its id, where it has one of its own."""
    text, thing = page.document.text, found.thing
    if found.declares:
        return text[found.place.start : found.place.end]
    if thing.path == page.path:
        naming = Naming(None, page.facts, thing.path, text_of(page.document))
        own = next(
            (each for heading in page.facts.headings if heading.id == thing.name for each in naming.heading(heading)),
            None,
        )
        return text[own.place.start : own.place.end] if own is not None else thing.name
    source = view.source(thing.path)
    heading = (
        next((each for each in source.facts.headings if each.id == thing.name), None) if source is not None else None
    )
    if source is not None and heading is not None and _is_plain(source.text[heading.start : heading.end], heading.text):
        return heading.text
    first = declaration(view, thing)
    return source.text[first.place.start : first.place.end] if first is not None and source is not None else thing.name


def _is_plain(line: str, said: str) -> bool:
    """Whether a heading is nothing but what it says, so that no tree is needed to see where that stands."""
    return line.strip().lstrip("#").strip() == said


def known_view(page: PageContext) -> SiteView:
    """Other pages may name the thing: nothing is changed before all of them have been read."""
    if page.path is None:
        raise RefraktError("INVALID_ARGS", "this text is no file yet", "Save it in the folder of the site's pages.")
    if page.view is None or not page.view.site.complete:
        raise still_read()
    return page.view
