"""Draws a graph as SVG.

Each entity is a box with id, status, title and progress. An arrow points from the blocker to the blocked entity; it is faint if the
blocker is achieved, and red and dashed if it closes a cycle. Entities that can be started have a blue frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from refrakt_plan.graph.component_layout import HEIGHT, WIDTH, Box, Route
from refrakt_plan.graph.dependency_graph import Graph, GraphNode
from refrakt_plan.graph.layout import Layout, lay_out
from refrakt_plan.graph.palette import style
from refrakt_plan.graph.text_width import fitted, width, wrapped
from refrakt_plan.rendering.printable_text import one_line

_MARGIN = 28
_HEAD, _BARE_HEAD = 62, 36
"""The height of the caption, with and without its bar."""
_LEAST_WIDTH = 420
_PAD = 16
"""Between the side of a box and its text."""
_TITLE = 12
_SMALL = 10.5
_BADGE = 19
_TIP = 7
"""The length of an arrowhead."""
_CAPTION_BAR = 160


def svg(graph: Graph) -> str:
    """The SVG document."""
    layout = lay_out([node.id for node in graph.nodes], graph.edges, graph.back_edges)
    return "\n".join(_lines(graph, layout))


def _lines(graph: Graph, layout: Layout[str]) -> Iterator[str]:
    wide = round(max(layout.width + 2 * _MARGIN, _LEAST_WIDTH))
    head = _MARGIN + (_HEAD if graph.total else _BARE_HEAD)
    high = round(head + (layout.height if graph.nodes else _TITLE) + _MARGIN)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        'role="img" aria-labelledby="plan-title plan-desc">'
    )
    yield f'<title id="plan-title">{_text(graph.caption)}</title>'
    yield f'<desc id="plan-desc">{_text(_summary(graph))}</desc>'
    yield f"<style>{style()}</style>"
    yield f"<defs>{''.join(map(_arrowhead, ('edge', 'met', 'back')))}</defs>"
    yield f'<rect class="page" width="{wide}" height="{high}" rx="10"/>'
    yield from _caption(graph, wide)
    yield f'<g transform="translate({_MARGIN} {head})">'
    if not graph.nodes:
        yield f'<text class="words" y="{_TITLE}">Nothing to show.</text>'
    yield from _arrows(graph, layout)
    if layout.singles is not None:
        yield f'<text class="faint" y="{_number(layout.singles - 14)}">Without dependencies</text>'
    for node in graph.nodes:
        yield from _box(node, layout.boxes[node.id])
    yield "</g>"
    yield "</svg>"


def _caption(graph: Graph, wide: float) -> Iterator[str]:
    room = wide - 2 * _MARGIN
    yield f'<text class="caption" x="{_MARGIN}" y="{_MARGIN + 15}">{_text(_fitted(graph.caption, room, 17, True))}</text>'
    if graph.total:
        y = _MARGIN + 33
        yield from _bar(_MARGIN, y, _CAPTION_BAR, 6, graph.done / graph.total)
        caption = f"{graph.done} of {graph.total} done{_ready_count(graph)}"
        yield f'<text class="faint" x="{_MARGIN + _CAPTION_BAR + 12}" y="{y + 7}">{caption}</text>'


def _ready_count(graph: Graph) -> str:
    ready = sum(node.ready for node in graph.nodes)
    return f", {ready} ready" if ready else ""


def _summary(graph: Graph) -> str:
    """A description of the drawing as text."""
    if not graph.nodes:
        return "Nothing to show."
    sentences = [f"{len(graph.nodes)} items and {len(graph.edges)} dependencies"]
    if graph.total:
        sentences.append(f"{graph.done} of {graph.total} done{_ready_count(graph)}")
    if graph.cycles:
        sentences.append(f"Cycles: {'; '.join(', '.join(cycle[:9]) for cycle in graph.cycles[:9])}")
    return ". ".join(sentences) + "."


# Arrows ---------------------------------------------------------------------------------------------------------------


def _arrows(graph: Graph, layout: Layout[str]) -> Iterator[str]:
    ended = {node.id for node in graph.nodes if node.ended}
    open_edges = {(blocker, node.id) for node in graph.nodes for blocker in node.blocked_by}
    kinds = {
        edge: "back" if layout.routes[edge].reversed else "edge" if edge in open_edges else "met"
        for edge in graph.edges
    }
    # Edges that still block are drawn above others.
    for kind in ("met", "edge", "back"):
        for edge in graph.edges:
            if kinds[edge] == kind:
                shown_kind = "met" if kind == "edge" and edge[1] in ended else kind
                yield _arrow(layout.routes[edge], shown_kind)


def _arrow(route: Route, kind: str) -> str:
    """A path with an arrowhead at its end, or at its start if the edge closes a cycle."""
    curves = list(route.curves)
    end = "start" if route.reversed else "end"
    if route.reversed:
        x0, y0, x1, y1 = curves[0]
        curves[0] = x0 + _TIP, y0, x1, y1
    else:
        x0, y0, x1, y1 = curves[-1]
        curves[-1] = x0, y0, x1 - _TIP, y1
    parts: list[str] = []
    for x0, y0, x1, y1 in curves:
        # After the first curve this is the horizontal line between two of them.
        parts.append(f"{'L' if parts else 'M'}{_number(x0)} {_number(y0)}")
        middle = _number((x0 + x1) / 2)
        level = f"H{_number(x1)}" if y0 == y1 else ""
        parts.append(level or f"C{middle} {_number(y0)} {middle} {_number(y1)} {_number(x1)} {_number(y1)}")
    return f'<path class="path {kind}" d="{"".join(parts)}" marker-{end}="url(#{kind})"/>'


def _arrowhead(kind: str) -> str:
    return (
        f'<marker id="{kind}" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="8" markerHeight="8" '
        f'markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="tip-{kind}" d="M0 .5L8 4L0 7.5z"/></marker>'
    )


# Boxes ----------------------------------------------------------------------------------------------------------------


def _box(node: GraphNode, box: Box) -> Iterator[str]:
    classes = "".join(f" {name}" for name, true in (("ended", node.ended), ("ready", node.ready)) if true)
    yield f'<g class="node{classes}" transform="translate({_number(box.x)} {_number(box.y)})">'
    yield f"<title>{_text(_tooltip(node))}</title>"
    yield f'<rect class="box" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
    yield f'<rect class="{node.sentiment}" x="5" y="10" width="3" height="{HEIGHT - 20}" rx="1.5"/>'
    status = _fitted(node.status or "no status", WIDTH / 2 - 2 * _PAD, _SMALL, True)
    badge = width(status, _SMALL, True) + 14
    left = WIDTH - badge - 11
    yield f'<text class="id" x="{_PAD}" y="25">{_text(_fitted(node.id, left - _PAD - 6, _TITLE, True))}</text>'
    yield f'<rect class="on-{node.sentiment}" x="{_number(left)}" y="11" width="{_number(badge)}" height="{_BADGE}" rx="9.5"/>'
    yield (
        f'<text class="status {node.sentiment}" x="{_number(left + badge / 2)}" y="24.3" text-anchor="middle">'
        f"{_text(status)}</text>"
    )
    for number, line in enumerate(wrapped(one_line(node.title or ""), WIDTH - 2 * _PAD, _TITLE, 2)):
        yield f'<text class="words" x="{_PAD}" y="{46 + 16 * number}">{_text(line)}</text>'
    if node.total:
        count = f"{node.done}/{node.total}"
        room = WIDTH - 2 * _PAD - width(count, _SMALL) - 10
        yield from _bar(_PAD, HEIGHT - 17, room, 4, node.done / node.total)
        yield f'<text class="count faint" x="{WIDTH - _PAD}" y="{HEIGHT - 11.3}" text-anchor="end">{count}</text>'
    yield "</g>"


def _bar(x: float, y: float, room: float, high: float, share: float) -> Iterator[str]:
    """A progress bar; not empty if anything is done, full only if everything is."""
    yield f'<rect class="track" x="{x}" y="{y}" width="{_number(room)}" height="{high}" rx="{high / 2}"/>'
    if share:
        done = max(high, room * share)
        yield f'<rect class="positive" x="{x}" y="{y}" width="{_number(done)}" height="{high}" rx="{high / 2}"/>'


def _tooltip(node: GraphNode) -> str:
    """All facts about an entity."""
    facts = [node.status or "no status"]
    if node.total:
        facts.append(f"{node.done} of {node.total}")
    if node.milestone:
        facts.append(node.milestone)
    if node.blocked_by:
        facts.append(f"blocked by {', '.join(node.blocked_by)}")
    return f"{node.id}{f': {node.title}' if node.title else ''} ({', '.join(facts)})"


def _fitted(text: str, room: float, size: float, bold: bool) -> str:
    return fitted(one_line(text), room, size, bold)


def _text(text: str) -> str:
    return escape(one_line(text))


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
