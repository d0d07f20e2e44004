"""`plan graph`: selection, layout and escaping."""

from __future__ import annotations

import re
import time
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plan.plans import COMMANDS, Shell, call, entity, plan_of
from refrakt.plugins import Disk
from refrakt_plan.commands.graph import GraphInput, run_graph
from refrakt_plan.graph.cycles import back_edges, cycles
from refrakt_plan.graph.layout import Layout, lay_out
from refrakt_plan.graph.text_width import width, wrapped
from refrakt_plan.scanner.plan_scanner import Plan, scan

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = 'a"]; b --> c %%{init}%% <script>&amp;#quot;`x`\\ [(|{}) end \x1b[0m\x00\ufffe \u202e' + "long " * 40


def after(*ids: str) -> str:
    return "## Blocked by\n\n" + "\n".join(f'- {{% ref "{id}" /%}}' for id in ids)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return plan_of(
        tmp_path,
        entity("milestone", "v1", status="active"),
        entity("spec", "SPEC-1", status="draft"),
        entity("work", "WORK-1", "- [x] one\n- [x] two", status="done", milestone="v1"),
        entity(
            "work", "WORK-2", f"- [x] one\n- [ ] two\n\n{after('WORK-1', 'SPEC-1')}", status="ready", milestone="v1"
        ),
        entity("work", "WORK-3", after("WORK-2", "NOBODY"), status="ready", milestone="v2"),
        entity("work", "WORK-4", "", status="ready", milestone="v1"),
        entity("work", "WORK-5", after("WORK-6"), status="done"),
        entity("work", "WORK-6", '## Blocks\n\n{% ref "WORK-4" /%}', status="done"),
        entity("bug", "BUG-1", after("BUG-2"), status="confirmed", milestone="v1"),
        entity("bug", "BUG-2", after("BUG-1"), status="odd"),
    )


def drawn(plan: Plan, **options: Any) -> Any:
    return run_graph(plan, GraphInput(format="json", **options))


def ids(plan: Plan, **options: Any) -> list[str]:
    return [node["id"] for node in drawn(plan, **options)["nodes"]]


# What is shown --------------------------------------------------------------------------------------------------------


def test_the_default_graph_has_unfinished_tasks_and_their_blockers(plan: Plan) -> None:
    assert ids(plan) == ["SPEC-1", "WORK-1", "WORK-2", "WORK-3", "WORK-4", "WORK-6", "BUG-1", "BUG-2"]


def test_a_blocking_spec_is_shown_with_its_blockers(tmp_path: Path) -> None:
    blocks = '## Blocks\n\n{% ref "SPEC-1" /%}'
    plan = plan_of(
        tmp_path,
        entity("spec", "SPEC-1", status="draft"),
        entity("spec", "SPEC-2", status="draft"),
        entity("work", "WORK-1", blocks, status="done"),
        entity("work", "WORK-2", after("SPEC-1"), status="ready"),
        entity("work", "WORK-3", after("WORK-1"), status="done"),
    )
    assert ids(plan) == ["SPEC-1", "WORK-1", "WORK-2"]


def test_a_milestone_is_shown_with_its_open_blockers(plan: Plan) -> None:
    assert ids(plan, milestone="v1") == ["SPEC-1", "WORK-1", "WORK-2", "WORK-4", "BUG-1", "BUG-2"]


def test_everything_can_be_shown(plan: Plan) -> None:
    assert ids(plan, all=True) == list(plan.by_id)


@pytest.mark.parametrize(
    ("depth", "shown"),
    [
        (0, ["WORK-2"]),
        (1, ["SPEC-1", "WORK-1", "WORK-2", "WORK-3"]),
        (9, ["SPEC-1", "WORK-1", "WORK-2", "WORK-3"]),
    ],
)
def test_one_entity_is_shown_with_its_neighbours(plan: Plan, depth: int, shown: list[str]) -> None:
    assert ids(plan, id="WORK-2", depth=depth) == shown


