"""A graph as a picture that a browser, a README or a printer shows.

Each entity is a box: id and status, title, how many of its criteria are met. An arrow leads from what must be there first; it
is faint where that is there already, and red and dashed where it closes a circle. What can be started now has a blue frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from refrakt_plan.graph.dependencies import Graph, Node
from refrakt_plan.graph.group import HEIGHT, WIDTH, Box, Route
from refrakt_plan.graph.layout import Layout, lay_out
from refrakt_plan.graph.lettering import fitted, width, wrapped
from refrakt_plan.graph.palette import style
from refrakt_plan.showing.printing import one_line

_MARGIN = 28
_HEAD, _BARE_HEAD = 62, 36
"""What the caption takes, with its bar and without."""
_LEAST_WIDTH = 420
_PAD = 16
"""Between the side of a box and its words."""
_TITLE = 12
_SMALL = 10.5
_BADGE = 19
_TIP = 7
"""The length of an arrow's tip."""
_CAPTION_BAR = 160


def svg(graph: Graph) -> str:
    """The text of the picture."""
    layout = lay_out([node.id for node in graph.nodes], graph.edges, graph.returning)
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
    yield f"<defs>{''.join(map(_tip, ('edge', 'met', 'back')))}</defs>"
    yield f'<rect class="page" width="{wide}" height="{high}" rx="10"/>'
    yield from _caption(graph, wide)
    yield f'<g transform="translate({_MARGIN} {head})">'
    if not graph.nodes:
        yield f'<text class="words" y="{_TITLE}">There is nothing to show.</text>'
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
        words = f"{graph.done} of {graph.total} done{_counted(graph)}"
        yield f'<text class="faint" x="{_MARGIN + _CAPTION_BAR + 12}" y="{y + 7}">{words}</text>'


def _counted(graph: Graph) -> str:
    ready = sum(node.ready for node in graph.nodes)
    return f", {ready} ready" if ready else ""


def _summary(graph: Graph) -> str:
    """The picture in words."""
    if not graph.nodes:
        return "There is nothing to show."
    told = [f"{len(graph.nodes)} items and {len(graph.edges)} dependencies"]
    if graph.total:
        told.append(f"{graph.done} of {graph.total} done{_counted(graph)}")
    if graph.cycles:
        told.append(f"waiting in a circle: {'; '.join(', '.join(circle[:9]) for circle in graph.cycles[:9])}")
    return ". ".join(told) + "."


# Arrows ---------------------------------------------------------------------------------------------------------------


def _arrows(graph: Graph, layout: Layout[str]) -> Iterator[str]:
    ended = {node.id for node in graph.nodes if node.ended}
    waited = {(blocker, node.id) for node in graph.nodes for blocker in node.blocked_by}
    kinds = {
        edge: "back" if layout.routes[edge].turned else "edge" if edge in waited else "met" for edge in graph.edges
    }
    # What still holds something up is drawn above what does not.
    for kind in ("met", "edge", "back"):
        for edge in graph.edges:
            if kinds[edge] == kind:
                calm = "met" if kind == "edge" and edge[1] in ended else kind
                yield _arrow(layout.routes[edge], calm)


def _arrow(route: Route, kind: str) -> str:
    """A way with a tip at its end, which for an edge that closes a circle is where the way begins."""
    swings = list(route.swings)
    end = "start" if route.turned else "end"
    if route.turned:
        x0, y0, x1, y1 = swings[0]
        swings[0] = x0 + _TIP, y0, x1, y1
    else:
        x0, y0, x1, y1 = swings[-1]
        swings[-1] = x0, y0, x1 - _TIP, y1
    parts: list[str] = []
    for x0, y0, x1, y1 in swings:
        # After the first swing this is the level stretch between two of them.
        parts.append(f"{'L' if parts else 'M'}{_number(x0)} {_number(y0)}")
        middle = _number((x0 + x1) / 2)
        level = f"H{_number(x1)}" if y0 == y1 else ""
        parts.append(level or f"C{middle} {_number(y0)} {middle} {_number(y1)} {_number(x1)} {_number(y1)}")
    return f'<path class="path {kind}" d="{"".join(parts)}" marker-{end}="url(#{kind})"/>'


def _tip(kind: str) -> str:
    return (
        f'<marker id="{kind}" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="8" markerHeight="8" '
        f'markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="tip-{kind}" d="M0 .5L8 4L0 7.5z"/></marker>'
    )


# Boxes ----------------------------------------------------------------------------------------------------------------


def _box(node: Node, place: Box) -> Iterator[str]:
    classes = "".join(f" {name}" for name, true in (("ended", node.ended), ("ready", node.ready)) if true)
    yield f'<g class="node{classes}" transform="translate({_number(place.x)} {_number(place.y)})">'
    yield f"<title>{_text(_told(node))}</title>"
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
    """How much is done, as a bar; a little is seen, and only the whole fills it."""
    yield f'<rect class="track" x="{x}" y="{y}" width="{_number(room)}" height="{high}" rx="{high / 2}"/>'
    if share:
        done = max(high, room * share)
        yield f'<rect class="positive" x="{x}" y="{y}" width="{_number(done)}" height="{high}" rx="{high / 2}"/>'


def _told(node: Node) -> str:
    """All of an entity, for whoever points at it."""
    facts = [node.status or "no status"]
    if node.total:
        facts.append(f"{node.done} of {node.total}")
    if node.milestone:
        facts.append(node.milestone)
    if node.blocked_by:
        facts.append(f"waits for {', '.join(node.blocked_by)}")
    return f"{node.id}{f': {node.title}' if node.title else ''} ({', '.join(facts)})"


def _fitted(text: str, room: float, size: float, bold: bool) -> str:
    return fitted(one_line(text), room, size, bold)


def _text(text: str) -> str:
    return escape(one_line(text))


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
