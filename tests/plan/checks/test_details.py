"""What checks do at the edges: values that are no text, ids that cannot be written, sections in odd places."""

from __future__ import annotations

import pytest

from plan.checks.cases import CASES, Case
from plan.checks.checking import check_issues, issues_in, mended, plan_with, read_fixture
from plan.plans import entity
from refrakt.rules.check import check
from refrakt_plan.checks import issues_of
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
def test_what_refrakt_itself_says_at_the_place_is_replaced(case: Case) -> None:
    text, _ = read_fixture(case.wrong)
    (issue,) = issues_in(text, case.file, case.among)
    page = page_of(text)
    (own,) = (each for each in check(page) if each.code in issue.instead_of)
    start, end = page.document.offsets(own.span)
    assert start <= issue.place.start <= issue.place.end <= end


def test_of_a_tag_that_cannot_be_read_nothing_else_is_said() -> None:
    """An id without quotes is not a missing one, and there is no telling whether it has a milestone."""
    check_issues("""
        {% work id=WORK-001 %}
           ^^^^ error[unreadable-tag]
        # A

        ## Resolution
        {% /work %}
    """)


@pytest.mark.parametrize(
    ("tag", "reason"),
    [
        ('{% work id="a"b" %}', "never closed with %}"),
        ('{% work id="a" %} # Title', "other text stands in its line"),
        ('{ % work id="a" %}', "nothing opens this `work`"),
    ],
)
def test_why_a_tag_cannot_be_read_is_told(tag: str, reason: str) -> None:
    (issue,) = issues_in(f"{tag}\n\n# T\n\n{{% /work %}}\n")
    assert issue.type == "unreadable-tag"
    assert issue.message.endswith(reason)
    assert issue.entity.source[issue.place.start : issue.place.end] == "work"


def test_an_empty_id_is_none_and_the_fix_fills_it() -> None:
    (issue,) = issues_in('{% work id="" status="draft" milestone="v1" %}\n\n# A\n\n{% /work %}\n')
    assert issue.type == "missing-id"
    assert mended(issue).startswith('{% work id="WORK-001" status')


def test_an_id_that_is_taken_is_not_given_again() -> None:
    (issue,) = issues_in('{% work status="draft" milestone="v1" %}\n{% /work %}\n', "work/WORK-007-z.md")
    assert issue.type == "missing-id"
    assert issue.fix == ()


def test_a_milestone_with_an_id_is_given_a_name() -> None:
    (issue,) = issues_in('{% milestone id="v2" status="active" %}\n{% /milestone %}\n', MILESTONE)
    assert issue.type == "missing-id"
    assert mended(issue) == '{% milestone name="v2" status="active" %}\n{% /milestone %}\n'


def test_a_milestone_without_any_name_has_no_fix() -> None:
    (issue,) = issues_in('{% milestone status="active" %}\n{% /milestone %}\n', MILESTONE)
    assert issue.suggestion == "Add the `name` that work and bugs call it by."


@pytest.mark.parametrize("id", ["WORK-707", "WORK-008", "DOC-007-x-long-name", "", "7"])
def test_a_reference_is_not_mended_by_guessing_numbers(id: str) -> None:
    text = entity("work", "WORK-001", f'{{% ref "{id}" /%}}', status="draft", milestone="v1")
    assert all(each.fix == () for each in issues_in(text))


def test_an_id_that_cannot_stand_in_quotes_is_never_written() -> None:
    among = {"work/x.md": '{% work id="WORK-00\\"8" status="draft" milestone="v1" %}\n{% /work %}\n'}
    text = entity("work", "WORK-001", '{% ref "WORK-00-8" /%}', status="draft", milestone="v1")
    (issue,) = issues_in(text, among=among)
    assert (issue.type, issue.fix) == ("broken-ref", ())


def test_a_value_that_is_no_text_is_marked_whole() -> None:
    check_issues("""
        {% work id="WORK-001" status="draft" priority=1 milestone="v1" source=["SPEC-001", "SPEC-9"] %}
                                                      ^ error[invalid-priority]: WORK-001 has priority "1"
                                                                              ^^^^^^^^^^^^^^^^^^^^^^ error[broken-source]
        # A
        {% /work %}
    """)


def test_a_value_with_escapes_has_its_items_in_place() -> None:
    found = check_issues(r"""
        {% work id="WORK-001" status="draft" milestone="v1" pr="a/b#1, x\"y" %}
                                                                       ^^^^ error[invalid-pr]: WORK-001 names "x"y"
        # A
        {% /work %}
    """)
    assert found[0].target == 'x"y'