def test_json_has_the_progress_of_each_entity(plan: Plan) -> None:
    result = drawn(plan)
    assert result["nodes"][2] == {
        "id": "WORK-2",
        "type": "work",
        "title": "WORK-2 title",
        "status": "ready",
        "sentiment": "active",
        "milestone": "v1",
        "done": 1,
        "total": 2,
        "ready": False,
        "blockedBy": ["SPEC-1"],
    }
    assert [node["id"] for node in result["nodes"] if node["ready"]] == ["WORK-4"]
    assert {"from": "WORK-1", "to": "WORK-2"} in result["edges"]
    assert {"from": "WORK-6", "to": "WORK-4"} in result["edges"]
    assert result["cycles"] == [["BUG-1", "BUG-2"]]
    milestone = drawn(plan, id="v1")["nodes"][0]
    assert (milestone["done"], milestone["total"]) == (1, 4)


# The two skins --------------------------------------------------------------------------------------------------------

GOLDEN = """\
flowchart LR
  WORK_1["WORK-1: WORK-1 title<br>done · 2/2"]:::positive
  WORK_2["WORK-2: WORK-2 title<br>ready · 1/2"]:::active
  n_v1_["v1;: v1; title<br>no status"]:::neutral
  WORK_1 --> WORK_2
  classDef neutral fill:#f3f4f6,stroke:#9ca3af,color:#1f2937
  classDef active fill:#dbeafe,stroke:#3b82f6,color:#1e3a8a
  classDef positive fill:#dcfce7,stroke:#22c55e,color:#14532d
"""


def test_mermaid_is_the_default_format(tmp_path: Path, shell: Shell) -> None:
    plan_of(
        tmp_path,
        entity("work", "WORK-1", "- [x] one\n- [x] two", status="done"),
        entity("work", "WORK-2", f"- [x] one\n- [ ] two\n\n{after('WORK-1')}", status="ready"),
        entity("work", "v1;"),
    )
    assert shell("graph") == (0, GOLDEN.replace("v1;", "v1#59;"), "")
    assert call("graph", tmp_path) == {"mermaid": GOLDEN.replace("v1;", "v1#59;").strip()}
    assert [node["id"] for node in shell("graph", "--format=json", "--id=WORK-1", "--depth=1").json["nodes"]] == [
        "WORK-1",
        "WORK-2",
    ]
    result = call("graph", tmp_path, {"format": "json", "id": "WORK-1"})
    assert result["edges"] == [{"from": "WORK-1", "to": "WORK-2"}]
    jsonschema.validate(result, COMMANDS["graph"].output_schema)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--id", "WORK-8"], "Entity not found: WORK-8; did you mean 'WORK-1'"),
        (["--milestone", "v1.0"], "no milestone has the name 'v1.0'; did you mean 'v1.1'?"),
        (["--milestone", "v1", "--all"], "exclude each other"),
        (["--depth", "1"], "`depth` needs `id`"),
        (["--id", "WORK-1", "--depth", "-1"], "--depth"),
        (["--id", "WORK-1", "--depth", "x"], "--depth: 'x' is not a whole number"),
        (["--format", "png"], "invalid choice: 'png'"),
    ],
)
def test_invalid_arguments_are_refused(tmp_path: Path, shell: Shell, words: list[str], message: str) -> None:
    plan_of(tmp_path, entity("milestone", "v1.1"), entity("work", "WORK-1", status="ready"))
    shown = shell("graph", *words)
    assert (shown.code, shown.out) == (2, "")
    assert message in shown.err


def test_titles_are_escaped_in_mermaid(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        f'{{% work id="end" status="ready" %}}\n\n# {HOSTILE}\n\n{{% /work %}}\n',
        entity("work", "a b", after("end", "a-b"), status="x]y"),
        entity("work", "a-b", after("a b"), status="ready"),
    )
    lines = run_graph(plan, GraphInput())["mermaid"].splitlines()
    node = re.compile(r'  (n_\w+)\["[^"\[\]{}|`\\%&;]*(?:#[0-9]+;[^"\[\]{}|`\\%&;]*)*"\]:::[a-z]+')
    named = [match[1] for line in lines if (match := node.fullmatch(line))]
    assert named == ["n_end", "n_a_b", "n_a_b_2"]
    assert "  n_a_b -.-> n_a_b_2" in lines or "  n_a_b_2 -.-> n_a_b" in lines
    assert not re.search("<(?!br>)", "".join(lines))
    assert "…<br>ready" in lines[1]


