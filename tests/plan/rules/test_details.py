"""Edge cases of rules: values that are not strings, ids that need escapes, sections in unusual positions."""

from __future__ import annotations

import pytest

from plan.plans import entity
from plan.rules.cases import CASES, Case
from plan.rules.plan_fixtures import check_problems, fixed_text, plan_with, problems_in, read_fixture
from refrakt.rules.page_checker import check
from refrakt_plan.rules import entity_problems
from refrakt_plan.rules.missing_entity import missing_entity
from refrakt_plan.vocabulary import TYPES
from rules.checking import page_of

MILESTONE = "milestones/v2.md"
SHOWN_BY_RULES = {
    "invalid-status",
    "invalid-priority",
    "invalid-complexity",
    "invalid-severity",
    "missing-id",
    "unknown-attribute",
}


@pytest.mark.parametrize(
    "case", [each for each in CASES if each.type in SHOWN_BY_RULES], ids=lambda case: str(case.type)
)
def test_problems_replace_problems_of_refrakt(case: Case) -> None:
    text, _ = read_fixture(case.wrong)
    (problem,) = problems_in(text, case.file, case.among)
    page = page_of(text)
    (own,) = (each for each in check(page) if each.code in problem.replaces)
    start, end = page.document.offsets(own.span)
    assert start <= problem.span.start <= problem.span.end <= end


def test_an_unreadable_tag_has_no_other_problems() -> None:
    """An id without quotes is not a missing id, and the milestone is unknown."""
    check_problems("""
        {% work id=WORK-001 %}
           ^^^^ error[unreadable-tag]
        # A

        ## Resolution
        {% /work %}
    """)


@pytest.mark.parametrize(
    ("tag", "reason"),
    [
        ('{% work id="a"b" %}', "unterminated tag; `%}` is missing"),
        ('{% work id="a" %} # Title', "the line contains other text"),
        ('{ % work id="a" %}', "no open `work` tag to close"),
    ],
)
def test_an_unreadable_tag_has_a_reason(tag: str, reason: str) -> None:
    text = f"{tag}\n\n# T\n\n{{% /work %}}\n"
    (problem,) = problems_in(text)
    assert problem.code == "unreadable-tag"
    assert problem.message.endswith(reason)
    assert text[problem.span.start : problem.span.end] == "work"


def test_an_empty_id_is_missing_and_the_fix_fills_it() -> None:
    text = '{% work id="" status="draft" milestone="v1" %}\n\n# A\n\n{% /work %}\n'
    (problem,) = problems_in(text)
    assert problem.code == "missing-id"
    assert fixed_text(text, problem).startswith('{% work id="WORK-001" status')


def test_the_fix_does_not_reuse_an_id() -> None:
    (problem,) = problems_in('{% work status="draft" milestone="v1" %}\n{% /work %}\n', "work/WORK-007-z.md")
    assert problem.code == "missing-id"
    assert problem.fix is None


def test_the_fix_renames_id_to_name_in_a_milestone() -> None:
    text = '{% milestone id="v2" status="active" %}\n{% /milestone %}\n'
    (problem,) = problems_in(text, MILESTONE)
    assert problem.code == "missing-id"
    assert fixed_text(text, problem) == '{% milestone name="v2" status="active" %}\n{% /milestone %}\n'


def test_a_milestone_without_any_name_has_no_fix() -> None:
    (problem,) = problems_in('{% milestone status="active" %}\n{% /milestone %}\n', MILESTONE)
    assert problem.suggestion == 'Add the `name` that work and bugs use, as in name="v2".'


@pytest.mark.parametrize("id", ["WORK-707", "WORK-008", "DOC-007-x-long-name", "", "7"])
def test_a_fix_does_not_guess_numbers(id: str) -> None:
    text = entity("work", "WORK-001", f'{{% ref "{id}" /%}}', status="draft", milestone="v1")
    found = problems_in(text)
    assert bool(found) == bool(id)
    assert all(each.fix is None for each in found)


def test_a_fix_does_not_write_ids_that_need_escapes() -> None:
    among = {"work/x.md": '{% work id="WORK-00\\"8" status="draft" milestone="v1" %}\n{% /work %}\n'}
    text = entity("work", "WORK-001", '{% ref "WORK-00-8" /%}', status="draft", milestone="v1")
    (problem,) = problems_in(text, among=among)
    assert (problem.code, problem.fix) == ("broken-ref", None)


def test_a_value_that_is_not_a_string_is_marked_as_a_whole() -> None:
    check_problems("""
        {% work id="WORK-001" status="draft" priority=1 milestone="v1" source=["SPEC-001", "SPEC-9"] %}
                                                      ^ error[invalid-priority]: WORK-001 has priority "1"
                                                                              ^^^^^^^^^^^^^^^^^^^^^^ error[broken-source]
        # A
        {% /work %}
    """)