def test_a_tag_over_several_lines_has_its_values_in_place() -> None:
    check_issues("""
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


def test_a_value_without_a_name_is_told() -> None:
    check_issues("""
        {% spec "SPEC-002" id="SPEC-002" .wide status="draft" %}
                ^^^^^^^^^^ warning[unknown-attribute]: SPEC-002 has a value without a name
        # B
        {% /spec %}
    """, "specs/SPEC-002-b.md")  # fmt: skip


def test_an_attribute_of_another_type_is_unknown() -> None:
    check_issues("""
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
    found = [each for each in issues_in(entity(kind, "X", status=status)) if each.type == "missing-section"]
    assert [each.suggestion for each in found] == [f"Add `## {name}`." for name in EXPECTED.get((kind, status), [])]


def test_every_section_that_a_bug_lacks_is_told_and_put_in_order() -> None:
    text = entity("bug", "BUG-001", "## Actual\n\nIt burns.", status="confirmed", milestone="v1")
    for _ in range(2):
        first, *_ = issues_in(text, "bugs/BUG-001-a.md")
        assert first.type == "missing-section"
        text = mended(first)
    assert issues_in(text, "bugs/BUG-001-a.md") == []
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
def test_a_missing_section_goes_where_it_usually_stands(body: str, expected: str, closing: str) -> None:
    opening = '{% work id="WORK-001" status="review" milestone="v1" %}'
    gap = "\n" if closing and not body.endswith("\n") else ""
    (issue, *_) = (each for each in issues_in(f"{opening}\n{body}{gap}{closing}") if each.type == "missing-section")
    after = mended(issue)
    assert after.replace("\n", "") == f"{opening}{expected}{closing}".replace("\n", "")
    assert [each.type for each in issues_in(after) if each.type == "missing-section"] == []


@pytest.mark.parametrize("body", ["```\ncode that is never closed", "{% hint %}"])
def test_no_section_is_added_where_it_would_not_be_one(body: str) -> None:
    (issue,) = issues_in(f'{{% work id="WORK-001" status="ready" milestone="v1" %}}\n\n{body}\n')
    assert (issue.type, issue.fix) == ("missing-section", ())


def test_a_tag_without_content_has_no_place_for_a_section() -> None:
    (issue,) = issues_in('{% work id="WORK-001" status="ready" milestone="v1" /%}\n')
    assert (issue.type, issue.fix) == ("missing-section", ())


def test_resolutions_with_something_between_them_are_not_joined() -> None:
    body = "## Resolution\n\nA.\n\n## Refs\n\n## Resolution\n\nB."
    (issue,) = issues_in(entity("work", "WORK-001", body, status="cancelled"))
    assert (issue.type, issue.fix) == ("multiple-resolutions", ())


def test_what_was_superseded_may_be_named_by_the_other() -> None:
    among = {"work/WORK-002-b.md": entity("work", "WORK-002", status="draft", milestone="v1", supersedes="WORK-001")}
    assert issues_in(entity("work", "WORK-001", status="superseded"), among=among) == []


@pytest.mark.parametrize("name", ["WORK-001.md", "WORK-001-.md", "WORK-001-ä.md"])
def test_a_file_may_be_called_by_its_id_alone(name: str) -> None:
    assert issues_in(entity("work", "WORK-001", status="draft", milestone="v1"), f"work/{name}") == []


def test_only_the_first_of_two_is_the_one_that_is_meant() -> None:
    text = entity("milestone", "v1", status="complete")
    plan, second = plan_with(text, "milestones/z.md")
    assert [each.type for each in issues_of(plan, second)] == ["duplicate-id"]
    work = plan.by_id["WORK-007"]
    assert issues_of(plan, work) == []


# Drift ----------------------------------------------------------------------------------------------------------------


def made(status: str, number: int = 2) -> dict[str, str]:
    id = f"WORK-00{number}"
    return {f"work/{id}-x.md": entity("work", id, status=status, source="SPEC-002, SPEC-001", milestone="v1")}


def drift(status: str, among: dict[str, str]) -> list[str]:
    text = entity("spec", "SPEC-002", status=status)
    return [each.type for each in issues_in(text, "specs/SPEC-002-b.md", among, lifecycle=True)]


def test_what_was_given_up_proves_nothing() -> None:
    assert drift("accepted", made("cancelled")) == []
    assert drift("accepted", {**made("done"), **made("superseded", 3)}) == []
    assert drift("implemented", {**made("done"), **made("cancelled", 3)}) == []


def test_a_draft_with_all_its_work_done_lags_and_was_started_too_early() -> None:
    assert drift("draft", made("done")) == ["spec-status-lag", "spec-started-in-draft"]


def test_a_spec_without_work_does_not_drift() -> None:
    assert drift("draft", {}) == drift("implemented", {}) == []


def test_a_retired_spec_does_not_drift() -> None:
    assert drift("superseded", made("ready")) == drift("deprecated", made("done")) == []


def test_a_status_nobody_knows_is_told_once() -> None:
    assert drift("wild", made("done")) == ["invalid-status"]


@pytest.mark.parametrize("status", ["done", "cancelled", "superseded"])
def test_a_milestone_whose_work_has_ended_is_complete(status: str) -> None:
    among = {"work/WORK-002-x.md": entity("work", "WORK-002", status=status, milestone="v2")}
    assert issues_in(entity("milestone", "v2", status="complete"), MILESTONE, among, lifecycle=True) == []


def test_many_are_named_in_short() -> None:
    among = {name: text for number in range(2, 7) for name, text in made("ready", number).items()}
    text = entity("spec", "SPEC-002", status="shipped", released_in="v1.0.0")
    (issue,) = issues_in(text, "specs/SPEC-002-b.md", among, lifecycle=True)
    assert issue.message == "SPEC-002 is shipped, but WORK-002, WORK-003, WORK-004 and 2 more have not ended"


@pytest.mark.parametrize("blockers", [[], ["WORK-999"]])
def test_work_that_waits_for_nothing_known_is_left_alone(blockers: list[str]) -> None:
    body = "## Blocked by\n\n" + "\n".join(f'- {{% ref "{id}" /%}}' for id in blockers)
    text = entity("work", "WORK-001", body, status="blocked", milestone="v1")
    assert "stale-blocked" not in {each.type for each in issues_in(text, lifecycle=True)}
