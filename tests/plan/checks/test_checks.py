"""Every check, with an entity that has the issue and one that does not. Scenario 47."""

from __future__ import annotations

from textwrap import dedent

import pytest

from plan.checks.cases import CASES, Case
from plan.checks.checking import check_issues, fixed_text, issues_in, read_fixture
from refrakt_plan.checks.registry import checks

NAMES = [case.type for case in CASES]
WITHOUT_ENTITY = {"unreadable-file"}


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_issues_have_range_message_and_suggestion(case: Case) -> None:
    found = check_issues(case.wrong, case.file, case.among, case.lifecycle)
    assert case.type in {each.code for each in found}
    assert all(each.suggestion and each.suggestion.endswith(".") for each in found)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_valid_entities_have_no_issues(case: Case) -> None:
    check_issues(case.right, case.file, case.among, case.lifecycle)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.fixed], ids=[each.type for each in CASES if each.fixed]
)
def test_a_fix_removes_the_issue(case: Case) -> None:
    text, _ = read_fixture(case.wrong)
    (issue,) = issues_in(text, case.file, case.among, case.lifecycle)
    after = fixed_text(issue)
    assert after == dedent(case.fixed).strip("\n") + "\n"
    check_issues(after, case.file, case.among, case.lifecycle)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize(
    "case", [case for case in CASES if case.fixed], ids=[each.type for each in CASES if each.fixed]
)
def test_a_fix_keeps_line_endings(case: Case, end: str) -> None:
    text, _ = read_fixture(case.wrong)
    (issue,) = issues_in(text.replace("\n", end), case.file, case.among, case.lifecycle)
    assert fixed_text(issue) == (dedent(case.fixed).strip("\n") + "\n").replace("\n", end)


@pytest.mark.parametrize("case", [case for case in CASES if case.lifecycle], ids=[e.type for e in CASES if e.lifecycle])
def test_lifecycle_issues_are_optional(case: Case) -> None:
    text, _ = read_fixture(case.wrong)
    assert case.type not in {each.code for each in issues_in(text, case.file, case.among)}


def test_every_issue_type_has_a_case_and_every_fix_is_tested() -> None:
    types = {each.name: each for check in checks() for each in check.types}
    assert types.keys() - WITHOUT_ENTITY == set(NAMES)
    fixed = {case.type for case in CASES if case.fixed}
    assert fixed == {name for name, each in types.items() if each.fixable}


def test_ranks_and_type_names_are_unique() -> None:
    ranks = [each.rank for each in checks()]
    names = [each.name for check in checks() for each in check.types]
    assert len(set(ranks)) == len(ranks)
    assert len(set(names)) == len(names)
