"""Branches and merges: every change is reported once, for the commit that made it."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.history.repositories import Repo, ask, kinds
from plan.plans import entity

FILE = "plan/a.md"
BOXES = "- [ ] first\n\n" + "Prose between.\n" * 9 + "\n- [ ] second"


def work(body: str = BOXES, **attributes: str) -> str:
    return entity("work", "W-1", body, **attributes)


def branch(repo: Repo, name: str, message: str, files: dict[str, str | None]) -> None:
    """A commit on a branch of its own; ends on main."""
    repo.git("checkout", "--quiet", "-b", name)
    repo.commit(message, files)
    repo.git("checkout", "--quiet", "main")


def events_of(plan: Path) -> list[tuple[str, str]]:
    return [(each["kind"], each["message"]) for each in reversed(ask(plan, "W-1")["events"])]


def test_a_merge_does_not_repeat_events_of_its_branches(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: work(status="draft")})
    branch(repo, "side", "tick second", {FILE: work(BOXES.replace("[ ] second", "[x] second"), status="draft")})
    repo.commit("start", {FILE: work(status="ready")})
    repo.merge("side")
    assert (plan / "a.md").read_text() == work(BOXES.replace("[ ] second", "[x] second"), status="ready")
    assert events_of(plan) == [("created", "make"), ("criteria", "tick second"), ("attributes", "start")]


def test_a_merge_has_events_for_its_own_changes(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: work(status="draft", priority="low")})
    branch(repo, "side", "side", {FILE: work(status="ready", priority="low")})
    repo.commit("main", {FILE: work(status="review", priority="low")})
    repo.merge("side", {FILE: work(BOXES.replace("[ ] first", "[x] first"), status="done", priority="low")})
    event = ask(plan, "W-1")["events"][0]
    assert event["message"] == "merge side"
    assert event["attributeChanges"] == [{"field": "status", "from": "review", "to": "done"}]
    assert event["criteriaChanges"] == [{"text": "first", "action": "checked"}]


def test_a_value_that_one_side_had_is_not_the_merges_own(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: work(status="draft", priority="low")})
    branch(repo, "side", "side", {FILE: work(status="ready", priority="low")})
    repo.commit("main", {FILE: work(status="draft", priority="high")})
    repo.merge("side", {FILE: work(status="ready", priority="high")})
    assert events_of(plan) == [("created", "make"), ("attributes", "side"), ("attributes", "main")]


def test_files_added_or_deleted_by_a_merge_have_events(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/b.md": entity("spec", "S-1"), FILE: work()})
    branch(repo, "side", "side", {"plan/b.md": entity("spec", "S-1", "x"), FILE: work("side")})
    repo.commit("main", {FILE: work("main")})
    repo.git("merge", "--quiet", "--no-commit", "-s", "ours", "side")
    (plan / "a.md").unlink()
    repo.commit("merge", {"plan/c.md": entity("bug", "B-1")})
    assert ("removed", "W-1", "a.md") in kinds(plan)
    assert ("created", "B-1", "c.md") in kinds(plan)


def test_a_branch_that_renamed_and_one_that_changed_meet(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: work(status="draft")})
    branch(repo, "side", "tick", {FILE: work(BOXES.replace("[ ] second", "[x] second"), status="draft")})
    repo.git("mv", FILE, "plan/b.md")
    repo.commit("rename", {"plan/b.md": work(status="ready")})
    repo.merge("side")
    repo.commit("done", {"plan/b.md": work(status="done")})
    assert kinds(plan, "W-1") == [
        ("created", "W-1", "a.md"),
        ("criteria", "W-1", "a.md"),
        ("attributes", "W-1", "b.md"),
        ("attributes", "W-1", "b.md"),
    ]


def test_an_entity_that_two_branches_added_alike_was_created_once(plan: Path, repo: Repo) -> None:
    repo.commit("begin", {"plan/b.md": entity("spec", "S-1")})
    branch(repo, "side", "make", {FILE: work(), "plan/b.md": entity("spec", "S-1", "x")})
    repo.commit("picked", {FILE: work(), "plan/c.md": entity("spec", "S-2")})
    repo.merge("side")
    assert [kind for kind, _ in events_of(plan)] == ["created"]


def test_a_discarded_branch_has_no_events(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: work(status="draft")})
    branch(repo, "side", "side", {FILE: work(status="done")})
    repo.commit("code", {"src.txt": "x"})
    repo.merge("side", None, "-s", "ours")
    assert events_of(plan) == [("created", "make")]


@pytest.mark.parametrize(("winner", "status"), [("main", "review"), ("side", "ready")])
def test_a_conflict_that_one_side_won_leaves_nothing_of_the_other(
    plan: Path, repo: Repo, winner: str, status: str
) -> None:
    specs = {f"plan/{number}.md": entity("spec", f"S-{number}") for number in range(2)}
    repo.commit("make", {FILE: work(status="draft"), **specs})
    repo.git("branch", "side")
    repo.commit("main", {FILE: work(status="review"), "plan/0.md": entity("spec", "S-0", "x")})
    repo.git("checkout", "--quiet", "side")
    repo.commit("side", {FILE: work(status="ready"), "plan/1.md": entity("spec", "S-1", "x")})
    repo.git("checkout", "--quiet", "main")
    repo.merge("side", {FILE: work(status=status), "plan/1.md": entity("spec", "S-1", "x")})
    assert events_of(plan) == [("created", "make"), ("attributes", winner)]
    assert [len(kinds(plan, each)) for each in ("S-0", "S-1")] == [2, 2]


def test_a_file_kept_by_the_merge_was_not_removed(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: work(status="draft"), "plan/b.md": entity("spec", "S-1")})
    repo.git("branch", "side")
    repo.commit("main", {FILE: work(status="review")})
    repo.git("checkout", "--quiet", "side")
    repo.commit("side", {FILE: None, "plan/b.md": entity("spec", "S-1", "x")})
    repo.git("checkout", "--quiet", "main")
    repo.merge("side", {"plan/b.md": entity("spec", "S-1", "x")})
    assert events_of(plan) == [("created", "make"), ("attributes", "main")]
    repo.commit("done", {FILE: work(status="done")})
    assert events_of(plan)[2:] == [("attributes", "done")]


def test_a_file_dropped_by_the_merge_was_removed_by_it(plan: Path, repo: Repo) -> None:
    repo.commit("begin", {"plan/b.md": entity("spec", "S-1")})
    branch(repo, "side", "side", {"plan/b.md": entity("spec", "S-1", "x")})
    repo.commit("make", {FILE: work(), "plan/c.md": entity("spec", "S-2")})
    repo.git("merge", "--quiet", "--no-commit", "side")
    repo.commit("merge side", {FILE: None})
    assert events_of(plan) == [("created", "make"), ("removed", "merge side")]


def test_renames_on_both_sides_of_a_merge(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: work(status="draft", priority="low")})
    repo.git("branch", "side")
    repo.commit("main", {FILE: None, "plan/m.md": work(status="ready", priority="low")})
    repo.git("checkout", "--quiet", "side")
    repo.commit("side", {FILE: None, "plan/s.md": work(status="draft", priority="high")})
    repo.git("checkout", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-commit", "-s", "ours", "side")
    repo.commit("merge side", {"plan/m.md": None, "plan/n.md": work(status="ready", priority="high")})
    assert events_of(plan) == [("created", "make"), ("attributes", "main"), ("attributes", "side")]


def test_several_branches_at_once(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: work(), "plan/b.md": entity("spec", "S-1")})
    for name in ("one", "two", "three"):
        branch(repo, name, name, {f"plan/{name}.md": entity("bug", name)})
    repo.git("merge", "--quiet", "-m", "octopus", "one", "two", "three")
    assert [id for _, id, _ in kinds(plan)].count("two") == 1
    assert len(kinds(plan)) == 5


def test_of_commits_in_the_same_second_the_later_one_is_first(plan: Path, repo: Repo) -> None:
    date = "2026-03-01T12:00:00+0000"
    for status in ("draft", "ready", "done"):
        repo.commit(status, {FILE: work(status=status)}, date=date)
    assert [each["message"] for each in ask(plan, "W-1")["events"]] == ["done", "ready", "draft"]
    repo.commit("earlier", {FILE: work(status="review")}, date="2020-01-01T00:00:00+0000")
    assert ask(plan)["events"][0]["message"] == "earlier"


def test_a_change_on_a_branch_belongs_to_the_entity_the_file_held_there(plan: Path, repo: Repo) -> None:
    repo.commit("make", {FILE: work(status="draft")})
    repo.git("branch", "side")
    repo.git("mv", FILE, "plan/b.md")
    repo.commit("move")
    repo.commit("reuse", {FILE: entity("work", "W-2", "Something else.")})
    repo.git("checkout", "--quiet", "side")
    repo.commit("start", {FILE: work(status="ready")})
    repo.git("checkout", "--quiet", "main")
    repo.merge("side", {"plan/b.md": work(status="ready")})
    assert events_of(plan)[:2] == [("created", "make"), ("attributes", "start")]
    assert kinds(plan, "W-2") == [("created", "W-2", "a.md")]
