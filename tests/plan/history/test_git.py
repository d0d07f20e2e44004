"""Missing history, unusual repositories and settings, and that git is only read."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from time import monotonic

import pytest

from plan.history.repositories import Repo, ask, fingerprint, kinds, without_git
from plan.plans import entity, write

TEXT = entity("work", "W-1", status="draft")
LATER = entity("work", "W-1", status="ready")


def warned(answer: dict[str, object]) -> list[str]:
    assert answer["events"] == []
    warnings = answer["warnings"]
    assert isinstance(warnings, list)
    return [each["type"] for each in warnings]


def test_without_git_there_is_a_warning(
    tmp_path: Path, repo: Repo, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("make", {"plan/a.md": TEXT})
    monkeypatch.setenv("PATH", without_git(tmp_path / "bin"))
    assert warned(ask(plan)) == warned(ask(plan, "W-1")) == ["no-git"]


def test_outside_of_a_repository_there_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 55."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    plan = write(tmp_path / "plan", {"a.md": TEXT})
    assert warned(ask(plan)) == warned(ask(plan, "W-1")) == ["not-a-repository"]
    assert ask(plan, "W-1")["title"] == "W-1 title"


def test_before_the_first_commit_there_is_a_warning(repo: Repo, plan: Path) -> None:
    write(plan, {"a.md": TEXT})
    assert warned(ask(plan)) == ["no-commits"]
    repo.commit("something else", {".gitignore": "plan"})
    assert warned(ask(plan)) == warned(ask(plan, "W-1")) == ["not-committed"]
    assert ask(plan, "W-1")["uncommitted"] is True


def test_a_repository_that_git_does_not_trust_is_a_warning(
    tmp_path: Path, repo: Repo, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("make", {"plan/a.md": TEXT})
    shim = write(
        tmp_path / "bin", {"git": f'#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {shutil.which("git")} "$@"\n'}
    )
    (shim / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim}{os.pathsep}{os.environ['PATH']}")
    answer = ask(plan)
    assert warned(answer) == ["unsafe-repository"]
    assert "safe.directory" in answer["warnings"][0]["message"]


def test_a_broken_repository_is_a_warning(repo: Repo, plan: Path) -> None:
    repo.commit("make", {"plan/a.md": TEXT})
    for path in (repo.folder / ".git" / "objects").rglob("*"):
        if path.is_file():
            path.unlink()
    answer = ask(plan)
    assert warned(answer) == ["git-failed"]
    assert str(repo.folder) not in answer["warnings"][0]["message"]


def test_a_plan_that_is_in_no_work_tree_is_a_warning(repo: Repo, plan: Path) -> None:
    repo.commit("make", {"plan/a.md": TEXT})
    repo.git("config", "core.bare", "true")
    assert warned(ask(plan)) == warned(ask(repo.folder / ".git")) == ["no-work-tree"]


@pytest.mark.parametrize("command", ["log", "cat-file"])
def test_git_has_a_timeout(
    tmp_path: Path, repo: Repo, plan: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    repo.commit("make", {"plan/a.md": entity("work", command)})
    script = f'#!/bin/sh\ncase " $* " in *" {command} "*) exec sleep 60;; esac\nexec {shutil.which("git")} "$@"\n'
    shim = write(tmp_path / "bin", {"git": script})
    (shim / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr("refrakt_plan.git.command.TIMEOUT_S", 0.5)
    begun = monotonic()
    assert warned(ask(plan)) == ["git-slow"]
    assert monotonic() - begun < 30


def test_a_shallow_clone_is_reported(tmp_path: Path, repo: Repo, plan: Path) -> None:
    repo.commit("make", {"plan/a.md": TEXT})
    repo.commit("start", {"plan/a.md": LATER})
    repo.commit("end", {"plan/a.md": LATER.replace("ready", "done")})
    repo.git("clone", "--quiet", "--depth=1", f"file://{repo.folder}", str(tmp_path / "clone"))
    clone = tmp_path / "clone" / "plan"
    answer = ask(clone, "W-1")
    assert answer["shallow"] is True
    assert [each["kind"] for each in answer["events"]] == ["created"]
    repo.git("-C", str(clone), "fetch", "--quiet", "--depth=2")
    assert len(ask(clone, "W-1")["events"]) == 2
    repo.git("-C", str(clone), "fetch", "--quiet", "--unshallow")
    answer = ask(clone, "W-1")
    assert (answer["shallow"], len(answer["events"])) == (False, 3)


def test_a_partial_clone_fetches_nothing(tmp_path: Path, repo: Repo) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.commit("make", {"plan/a.md": TEXT * 9, "plan/b.md": TEXT})
    repo.commit("start", {"plan/a.md": None, "plan/c.md": TEXT * 9 + "x"})
    repo.commit("go on", {"plan/c.md": LATER})
    clone = tmp_path / "clone"
    repo.git("clone", "--quiet", "--filter=blob:none", f"file://{repo.folder}", str(clone))
    before = fingerprint(clone)
    assert warned(ask(clone / "plan")) == ["missing-contents"]
    assert fingerprint(clone) == before


def test_a_linked_worktree_has_a_history_of_its_own(tmp_path: Path, repo: Repo, plan: Path) -> None:
    repo.commit("make", {"plan/a.md": TEXT})
    repo.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    write(tmp_path / "side" / "plan", {"a.md": LATER})
    repo.git("-C", str(tmp_path / "side"), "commit", "--quiet", "-am", "start")
    assert [kind for kind, _, _ in kinds(tmp_path / "side" / "plan")] == ["created", "attributes"]
    assert [kind for kind, _, _ in kinds(plan)] == ["created"]


def test_a_plan_in_a_submodule_has_the_history_of_the_submodule(tmp_path: Path, repo: Repo) -> None:
    inner = Repo(tmp_path / "inner")
    inner.commit("make", {"plan/a.md": TEXT})
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.folder), "sub")
    repo.commit("add a submodule")
    assert [each["message"] for each in ask(repo.folder / "sub" / "plan")["events"]] == ["make"]
    assert warned(ask(repo.folder)) == ["not-committed"]


def test_a_plan_may_be_the_whole_repository(repo: Repo) -> None:
    repo.commit("make", {"work/a.md": TEXT})
    assert kinds(repo.folder) == [("created", "W-1", "work/a.md")]


def test_a_linked_folder_is_resolved(tmp_path: Path, repo: Repo, plan: Path) -> None:
    repo.commit("make", {"plan/a.md": TEXT})
    (tmp_path / "link").symlink_to(plan)
    assert kinds(tmp_path / "link") == [("created", "W-1", "a.md")]


@pytest.mark.parametrize(
    "name",
    ["with space.md", 'quo"te.md', "new\nline.md", "tab\t.md", "日本.md", ":(glob)*.md", "-option.md", "*.md", ":a.md"],
)
def test_unusual_paths(repo: Repo, name: str) -> None:
    folder = repo.folder / ":(x) pl[a]n *\n"
    write(folder, {name: TEXT})
    write(repo.folder / "plan x", {"b.md": entity("work", "W-2")})
    repo.commit("make")
    write(folder, {name: LATER})
    repo.commit("start")
    assert kinds(folder) == [("created", "W-1", name), ("attributes", "W-1", name)]
    assert "uncommitted" not in ask(folder, "W-1")


def test_a_path_that_is_not_utf8(repo: Repo, plan: Path) -> None:
    plan.mkdir()
    path = os.path.join(os.fsencode(plan), b"caf\xe9.md")
    try:
        Path(os.fsdecode(path)).write_text(TEXT)
    except OSError:
        pytest.skip("this system has no such names")
    repo.commit("make")
    assert kinds(plan) == [("created", "W-1", "caf�.md")]
    assert "uncommitted" not in ask(plan, "W-1")


def test_unusual_messages_and_authors(repo: Repo, plan: Path) -> None:
    repo.commit(":100644 \x1b[31m\x01 ünï\n\nbody", {"plan/a.md": TEXT}, author="Zoë \x02 :x")
    repo.git("commit", "--quiet", "--allow-empty", "--allow-empty-message", "-m", "")
    write(plan, {"a.md": LATER})
    repo.git("commit", "--quiet", "--allow-empty-message", "-am", "")
    later, first = ask(plan)["events"]
    assert (first["message"], first["author"]) == (":100644 \x1b[31m\x01 ünï", "Zoë \x02 :x")
    assert later["message"] == ""


def test_a_commit_without_author_and_date(repo: Repo, plan: Path) -> None:
    repo.commit("make", {"plan/a.md": TEXT})
    write(plan, {"a.md": LATER})
    repo.git("add", "--all")
    commit = (
        f"tree {repo.git('write-tree')}\nparent {repo.git('rev-parse', 'HEAD')}\ncommitter x <y> 1 +0000\n\nstart\n"
    )
    damaged = repo.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", given=commit.encode())
    repo.git("reset", "--quiet", "--hard", damaged)
    event = ask(plan)["events"][0]
    assert (event["kind"], event["message"], event["author"], event["date"]) == ("attributes", "start", "", "")


def test_unusual_contents(repo: Repo, plan: Path) -> None:
    plan.mkdir()
    for content in (b"\xff\xfe" + TEXT.encode("utf-16-le"), TEXT.encode() + b"\xff", b"\0" * 99, b"x" * 5_000_000, b""):
        (plan / "a.md").write_bytes(content)
        repo.commit("change")
    write(plan, {"a.md": LATER})
    repo.commit("mend")
    assert [kind for kind, _, _ in kinds(plan)] == ["created", "removed", "created"]


def test_settings_of_the_repository_change_nothing(tmp_path: Path, repo: Repo, plan: Path) -> None:
    ran = tmp_path / "ran"
    trap = write(tmp_path, {"trap": f"#!/bin/sh\ntouch {ran}\n"}) / "trap"
    trap.chmod(0o755)
    repo.commit("make", {"plan/a.md": TEXT, "other/b.md": TEXT, ".gitattributes": "*.md diff=trap filter=trap"})
    repo.git("mv", "plan/a.md", "plan/c.md")
    repo.commit("start", {"plan/c.md": LATER}, author="Zoë")
    expected = kinds(plan)
    for name, value in {
        "core.pager": str(trap),
        "core.fsmonitor": str(trap),
        "core.quotePath": "true",
        "diff.external": str(trap),
        "diff.trap.textconv": str(trap),
        "diff.trap.command": str(trap),
        "filter.trap.smudge": str(trap),
        "filter.trap.clean": str(trap),
        "gpg.program": str(trap),
        "diff.relative": "true",
        "diff.renames": "false",
        "diff.noprefix": "true",
        "log.follow": "true",
        "log.showRoot": "false",
        "log.showSignature": "true",
        "log.decorate": "full",
        "log.abbrevCommit": "true",
        "log.diffMerges": "separate",
        "format.pretty": "oneline",
        "color.ui": "always",
        "i18n.logOutputEncoding": "latin1",
    }.items():
        repo.git("config", name, value)
    write(plan, {"c.md": LATER + "x"})
    ran.unlink(missing_ok=True)
    repo.commit("make it anew", {"plan/d.md": entity("work", "W-2")})
    repo.git("config", "diff.orderFile", "missing")
    ran.unlink(missing_ok=True)
    assert kinds(plan)[: len(expected)] == expected
    assert ask(plan, author="zoë")["events"]
    assert not ran.exists()


def test_following_one_file_by_default_changes_nothing(repo: Repo, plan: Path) -> None:
    """With it, git reports parents that it omits."""
    repo.commit("make", {"plan/a.md": entity("work", "W-1", status="ready")})
    repo.commit("something else", {"b.txt": "b"})
    repo.commit("finish", {"plan/a.md": entity("work", "W-1", status="done")})
    repo.git("config", "log.follow", "true")
    assert [each["kind"] for each in ask(plan)["events"]] == ["attributes", "created"]


def test_variables_of_another_command_change_nothing(
    tmp_path: Path, repo: Repo, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("make", {"plan/a.md": TEXT})
    other = Repo(tmp_path / "other")
    for name in ("GIT_DIR", "GIT_COMMON_DIR"):
        monkeypatch.setenv(name, str(other.folder / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.folder))
    assert kinds(plan) == [("created", "W-1", "a.md")]


def test_no_file_is_written(repo: Repo, plan: Path) -> None:
    repo.commit("make", {"plan/a.md": TEXT, "docs/b.md": entity("work", "W-2")})
    repo.commit("move", {"docs/b.md": None, "plan/b.md": entity("work", "W-2")})
    # The index believes that this file may have changed, and would be refreshed by a command that cares.
    os.utime(plan / "a.md", ns=(1, 1))
    before = fingerprint(repo.folder)
    ask(plan, "W-1")
    ask(plan, all=True, limit=100)
    assert fingerprint(repo.folder) == before
