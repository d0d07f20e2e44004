"""Link reference definitions: `[text][label]` here, `[label]: target` there.

A definition holds for one page, and facts tell of each link where its target is written. So the label of a definition is what
stands before the target that a link got from it. Of definitions that no link uses facts tell nothing; they are read off the
document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markdown_it.common.utils import normalizeReference

from refrakt.markdoc import Document
from refrakt.project.pages.destinations import Destinations
from refrakt.project.pages.facts import Link

from ..answers import Range
from .thing import Mention, Thing

_BETWEEN = " \t\r\n><"
"""What may stand between a label and its target: a line end, the mark of a quote, the bracket around the target."""


def unused_definitions(document: Document, links: Iterable[Link]) -> list[Link]:
    """The definitions that no link of the page uses, each as a link without a place of its own."""
    defining = [block for block in document.blocks if block.definitions]
    if not defining:
        return []
    used, destinations = {each.written for each in links}, Destinations(document)
    found: dict[tuple[int, int], Link] = {}
    for label, defined in (each for block in defining for each in block.definitions.items()):
        place = destinations.defined(label, defined["href"])
        if place is not None and place not in used:
            found[place] = Link("link", defined["href"], place[0], place[0], place)
    return list(found.values())


def definition_mentions(links: Iterable[Link], path: str, text: str) -> Iterator[Mention]:
    """The definitions that are given as links, and the labels by which links of the page use them."""
    told: set[Range] = set()
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
        thing = Thing("definition", path, name)
        if label not in told:
            told.add(label)
            yield Mention(thing, path, label, True, Range(label.start - 1, _end(text, link.written[1])))
        used = _label_of(text, link, name) if not unused else None
        if used is not None:
            yield Mention(thing, path, used, False, Range(link.start, link.end))


def _label_before(text: str, target: int) -> Range | None:
    """The label whose definition has its target here."""
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
            return Range(start + 1, end)
    return None


def _label_of(text: str, link: Link, name: str) -> Range | None:
    """The label in `[text][label]`, `[label][]` or `[label]`."""
    start, end = link.start + text[link.start : link.end].index("[") + 1, link.end - 1
    mark = text.rfind("][", start, end + 1)
    while mark >= 0:
        first, last = Range(start, mark), Range(mark + 2, end)
        found = first if last.start == last.end else last
        if normalizeReference(text[found.start : found.end]) == name:
            return found
        mark = text.rfind("][", start, mark)
    return Range(start, end) if normalizeReference(text[start:end]) == name else None


def _end(text: str, target: int) -> int:
    """The end of a target with the bracket behind it."""
    return target + 1 if text.startswith(">", target) else target
