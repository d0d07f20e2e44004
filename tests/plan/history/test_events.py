"""Events of commits."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.history.repositories import Repo, ask, kinds
from plan.plans import entity

FILE = "plan/work/W-1.md"


def work(body: str = "", **attributes: str) -> str:
    return entity("work", "W-1", body, **attributes)


def last(plan: Path, repo: Repo, *versions: str) -> dict[str, object]:
    """The event of the last of these versions."""
    for number, text in enumerate(versions):
        repo.commit(f"version {number}", {FILE: text})
    event: dict[str, object] = ask(plan, "W-1")["events"][0]
    return event


def test_events_of_a_plan_in_a_subfolder(tmp_path: Path) -> None:
    """Scenario 52."""
    repo = Repo(tmp_path)
    folder = tmp_path / "packages" / "my app" / "plan"
    name = "packages/my app/plan/work/W-1.md"
    repo.commit("make", {name: work("- [ ] one", status="draft")})
    first = repo.git("rev-parse", "HEAD")
    repo.commit("start", {name: work("- [ ] one", status="ready")}, author="Grace")
    repo.commit("tick", {name: work("- [x] one", status="ready")})
    answer = ask(folder, "W-1")
    assert (answer["id"], answer["truncated"], answer["shallow"]) == ("W-1", False, False)
    assert "warnings" not in answer
    assert "uncommitted" not in answer
    tick, start, make = answer["events"]
    assert make == {
        "kind": "created",
        "id": "W-1",
        "type": "work",
        "file": "work/W-1.md",
        "hash": first,
        "shortHash": first[:7],
        "date": "2026-03-01T12:00:00+00:00",
        "author": "Ada",
        "message": "make",
        "initialAttributes": {"id": "W-1", "status": "draft"},
    }
    assert (start["kind"], start["author"]) == ("attributes", "Grace")
    assert start["attributeChanges"] == [{"field": "status", "from": "draft", "to": "ready"}]
    assert "criteriaChanges" not in start
    assert tick["kind"] == "criteria"
    assert tick["criteriaChanges"] == [{"text": "one", "action": "checked"}]


def test_attributes_are_added_and_removed_in_history(plan: Path, repo: Repo) -> None:
    event = last(plan, repo, work(status="ready", pr="a/b#1"), work(status="ready", released_in="v1.0.0"))
    assert event["attributeChanges"] == [
        {"field": "pr", "from": "a/b#1", "to": None},
        {"field": "released-in", "from": None, "to": "v1.0.0"},
    ]


def test_attributes_and_criteria_of_one_commit_are_one_event(plan: Path, repo: Repo) -> None:
    event = last(plan, repo, work("- [ ] a", status="ready"), work("- [x] a\n\n## Resolution\n\nDone.", status="done"))
    assert event["kind"] == "attributes"
    assert event["criteriaChanges"] == [{"text": "a", "action": "checked"}]
    assert event["resolutionChange"] == "added"


def test_criteria_are_matched_by_text(plan: Path, repo: Repo) -> None:
    event = last(
        plan,
        repo,
        work("- [ ] a\n- [x] b\n- [ ] c\n- [ ] same\n- [ ] same"),
        work("- [x] a\n- [ ] b\n- [x] d\n- [ ] same\n- [x] same"),
    )
    assert event["kind"] == "criteria"
    assert event["criteriaChanges"] == [
        {"text": "a", "action": "checked"},
        {"text": "b", "action": "unchecked"},
        {"text": "c", "action": "removed"},
        {"text": "same", "action": "checked"},
        {"text": "d", "action": "added"},
    ]


@pytest.mark.parametrize(
    ("before", "after", "kind", "change"),
    [
        ("Text.", "Text.\n\n## Resolution\n\nDone.", "resolution", "added"),
        ("## Resolution\n\nDone.", "## Resolution\n\nReally done.", "resolution", "changed"),
        ("## Resolution\n\nDone.", "Text.", "resolution", "removed"),
        ("Text.\n\n## Resolution\n\nDone.", "Other text.\n\n## Resolution\n\nDone.", "content", None),
        ("Text.", "Other text.", "content", None),
        ("```\n- [ ] a\n```", "```\n- [x] a\n## Resolution\n```", "content", None),
    ],
)
def test_changes_of_other_text(plan: Path, repo: Repo, before: str, after: str, kind: str, change: str | None) -> None:
    event = last(plan, repo, work(before), work(after))
    assert (event["kind"], event.get("resolutionChange")) == (kind, change)


def test_the_tag_is_read_wherever_it_is(plan: Path, repo: Repo) -> None:
    body = "\n\n# T\n\n{% /work %}\n"
    event = last(
        plan,
        repo,
        '---\ntitle: x\n---\n\n{% work id="W-1"\n   status="ready" %}' + body,
        '---\ntitle: x\n---\n\n{% work id="W-1"\n   status="done" %}' + body,
    )
    assert event["attributeChanges"] == [{"field": "status", "from": "ready", "to": "done"}]


def test_line_endings_and_byte_order_marks_change_no_attributes(plan: Path, repo: Repo) -> None:
    text = work("- [ ] a\n\n## Resolution\n\nDone.", status="done")
    repo.commit("one", {FILE: text})
    repo.commit("two", {FILE: text.replace("\n", "\r\n")})
    repo.commit("three", {FILE: "\ufeff" + text})
    assert [kind for kind, _, _ in kinds(plan)] == ["created", "content", "content"]


def test_a_new_type_is_an_event(plan: Path, repo: Repo) -> None:
    event = last(plan, repo, entity("work", "W-1", status="x"), entity("bug", "W-1", status="x"))
    assert (event["type"], event["attributeChanges"]) == ("bug", [{"field": "type", "from": "work", "to": "bug"}])


def test_pages_without_an_entity_have_no_events(plan: Path, repo: Repo) -> None:
    repo.commit("notes", {"plan/NOTES.md": "# Notes", "plan/work/a.txt": work(), "src/a.md": work()})
    repo.commit("more", {"plan/NOTES.md": '# Notes\n\n```\n{% work id="X" %}\n```'})
    answer = ask(plan, all=True)
    assert answer["events"] == []
    assert [each["type"] for each in answer["warnings"]] == ["not-committed"]


def test_a_page_that_becomes_an_entity_is_created_then(plan: Path, repo: Repo) -> None:
    repo.commit("note", {FILE: "# Note"})
    repo.commit("entity", {FILE: work()})
    repo.commit("note again", {FILE: "# Note"})
    assert [kind for kind, _, _ in kinds(plan)] == ["created", "removed"]


def test_an_entity_without_an_id_has_a_history_too(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: '{% work status="ready" %}\n{% /work %}\n'})
    [event] = ask(plan)["events"]
    assert (event["id"], event["file"]) == (None, "work/W-1.md")