# The picture ----------------------------------------------------------------------------------------------------------


def picture(plan: Plan, **options: Any) -> ElementTree.Element:
    return ElementTree.fromstring(run_graph(plan, GraphInput(format="svg", **options))["svg"])


def test_a_drawing_has_a_description(plan: Plan) -> None:
    root = picture(plan, milestone="v1")
    assert root.findtext(f"{SVG}title") == "Milestone v1"
    assert root.findtext(f"{SVG}desc") == ("6 items and 4 dependencies. 1 of 4 done, 1 ready. Cycles: BUG-1, BUG-2.")
    boxes = [each for each in root.iter(f"{SVG}g") if "node" in each.get("class", "")]
    assert [each.findtext(f"{SVG}text") for each in boxes] == ["SPEC-1", "WORK-1", "WORK-2", "WORK-4", "BUG-1", "BUG-2"]
    assert [each.get("class") for each in boxes][1:4] == ["node ended", "node", "node ready"]
    kinds = [
        each.get("class", "").removeprefix("path ")
        for each in root.iter(f"{SVG}path")
        if "path" in each.get("class", "")
    ]
    assert kinds == ["met", "edge", "edge", "back"]


def test_arrows_to_finished_entities_are_faint(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, entity("work", "A", status="draft"), entity("work", "B", after("A"), status="done"))
    (arrow,) = (each for each in picture(plan, all=True).iter(f"{SVG}path") if "path" in each.get("class", ""))
    assert arrow.get("class") == "path met"


def test_an_empty_plan_gives_a_small_drawing(tmp_path: Path) -> None:
    root = picture(plan_of(tmp_path))
    assert "Nothing to show." in "".join(root.itertext())
    assert int(root.get("height", "")) < 200
    assert "Nothing to show" in run_graph(plan_of(tmp_path), GraphInput())["mermaid"]


def test_hostile_titles_do_not_break_the_svg(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        f'{{% work id="W" status="ready" milestone="<&>" %}}\n\n# {HOSTILE}\n\n{{% /work %}}\n',
        entity("work", "X<y>&amp;" * 30, after("W"), status="</svg>"),
        entity("work", "漢字" * 50, after("W"), status="漢字" * 50),
    )
    root = picture(plan)
    assert len([each for each in root.iter(f"{SVG}path") if "path" in each.get("class", "")]) == 2
    assert not [each for each in root.iter() if "script" in each.tag]
    shown = "".join(root.itertext())
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", shown)


def test_text_stays_inside_its_box(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        *(
            f'{{% work id="{"W" * size}-1" status="{"s" * size}" %}}\n\n# {"m" * size} {"WM " * size}\n\n{{% /work %}}\n'
            for size in (1, 10, 30, 90)
        ),
    )
    for box in picture(plan).iter(f"{SVG}g"):
        if "node" not in box.get("class", ""):
            continue
        frame = box.find(f"{SVG}rect")
        assert frame is not None
        for text in box.iter(f"{SVG}text"):
            bold, small = text.get("class", "").split()[0] in ("id", "status"), "status" in text.get("class", "")
            long = width(text.text or "", 10.5 if small else 12, bold)
            middle = text.get("text-anchor") == "middle"
            left = float(text.get("x", "")) - (long / 2 if middle else 0)
            assert left > 0
            assert left + long < float(frame.get("width", ""))


names = st.integers(0, 14)


