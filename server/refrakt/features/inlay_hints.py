"""What a page does not say but means, shown between its words.

Three kinds, each of which can be switched: what a rune takes a part of its body for, the attributes it has although nobody has
written them, and what is called by an id or an address. They are made for the part of the page that is in view. What goes without
saying is left out: a field that takes anything, a title that is the name.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from refrakt.markdoc import Document, Node
from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.tree import Span
from refrakt.markdoc.values import UNDEFINED
from refrakt.project.pages.facts import Reference
from refrakt.project.pages.references import REFERENCES
from refrakt.project.settings import InlayHints
from refrakt.rules.attributes import accepts, insertion
from refrakt.rules.bodies import Body, bodies
from refrakt.rules.page import Here, Page
from refrakt.rules.places import line_end
from refrakt.runes.content import Custom, Delimited, Sections, Split
from refrakt.runes.matching import describe
from refrakt.runes.model import Attribute, Rune
from refrakt.runes.resolution import Placed

from .answers import Range, Replacement
from .around import nodes_around
from .hover.cards import card, title_of
from .page import PageContext
from .reference import attribute_text
from .things.naming import Naming
from .things.thing import Thing

_NAMING = frozenset({"nav", *(rune for (rune, _), kind in REFERENCES.items() if kind in ("xref", "expand"))})
"""The runes that call something by its name."""
_LONGEST = 40
"""How many characters of a title are shown."""


@dataclass(frozen=True, slots=True)
class InlayHint:
    """Words to be shown behind an offset."""

    offset: int
    label: str
    kind: Literal["field", "default", "title"]
    about: Callable[[], str] | None = None
    """More about it, in Markdown."""
    insert: Replacement | None = None
    """What writes it down, where somebody wants that."""


def inlay_hints(page: PageContext, shown: Range, wanted: InlayHints) -> list[InlayHint]:
    """The hints for a part of a page, in the order of the text."""
    found: list[InlayHint] = []
    if wanted.fields or wanted.defaults:
        around = Page(page.document, page.site.surroundings, page.path)
        for node in _tags_in(page.document, page.document.tree, shown):
            rune = page.site.vocabulary.get(node.tag or "")
            if rune is None or node.open is None:
                continue
            if wanted.fields:
                found += (hint for body in bodies(Here(around, node)) for hint in _fields(page.document, body))
            if wanted.defaults:
                found += _defaults(page.document, rune, node)
    if wanted.titles:
        found += _titles(page, shown)
    inside = {
        (each.offset, each.label): each for each in found if shown.start <= each.offset <= shown.end
    }  # a rune that is made of a part of another tells of the same children
    return [inside[key] for key in sorted(inside)]


def _tags_in(document: Document, node: Node, shown: Range) -> Iterator[Node]:
    """The tags that reach into a part of the page."""
    children = node.children
    first = bisect_right(children, shown.start, key=lambda each: document.offsets(each.span)[0])
    for child in children[max(first - 1, 0) :]:
        start, end = document.offsets(child.span)
        if start > shown.end:
            return
        if child.type == "tag" and child.tag:
            yield child
        if child.children and (end >= shown.start or child.type == "tag"):  # what is never closed goes on
            yield from _tags_in(document, child, shown)


# Fields ---------------------------------------------------------------------------------------------------------------


def _fields(document: Document, body: Body) -> Iterator[InlayHint]:
    """What the children of a rune are taken for. Of several in a row that are taken for the same, the first tells it."""
    content = body.content
    if isinstance(content, Sections | Split) and content.emit is not None:
        for section in body.trace.sections:
            if section.heading is not None:
                about = partial(str, f"In `{body.name}`, this heading begins a `{content.emit}`.")
                yield InlayHint(_head_end(document, section.heading), content.emit, "field", about)
    if isinstance(content, Custom):
        return
    zoned = isinstance(content, Delimited) and bool(content.zones)
    told: set[tuple[str, ...]] = set()
    for each in body.trace.placed:
        words = _words(each, zoned)
        key = (*each.path, *words)
        if words and key not in told:
            told.add(key)
            yield InlayHint(_head_end(document, each.node), ": ".join(words), "field", partial(_about, body, each))


def _words(placed: Placed, zoned: bool) -> tuple[str, ...]:
    zone = placed.path[:1] if zoned else ()
    return zone if placed.field.match == "any" else (*zone, placed.field.name)


def _about(body: Body, placed: Placed) -> str:
    zone = f", in the part `{placed.path[0]}`" if placed.path and isinstance(body.content, Delimited) else ""
    return f"`{body.name}` takes this for its `{placed.field.name}`{zone}: {describe(placed.field.match)}."


def _head_end(document: Document, node: Node) -> int:
    """Where the first line of a node ends, or the tag that opens it."""
    block = node.block
    if node.open is not None or block is None:
        return document.offsets(node.open.span if node.open is not None else node.span)[1]
    end = min(line_end(block.text, node.start), node.end)
    text = block.text[node.start : end].rstrip()
    return document.offsets(Span(node.start, node.start + len(text), block))[1]


# Defaults -------------------------------------------------------------------------------------------------------------


def _defaults(document: Document, rune: Rune, node: Node) -> Iterator[InlayHint]:
    """The attributes of its own that a rune has without being told."""
    tag = node.open
    if tag is None or tag.kind not in ("open", "void") or not tag.terminated:
        return
    written = {each.annotation.name for each in tag.attributes}
    for each in rune.attributes:
        if each.name in written or each.deprecated or not _has_default(each):
            continue
        text = f"{each.name}={format_value(each.default)}"
        edit = insertion(tag, text)
        start, end = document.offsets(edit.span)
        about = partial(attribute_text, rune, each)
        yield InlayHint(start, text, "default", about, Replacement(Range(start, end), edit.new))


def _has_default(attribute: Attribute) -> bool:
    """Whether it is worth saying: an empty text, nothing and no say nothing."""
    default = attribute.default
    return default is not UNDEFINED and default not in (None, "", False) and accepts(attribute, default)


# Titles ---------------------------------------------------------------------------------------------------------------


def _titles(page: PageContext, shown: Range) -> Iterator[InlayHint]:
    """What is called by the names on a page, unless the page says what to show in its place."""
    document, view = page.document, page.view
    if view is None or not _may_name(page, shown):
        return
    named = [
        each
        for each in page.facts.references
        if each.kind in ("xref", "expand", "nav") and shown.start <= each.end <= shown.end
    ]
    for each in named:
        tag = document.tag_at(each.start)
        if tag is not None and any(given.annotation.name == "label" for given in tag.attributes):
            continue
        with view.lock:
            thing = _named(page, each)
            title = " ".join((title_of(view, thing) or "").split()) if thing is not None else ""
        if thing is None or not title or title.casefold() == each.name.casefold():
            continue
        quote = document.text[each.end : each.end + 1] == '"'
        label = title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1]}…"
        yield InlayHint(each.end + quote, label, "title", partial(_card, page, thing))


def _may_name(page: PageContext, shown: Range) -> bool:
    """Whether anything is named in a part of a page: if not, the facts of all of it need not be found."""
    document, names = page.document, page.site.vocabulary.names
    blocks = document.blocks[document.block_at(shown.start) : document.block_at(shown.end) + 1]
    written = {names.get(tag.name) for block in blocks for tag in block.tags}
    around = {names.get(each.tag or "") for each in nodes_around(document, shown.start)}
    return not _NAMING.isdisjoint(written | around)


def _named(page: PageContext, reference: Reference) -> Thing | None:
    """What a name stands for; of the address of a heading, the heading. Whoever asks holds the lock."""
    found = list(Naming(page.look, page.facts, page.path or "", None).reference(reference))
    return found[-1].thing if found else None


def _card(page: PageContext, thing: Thing) -> str:
    return card(page, thing) or ""