def test_items_of_an_escaped_value_have_ranges() -> None:
    found = check_problems(r"""
        {% work id="WORK-001" status="draft" milestone="v1" pr="a/b#1, x\"y" %}
                                                                       ^^^^ error[invalid-pr]: WORK-001 has "x"y"
        # A
        {% /work %}
    """)
    assert found[0].target == 'x"y'


def test_values_of_a_multi_line_tag_have_ranges() -> None:
    check_problems("""
        ---
        title: A
        ---
        {% work
           id="WORK-001"
           status="doen"
                   ^^^^ error[invalid-status]: WORK-001 has status "doen", which does not exist for work; did you mean "done"?
           milestone="v1"
        %}
        # A
        {% /work %}
    """)


def test_a_value_without_a_name_is_reported() -> None:
    check_problems("""
        {% spec "SPEC-002" id="SPEC-002" .wide status="draft" %}
                ^^^^^^^^^^ warning[unknown-attribute]: SPEC-002 has a value without an attribute name
        # B
        {% /spec %}
    """, "specs/SPEC-002-b.md")  # fmt: skip


def test_an_attribute_of_another_type_is_unknown() -> None:
    check_problems("""
        {% decision id="ADR-001" status="proposed" priority="high" %}
                                                   ^^^^^^^^ warning[unknown-attribute]: ADR-001 has an attribute priority
        # B
        {% /decision %}
    """, "decisions/ADR-001-b.md")  # fmt: skip


EXPECTED = {
    ("work", "ready"): ["Acceptance Criteria"],
    ("work", "in-progress"): ["Acceptance Criteria"],
    ("work", "review"): ["Acceptance Criteria"],
    ("work", "done"): ["Acceptance Criteria"],
    ("bug", "confirmed"): ["Steps to Reproduce", "Expected", "Actual"],
    ("bug", "in-progress"): ["Steps to Reproduce", "Expected", "Actual"],
    ("bug", "fixed"): ["Steps to Reproduce", "Expected", "Actual"],
    ("decision", "accepted"): ["Context", "Decision"],
}


@pytest.mark.parametrize(("kind", "status"), [(kind.name, name) for kind in TYPES.values() for name in kind.statuses])
def test_which_sections_are_missing_depends_on_the_status(kind: str, status: str) -> None:
    found = [each for each in problems_in(entity(kind, "X", status=status)) if each.code == "missing-section"]
    assert [each.suggestion for each in found] == [f"Add `## {name}`." for name in EXPECTED.get((kind, status), [])]


def test_missing_sections_of_a_bug_are_added_in_order() -> None:
    text = entity("bug", "BUG-001", "## Actual\n\nIt burns.", status="confirmed", milestone="v1")
    for _ in range(2):
        first, *_ = problems_in(text, "bugs/BUG-001-a.md")
        assert first.code == "missing-section"
        text = fixed_text(text, first)
    assert problems_in(text, "bugs/BUG-001-a.md") == []
    assert [line for line in text.split("\n") if line.startswith("##")] == [
        "## Steps to Reproduce",
        "## Expected",
        "## Actual",
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("# A\n\n## Blocked by\n", "# A\n\n## Acceptance Criteria\n\n## Blocked by\n"),
        ("# A\n\n## Resolution\n\nNo.\n", "# A\n\n## Acceptance Criteria\n\n## Resolution\n\nNo.\n"),
        ("# A\n\n> ## Refs\n", "# A\n\n> ## Refs\n\n## Acceptance Criteria\n"),
        ("# A", "# A\n\n## Acceptance Criteria"),
        ("", "\n\n## Acceptance Criteria"),
    ],
)
@pytest.mark.parametrize("closing", ["{% /work %}\n", ""])
def test_a_missing_section_is_added_at_its_usual_position(body: str, expected: str, closing: str) -> None:
    opening = '{% work id="WORK-001" status="review" milestone="v1" %}'
    gap = "\n" if closing and not body.endswith("\n") else ""
    text = f"{opening}\n{body}{gap}{closing}"
    (problem, *_) = (each for each in problems_in(text) if each.code == "missing-section")
    after = fixed_text(text, problem)
    assert after.replace("\n", "") == f"{opening}{expected}{closing}".replace("\n", "")
    assert [each.code for each in problems_in(after) if each.code == "missing-section"] == []


@pytest.mark.parametrize("body", ["```\ncode that is never closed", "{% hint %}"])
def test_no_section_is_added_where_it_would_not_be_read(body: str) -> None:
    (problem,) = problems_in(f'{{% work id="WORK-001" status="ready" milestone="v1" %}}\n\n{body}\n')
    assert (problem.code, problem.fix) == ("missing-section", None)


