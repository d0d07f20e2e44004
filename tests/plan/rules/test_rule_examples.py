"""The examples in the documentation of the rules of the plan.

An example is one entity, or several files as in the tests of site rules. Its plan also has the active milestone `v1`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plan.plans import entity, write
from refrakt.plugins import Disk
from refrakt_plan.rules import plan_problems, plan_rules
from refrakt_plan.scanner.plan_scanner import scan
from rules.rule_examples import rule_examples
from site_rules.site_checks import read_files

NO_EXAMPLE = {"unreadable-file": "the file is not text"}
ALSO = {"milestone-complete-with-open-work": {"complete-milestone-open-item"}}
"""Other problems of an example: the same one, reported at another entity."""
_ID = re.compile(r'id="([^"]+)"')


def test_rules_without_an_example_have_none() -> None:
    assert all("**Example**" not in plan_rules()[code].doc for code in NO_EXAMPLE)


@pytest.mark.parametrize("code", [code for code in plan_rules() if code not in NO_EXAMPLE])
def test_an_example_has_only_the_problem_of_its_rule(code: str, tmp_path: Path) -> None:
    example, instead = rule_examples(plan_rules()[code])
    lifecycle = plan_rules()[code].category == "lifecycle"
    assert _codes(tmp_path / "example", example, lifecycle) == {code} | ALSO.get(code, set())
    assert _codes(tmp_path / "instead", instead, lifecycle) == set()


def _codes(folder: Path, text: str, lifecycle: bool) -> set[str]:
    if not text.startswith("-- "):
        id = _ID.search(text)
        text = f"-- {id[1] if id else 'WORK-001'}.md --\n{text}"
    files = {"milestones/v1.md": entity("milestone", "v1", status="active"), **read_files(text)}
    plan = scan(write(folder, files), Disk())
    missing = {"missing-entity"} if plan.without_entity else set()
    return missing | {each.code for _, each in plan_problems(plan, lifecycle)}
