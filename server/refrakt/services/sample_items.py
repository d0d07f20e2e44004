"""The repeated items of a rune's sample: sections, parts between rules, child tags or list items.

`refrakt inspect --items 5` shows a rune with five of them. The sample's own items are repeated in turn, or the last ones are left
out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Conditional, ContentModel, Delimited, Sections, Split
from refrakt.runes.rune import Rune

MOST_ITEMS = 100

Bounds = tuple[int, int]


def with_items(document: Document, node: Node, rune: Rune, count: int) -> str | None:
    """The text of the sample with this number of items; None if the rune has no items."""
    found = next((each for each in _candidates(document, node, rune) if each), None)
    if found is None:
        return None
    text = document.text
    texts = [text[start:end].strip("\n") for start, end in found]
    between = text[found[0][1] : found[1][0]] if len(found) > 1 else "\n\n"
    separator = between if between.strip() else "\n" if between.count("\n") == 1 else "\n\n"
    items = [texts[index % len(texts)] for index in range(count)]
    tail = text[found[-1][1] :]
    return text[: found[0][0]] + separator.join(items) + ("" if tail.startswith("\n") else "\n") + tail


def _candidates(document: Document, node: Node, rune: Rune) -> Iterator[list[Bounds]]:
    """The items by the rune's content model first, then what is repeated."""
    models = list(_models(rune.content))
    if any(isinstance(each, Delimited) and each.each is not None for each in models):
        yield _between_rules(document, node)
    if any(isinstance(each, Sections | Split) for each in models):
        yield _sections(document, node)
    yield _child_tags(document, node)
    yield _list_items(document, node)
    yield _between_rules(document, node)


def _models(content: ContentModel | None) -> Iterator[ContentModel]:
    if isinstance(content, Conditional):
        for _, each in content.when:
            yield from _models(each)
        yield from _models(content.default)
    elif content is not None:
        yield content


def _sections(document: Document, node: Node) -> list[Bounds]:
    """From each heading of the level that is repeated to the next one."""
    levels = Counter(each.attributes.get("level") for each in node.children if each.type == "heading")
    repeated = [level for level, number in levels.items() if number > 1 and isinstance(level, int)]
    if not repeated:
        return []
    level = min(repeated)
    starts = [
        document.offsets(each.span)[0]
        for each in node.children
        if each.type == "heading" and each.attributes.get("level") == level
    ]
    return list(zip(starts, [*starts[1:], _end(document, node.children)], strict=True))


def _between_rules(document: Document, node: Node) -> list[Bounds]:
    """The parts between horizontal rules, if there are any."""
    parts: list[list[Node]] = [[]]
    for each in node.children:
        if each.type == "hr":
            parts.append([])
        else:
            parts[-1].append(each)
    if len(parts) < 2 or not all(parts):
        return []
    return [(document.offsets(part[0].span)[0], _end(document, part)) for part in parts]


def _child_tags(document: Document, node: Node) -> list[Bounds]:
    """The tags directly in it that have the same name, if they follow each other."""
    names = Counter(each.tag for each in node.children if each.type == "tag")
    name, number = names.most_common(1)[0] if names else (None, 0)
    if number < 2:
        return []
    return [document.offsets(each.span) for each in node.children if each.type == "tag" and each.tag == name]


def _list_items(document: Document, node: Node) -> list[Bounds]:
    lists = [each for each in node.children if each.type == "list" and len(each.children) > 1]
    return [document.offsets(each.span) for each in lists[0].children] if lists else []


def _end(document: Document, nodes: Sequence[Node]) -> int:
    return document.offsets(nodes[-1].span)[1]