@given(st.lists(st.tuples(names, names).filter(lambda edge: edge[0] != edge[1]), max_size=40, unique=True))
@settings(max_examples=120, deadline=None)
def test_boxes_never_overlap_and_edges_lead_forward(edges: list[tuple[int, int]]) -> None:
    layout, back = laid_out(15, edges)
    for one, other in combinations(layout.boxes.values(), 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y
    for (first, last), route in layout.routes.items():
        start, end = (last, first) if (first, last) in back else (first, last)
        assert layout.boxes[start].x + layout.boxes[start].width < layout.boxes[end].x
        assert route.reversed is ((first, last) in back)
        assert (route.curves[0][0], route.curves[-1][2]) == (
            layout.boxes[start].x + layout.boxes[start].width,
            layout.boxes[end].x,
        )
        for x, y in ((route.curves[0][0], route.curves[0][1]), (route.curves[-1][2], route.curves[-1][3])):
            box = layout.boxes[start] if x == route.curves[0][0] else layout.boxes[end]
            assert box.y < y < box.y + box.height


@given(st.lists(st.tuples(names, names).filter(lambda edge: edge[0] != edge[1]), max_size=40, unique=True))
@settings(max_examples=60, deadline=None)
def test_edges_run_between_boxes_and_inside_the_drawing(edges: list[tuple[int, int]]) -> None:
    layout, _ = laid_out(15, edges)
    assert all(box.x >= 0 and box.y >= 0 for box in layout.boxes.values())
    for route in layout.routes.values():
        for before, then in zip(route.curves, route.curves[1:], strict=False):
            assert 0 <= before[3] <= layout.height
            for box in layout.boxes.values():
                if box.x < then[0] and before[2] < box.x + box.width:
                    assert not box.y < before[3] < box.y + box.height


def laid_out(count: int, edges: list[tuple[int, int]]) -> tuple[Layout[int], set[tuple[int, int]]]:
    ways = {name: [last for first, last in edges if first == name] for name in range(count)}
    back = back_edges(ways)
    return lay_out(range(count), edges, back), back


@given(st.lists(st.tuples(names, names).filter(lambda edge: edge[0] != edge[1]), max_size=40, unique=True))
@settings(max_examples=100, deadline=None)
def test_cycles_are_cycles_and_none_is_left_without_back_edges(edges: list[tuple[int, int]]) -> None:
    ways = {name: [last for first, last in edges if first == name] for name in range(15)}
    found = cycles(ways)
    for circle in found:
        assert all(last in ways[first] for first, last in zip(circle, circle[1:] + circle[:1], strict=True))
    back = back_edges(ways)
    rest = {name: [other for other in others if (name, other) not in back] for name, others in ways.items()}
    assert cycles(rest) == []
    assert bool(found) == bool(back)


def test_text_is_wrapped_between_words() -> None:
    assert wrapped("one two three", 60, 12, 2) == ["one two", "three"]
    assert wrapped("", 60, 12, 2) == []
    assert wrapped("x" * 50, 60, 12, 2)[1].endswith("…")


# Big plans ------------------------------------------------------------------------------------------------------------


def test_a_drawing_of_a_real_plan_is_fast(shared: Path) -> None:
    plan = scan(shared / "corpus" / "refrakt" / "plan", Disk())
    begun = time.perf_counter()
    root = picture(plan, all=True)
    assert time.perf_counter() - begun < 2
    assert sum("node" in each.get("class", "") for each in root.iter(f"{SVG}g")) == 681


def test_a_chain_of_ten_thousand_entities() -> None:
    count = 10_000
    begun = time.perf_counter()
    chain = [(number, number + 1) for number in range(count - 1)]
    layout, back = laid_out_quickly(count, [*chain, (count - 1, 0), *((0, number) for number in range(2, 200))])
    assert back == {(count - 1, 0)}
    assert len({box.x for box in layout.boxes.values()}) == count
    assert time.perf_counter() - begun < 10


def laid_out_quickly(count: int, edges: list[tuple[int, int]]) -> tuple[Layout[int], set[tuple[int, int]]]:
    ways: dict[int, list[int]] = {name: [] for name in range(count)}
    for first, last in edges:
        ways[first].append(last)
    back = back_edges(ways)
    assert len(cycles(ways)) == 1
    return lay_out(range(count), edges, back), back
