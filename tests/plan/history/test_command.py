"""`plan history` for people and for agents."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from plan.history.repositories import Repo, ask
from plan.plans import COMMANDS, Buffers, Shell, call, entity, write
from refrakt.plugins import RefraktError


@pytest.fixture
def made(shell: Shell, tmp_path: Path) -> Repo:
    """The shell's own folder as a repository with three commits."""
    repo = Repo(tmp_path)
    work, spec = entity("work", "W-1", "- [ ] a\n- [ ] b", status="ready"), entity("spec", "S-1", status="draft")
    repo.commit("Make a plan", {"plan/w.md": work, "plan/s.md": spec})
    repo.commit("Words", {"plan/w.md": work.replace("title", "Login")})
    done = work.replace("title", "Login").replace("ready", "done").replace("[ ]", "[x]")
    repo.commit("Finish\x1b[2J the login", {"plan/w.md": done, "plan/s.md": spec.replace("draft", "accepted")})
    return repo


def test_everything_is_shown_by_commit(shell: Shell, made: Repo) -> None:
    shown = shell("history", "--limit", "1")
    assert (shown.code, shown.err) == (0, "")
    hash = made.git("rev-parse", "HEAD")[:7]
    assert shown.out == (
        f"2026-03-03  {hash}  Finish�[2J the login  (Ada)\n"
        "  S-1  status draft → accepted\n"
        "  W-1  status ready → done; 2 criteria checked\n"
        "\n"
        "There are more events; raise `--limit` to see them.\n"
    )


def test_one_entity_is_shown_by_event(shell: Shell, made: Repo) -> None:
    first, second, third = made.git("log", "--format=%h", "--reverse", "--abbrev=7").split()
    shown = shell("history", "W-1")
    assert shown.out == (
        "W-1  W-1 Login\n"
        "\n"
        f"2026-03-03  status ready → done; 2 criteria checked  (Ada, {third})\n"
        f"2026-03-02  text changed  (Ada, {second})\n"
        f"2026-03-01  created, ready  (Ada, {first})\n"
    )


def test_json_is_flat_and_counts_events(shell: Shell, made: Repo) -> None:
    answer = shell("history", "--format=json", "--limit=1").json
    assert sorted(answer) == ["events", "shallow", "truncated"]
    assert [each["id"] for each in answer["events"]] == ["S-1"]
    assert answer["truncated"] is True


def test_every_switch_reaches_the_question(shell: Shell, made: Repo) -> None:
    def count(*words: str) -> int:
        return len(shell("history", "--format", "json", *words).json["events"])

    assert count() == 4
    assert count("--all") == 5
    assert count("--type", "spec") == 2
    assert count("--status=done") == 1
    assert count("--author", "nobody") == 0
    assert count("--since", "2026-03-02") == 2
    assert count("W-1", "--since=2026-03-03") == 1
    assert "no events" in shell("history", "--author", "nobody").out


@pytest.mark.parametrize(
    "words", [["--limit", "0"], ["--limit", "x"], ["--since", "soon"], ["--type", "task"], ["a", "b"]]
)
def test_invalid_arguments_are_refused(shell: Shell, made: Repo, words: list[str]) -> None:
    shown = shell("history", "--format", "json", *words)
    assert (shown.code, shown.out) == (2, "")
    assert json.loads(shown.err)["errorCode"] == "INVALID_ARGS"


def test_an_unknown_id_is_refused_with_a_similar_one(shell: Shell, made: Repo) -> None:
    made.commit("Remove", {"plan/s.md": None})
    shown = shell("history", "S-11", "--format=json")
    assert (shown.code, shown.out) == (1, "")
    error = json.loads(shown.err)
    assert error["errorCode"] == "NOT_FOUND"
    assert "'S-1'" in error["error"]
    with pytest.raises(RefraktError) as refused:
        call("history", made.folder, {"id": "NOPE"})
    assert refused.value.code == "NOT_FOUND"
    assert shell("history", "S-1").code == 0


