"""Every check, by an entity that it finds something in and one in which it finds nothing. Scenario 47."""

from __future__ import annotations

from textwrap import dedent

import pytest

from plan.checks.cases import CASES, Case
from plan.checks.checking import check_issues, issues_in, mended, read_fixture
from refrakt_plan.checks.registry import checks

NAMES = [case.type for case in CASES]
WITHOUT_ENTITY = {"unreadable-file"}


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_it_is_told_at_its_place_with_what_to_do(case: Case) -> None:
    found = check_issues(case.wrong, case.file, case.among, case.lifecycle)
    assert case.type in {each.type for each in found}
    assert all(each.suggestion and each.suggestion.endswith(".") for each in found)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_nothing_is_told_where_all_is_well(case: Case) -> None:
    check_issues(case.right, case.file, case.among, case.lifecycle)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.fixed], ids=[each.type for each in CASES if each.fixed]
)
def test_its_fix_leaves_nothing_behind(case: Case) -> None:
    text, _ = read_fixture(case.wrong)
    (issue,) = issues_in(text, case.file, case.among, case.lifecycle)
    after = mended(issue)
    assert after == dedent(case.fixed).strip("\n") + "\n"
    check_issues(after, case.file, case.among, case.lifecycle)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize(
    "case", [case for case in CASES if case.fixed], ids=[each.type for each in CASES if each.fixed]
)
def test_its_fix_keeps_the_line_ends(case: Case, end: str) -> None:
    text, _ = read_fixture(case.wrong)
    (issue,) = issues_in(text.replace("\n", end), case.file, case.among, case.lifecycle)
    assert mended(issue) == (dedent(case.fixed).strip("\n") + "\n").replace("\n", end)


@pytest.mark.parametrize("case", [case for case in CASES if case.lifecycle], ids=[e.type for e in CASES if e.lifecycle])
def test_drift_is_told_only_when_asked_for(case: Case) -> None:
    text, _ = read_fixture(case.wrong)
    assert case.type not in {each.type for each in issues_in(text, case.file, case.among)}


def test_every_type_has_a_case_and_every_fix_is_shown() -> None:
    types = {each.name: each for check in checks() for each in check.types}
    assert types.keys() - WITHOUT_ENTITY == set(NAMES)
    fixed = {case.type for case in CASES if case.fixed}
    assert fixed == {name for name, each in types.items() if each.fixable}


def test_no_two_checks_have_one_rank_and_no_two_types_one_name() -> None:
    ranks = [each.rank for each in checks()]
    names = [each.name for check in checks() for each in check.types]
    assert len(set(ranks)) == len(ranks)
    assert len(set(names)) == len(names)
