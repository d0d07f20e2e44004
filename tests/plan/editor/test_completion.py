"""Completion of values in the tags of a plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.editor.open_file import open_file
from plan.plans import entity

PLAN = {
    "plan/milestones/v1.md": entity("milestone", "v1.0", status="complete"),
    "plan/milestones/v2.md": entity("milestone", "v2.0", status="active"),
    "plan/decisions/ADR-001-a.md": entity("decision", "ADR-001", status="accepted"),
    "plan/specs/SPEC-001-a.md": entity("spec", "SPEC-001", status="accepted", tags="index, cli"),
    "plan/specs/SPEC-002-a.md": entity("spec", "SPEC-002", status="draft"),
    "plan/work/WORK-001-a.md": entity("work", "WORK-001", status="done", tags="cli", pr="me/tool#1", assignee="ann"),
    "plan/work/WORK-002-a.md": entity("work", "WORK-002", status="ready", tags="cli,ui", pr="me/tool#2,me/site#3"),
    "plan/work/WORK-003-a.md": entity("work", "WORK-003", status="ready", milestone="v2.0", assignee="bob"),
    "plan/work/WORK-004-a.md": entity("work", "WORK-004", status="ready", assignee="bob"),
}
HERE = "plan/work/WORK-009-here.md"


def here(root: Path, marked: str, name: str = HERE) -> list[str]:
    return open_file(root, {**PLAN, name: marked}).labels


def body(marked: str) -> str:
    return f'{{% work id="WORK-009" status="draft" milestone="v2.0" %}}\n\n# Here\n\n{marked}\n\n{{% /work %}}\n'


def test_ids_are_sorted_by_likelihood(tmp_path: Path) -> None:
    """Open entities of the same milestone, then other open ones, then finished ones; never the entity itself."""
    labels = here(tmp_path, body('{% ref "WORK-$0" /%}'))
    assert labels == ["WORK-003", "WORK-004", "WORK-002", "WORK-001"]


def test_an_accepted_spec_is_not_finished(tmp_path: Path) -> None:
    """Work is created for it only then."""
    labels = here(tmp_path, body('{% ref "-001$0" /%}'))
    assert labels.index("SPEC-001") < labels.index("WORK-001")


def test_a_url_is_not_completed(tmp_path: Path) -> None:
    plan = {**PLAN, "plan/work/WORK-010-a.md": entity("work", "WORK-010").replace("# WORK-010", "# /docs, the page:")}
    assert open_file(tmp_path, {**plan, HERE: body('{% xref "/$0" /%}')}).offers is None


def test_a_multi_line_value_is_not_completed(tmp_path: Path) -> None:
    """Editors replace within a line."""
    assert (
        open_file(tmp_path, {**PLAN, HERE: '{% work id="WORK-009" source="SPEC-001,\n $0" %}\n{% /work %}\n'}).offers
        is None
    )


def test_completion_matches_titles(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, {**PLAN, HERE: body('{% ref "002 ti$0" /%}')})
    assert open_page.labels == ["WORK-002", "SPEC-002"]
    assert open_page.offers is not None
    first = open_page.offers.items[0]
    assert (first.detail, first.filter_text, first.kind) == (
        "WORK-002 title (work, ready)",
        "WORK-002 WORK-002 title",
        "entity",
    )
    assert first.documentation is not None
    assert first.documentation().startswith("**WORK-002**")
    assert open_page.accepted("WORK-002") == body('{% ref "WORK-002$0" /%}')


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('- {% ref "WORK-00$0', '- {% ref "WORK-004"$0'),
        ("{% ref WORK-0$0 /%}", '{% ref "WORK-004"$0 /%}'),
        ("{% ref $0 /%}", '{% ref "WORK-004"$0 /%}'),
        ('{% ref "WORK-$0003" /%}', '{% ref "WORK-004$0" /%}'),
        ('{% xref "$0" /%}\r\n', '{% xref "WORK-004$0" /%}\r\n'),
        ("Waits for WORK-$0", 'Waits for {% ref "WORK-004" /%}$0'),
        ("(WORK-0$0) too", '({% ref "WORK-004" /%}$0) too'),
    ],
)
def test_an_id_is_inserted_with_missing_quotes(tmp_path: Path, before: str, after: str) -> None:
    assert open_file(tmp_path, {**PLAN, HERE: body(before)}).accepted("WORK-004") == body(after)


@pytest.mark.parametrize(
    "marked",
    ["`WORK-$0`", "```\nWORK-$0\n```", "a WORKS-$0", "x/WORK-$0", "[a](WORK-$0)", "WORK$0", '{% ref "/W$0" /%}'],
)
def test_no_completion_in_code_or_frontmatter(tmp_path: Path, marked: str) -> None:
    assert here(tmp_path, body(marked)) == []


def test_prose_outside_the_plan_is_not_completed(tmp_path: Path) -> None:
    assert here(tmp_path, "Waits for WORK-$0\n", "page.md") == []
    assert "WORK-004" in here(tmp_path, '{% ref "WORK-$0" /%}\n', "page.md")


def test_ids_known_to_a_site_are_not_offered_twice(tmp_path: Path) -> None:
    config = {"refrakt.config.json": '{"sites": {"main": {"contentDir": "content", "plugins": ["@refrakt-md/plan"]}}}'}
    assert open_file(tmp_path, {**PLAN, **config, "content/a.md": '{% ref "WORK-$0" /%}\n'}).labels == []
    assert open_file(tmp_path, {**PLAN, **config, HERE: body('{% ref "WORK-$0" /%}')}).labels


def test_in_the_plan_only_ids_are_offered(tmp_path: Path) -> None:
    """On a page of a site, a name may also refer to a page or a person."""
    in_plan = open_file(tmp_path, {**PLAN, HERE: body('{% ref "$0" /%}')}).offers
    on_page = open_file(tmp_path, {**PLAN, "page.md": '{% xref "$0" /%}'}).offers
    assert in_plan is not None
    assert on_page is not None
    assert (in_plan.exclusive, on_page.exclusive) == (True, False)


@pytest.mark.parametrize(
    ("tag", "labels"),
    [
        ('{% work source="$0" %}', ["SPEC-002", "SPEC-001", "ADR-001"]),
        ('{% work source="SPEC-001, $0" %}', ["SPEC-002", "ADR-001"]),
        ('{% decision supersedes="$0" %}', ["ADR-001"]),
        ('{% work milestone="$0" %}', ["v2.0", "v1.0"]),
        ("{% bug milestone=$0 %}", ["v2.0", "v1.0"]),
        ('{% plan-progress milestone="$0" /%}', ["v2.0", "v1.0"]),
        ('{% bug status="$0" %}', ["confirmed", "in-progress", "fixed", "wontfix", "duplicate", "reported"]),
        ('{% milestone status="active$0" %}', ["complete", "planning", "active"]),
        ('{% work tags="$0" %}', ["cli", "index", "ui"]),
        ('{% spec tags="cli, $0" %}', ["index", "ui"]),
        ('{% work assignee="$0" %}', ["bob", "ann"]),
        ('{% work pr="$0" %}', ["me/tool#", "me/site#"]),
        ('{% work id="$0" %}', ["WORK-009", "WORK-010"]),
        ('{% spec id="$0', ["SPEC-003"]),
        ('{% milestone name="$0" %}', []),
        ('{% spec assignee="$0" %}', []),
        ('{% work version="$0" %}', []),
        ('{% hint type="$0" %}', []),
    ],
)
def test_values_of_attributes(tmp_path: Path, tag: str, labels: list[str]) -> None:
    assert here(tmp_path, tag) == labels


@pytest.mark.parametrize(
    ("before", "label", "after"),
    [
        ('{% work tags="a, c$0l, z" %}', "cli", '{% work tags="a, cli$0, z" %}'),
        ('{% work tags="a,$0" %}', "ui", '{% work tags="a,ui$0" %}'),
        ('{% work source="SPEC-001, $0', "SPEC-002", '{% work source="SPEC-001, SPEC-002"$0'),
        ("{% work milestone=$0 %}", "v2.0", '{% work milestone="v2.0"$0 %}'),
        ('{% work pr="$0', "me/site#", '{% work pr="me/site#$0'),
        ('{% work\r\n  status="dr$0aft"\r\n%}', "ready", '{% work\r\n  status="ready$0"\r\n%}'),
    ],
)
def test_completion_replaces_only_the_current_item(tmp_path: Path, before: str, label: str, after: str) -> None:
    assert open_file(tmp_path, {**PLAN, HERE: before}).accepted(label) == after


def test_statuses_have_a_detail(tmp_path: Path) -> None:
    offers = open_file(tmp_path, {**PLAN, HERE: '{% work status="draft$0" %}'}).offers
    assert offers is not None
    assert offers.exclusive
    assert {each.label: each.detail for each in offers.items}["done"] == "finished"
    assert min(offers.items, key=lambda each: each.sort_text).label == "ready"


def test_at_most_a_hundred_ids_are_offered(tmp_path: Path) -> None:
    many = {f"plan/work/{number}.md": entity("work", f"WORK-{number:03}") for number in range(100, 250)}
    open_page = open_file(tmp_path, {**many, HERE: body('{% ref "$0" /%}')})
    assert open_page.offers is not None
    assert (len(open_page.labels), open_page.offers.complete) == (100, False)
    assert open_file(tmp_path, {HERE: body('{% ref "WORK-123$0" /%}')}).labels == ["WORK-123"]


def test_an_inserted_id_is_escaped(tmp_path: Path) -> None:
    hostile = '{% milestone name="a\\"b\\\\c" %}\n# T\n{% /milestone %}\n'
    open_page = open_file(tmp_path, {"plan/m.md": hostile, HERE: '{% work milestone="$0" %}'})
    assert open_page.accepted('a"b\\c') == '{% work milestone="a\\"b\\\\c$0" %}'
