"""The order of problems, when rules run again, and unusual plans."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plan.plans import entity, read
from plan.rules.cases import CASES
from plan.rules.plan_fixtures import AROUND, plan_with, problems_in, read_fixture
from refrakt.plugins import SEVERITIES, FileEdit
from refrakt_plan.rules import entity_problems, plan_problems, plan_rules
from refrakt_plan.scanner.plan_scanner import Plan


def everything_wrong() -> Plan:
    """All cases in one plan."""
    texts = [*AROUND.values(), *(read_fixture(case.wrong)[0] for case in CASES)]
    return Plan(Path("plan"), tuple(map(read, texts)))


def test_problems_are_sorted_by_severity_code_and_entity() -> None:
    rules = plan_rules()
    plan = everything_wrong()
    order = {id(each): number for number, each in enumerate(plan.entities)}
    found = [
        (rules[each.code].category == "lifecycle", SEVERITIES.index(each.severity), each.code, order[id(one)])
        for one, each in plan_problems(plan, lifecycle=True)
    ]
    assert len(found) > 50
    assert found == sorted(found)


def test_problems_of_an_entity_equal_those_of_the_plan() -> None:
    plan = everything_wrong()
    for lifecycle in (False, True):
        every = plan_problems(plan, lifecycle)
        for each in plan.entities:
            assert entity_problems(plan, each, lifecycle) == [problem for one, problem in every if one is each]


def test_entity_rules_run_once() -> None:
    plan, mine = plan_with(entity("work", "WORK-001", status="ready", milestone="v9"))
    first = entity_problems(plan, mine)
    assert [each.code for each in first] == ["missing-section", "unknown-milestone"]
    more = (*plan.entities, read(entity("milestone", "v9", status="active")))
    (second,) = entity_problems(Plan(plan.folder, more), mine)
    assert second is first[0]


def test_results_are_copies() -> None:
    plan = everything_wrong()
    found = plan_problems(plan)
    count = len(found)
    found.clear()
    assert len(plan_problems(plan)) == count


def test_a_plan_is_freed_with_its_problems() -> None:
    import gc
    import weakref

    plan, mine = plan_with(entity("work", "WORK-001", status="ready", milestone="v9"))
    plan_problems(plan, lifecycle=True)
    gone = weakref.ref(mine)
    del plan, mine
    gc.collect()
    assert gone() is None


HOSTILE = [
    "a/b",
    "../../x",
    "a\\\\b",
    'a\\"b',
    "%}",
    "{% /work %}",
    "\u2028",
    "\ud800",
    "\x00",
    "ü" * 300,
    "-",
    " ",
    "0" * 5000,
]


@pytest.mark.parametrize("id", HOSTILE)
def test_unusual_ids(id: str) -> None:
    body = f'{{% ref "{id}x" /%}}\n\n## Blocked by\n\n- {{% ref "{id}" /%}}'
    text = entity("work", id, body, status="Done", milestone=id, source=f"{id},{id}", supersedes=id, pr=id)
    for each in problems_in(text, lifecycle=True):
        assert 0 <= each.span.start <= each.span.end <= len(text)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from([*AROUND.values(), *(read_fixture(each.wrong)[0] for each in CASES)]),
    st.floats(0, 1),
    st.sampled_from(["", '"', "'", "\r", "\n\n", "%}", "{% work", "é", "\\", "- "]),
)
def test_fixes_terminate_and_add_no_problems(text: str, where: float, slip: str) -> None:
    cut = int(where * len(text))
    text = text[:cut] + slip + text[cut:]
    for _ in range(12):
        try:
            found = problems_in(text, "work/WORK-001-a.md")
        except AssertionError:
            return  # There is no entity in it any more.
        fixable = [each for each in found if each.fix]
        if not fixable:
            return
        before = [each.code for each in found]
        text = FileEdit("", text, fixable[0].edits).changed
        after = [each.code for each in problems_in(text, "work/WORK-001-a.md")]
        assert after.count(fixable[0].code) < before.count(fixable[0].code)
    raise AssertionError("a fix leads to another for ever")


@pytest.mark.bench
def test_a_plan_of_681_entities_is_checked_quickly() -> None:
    ids = [f"WORK-{number:03}" for number in range(681)]
    around = [entity("spec", "SPEC-1", status="draft"), entity("milestone", "v1", status="active")]
    body = '## Blocked by\n\n- {{% ref "{}" /%}}'
    texts = [
        entity("work", id, body.format(ids[number // 2]), source="SPEC-1", milestone="v1")
        for number, id in enumerate(ids)
    ]
    entities = tuple(map(read, [*around, *texts]))
    plan_problems(Plan(Path("plan"), entities), lifecycle=True)

    def milliseconds(plan: Plan) -> float:
        begun = process_time()
        plan_problems(plan, lifecycle=True)
        return (process_time() - begun) * 1000

    plan = Plan(Path("plan"), entities)
    assert median(milliseconds(Plan(Path("plan"), entities)) for _ in range(20)) <= 15
    assert median(milliseconds(plan) for _ in range(20)) <= 1
    begun = process_time()
    for each in entities:
        entity_problems(plan, each, lifecycle=True)
    assert (process_time() - begun) * 1000 / len(entities) <= 1