def test_an_unknown_id_is_refused_without_git_too(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    write(tmp_path / "plan", {"a.md": entity("work", "W-1")})
    assert shell("history", "W-2").code == 1
    shown = shell("history", "W-1")
    assert shown.code == 0
    assert "not in a git repository" in shown.out


def test_a_missing_plan_is_an_error(shell: Shell) -> None:
    shown = shell("history", "--format=json")
    assert (shown.code, shown.out, json.loads(shown.err)["errorCode"]) == (2, "", "PLAN_DIR_MISSING")


def test_uncommitted_changes_are_reported(shell: Shell, made: Repo) -> None:
    assert "uncommitted" not in shell("history", "W-1", "--format=json").json
    path = made.folder / "plan" / "w.md"
    committed = path.read_bytes()
    path.write_bytes(committed.replace(b"\n", b"\r\n"))
    assert "uncommitted" not in ask(made.folder / "plan", "W-1")
    write(made.folder / "plan", {"w.md": entity("work", "W-1"), "new.md": entity("bug", "B-1")})
    assert ask(made.folder / "plan", "W-1")["uncommitted"] is True
    assert ask(made.folder / "plan", "B-1") == {
        "id": "B-1",
        "title": "B-1 title",
        "uncommitted": True,
        "events": [],
        "truncated": False,
        "shallow": False,
    }
    assert "uncommitted" in shell("history", "B-1").out
    path.write_bytes(committed)
    buffers = Buffers()
    buffers.open(path.resolve(), committed.decode() + "typed")
    assert call("history", made.folder, {"id": "W-1"}, buffers)["uncommitted"] is True
    path.unlink()
    assert ask(made.folder / "plan", "W-1")["uncommitted"] is True


def test_agents_get_more_of_everything_and_commits_on_demand(made: Repo) -> None:
    for number in range(60):
        write(made.folder / "plan", {f"{number}.md": entity("bug", f"B-{number}")})
    made.commit("Many")
    assert len(call("history", made.folder)["events"]) == 50
    assert len(call("history", made.folder, {"limit": 2})["events"]) == 2
    grouped = call("history", made.folder, {"group": "commit", "limit": 1, "since": "2026-01-01", "type": "bug"})
    assert [len(each["entities"]) for each in grouped["commits"]] == [60]
    assert (len(grouped["events"]), grouped["truncated"]) == (60, False)
    with pytest.raises(RefraktError, match="outside the project"):
        call("history", made.folder, {"dir": ".."})


@pytest.mark.parametrize("given", [{}, {"group": "commit"}])
def test_the_result_for_agents_is_limited_with_a_note(made: Repo, given: dict[str, object]) -> None:
    boxes = [f"- [ ] {number} {'and so on ' * 9}" for number in range(600)]
    for text in ("", "\n".join(boxes), "\n".join(boxes).replace("[ ]", "[x]")):
        write(made.folder / "plan", {f"{number}.md": entity("bug", f"B-{number}", text) for number in range(3)})
        made.commit("Boxes")
    answer = call("history", made.folder, given)
    assert 0 < len(json.dumps(answer, indent=2)) < 90_000 + len(json.dumps(answer["events"][0], indent=2))
    assert (len(answer["events"]), answer["truncated"]) == (1, True)
    assert len(ask(made.folder / "plan")["events"]) == 13


@pytest.mark.parametrize("given", [{}, {"id": "W-1"}, {"group": "commit", "all": True}])
def test_results_match_the_schema(made: Repo, given: dict[str, object], tmp_path: Path) -> None:
    command = COMMANDS["history"]
    assert (command.read_only, command.open_world) == (True, False)
    schema = command.output_schema
    assert schema is not None
    jsonschema.validate(call("history", made.folder, given), schema)
    (tmp_path / ".git").rename(tmp_path / "gone")
    jsonschema.validate(call("history", made.folder, given), schema)
