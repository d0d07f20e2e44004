"""A graph as a Mermaid flowchart, which many places draw where it is written: issues, wikis, chats.

Whatever stands in a title is written so that Mermaid takes it for text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from refrakt_plan.graph.dependencies import Graph, Node
from refrakt_plan.showing.printing import cut, one_line
from refrakt_plan.vocabulary import Sentiment

_COLOURS: dict[Sentiment, str] = {
    "neutral": "fill:#f3f4f6,stroke:#9ca3af,color:#1f2937",
    "active": "fill:#dbeafe,stroke:#3b82f6,color:#1e3a8a",
    "positive": "fill:#dcfce7,stroke:#22c55e,color:#14532d",
    "caution": "fill:#fef3c7,stroke:#d97706,color:#78350f",
    "negative": "fill:#fee2e2,stroke:#ef4444,color:#7f1d1d",
}
_USUAL = re.compile(r"[A-Z]+-[0-9]+")
_ODD = re.compile(r"(?![\w.,:/'!?+=()@-])[!-~]")
"""What Mermaid could take for something else than text."""
_LONGEST = 60


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
    for first, then in graph.edges:
        arrow = "-.->" if (first, then) in graph.returning else "-->"
        yield f"  {names[first]} {arrow} {names[then]}"
    shown = {node.sentiment for node in graph.nodes}
    for sentiment, colours in _COLOURS.items():
        if sentiment in shown:
            yield f"  classDef {sentiment} {colours}"


def _names(ids: Sequence[str]) -> dict[str, str]:
    """A name for each id that Mermaid reads as one. Ids as plans usually have them can be recognised."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for id in ids:
        plain = id.replace("-", "_") if _USUAL.fullmatch(id) else "n_" + re.sub("[^A-Za-z0-9]+", "_", id)[:40]
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain}_{number}"
        taken.add(name)
        found[id] = name
    return found


def _label(node: Node) -> str:
    title = f": {_text(node.title)}" if node.title else ""
    progress = f" · {node.done}/{node.total}" if node.total else ""
    return f"{_text(node.id)}{title}<br>{_text(node.status or 'no status')}{progress}"


def _text(text: str) -> str:
    return _ODD.sub(lambda odd: f"#{ord(odd[0])};", cut(one_line(text), _LONGEST))
