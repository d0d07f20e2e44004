"""Problems kept while other entities change equal those of a full check."""

from __future__ import annotations

from itertools import product, starmap
from pathlib import Path
from typing import Any

from plan.plans import entity
from refrakt.plugins import Problem, Text
from refrakt_plan.entity import Entity
from refrakt_plan.rules import plan_problems
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import TYPES

NAMES = '{% ref "WORK-2" /%}\n\n## Blocked by\n\n- {% ref "WORK-2" /%}\n- {% ref "BUG-1" /%}'
LOOKING = {
    "bugs/BUG-1-a.md": entity("bug", "BUG-1", '## Blocked by\n\n- {% ref "WORK-3" /%}', milestone="v1"),
    "work/WORK-1-a.md": entity("work", "WORK-1", NAMES, status="superseded", milestone="v1", source="SPEC-1, WORK-2"),
    "work/WORK-2-a.md": entity("work", "", status="ready", supersedes="SPEC-1", milestone="v01"),
    "work/WORK-4-a.md": entity("work", "WORK-3", status="ready", milestone="v1"),
}
"""Entities whose checks depend on the other entity."""


def read_all(files: dict[str, str], known: dict[str, Entity]) -> Plan:
    """The plan of these files; unchanged files keep their entities."""
    for file, text in files.items():
        if file not in known or known[file].source != text:
            found = read_entity(file, Path(file), Text(text))
            assert found is not None
            known[file] = found
    return Plan(Path("plan"), tuple(known[file] for file in sorted(files)))


def reported(one: Entity, problem: Problem) -> tuple[Any, ...]:
    return problem.code, one.file, problem.span, problem.message, problem.target, problem.fix, problem.suggestion


def others() -> list[tuple[str, str]]:
    """All variants of the other entity, each with its file."""
    kinds = (("work", "WORK-2"), ("work", "WORK-3"), ("spec", "SPEC-1"), ("spec", "WORK-3"), ("milestone", "v1"))
    files = ("c.md", "d.md")
    sections = ("", "Blocked by")
    return [
        (
            file,
            entity(
                kind,
                id,
                f'## {section}\n\n- {{% ref "WORK-1" /%}}' if section else "",
                status=status,
                **({"supersedes": "WORK-1"} if supersedes else {}),
            ),
        )
        for (kind, id), file, section, supersedes in product(kinds, files, sections, (False, True))
        for status in (*TYPES[kind].statuses,)[:: len(TYPES[kind].statuses) - 1]
    ]


def test_incremental_equals_full() -> None:
    every = [{**LOOKING, file: text} for file, text in others()] + [LOOKING]
    anew = [list(starmap(reported, plan_problems(read_all(each, {})))) for each in every]
    known: dict[str, Entity] = {}
    different = 0
    for before, after in product(range(len(every)), repeat=2):
        plan_problems(read_all(every[before], known))
        assert list(starmap(reported, plan_problems(read_all(every[after], known)))) == anew[after]
        different += anew[before] != anew[after]
    assert different > len(every) ** 2 / 2


def test_a_private_change_checks_one_entity() -> None:
    files = {"a.md": entity("work", "WORK-1", '{% ref "WORK-9" /%}'), "b.md": entity("work", "WORK-2", status="draft")}
    known: dict[str, Entity] = {}
    first = plan_problems(read_all(files, known))
    files["b.md"] = entity("work", "WORK-2", status="ready")
    second = plan_problems(read_all(files, known))
    broken = [next(each for _, each in found if each.code == "broken-ref") for found in (first, second)]
    assert broken[0] is broken[1]
