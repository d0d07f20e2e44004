"""Link reference definitions: `[text][label]` and `[label]: target`.

A definition is local to its page. Facts give the target span of each link, and the label of its definition precedes that
span. Facts have no unused definitions; these are read from the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markdown_it.common.utils import normalizeReference

from refrakt.features.symbols.symbol import Occurrence, Symbol
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Span
from refrakt.project.pages.link_destinations import LinkDestinations
from refrakt.project.pages.page_facts import Link

_BETWEEN = " \t\r\n><"
"""What may be between a label and its target: a line end, a quote marker, an angle bracket."""


def unused_definitions(document: Document, links: Iterable[Link]) -> list[Link]:
    """The definitions that no link of the page uses, each as a link of length zero."""
    defining = [block for block in document.blocks if block.definitions]
    if not defining:
        return []
    used, destinations = {each.written for each in links}, LinkDestinations(document)
    found: dict[tuple[int, int], Link] = {}
    for label, defined in (each for block in defining for each in block.definitions.items()):
        span = destinations.defined(label, defined["href"])
        if span is not None and span not in used:
            found[span] = Link("link", defined["href"], span[0], span[0], span)
    return list(found.values())


def definition_occurrences(links: Iterable[Link], path: str, text: str) -> Iterator[Occurrence]:
    """The labels of the definitions behind these links, and the labels in the links themselves."""
    reported: set[Span] = set()
    for link in links:
        unused = link.start == link.end
        if link.written is None or link.start <= link.written[0] < link.end:
            continue
        if not unused and text[link.end - 1] != "]":
            continue
        label = _label_before(text, link.written[0])
        if label is None:
            continue
        name = normalizeReference(text[label.start : label.end])
        symbol = Symbol("definition", path, name)
        if label not in reported:
            reported.add(label)
            yield Occurrence(symbol, path, label, True, Span(label.start - 1, _end(text, link.written[1])))
        used = _label_in_link(text, link, name) if not unused else None
        if used is not None:
            yield Occurrence(symbol, path, used, False, Span(link.start, link.end))


def _label_before(text: str, target: int) -> Span | None:
    """The label of the definition whose target starts here."""
    end = target
    while end and text[end - 1] in _BETWEEN:
        end -= 1
    if text[end - 2 : end] != "]:":
        return None
    start = end = end - 2
    while start:
        start = text.rfind("[", 0, start)
        if start < 0:
            return None
        before = start
        while before and text[before - 1] == "\\":
            before -= 1
        if (start - before) % 2 == 0:
            return Span(start + 1, end)
    return None


def _label_in_link(text: str, link: Link, name: str) -> Span | None:
    """The label in `[text][label]`, `[label][]` or `[label]`."""
    start, end = link.start + text[link.start : link.end].index("[") + 1, link.end - 1
    bracket = text.rfind("][", start, end + 1)
    while bracket >= 0:
        first, last = Span(start, bracket), Span(bracket + 2, end)
        found = first if last.start == last.end else last
        if normalizeReference(text[found.start : found.end]) == name:
            return found
        bracket = text.rfind("][", start, bracket)
    return Span(start, end) if normalizeReference(text[start:end]) == name else None


def _end(text: str, target: int) -> int:
    """The end of a target, with its closing angle bracket."""
    return target + 1 if text.startswith(">", target) else target
