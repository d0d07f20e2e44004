"""The attributes of tags of a site that is not refrakt's own: their definitions in its schema, and their uses on all pages.

Facts say which tags of a page have an attribute. Where it is written in them takes the syntax: of one tag if that is on one line,
else of the page.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tag_parser import parse_tag_at
from refrakt.markdoc.text import TagEnds
from refrakt.markdoc.tree import Span, TagSyntax
from refrakt.project.index.site_view import PageText, SiteView
from refrakt.project.pages.page_facts import TagUse
from refrakt.project.site import SiteContext
from refrakt.rules.problem_spans import line_end, line_start


def attribute_symbol(site: SiteContext, tag: str, name: str) -> Symbol:
    rune = site.vocabulary.get(tag)
    attribute = rune.every_attribute.get(name) if rune is not None else None
    location = attribute.location if attribute is not None else None
    return Symbol("attribute", location.path if location is not None else "", name, tag)


def attribute_occurrence_at(site: SiteContext, document: Document, path: str, offset: int) -> Occurrence | None:
    """The attribute whose name is at an offset in a tag; None on a site of refrakt, whose runes are fixed."""
    tag = document.tag_at(offset) if not site.vocabulary.refrakt else None
    if tag is None or not tag.name or tag.kind == "close":
        return None
    for span, name in _written_names(tag):
        start, end = document.offsets(span)
        if start <= offset <= end:
            return Occurrence(attribute_symbol(site, tag.name, name), path, Span(start, end))
    return None


def attribute_occurrences(view: SiteView, symbol: Symbol, open_paths: tuple[str, ...] = ()) -> Iterator[Occurrence]:
    """The definition of an attribute, then its names in tags."""
    rune = view.site.spec.context.vocabulary.get(symbol.type or "")
    attribute = rune.every_attribute.get(symbol.name) if rune is not None else None
    if attribute is not None and attribute.location is not None:
        location = attribute.location
        yield Occurrence(symbol, location.path, Span(location.start, location.end), True)
    for path in files_with_attribute(view, symbol, open_paths):
        source = view.source(path)
        if source is not None:
            yield from (
                Occurrence(symbol, path, span) for span in attribute_spans(source, symbol, view.site.spec.options)
            )


def files_with_attribute(view: SiteView, symbol: Symbol, open_paths: tuple[str, ...] = ()) -> list[str]:
    """The files that use an attribute of a tag, and those that are open."""
    with view.lock:
        entries = list(view.site.entries.values())
    using = {each.path for each in entries if any(_has_attribute(tag, symbol) for tag in each.facts.tags)}
    return sorted(using | {each.path for each in entries if each.path in open_paths})


def attribute_spans(source: PageText, symbol: Symbol, options: ParseOptions) -> list[Span]:
    """Where a text has the name of an attribute of a tag, in the order of the text."""
    uses = [each for each in source.facts.tags if _has_attribute(each, symbol)]
    tags = [_tag_on_one_line(source.text, each) for each in uses]
    if None not in tags:
        return sorted(
            span for tag in tags if tag is not None for span, name in _written_names(tag) if name == symbol.name
        )
    document = parse(source.text, options)
    starts = {each.start for each in uses}
    found = (tag for tag in document.tags() if tag.name and document.offsets(tag.name_span)[0] in starts)
    return sorted(
        Span(*document.offsets(span)) for tag in found for span, name in _written_names(tag) if name == symbol.name
    )


def _has_attribute(use: TagUse, symbol: Symbol) -> bool:
    return use.name == symbol.type and any(name == symbol.name for name, _ in use.attributes)


def _tag_on_one_line(text: str, use: TagUse) -> TagSyntax | None:
    """The syntax of a tag that is on one line; None if it is not, or if its attributes differ from those of the facts."""
    begin, stop = line_start(text, use.start), line_end(text, use.end)
    line = text[begin:stop]
    start = line.rfind("{%", 0, use.start - begin)
    close = TagEnds(line[start:]).find(2) if start >= 0 else -1
    if close < 0:
        return None
    tag = parse_tag_at(line, start, start + close)
    names = {each.annotation.name for each in tag.attributes if each.annotation.type == "attribute"}
    if tag.error is not None or tag.name != use.name or begin + tag.name_start != use.start:
        return None
    if names != {name for name, _ in use.attributes}:
        return None
    tag.shift(begin)
    return tag


def _written_names(tag: TagSyntax) -> Iterator[tuple[Span, str]]:
    """The names of attributes that are written in a tag, and where; not the primary value, `#id` and `.class`."""
    for each in tag.attributes:
        if each.form == "named" and each.annotation.type == "attribute":
            yield Span(*each.key, tag.block), each.annotation.name