def test_a_self_closing_tag_gets_no_section() -> None:
    (problem,) = problems_in('{% work id="WORK-001" status="ready" milestone="v1" /%}\n')
    assert (problem.code, problem.fix) == ("missing-section", None)


def test_separate_resolutions_are_not_joined() -> None:
    body = "## Resolution\n\nA.\n\n## Refs\n\n## Resolution\n\nB."
    (problem,) = problems_in(entity("work", "WORK-001", body, status="cancelled"))
    assert (problem.code, problem.fix) == ("multiple-resolutions", None)


def test_either_entity_may_declare_supersedes() -> None:
    among = {"work/WORK-002-b.md": entity("work", "WORK-002", status="draft", milestone="v1", supersedes="WORK-001")}
    assert problems_in(entity("work", "WORK-001", status="superseded"), among=among) == []


@pytest.mark.parametrize("name", ["WORK-001.md", "WORK-001-.md", "WORK-001-ä.md"])
def test_a_file_name_may_be_the_id_alone(name: str) -> None:
    assert problems_in(entity("work", "WORK-001", status="draft", milestone="v1"), f"work/{name}") == []


def test_references_resolve_to_the_first_of_two_duplicates() -> None:
    text = entity("milestone", "v1", status="complete")
    plan, second = plan_with(text, "milestones/z.md")
    assert [each.code for each in entity_problems(plan, second)] == ["duplicate-id"]
    work = plan.by_id["WORK-007"]
    assert entity_problems(plan, work) == []


# Drift ----------------------------------------------------------------------------------------------------------------


def made(status: str, number: int = 2) -> dict[str, str]:
    id = f"WORK-00{number}"
    return {f"work/{id}-x.md": entity("work", id, status=status, source="SPEC-002, SPEC-001", milestone="v1")}


def drift(status: str, among: dict[str, str]) -> list[str]:
    text = entity("spec", "SPEC-002", status=status)
    return [each.code for each in problems_in(text, "specs/SPEC-002-b.md", among, lifecycle=True)]


def test_abandoned_work_is_ignored() -> None:
    assert drift("accepted", made("cancelled")) == []
    assert drift("accepted", {**made("done"), **made("superseded", 3)}) == []
    assert drift("implemented", {**made("done"), **made("cancelled", 3)}) == []


def test_a_draft_with_all_work_done_has_two_problems() -> None:
    assert drift("draft", made("done")) == ["spec-status-lag", "spec-started-in-draft"]


def test_a_spec_without_work_has_no_lifecycle_problem() -> None:
    assert drift("draft", {}) == drift("implemented", {}) == []


def test_a_retired_spec_has_no_lifecycle_problem() -> None:
    assert drift("superseded", made("ready")) == drift("deprecated", made("done")) == []


def test_an_unknown_status_has_one_problem() -> None:
    assert drift("wild", made("done")) == ["invalid-status"]


@pytest.mark.parametrize("status", ["done", "cancelled", "superseded"])
def test_a_milestone_whose_work_has_ended_is_complete(status: str) -> None:
    among = {"work/WORK-002-x.md": entity("work", "WORK-002", status=status, milestone="v2")}
    assert problems_in(entity("milestone", "v2", status="complete"), MILESTONE, among, lifecycle=True) == []


def test_long_lists_of_entities_are_shortened() -> None:
    among = {name: text for number in range(2, 7) for name, text in made("ready", number).items()}
    text = entity("spec", "SPEC-002", status="shipped", released_in="v1.0.0")
    (problem,) = problems_in(text, "specs/SPEC-002-b.md", among, lifecycle=True)
    assert problem.message == "SPEC-002 is shipped, but WORK-002, WORK-003, WORK-004 and 2 more have not ended"


@pytest.mark.parametrize("blockers", [[], ["WORK-999"]])
def test_blocked_work_with_unknown_blockers_has_no_problem(blockers: list[str]) -> None:
    body = "## Blocked by\n\n" + "\n".join(f'- {{% ref "{id}" /%}}' for id in blockers)
    text = entity("work", "WORK-001", body, status="blocked", milestone="v1")
    assert "stale-blocked" not in {each.code for each in problems_in(text, lifecycle=True)}


@pytest.mark.parametrize("id", ["X", "lantern", "WORK-007-c", "v1"])
def test_an_id_without_a_number_of_its_type_is_a_name(id: str) -> None:
    assert "invalid-id" not in {each.code for each in problems_in(entity("work", id, status="draft", milestone="v1"))}


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        ("### Acceptance Criteria", "safe"),
        ("**Acceptance Criteria**", "safe"),
        ("## Acceptence Criteria", "safe"),
        ("##Acceptance Criteria", "safe"),
        ("## Definition of Done", "unsafe"),
        ("## Background", "placeholder"),
    ],
)
def test_a_heading_that_was_meant_as_a_section(line: str, fix: str) -> None:
    text = entity("work", "WORK-001", f"{line}\n\n- [ ] It works.", status="ready", milestone="v1")
    (problem,) = [each for each in problems_in(text) if each.code == "missing-section"]
    assert problem.fix is not None
    assert problem.fix.applicability == fix


