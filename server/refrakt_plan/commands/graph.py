"""`plan graph`: a picture of what waits for what, and how far everything has come.

As Mermaid for wherever that is drawn, as SVG for wherever it is not, as JSON for whoever wants to draw it better.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refrakt.plugins import Command, CommandContext, RefraktError
from refrakt_plan.folder import inside, plan_folder
from refrakt_plan.schemas import COUNT, DIR, FLAG, TEXT, about, one_of, or_null, record, shape, some
from refrakt_plan.shell import Json, Words, answer
from refrakt_plan.showing.printing import printable
from refrakt_plan.vocabulary import TYPES

if TYPE_CHECKING:
    from refrakt_plan.graph.dependencies import Graph
    from refrakt_plan.reading.scanner import Plan

_ABOUT = "Draw which items wait for which, and how far each has come."
FORMATS = ("mermaid", "svg", "json")
_DEPTH = 2


@dataclass(frozen=True, slots=True)
class GraphOptions:
    format: str = "mermaid"
    milestone: str | None = None
    id: str | None = None
    depth: int = _DEPTH
    """How many steps from `id`."""
    all: bool = False


def run_graph(plan: Plan, options: GraphOptions) -> Json:
    """The graph as data, or under the name of its format as a text."""
    graph = _graph(plan, options)
    if options.format == "svg":
        from refrakt_plan.graph.svg import svg

        return {"svg": svg(graph)}
    if options.format == "mermaid":
        from refrakt_plan.graph.mermaid import mermaid

        return {"mermaid": mermaid(graph)}
    return graph.as_json()


def _graph(plan: Plan, options: GraphOptions) -> Graph:
    from refrakt_plan.graph import dependencies
    from refrakt_plan.lookup import milestone_of

    if (options.milestone is not None) + (options.id is not None) + options.all > 1:
        message = "of a milestone, an id and everything, a picture shows one"
        raise RefraktError("INVALID_ARGS", message, "Give one of them.")
    if options.milestone is not None:
        return dependencies.of_milestone(plan, milestone_of(plan, options.milestone))
    if options.id is not None:
        return dependencies.around(plan, options.id, options.depth)
    return dependencies.whole(plan) if options.all else dependencies.unfinished(plan)


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("graph", _ABOUT, FORMATS)
    parser.add_argument("--milestone", metavar="NAME", help="what counts towards this milestone")
    parser.add_argument("--id", metavar="ID", help="what is around one entity")
    parser.add_argument("--depth", metavar="N", help=f"how many steps from it (default: {_DEPTH})")
    parser.add_argument("--all", action="store_true", help="everything, and not only what is unfinished")
    return answer(parser, words, _from_words, _as_text, clean=printable)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    depth = given.depth
    if depth is not None and given.id is None:
        raise RefraktError("INVALID_ARGS", "--depth counts the steps from --id", "Give an id, too.")
    if depth is not None and not re.fullmatch("[0-9]{1,9}", depth):
        raise RefraktError("INVALID_ARGS", "--depth must be a whole number", "Give 0 or more.")
    steps = _DEPTH if depth is None else int(depth)
    options = GraphOptions(given.format, given.milestone, given.id, steps, given.all)
    return run_graph(scan(plan_folder(context.cwd, context.config, given.dir), context.files), options)


def _as_text(result: Json) -> str:
    (text,) = result.values()
    return str(text)


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    from refrakt_plan.reading.scanner import scan

    options = {name: value for name, value in given.items() if name != "dir"}
    plan = scan(inside(context.cwd, context.config, given.get("dir")), context.files)
    return run_graph(plan, GraphOptions(**options))


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
    _ABOUT,
    handle,
    input_schema=shape(
        {
            "dir": DIR,
            "milestone": TEXT,
            "id": about(TEXT, "Only what is around this entity."),
            "format": one_of(("mermaid", "json"), "Default: mermaid."),
        }
    ),
    output_schema={
        "type": "object",
        "properties": {
            "mermaid": TEXT,
            "nodes": some(_NODE),
            "edges": some(record(**{"from": about(TEXT, "What must be there first."), "to": TEXT})),
            "cycles": some(some(TEXT)),
        },
    },
    mcp_handler=call,
    read_only=True,
    idempotent=True,
)
