"""Recorded trees as ours, and both in a form that can be compared.

The order of attributes means nothing, classes are sets, and neighbouring texts are one text. Attributes that the reference leaks
into pages, and dates that depend on the checkout, are left out.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.values import UNDEFINED
from refrakt.theme.theme_config import ThemeConfig
from refrakt.theme.theme_json import theme_from_json

IGNORED = frozenset({"marker", "reading", "dropcap", "data-created", "data-modified", "datetime"})
_UNDEFINED = {"$undefined": True}


def records(oracle: Path, name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(oracle / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def recorded_trees(oracle: Path, name: str) -> Iterator[tuple[dict[str, Any], Renderable, Any]]:
    """The records that have both trees: the record, the elements of the runes, and the themed tree."""
    for record in records(oracle, name):
        before, after = _tree(record, "schemaTree"), _tree(record, "identityTree")
        if before is not None and after is not None:
            yield record, our_tree(before), after


def _tree(record: dict[str, Any], key: str) -> Any:
    found = record.get(key)
    if isinstance(found, dict) and "sameAs" in found:
        found = record[found["sameAs"]]
    return None if isinstance(found, dict) and "$error" in found else found


@cache
def recorded_theme(oracle: Path, name: str) -> ThemeConfig:
    theme, problems = theme_from_json(json.loads((oracle / f"{name}.json").read_text("utf-8"))["config"])
    assert problems == []
    return theme


def our_tree(tree: Any) -> Renderable:
    if tree == _UNDEFINED:
        return None
    if isinstance(tree, dict):
        attributes = {
            name: UNDEFINED if value == _UNDEFINED else value for name, value in (tree.get("attributes") or {}).items()
        }
        return Tag(tree["name"], attributes, [our_tree(child) for child in tree.get("children") or []])
    return [our_tree(child) for child in tree] if isinstance(tree, list) else tree


def canonical(tree: Any) -> Any:
    """A recorded tree or one of ours as plain values."""
    if tree == _UNDEFINED:
        return None
    if isinstance(tree, Tag):
        name, attributes, children = tree.name, tree.attributes, tree.children
    elif isinstance(tree, dict):
        name, attributes, children = tree["name"], tree.get("attributes") or {}, tree.get("children") or []
    else:
        return _joined(tree) if isinstance(tree, list | tuple) else tree
    kept = {
        key: sorted(set(value.split())) if key == "class" and isinstance(value, str) else _value(value)
        for key, value in attributes.items()
        if key not in IGNORED and _value(value) is not None
    }
    return name, kept, _joined(children)


def _value(value: Any) -> Any:
    """The value of an attribute, without what is not defined in it."""
    if value is UNDEFINED or value == _UNDEFINED:
        return None
    if isinstance(value, dict):
        return {key: each for key, item in value.items() if (each := _value(item)) is not None}
    return [_value(each) for each in value] if isinstance(value, list | tuple) else value


def _joined(children: Any) -> list[Any]:
    result: list[Any] = []
    for child in children:
        item = canonical(child)
        if item is None or item == "":
            continue
        if isinstance(item, str) and result and isinstance(result[-1], str):
            result[-1] += item
        else:
            result.append(item)
    return result
