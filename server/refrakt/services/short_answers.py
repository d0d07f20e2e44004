"""Answers in at most eight kilobytes, because an agent pays for every character. `detail: full` gives the rest.

What is left out is named in `cut`. A value that is cut keeps its type, so programs can read a short answer as they read a full one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from refrakt.compact_text import compact_text

LIMIT = 7_900
"""Characters of an answer as text; a little less than eight thousand."""
_REST = 'pass detail: "full" for everything'

Data = dict[str, Any]
Step = Callable[[Data], str | None]
"""Shortens the data in place and says what it cut; None if nothing."""


def fits(data: Any, limit: int = LIMIT) -> bool:
    return len(compact_text(data)) <= limit


def short(data: Mapping[str, Any], *steps: Step) -> Data:
    """The data after as many of the steps as are necessary."""
    found = dict(data)
    cuts: list[str] = []
    for step in steps:
        if fits(found):
            break
        said = step(found)
        if said is not None:
            cuts = [each for each in cuts if each.partition(" ")[0] != said.partition(" ")[0]]
            found = {**found, "truncated": True, "cut": f"{'; '.join([*cuts, said])}; {_REST}"}
            cuts.append(said)
    return found


def text_to(key: str, most: int) -> Step:
    """Keep the start of a text."""

    def step(data: Data) -> str | None:
        text = data[key]
        if len(text) <= most:
            return None
        data[key] = text[:most] + "…"
        return f"`{key}` has the first {most} characters"

    return step


def entries_to(key: str, most: int) -> Step:
    """Keep the first entries of a list or an object."""

    def step(data: Data) -> str | None:
        value = data[key]
        if not isinstance(value, list | dict) or len(value) <= most:
            return None
        data[key] = dict(list(value.items())[:most]) if isinstance(value, dict) else value[:most]
        return f"`{key}` has the first {most} of {len(value)}"

    return step


def tree_to(key: str, most: int) -> Step:
    """Keep the first elements of a tree, down to where they fit."""

    def step(data: Data) -> str | None:
        shortened, complete = _short_tree(data[key], most)
        data[key] = shortened
        return None if complete else f"`{key}` has the first elements"

    return step


def _short_tree(node: Any, budget: int) -> tuple[Any, bool]:
    """A tree with as many of its first elements as fit, and whether that is all of it. Indented JSON grows with the depth, so a
    level costs a part of the budget, which also limits the recursion."""
    if isinstance(node, list):
        kept, complete = _short_children(node, budget)
        return kept, complete
    if not isinstance(node, dict) or not node.get("children"):
        return node, True
    alone = {**node, "children": []}
    children, complete = _short_children(node["children"], budget - _size(alone))
    return {**alone, "children": children}, complete


def _short_children(children: list[Any], budget: int) -> tuple[list[Any], bool]:
    kept: list[Any] = []
    budget = int(budget * 0.9)
    for child in children:
        size = _size(child)
        if size <= budget:
            kept.append(child)
            budget -= size
            continue
        if isinstance(child, dict) and child.get("children") and _size({**child, "children": []}) < budget:
            kept.append(_short_tree(child, budget)[0])
        return kept, False
    return kept, True


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, indent=1))


def _without_attribute_selectors(data: Data) -> str | None:
    selectors = data["selectors"]
    data["selectors"] = [each for each in selectors if not each.startswith("[")]
    return f"`selectors` has the {len(data['selectors'])} classes of {len(selectors)} selectors"


def _config_in_short(data: Data) -> str | None:
    if data["config"] is None:
        return None
    data["config"] = {"block": data["config"]["block"]}
    return "`config` has only the block"


def short_inspection(data: Data) -> Data:
    """The answer of `inspect` for one rune."""
    return short(
        data,
        text_to("html", 3_000),
        _config_in_short,
        _without_attribute_selectors,
        text_to("html", 1_500),
        entries_to("selectors", 40),
        entries_to("elements", 15),
        entries_to("warnings", 5),
        text_to("input", 600),
        text_to("html", 500),
        entries_to("dataAttributes", 10),
        entries_to("selectors", 10),
    )


def short_inspections(results: list[Data]) -> Data:
    """The answer of `inspect` for several values: what differs between them."""
    kept = [
        {key: each[key] for key in ("rune", "input", "block", "modifiers", "dataAttributes")}
        | {"input": each["input"].partition("\n")[0]}
        for each in results
    ]
    data: Data = {"results": results}
    if fits(data):
        return data
    data = {"results": kept, "truncated": True, "cut": f"each result has only what differs; {_REST}"}
    while len(kept) > 1 and not fits(data):
        kept.pop()
        data["cut"] = f"`results` has the first {len(kept)} of {len(results)}, in short; {_REST}"
    return data


def short_rendering(data: Data) -> Data:
    """The answer of `render`. The start of the page as HTML says more than its tree."""
    return short(
        data,
        tree_to("tree", 2_500),
        text_to("html", 3_000),
        _within("meta", entries_to("headings", 20)),
        _within("seo", entries_to("jsonLd", 1)),
        entries_to("warnings", 8),
        tree_to("tree", 1_000),
        _within("seo", entries_to("jsonLd", 0)),
        text_to("html", 1_500),
        tree_to("tree", 200),
        _within("meta", entries_to("headings", 5)),
        _within("meta", entries_to("runesUsed", 20)),
        _within("seo", entries_to("og", 3)),
        entries_to("warnings", 3),
        text_to("html", 500),
    )


def _within(key: str, inner: Step) -> Step:
    """A step for a part of the data."""

    def step(data: Data) -> str | None:
        data[key] = dict(data[key])
        return inner(data[key])

    return step
