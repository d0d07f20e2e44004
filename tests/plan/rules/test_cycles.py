"""Cycles of dependencies in small and large plans."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path
from time import process_time

from hypothesis import given, settings
from hypothesis import strategies as st

from plan.plans import entity, plan_of, read
from refrakt.plugins import Problem
from refrakt_plan.entity import Entity
from refrakt_plan.rules import plan_problems
from refrakt_plan.scanner.plan_scanner import Plan


def refs(*ids: str) -> str:
    return "\n".join(f'- {{% ref "{id}" /%}}' for id in ids)


def cycles(plan: Plan) -> list[tuple[Entity, Problem]]:
    return [each for each in plan_problems(plan) if each[1].code == "circular-dependency"]


def waiting(edges: Mapping[str, Sequence[str]]) -> Plan:
    """A plan of work items, by their blockers."""
    one = read(entity("work", "WORK-001", f"## Blocked by\n\n{refs('WORK-002')}"))
    (reference,) = one.references
    entities = (
        replace(one, attributes={"id": id}, references=tuple(replace(reference, id=each) for each in others))
        for id, others in edges.items()
    )
    return Plan(Path("plan"), tuple(entities))


def test_prose_makes_no_cycle_and_sections_make_one(tmp_path: Path) -> None:
    """Scenario 48."""
    prose = [entity("work", one, refs(other)) for one, other in (("WORK-001", "WORK-002"), ("WORK-002", "WORK-001"))]
    assert cycles(plan_of(tmp_path, *prose)) == []
    ((one, problem),) = cycles(waiting({"WORK-001": ["WORK-002"], "WORK-002": ["WORK-001"]}))
    assert (one.id, problem.target) == ("WORK-001", "WORK-002")
    assert problem.message == "circular dependency: WORK-001 → WORK-002 → WORK-001"


def test_both_sections_mean_the_same(tmp_path: Path) -> None:
    """A blocks B, and A is blocked by B."""
    blocks = entity("work", "WORK-001", f"## Enables\n\n{refs('WORK-002')}\n\n## Blocks\n\n{refs('WORK-003')}")
    plan = plan_of(tmp_path, blocks, entity("bug", "WORK-002", f"## Blocks\n\n{refs('WORK-001')}"))
    ((one, problem),) = cycles(plan)
    assert one.source[slice(*problem.span.bounds)] == "WORK-002"


def test_a_cycle_declared_elsewhere_is_reported_at_the_tag(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        entity("work", "WORK-001"),
        entity("work", "WORK-002", f"## Blocks\n\n{refs('WORK-001')}\n\n## Blocked by\n\n{refs('WORK-001')}"),
    )
    ((one, problem),) = cycles(plan)
    assert (one.id, one.source[slice(*problem.span.bounds)]) == ("WORK-001", "work")


def test_only_work_and_bugs_form_cycles_and_self_references_do_not_count(tmp_path: Path) -> None:
    body = f"## Blocked by\n\n{refs('SPEC-001', 'WORK-001', 'WORK-404')}"
    plan = plan_of(tmp_path, entity("work", "WORK-001", body), entity("spec", "SPEC-001", body))
    assert cycles(plan) == []


def test_of_two_entities_with_one_id_only_the_first_is_reported() -> None:
    text = {"WORK-001": ["WORK-002"], "WORK-002": ["WORK-001"]}
    plan = waiting(text)
    assert len(cycles(Plan(plan.folder, plan.entities + waiting(text).entities))) == 1


names = st.sampled_from([f"WORK-{number:03}" for number in range(7)])


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(names, st.lists(names, max_size=4, unique=True)))
def test_cycles_are_found_exactly_where_they_exist(edges: dict[str, list[str]]) -> None:
    known = {id: [each for each in others if each in edges and each != id] for id, others in edges.items()}
    found = cycles(waiting(edges))
    try:
        TopologicalSorter(known).prepare()
        assert found == []
    except CycleError:
        assert found
    for one, problem in found:
        path = re.findall(r"WORK-\d+", problem.message)
        assert path[0] == path[-1] == one.id
        assert all(step in known[at] for at, step in pairwise(path))
    sets = [frozenset(re.findall(r"WORK-\d+", problem.message)) for _, problem in found]
    assert len(set(sets)) == len(sets)


def test_a_cycle_of_ten_thousand_entities() -> None:
    count = 10_000
    ids = [f"WORK-{number:05}" for number in range(count)]
    row = waiting(dict(zip(ids, [[each] for each in ids[1:]] + [[]], strict=True)))
    begun = process_time()
    assert cycles(row) == []
    ring = waiting({id: [ids[(number + 1) % count], ids[0]] for number, id in enumerate(ids)})
    found = cycles(ring)
    assert len(found) == count - 1
    messages = [problem.message for _, problem in found]
    assert max(map(len, messages)) < 250
    assert messages[0].startswith("circular dependency: WORK-00000 → WORK-00001 → ")
    assert "… 9988 more …" in messages[0]
    assert process_time() - begun < 12  # quadratic time would be minutes
