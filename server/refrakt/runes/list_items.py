"""Resolution of list items by an item model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import ItemField, ItemModel
from refrakt.runes.match_expressions import is_applicable, matches, plain_text, search_pattern
from refrakt.runes.resolution import Trace, UnmatchedPattern

_WRAPPERS = ("link", "strong", "em")


def read_items(items: Iterable[Node], model: ItemModel, trace: Trace) -> list[dict[str, Any]]:
    """The values of each item. In a loose list the text is in a paragraph; it is read from there."""
    return [_read_item(item, model, trace) for item in items]


def _read_item(item: Node, model: ItemModel, trace: Trace) -> dict[str, Any]:
    children = list(_flat(item, trace))
    used: set[int] = set()
    value: dict[str, Any] = {}
    for field in model.fields:
        if field.match != "text":
            _read_typed(item, children, field, used, value, trace)
    text = "".join(
        str(child.attributes["content"])
        for child in children
        if child.type == "text" and id(child) not in used and isinstance(child.attributes.get("content"), str)
    ).strip()
    for field in model.fields:
        if field.match == "text":
            text = _read_text(item, text, field, value, trace)
    return value


def _flat(item: Node, trace: Trace) -> Iterator[Node]:
    for child in item.children:
        if child.type == "inline":
            yield from child.children
        elif child.type == "paragraph" and child is item.children[0]:
            trace.loose_items.append(item)
            for inline in child.children:
                yield from inline.children
        else:
            yield child


def _read_typed(
    item: Node, children: list[Node], field: ItemField, used: set[int], value: dict[str, Any], trace: Trace
) -> None:
    if field.match.split(":")[0] == "list":
        nested = next((child for child in children if matches(child, field.match) and id(child) not in used), None)
        if nested is not None:
            used.add(id(nested))
            rows = [row for row in nested.children if row.type == "item"]
            value[field.name] = read_items(rows, field.item, trace) if field.item else nested
            return
    elif field.greedy:
        found = [child for child in children if matches(child, field.match) and id(child) not in used]
        if found:
            used.update(map(id, found))
            value[field.name] = found
            return
    else:
        for child in children:
            inner = child if matches(child, field.match) else None
            if inner is None and child.type in _WRAPPERS:
                inner = next((each for each in child.walk() if matches(each, field.match)), None)
            if inner is not None and id(inner) not in used:
                used.add(id(inner))
                value[field.name] = _extracted(inner, child, field)
                return
    if not field.optional:
        trace.unmatched_patterns.append(UnmatchedPattern(item, field))


def _extracted(node: Node, wrapper: Node, field: ItemField) -> Any:
    if field.extract:
        source = wrapper if field.extract in wrapper.attributes else node
        return source.attributes.get(field.extract)
    return plain_text(node)


def _read_text(item: Node, text: str, field: ItemField, value: dict[str, Any], trace: Trace) -> str:
    if field.pattern is None or field.pattern == "remainder":
        if text or not field.optional:
            value[field.name] = text
        if not text and not field.optional:
            trace.unmatched_patterns.append(UnmatchedPattern(item, field))
        return text
    found = search_pattern(field.pattern, text)
    if found is None:
        if not field.optional and is_applicable(field.pattern, text):
            trace.unmatched_patterns.append(UnmatchedPattern(item, field))
        return text
    value[field.name] = found.text
    return (text[: found.start] + text[found.end :]).strip()
