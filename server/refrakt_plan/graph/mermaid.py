"""Draws a graph as a Mermaid flowchart, which many issue trackers, wikis and chats render.

Titles are escaped so that Mermaid reads them as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from refrakt_plan.graph.dependency_graph import Graph, GraphNode
from refrakt_plan.rendering.printable_text import one_line, truncate
from refrakt_plan.vocabulary import Sentiment

_COLOURS: dict[Sentiment, str] = {
    "neutral": "fill:#f3f4f6,stroke:#9ca3af,color:#1f2937",
    "active": "fill:#dbeafe,stroke:#3b82f6,color:#1e3a8a",
    "positive": "fill:#dcfce7,stroke:#22c55e,color:#14532d",
    "caution": "fill:#fef3c7,stroke:#d97706,color:#78350f",
    "negative": "fill:#fee2e2,stroke:#ef4444,color:#7f1d1d",
}
_STANDARD_ID = re.compile(r"[A-Z]+-[0-9]+")
_SYNTAX = re.compile(r"(?![\w.,:/'!?+=()@-])[!-~]")
"""Characters that may have a meaning in Mermaid."""
_MAX_LENGTH = 60


def mermaid(graph: Graph) -> str:
    """The text of the flowchart."""
    return "\n".join(_lines(graph))


def _lines(graph: Graph) -> Iterator[str]:
    yield "flowchart LR"
    if not graph.nodes:
        yield '  empty["Nothing to show"]'
    names = _names([node.id for node in graph.nodes])
    for node in graph.nodes:
        yield f'  {names[node.id]}["{_label(node)}"]:::{node.sentiment}'
    for blocker, blocked in graph.edges:
        arrow = "-.->" if (blocker, blocked) in graph.back_edges else "-->"
        yield f"  {names[blocker]} {arrow} {names[blocked]}"
    shown = {node.sentiment for node in graph.nodes}
    for sentiment, colours in _COLOURS.items():
        if sentiment in shown:
            yield f"  classDef {sentiment} {colours}"


def _names(ids: Sequence[str]) -> dict[str, str]:
    """A Mermaid node name for each id. Standard ids stay recognisable."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for id in ids:
        plain = id.replace("-", "_") if _STANDARD_ID.fullmatch(id) else "n_" + re.sub("[^A-Za-z0-9]+", "_", id)[:40]
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain}_{number}"
        taken.add(name)
        found[id] = name
    return found


def _label(node: GraphNode) -> str:
    title = f": {_text(node.title)}" if node.title else ""
    progress = f" · {node.done}/{node.total}" if node.total else ""
    return f"{_text(node.id)}{title}<br>{_text(node.status or 'no status')}{progress}"


def _text(text: str) -> str:
    return _SYNTAX.sub(lambda character: f"#{ord(character[0])};", truncate(one_line(text), _MAX_LENGTH))
