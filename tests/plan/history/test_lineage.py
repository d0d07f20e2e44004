"""The lineage of an entity: renames, moves, new ids, deletions."""

from __future__ import annotations

from pathlib import Path

from plan.history.repositories import Repo, ask, kinds
from plan.plans import entity

PROSE = "".join(f"Sentence number {number} is about something.\n" for number in range(30))


def work(id: str, body: str = PROSE, **attributes: str) -> str:
    return entity("work", id, body, **attributes)


def titled(id: str, title: str, body: str = PROSE) -> str:
    return work(id, body).replace(f"# {id} title", f"# {title}")


def test_a_renamed_file_keeps_its_history(plan: Path, repo: Repo) -> None:
    """Scenario 55."""
    repo.commit("make", {"plan/work/a.md": work("W-1", status="draft")})
    repo.commit("rename", {"plan/work/a.md": None, "plan/done/b.md": work("W-1", status="draft")})
    repo.commit("done", {"plan/done/b.md": work("W-1", status="done")})
    assert kinds(plan, "W-1") == [("created", "W-1", "work/a.md"), ("attributes", "W-1", "done/b.md")]


def test_a_file_that_was_renamed_and_rewritten_is_known_by_its_id(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/a.md": work("W-1", "Short.", status="draft"), "plan/b.md": work("W-2", "Short.")})
    repo.commit(
        "rewrite",
        {"plan/a.md": None, "plan/b.md": None, "plan/c.md": work("W-2", "X\n" * 90), "plan/d.md": work("W-1")},
    )
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md"), ("attributes", "W-1", "d.md")]
    assert kinds(plan, "W-2") == [("created", "W-2", "b.md"), ("content", "W-2", "c.md")]


def test_a_file_moved_into_the_plan_keeps_its_history(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"notes/first.md": work("W-1", status="draft"), "notes/other.md": work("W-9")})
    repo.commit("move", {"notes/first.md": None, "docs/todo.md": work("W-1", status="ready")})
    repo.commit("work", {"docs/todo.md": work("W-1", status="in-progress"), "notes/other.md": work("W-9", "x")})
    repo.commit("move in", {"docs/todo.md": None, "plan/a.md": work("W-1", status="in-progress")})
    repo.commit("done", {"plan/a.md": work("W-1", status="done")})
    assert kinds(plan) == [
        ("created", "W-1", "../notes/first.md"),
        ("attributes", "W-1", "../docs/todo.md"),
        ("attributes", "W-1", "../docs/todo.md"),
        ("attributes", "W-1", "a.md"),
    ]


def test_a_plan_folder_may_move_as_a_whole(plan: Path, repo: Repo) -> None:
    names = [f"W-{number}" for number in range(70)]
    repo.commit("make", {f"old/plan/{name}.md": work(name, name, status="draft") for name in names})
    repo.commit("go on", {"old/plan/W-5.md": work("W-5", "W-5", status="ready")})
    repo.git("mv", "old/plan", "plan")
    repo.commit("move")
    assert kinds(plan, "W-5") == [("created", "W-5", "../old/plan/W-5.md"), ("attributes", "W-5", "../old/plan/W-5.md")]
    assert len(kinds(plan)) == 71


def test_a_file_that_leaves_the_plan_is_removed_and_may_return(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/a.md": work("W-1", status="draft")})
    repo.commit("away", {"plan/a.md": None, "archive/a.md": work("W-1", status="draft")})
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md"), ("removed", "W-1", "a.md")]
    repo.commit("back", {"archive/a.md": None, "plan/a.md": work("W-1", status="ready")})
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md"), ("attributes", "W-1", "a.md")]


def test_a_file_that_moves_back_out_is_removed(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"notes.md": work("W-1", status="draft"), "plan/b.md": work("W-2")})
    repo.commit("in", {"notes.md": None, "plan/a.md": work("W-1", status="draft")})
    repo.commit("out", {"plan/a.md": None, "notes.md": work("W-1", status="draft")})
    repo.commit("change", {"notes.md": work("W-1", status="done")})
    assert kinds(plan, "W-1") == [("created", "W-1", "../notes.md"), ("removed", "W-1", "a.md")]
    repo.commit("delete", {"notes.md": None})
    assert kinds(plan, "W-1") == [("created", "W-1", "../notes.md"), ("removed", "W-1", "a.md")]


