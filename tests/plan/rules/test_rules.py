"""Every rule of the plan, with an entity that has the problem and one that does not. Scenario 47."""

from __future__ import annotations

from textwrap import dedent

import pytest

from plan.rules.cases import CASES, Case
from plan.rules.plan_fixtures import check_problems, fixed_text, problems_in, read_fixture
from refrakt.plugins import Rule, declare
from refrakt.rules.registry import all_rules
from refrakt_plan.rules import plan_rules

NAMES = [case.type for case in CASES]
WITHOUT_ENTITY = {"unreadable-file", "missing-entity"}


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_problems_have_range_message_and_suggestion(case: Case) -> None:
    found = check_problems(case.wrong, case.file, case.among, case.lifecycle)
    assert case.type in {each.code for each in found}
    assert all(each.suggestion and each.suggestion.endswith(".") for each in found)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_valid_entities_have_no_problems(case: Case) -> None:
    check_problems(case.right, case.file, case.among, case.lifecycle)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.fixed], ids=[each.type for each in CASES if each.fixed]
)
def test_a_fix_removes_the_problem(case: Case) -> None:
    text, _ = read_fixture(case.wrong)
    (problem,) = problems_in(text, case.file, case.among, case.lifecycle)
    after = fixed_text(text, problem)
    assert after == dedent(case.fixed).strip("\n") + "\n"
    check_problems(after, case.file, case.among, case.lifecycle)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize(
    "case", [case for case in CASES if case.fixed], ids=[each.type for each in CASES if each.fixed]
)
def test_a_fix_keeps_line_endings(case: Case, end: str) -> None:
    text = read_fixture(case.wrong)[0].replace("\n", end)
    (problem,) = problems_in(text, case.file, case.among, case.lifecycle)
    assert fixed_text(text, problem) == (dedent(case.fixed).strip("\n") + "\n").replace("\n", end)


@pytest.mark.parametrize("case", [case for case in CASES if case.lifecycle], ids=[e.type for e in CASES if e.lifecycle])
def test_lifecycle_problems_are_optional(case: Case) -> None:
    text, _ = read_fixture(case.wrong)
    assert case.type not in {each.code for each in problems_in(text, case.file, case.among)}


def test_every_rule_has_a_case_and_every_fix_is_tested() -> None:
    assert plan_rules().keys() - WITHOUT_ENTITY == set(NAMES)
    fixed = {case.type for case in CASES if case.fixed}
    assert fixed == {code for code, each in plan_rules().items() if each.fixable} - WITHOUT_ENTITY


@pytest.mark.parametrize("rule", plan_rules().values(), ids=lambda rule: rule.code)
def test_a_declaration_is_complete(rule: Rule) -> None:
    title, blank, *rest = rule.doc.split("\n")
    assert title.endswith(".")
    assert blank == ""
    assert len(" ".join(rest).split()) > 10


def test_a_code_of_refrakt_is_used_again_only_to_replace_it() -> None:
    shared = plan_rules().keys() & all_rules().keys()
    assert shared == {"unknown-attribute"}
    assert all(code in plan_rules()[code].replaces for code in shared)


def test_a_plugin_cannot_declare_a_code_twice() -> None:
    with pytest.raises(ValueError, match="two rules have the code broken-ref"):
        declare("broken-ref", "error", "references", "", scope="plan")
