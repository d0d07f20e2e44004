"""`plan graph`: the dependency graph of the plan with the progress of each item, as Mermaid, SVG or JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from refrakt.plugins import Command, RefraktError, option
from refrakt_plan.command_line import Json, PlanInput, plan_of, terminal_text
from refrakt_plan.rendering.printable_text import printable
from refrakt_plan.schemas import COUNT, FLAG, TEXT, about, one_of, or_null, record, some
from refrakt_plan.vocabulary import TYPES

if TYPE_CHECKING:
    from refrakt_plan.graph.dependency_graph import Graph
    from refrakt_plan.scanner.plan_scanner import Plan

_DEPTH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphInput(PlanInput):
    milestone: str | None = option(None, metavar="NAME", described=False)
    """only items of this milestone"""
    id: str | None = option(None)
    """only the items around this entity"""
    depth: int | None = option(None, metavar="N", agent=False)
    """number of steps from `--id` (default: 2)"""
    all: bool = option(False, agent=False)
    """include finished items"""
    format: str = option("mermaid", choices=("mermaid", "json"), shell_choices=("svg",))
    """output format"""


def run_graph(plan: Plan, options: GraphInput) -> Json:
    """The graph as data, or as text under the name of its format."""
    if options.depth is not None and options.id is None:
        raise RefraktError("INVALID_ARGS", "`depth` needs `id`", "Pass the id of an entity.")
    graph = _graph(plan, options)
    if options.format == "svg":
        from refrakt_plan.graph.svg import svg

        return {"svg": svg(graph)}
    if options.format == "mermaid":
        from refrakt_plan.graph.mermaid import mermaid

        return {"mermaid": mermaid(graph)}
    return graph.as_json()


def _graph(plan: Plan, options: GraphInput) -> Graph:
    from refrakt_plan.entity_lookup import find_milestone
    from refrakt_plan.graph import dependency_graph

    if (options.milestone is not None) + (options.id is not None) + options.all > 1:
        message = "a milestone, an id and all items exclude each other"
        raise RefraktError("INVALID_ARGS", message, "Pass one of them.")
    if options.milestone is not None:
        return dependency_graph.milestone_graph(plan, find_milestone(plan, options.milestone))
    if options.id is not None:
        return dependency_graph.neighbourhood_graph(
            plan, options.id, _DEPTH if options.depth is None else options.depth
        )
    return dependency_graph.full_graph(plan) if options.all else dependency_graph.unfinished_graph(plan)


def _as_text(result: Json) -> str:
    (text,) = result.values()
    return str(text)


_NODE = record(
    id=TEXT,
    type=one_of(TYPES),
    title=or_null(TEXT),
    status=or_null(TEXT),
    sentiment=TEXT,
    milestone=or_null(TEXT),
    done=COUNT,
    total=COUNT,
    ready=FLAG,
    blockedBy=some(TEXT),
)

COMMAND = Command(
    "graph",
    "Draw the dependencies between items, with the progress of each.",
    input=GraphInput,
    run=lambda query, context: run_graph(plan_of(query, context), query),
    text=terminal_text(_as_text, printable),
    output_schema={
        "type": "object",
        "properties": {
            "mermaid": TEXT,
            "nodes": some(_NODE),
            "edges": some(record(**{"from": about(TEXT, "the dependency"), "to": TEXT})),
            "cycles": some(some(TEXT)),
        },
    },
    read_only=True,
    idempotent=True,
)