def test_a_deleted_entity_is_found_by_its_id(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/a.md": work("W-1"), "plan/b.md": work("W-2")})
    repo.commit("delete", {"plan/a.md": None})
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md"), ("removed", "W-1", "a.md")]


def test_a_recreated_entity_has_both_histories(plan: Path, repo: Repo) -> None:
    text = work("W-1")
    for files in ({"plan/a.md": text}, {"plan/a.md": None}, {"plan/a.md": text}, {"plan/a.md": work("W-1", "x")}):
        repo.commit("change", files)
    assert [kind for kind, _, _ in kinds(plan, "W-1")] == ["created", "removed", "created", "content"]


def test_an_entity_with_a_new_id_keeps_its_history(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/W-5.md": titled("W-5", "Login")})
    repo.commit("renumber", {"plan/W-5.md": None, "plan/W-7.md": titled("W-7", "Login")})
    repo.commit("another", {"plan/W-9.md": titled("W-9", "Logout")})
    assert kinds(plan, "W-7") == [("created", "W-5", "W-5.md"), ("attributes", "W-7", "W-7.md")]
    assert ask(plan, "W-7")["events"][0]["attributeChanges"] == [{"field": "id", "from": "W-5", "to": "W-7"}]
    # No other entity has the old id, so it still leads there; then another one has.
    assert kinds(plan, "W-5") == kinds(plan, "W-7")
    repo.commit("reuse", {"plan/W-5.md": titled("W-5", "Search")})
    assert kinds(plan, "W-5") == [("created", "W-5", "W-5.md")]


def test_similar_entities_are_distinguished(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/W-1.md": titled("W-1", "Login")})
    repo.commit("exchange", {"plan/W-1.md": None, "plan/W-2.md": titled("W-2", "Logout")})
    assert kinds(plan, "W-2") == [("created", "W-2", "W-2.md")]
    assert [kind for kind, _, _ in kinds(plan, "W-1")] == ["created", "removed"]


def test_two_files_that_swap_ids_keep_their_histories(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/a.md": titled("W-1", "Login"), "plan/b.md": titled("W-2", "Logout")})
    repo.commit("swap", {"plan/a.md": titled("W-2", "Login"), "plan/b.md": titled("W-1", "Logout")})
    assert kinds(plan, "W-2") == [("created", "W-1", "a.md"), ("attributes", "W-2", "a.md")]
    assert kinds(plan, "W-1") == [("created", "W-2", "b.md"), ("attributes", "W-1", "b.md")]


def test_two_files_that_swap_their_names_are_known_by_their_ids(plan: Path, repo: Repo) -> None:
    login, logout = titled("W-1", "Login"), titled("W-2", "Logout")
    repo.commit("make", {"plan/a.md": login, "plan/b.md": logout})
    repo.commit("swap", {"plan/a.md": logout, "plan/b.md": login})
    assert kinds(plan) == [("created", "W-1", "a.md"), ("created", "W-2", "b.md")]
    repo.commit("change", {"plan/b.md": login + "\n"})
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md"), ("content", "W-1", "b.md")]
    assert "uncommitted" not in ask(plan, "W-1")


def test_an_entity_follows_its_id_to_a_new_file(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/a.md": titled("W-1", "Login")})
    repo.commit("make room", {"plan/a.md": titled("W-2", "Logout"), "plan/b.md": titled("W-1", "Login", "x")})
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md"), ("content", "W-1", "b.md")]
    assert kinds(plan, "W-2") == [("created", "W-2", "a.md")]


def test_a_deleted_entity_is_reported_even_if_its_path_is_reused(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/a.md": titled("W-1", "Login"), "plan/b.md": titled("W-2", "Logout")})
    repo.commit("replace", {"plan/a.md": titled("W-2", "Logout", "x"), "plan/b.md": None})
    repo.commit("go on", {"plan/a.md": titled("W-2", "Logout", "y")})
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md"), ("removed", "W-1", "a.md")]
    assert kinds(plan, "W-2") == [("created", "W-2", "b.md"), ("content", "W-2", "a.md"), ("content", "W-2", "a.md")]


def test_two_files_with_one_id_both_have_events(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/a.md": work("W-1"), "plan/b.md": work("W-1", "other")})
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md"), ("created", "W-1", "b.md")]
    repo.git("mv", "plan/a.md", "plan/d.md")
    repo.git("mv", "plan/b.md", "plan/c.md")
    repo.commit("rename")
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md"), ("created", "W-1", "b.md")]


def test_renames_and_mode_changes_are_not_events(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/a.md": work("W-1")})
    repo.git("mv", "plan/a.md", "plan/b.md")
    repo.commit("rename")
    (plan / "b.md").chmod(0o755)
    repo.commit("mode")
    assert kinds(plan, "W-1") == [("created", "W-1", "a.md")]


def test_links_are_not_followed(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"elsewhere.md": work("W-1"), "plan/b.md": work("W-2")})
    (plan / "a.md").symlink_to("../elsewhere.md")
    (plan / "b.md").unlink()
    (plan / "b.md").symlink_to("../elsewhere.md")
    repo.commit("link")
    assert kinds(plan) == [("created", "W-2", "b.md"), ("removed", "W-2", "b.md")]


def test_a_copy_is_another_entity(plan: Path, repo: Repo) -> None:
    repo.commit("make", {"plan/a.md": work("W-1")})
    repo.git("mv", "plan/a.md", "plan/b.md")
    repo.commit("rename")
    repo.commit("put back", {"plan/a.md": work("W-1")})
    assert kinds(plan) == [("created", "W-1", "a.md"), ("created", "W-1", "a.md")]