@pytest.mark.parametrize("line", ["- [] A", "-[ ] A", "- [x ] A", "- [ ]A", "- [✓] A", "- ( ) A", "[ ] A"])
def test_checkboxes_that_are_not_read(line: str) -> None:
    text = entity("work", "WORK-001", f"## Acceptance Criteria\n\n{line}", status="ready", milestone="v1")
    (problem,) = problems_in(text)
    assert problem.code == "malformed-checkbox"
    assert problems_in(fixed_text(text, problem)) == []


@pytest.mark.parametrize("status", ["completed", "closed", "Done", "finished"])
def test_an_unknown_status_is_one_problem(status: str) -> None:
    text = entity("work", "WORK-001", "## Acceptance Criteria\n\n- [x] A\n\n## Resolution\n\nB.", status=status)
    (problem,) = problems_in(text)
    assert (problem.code, problem.suggestion) == ("invalid-status", "Replace with done.")


def test_a_file_without_an_entity() -> None:
    text = '{% task id="WORK-003" status="draft" %}\n# A\n{% /task %}\n'
    found = missing_entity("work/WORK-003-a.md", text)
    assert found is not None
    assert found.message == "WORK-003-a.md contains no entity: the plan reads `work`, not `task`"
    assert fixed_text(text, found) == text.replace("task", "work")
    bare = missing_entity("work/WORK-003-a.md", "# A\n\nText.\n")
    assert bare is not None
    assert bare.suggestion == 'Put its content between {% work id="WORK-003" %} and {% /work %}.'


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("README.md", "# A\n"),
        ("work/WORK-003-a.md", '{% work id="WORK-003" status="draft\n# A\n{% /work %}\n'),
        ("work/WORK-notes.md", "# A\n"),
        ("WORK-003/notes.md", "# A\n"),
    ],
)
def test_other_files_need_no_entity(file: str, text: str) -> None:
    assert missing_entity(file, text) is None


@pytest.mark.parametrize("id", ["WORK-001-a-long-name", "WORK-OO1", "#WORK-001", "WORK–001", "task 1"])
def test_misspelt_ids_are_those_of_the_file(id: str) -> None:
    text = entity("work", id, status="draft", milestone="v1")
    (problem,) = problems_in(text, "work/WORK-001-a-long-name.md")
    assert problem.code == "invalid-id"
    assert 'id="WORK-001"' in fixed_text(text, problem)


def test_a_milestone_has_the_name_of_its_file() -> None:
    text = '{% milestone status="active" %}\n# v2 - Search\n{% /milestone %}\n'
    (problem,) = problems_in(text, MILESTONE)
    assert fixed_text(text, problem).startswith('{% milestone name="v2" status="active" %}')


def test_ids_that_are_not_separated_by_commas() -> None:
    text = entity("work", "WORK-001", status="draft", milestone="v1", source="SPEC-001; WORK-007")
    (problem,) = problems_in(text)
    assert problem.code == "broken-source"
    assert 'source="SPEC-001, WORK-007"' in fixed_text(text, problem)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("- {x} A", "- [x] A"),
        ("- [[ ]] A", "- [ ] A"),
        ("- [ A", None),
        ("• [ ] A", "- [ ] A"),
        ("- [\u0445] A", "- [x] A"),
        ("- [ ]: A", "- [ ] A"),
        ("1.[x] A", "- [x] A"),
        ("*[ ] A", "- [ ] A"),
        ("[ ] A", "- [ ] A"),
    ],
)
def test_checkboxes_beside_others(wrong: str, right: str | None) -> None:
    body = f"## Acceptance Criteria\n\n- [ ] B\n{wrong}\n- [x] C"
    text = entity("work", "WORK-001", body, status="ready", milestone="v1")
    found = [each for each in problems_in(text) if each.code == "malformed-checkbox"]
    assert [fixed_text(text, each) for each in found] == ([text.replace(wrong, right)] if right else [])


@pytest.mark.parametrize(
    "line", ["- (optional) A", "- f(x) A", "- [x](https://example.org) A", "- {x: 1} A", "- a[0] A"]
)
def test_items_that_are_no_checkboxes(line: str) -> None:
    body = f"## Acceptance Criteria\n\n- [ ] B\n{line}\n- [x] C"
    text = entity("work", "WORK-001", body, status="ready", milestone="v1")
    assert problems_in(text) == []
