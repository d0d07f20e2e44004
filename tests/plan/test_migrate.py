"""`plan migrate`: what it would do, what it does, what it leaves alone."""

from __future__ import annotations

import json
import shlex
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from plan.history.repositories import Repo, fingerprint
from plan.plans import COMMANDS, Buffers, Shell, call, context, entity, write
from refrakt.plugins import Applied, Disk, RefraktError, WorkspaceEdit
from refrakt.plugins.plugin_calls import call_tool
from refrakt_plan.editing.plan_lock import write_lock
from refrakt_plan.plugin import plugin
from refrakt_plan.scanner.plan_scanner import scan


def migrate(root: Path, kind: str, files: Buffers | None = None, **given: Any) -> Any:
    answer = call("migrate", root, {"subcommand": kind, **given}, files)
    jsonschema.validate(answer, COMMANDS["migrate"].output_schema)
    return answer


def names(root: Path) -> list[str]:
    return sorted(path.relative_to(root / "plan").as_posix() for path in (root / "plan").rglob("*.md"))


class Unsaved(Buffers):
    """The files of a project, some of which have changes that only their editor knows."""

    def __init__(self, root: Path, *names: str) -> None:
        super().__init__()
        self._root, self._names = root, {*names}

    def apply(self, changes: WorkspaceEdit, within: Path | None = None) -> Applied:
        if self._names & {*(edit.path for edit in changes.edits), *(old for old, _ in changes.moved)}:
            raise RefraktError("VALIDATION_ERROR", "it has unsaved changes", "Save it first.", exit_code=1)
        return Disk(self._root).apply(changes, within)


# What all of them have in common --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["bogus"], 2),
        ([], 2),
        (["filenames", "--apply", "--dry-run"], 2),
        (["filenames", "--dir", "nowhere"], 2),
        (["filenames", "--git"], 2),
        (["pr-attrs"], 1),
        (["filenames", "--dry-run"], 0),
    ],
)
def test_exit_codes(tmp_path: Path, shell: Shell, words: list[str], code: int) -> None:
    write(tmp_path / "plan", {"a.md": entity("work", "WORK-1")})
    shown = shell("migrate", *words, "--format", "json")
    assert shown.code == code
    assert bool(shown.out) == (code == 0)
    assert bool(shown.err) == (code != 0)


@pytest.mark.parametrize("given", [{}, {"subcommand": "bogus"}, {"subcommand": "filenames", "dir": ".."}])
async def test_invalid_input_is_refused(tmp_path: Path, given: dict[str, Any]) -> None:
    root = write(tmp_path / "project" / "plan", {"a.md": entity("work", "WORK-1")}).parent
    with pytest.raises(RefraktError) as refused:
        await call_tool(plugin, COMMANDS["migrate"], given, context(root))
    assert refused.value.code == "INVALID_ARGS"


@pytest.mark.parametrize("kind", ["filenames", "dependencies"])
def test_a_dry_run_changes_nothing(tmp_path: Path, kind: str) -> None:
    write(tmp_path / "plan", {"a.md": entity("work", "WORK-1", "## Dependencies\n\nnone")})
    before = fingerprint(tmp_path)
    answer = migrate(tmp_path, kind)
    assert (answer["mode"], len(answer["planned"]), answer["applied"]) == ("dry-run", 1, [])
    assert fingerprint(tmp_path) == before


def test_a_concurrent_edit_is_waited_for_and_kept(tmp_path: Path) -> None:
    folder = write(tmp_path / "plan", {"a.md": entity("work", "WORK-001", "## Dependencies")})
    with ThreadPoolExecutor(1) as threads:
        with write_lock(folder):
            migrating = threads.submit(migrate, tmp_path, "dependencies", apply=True)
            with pytest.raises(TimeoutError):
                migrating.result(0.3)
            write(folder, {"a.md": entity("work", "WORK-001", "## Dependencies", status="done")})
        assert migrating.result()["errors"] == []
    assert (folder / "a.md").read_text() == entity("work", "WORK-001", "## Blocked by", status="done")


@pytest.mark.parametrize("kind", ["filenames", "dependencies"])
def test_an_unsaved_file_is_reported_and_the_others_are_migrated(tmp_path: Path, kind: str) -> None:
    texts = {f"{name}.md": entity("work", f"WORK-{name}", "## Dependencies\n\nnone") for name in "123"}
    folder = write(tmp_path / "plan", texts)
    answer = migrate(tmp_path, kind, Unsaved(tmp_path, "plan/2.md"), apply=True)
    assert [each["id"] for each in answer["applied"]] == ["WORK-1", "WORK-3"]
    assert answer["errors"] == [{"file": "2.md", "reason": "it has unsaved changes"}]
    assert answer["exitCode"] == 1
    assert (folder / "2.md").read_text() == texts["2.md"]


# Names of files -------------------------------------------------------------------------------------------------------


def test_files_are_named_after_the_ids_of_their_entities(tmp_path: Path, shell: Shell) -> None:
    write(
        tmp_path / "plan",
        {
            "bugs/crash.md": entity("bug", "BUG-001"),
            "milestones/first.md": entity("milestone", "v1"),
            "work/WORK-001-right.md": entity("work", "WORK-001", "See [it](../bugs/crash.md)."),
            "work/WORK-001-wrong.md": entity("work", "WORK-002"),
            "work/none.md": "{% work %}\n{% /work %}",
            "work/slash.md": entity("work", "a/b"),
        },
    )
    answer = migrate(tmp_path, "filenames")
    planned = [
        {"id": "BUG-001", "from": "bugs/crash.md", "to": "bugs/BUG-001-crash.md"},
        {"id": "WORK-002", "from": "work/WORK-001-wrong.md", "to": "work/WORK-002-wrong.md"},
    ]
    assert answer["scanned"] == 6
    assert answer["planned"] == planned
    assert answer["skipped"] == {"milestones": 1, "alreadyCorrect": 1, "withoutId": 1}
    assert [each["file"] for each in answer["errors"]] == ["work/slash.md"]
    assert answer["links"] == [{"file": "work/WORK-001-right.md", "to": "bugs/crash.md"}]
    shown = shell("migrate", "filenames", "--apply")
    assert shown.code == 1
    assert "bugs/crash.md → bugs/BUG-001-crash.md" in shown.out
    assert names(tmp_path) == [
        "bugs/BUG-001-crash.md",
        "milestones/first.md",
        "work/WORK-001-right.md",
        "work/WORK-002-wrong.md",
        "work/none.md",
        "work/slash.md",
    ]
    assert migrate(tmp_path, "filenames", apply=True)["planned"] == []


def test_no_file_replaces_another(tmp_path: Path) -> None:
    texts = {
        "WORK-001-a.md": "# Somebody's notes",
        "a.md": entity("work", "WORK-001"),
        "x/b.md": entity("work", "WORK-002"),
        "x/WORK-009-b.md": entity("work", "WORK-002"),
    }
    write(tmp_path / "plan", texts)
    assert [each["from"] for each in migrate(tmp_path, "filenames")["planned"]] == ["x/WORK-009-b.md"]
    answer = migrate(tmp_path, "filenames", apply=True)
    assert [each["file"] for each in answer["errors"]] == ["a.md", "x/b.md"]
    assert [each["from"] for each in answer["applied"]] == ["x/WORK-009-b.md"]
    assert (tmp_path / "plan" / "WORK-001-a.md").read_text() == texts["WORK-001-a.md"]
    assert names(tmp_path) == ["WORK-001-a.md", "a.md", "x/WORK-002-b.md", "x/b.md"]


def test_a_dangling_link_is_not_replaced(tmp_path: Path) -> None:
    (write(tmp_path / "plan", {"a.md": entity("work", "WORK-001")}) / "WORK-001-a.md").symlink_to("nowhere")
    result = migrate(tmp_path, "filenames")
    assert (result["planned"], [each["file"] for each in result["errors"]]) == ([], ["a.md"])


def test_a_rename_may_change_case_only(tmp_path: Path) -> None:
    write(tmp_path / "plan", {"work-001-a.md": entity("work", "WORK-001")})
    assert migrate(tmp_path, "filenames", apply=True)["exitCode"] == 0
    assert names(tmp_path) == ["WORK-001-a.md"]


def test_a_buffer_that_was_never_saved_has_no_file_to_rename(tmp_path: Path) -> None:
    files = Buffers()
    files.open(write(tmp_path / "plan", {}) / "new.md", entity("work", "WORK-001"))
    answer = migrate(tmp_path, "filenames", files)
    assert (answer["planned"], [each["file"] for each in answer["errors"]]) == ([], ["new.md"])


def test_only_the_rename_is_staged(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "above")
    root = repo.folder / "project"
    repo.commit(
        "one", {"project/plan/a b.md": entity("work", "WORK-001"), "project/plan/-x.md": entity("bug", "BUG-1")}
    )
    write(root / "plan", {"a b.md": entity("work", "WORK-001", "changed"), "new.md": entity("work", "WORK-002")})
    assert migrate(root, "filenames", apply=True, useGit=True)["errors"] == []
    assert repo.git("diff", "--cached", "--name-status", "-M", "-z").split("\0")[:-1] == [
        "R100",
        "project/plan/-x.md",
        "project/plan/BUG-1--x.md",
        "R100",
        "project/plan/a b.md",
        "project/plan/WORK-001-a b.md",
    ]
    assert repo.git("diff", "--name-only") == "project/plan/WORK-001-a b.md"
    assert repo.git("ls-files", "--others") == "project/plan/WORK-002-new.md"


def test_errors_of_git_are_reported(repo: Repo, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit("one", {"plan/a.md": entity("work", "WORK-001")})
    (repo.folder / ".git" / "index.lock").touch()
    monkeypatch.chdir(repo.folder)
    shown = shell("migrate", "filenames", "--apply", "--git")
    assert shown.code == 1
    assert "a.md → WORK-001-a.md\n\nErrors:\n  plan: changed, but not staged: git failed" in shown.out
    assert (repo.folder / "plan" / "WORK-001-a.md").exists()


def test_the_real_plan_is_as_recorded(tmp_path: Path, shared: Path, shell: Shell) -> None:
    """With the entities made before. A file that begins with its id is right, whatever the id looks like; in the
    recording, one with the id `bad id` would have got it twice."""
    shutil.copytree(shared / "corpus" / "refrakt" / "plan", tmp_path / "plan")
    steps = json.loads((shared / "oracle" / "plan" / "mutations.json").read_text("utf-8"))
    made = [each for each in steps if each["cmd"].startswith("refrakt plan create") and each["exitCode"] == 0]
    for each in made:
        assert shell("create", *shlex.split(each["cmd"])[3:]).code == 0
    recorded = next(each for each in steps if "migrate filenames" in each["cmd"])["json"]
    answer = shell("migrate", "filenames", "--format", "json").json
    assert answer == {
        **recorded,
        "scanned": 688,
        "planned": [],
        "skipped": {"milestones": 28, "alreadyCorrect": 660, "withoutId": 0},
    }


# Dependencies ---------------------------------------------------------------------------------------------------------

OLD = """{% work id="WORK-001" %}\r
\r
# T\r
\r
## dependencies ##\r
\r
- {% ref "WORK-002" /%} must be done first\r
- this one unblocks {% ref "WORK-003" /%}\r
\r
```\r
## Dependencies\r
```\r
\r
## Notes\r
\r
Nothing depends on this.\r
\r
## **Dependencies**\r
\r
- {% ref "WORK-004" /%}\r
\r
{% /work %}"""


def test_headings_get_a_direction_and_other_bytes_are_unchanged(tmp_path: Path, shell: Shell) -> None:
    texts = {
        "a.md": OLD,
        "b.md": entity("bug", "BUG-1", "## Depends on\n\nx"),
        "s.md": entity("spec", "SPEC-1", "## Dependencies\n\nx"),
        "q.md": entity("work", "WORK-9", "> ## Dependencies\n"),
    }
    folder = write(tmp_path / "plan", texts)
    before = scan(folder, Disk()).by_id["WORK-001"].dependencies
    answer = migrate(tmp_path, "dependencies")
    assert answer["planned"] == [
        {"id": "WORK-001", "file": "a.md", "line": 5, "from": "dependencies", "to": "Blocked by"}
    ]
    assert answer["skipped"] == {"otherTypes": 1, "alreadyCorrect": 2}
    assert answer["flagged"] == [
        {"id": "WORK-001", "file": "a.md", "line": 8, "text": '- this one unblocks {% ref "WORK-003" /%}'}
    ]
    assert "a.md:8" in shell("migrate", "dependencies").out
    assert migrate(tmp_path, "dependencies", apply=True)["applied"] == answer["planned"]
    expected = OLD.replace("## dependencies ##", "## Blocked by ##").replace("**Dependencies**", "**Blocked by**")
    assert (folder / "a.md").read_bytes() == expected.encode()
    assert {name: (folder / name).read_text() for name in texts if name != "a.md"} == {
        name: text for name, text in texts.items() if name != "a.md"
    }
    assert scan(folder, Disk()).by_id["WORK-001"].dependencies == before
    assert migrate(tmp_path, "dependencies")["planned"] == []


def test_a_heading_with_markup_is_not_migrated(tmp_path: Path) -> None:
    text = entity("work", "WORK-001", "## Depen*dencies*\n\nSee Dependencies.")
    folder = write(tmp_path / "plan", {"a.md": text})
    answer = migrate(tmp_path, "dependencies", apply=True)
    assert (answer["applied"], [each["file"] for each in answer["errors"]]) == ([], ["a.md"])
    assert (folder / "a.md").read_text() == text


def test_a_byte_order_mark_and_letters_that_grow_do_no_harm(tmp_path: Path) -> None:
    text = entity("work", "WORK-001", "İİİ\n\n## Dependencies\n\nx")
    folder = write(tmp_path / "plan", {})
    (folder / "a.md").write_bytes(b"\xef\xbb\xbf" + text.encode())
    migrate(tmp_path, "dependencies", apply=True)
    assert (folder / "a.md").read_bytes() == b"\xef\xbb\xbf" + text.replace("Dependencies", "Blocked by").encode()


def test_the_order_of_the_real_plan_stays_the_same(tmp_path: Path, shared: Path) -> None:
    real = shared / "corpus" / "refrakt" / "plan" / "work"
    write(tmp_path / "plan", {path.name: path.read_text("utf-8") for path in real.glob("WORK-2[0-3]*.md")})
    before = scan(tmp_path / "plan", Disk()).blockers
    answer = migrate(tmp_path, "dependencies", apply=True)
    assert (len(answer["applied"]), answer["errors"]) == (37, [])
    assert len(before) > 20
    assert scan(tmp_path / "plan", Disk()).blockers == before


def test_edits_are_staged(tmp_path: Path) -> None:
    repo = Repo(tmp_path)
    repo.commit("one", {"plan/a [b].md": entity("work", "WORK-001", "## Dependencies"), "other.txt": "a"})
    write(tmp_path, {"other.txt": "b"})
    assert migrate(tmp_path, "dependencies", apply=True, useGit=True)["exitCode"] == 0
    assert repo.git("diff", "--cached", "--name-only", "-z") == "plan/a [b].md\0"
    assert repo.git("diff", "--name-only") == "other.txt"


# Pull requests --------------------------------------------------------------------------------------------------------


def item(number: int, status: str, type: str = "work", **attributes: str) -> dict[str, str]:
    key = f"{'WORK' if type == 'work' else 'BUG'}-{number}"
    return {f"project/plan/{key}.md": entity(type, key, status=status, **attributes)}


def request(repo: Repo, number: int, *files: dict[str, str], subject: str = "Merge pull request #{} from o/b") -> None:
    """A branch with a commit for each of these, merged."""
    repo.git("switch", "--quiet", "--create", f"branch-{number}")
    for each in files:
        repo.commit("work", each)
    repo.git("switch", "--quiet", "main")
    repo.day += 1
    repo.git("merge", "--quiet", "--no-ff", "-m", subject.format(number), f"branch-{number}")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repository")
    made.git("remote", "add", "origin", "git@example.org:some-org/the.repo.git")
    first = [item(number, "ready") for number in range(1, 8)] + [item(1, "confirmed", "bug")]
    made.commit("begin", {name: text for each in first for name, text in each.items()})
    return made


def test_pull_requests_come_from_merges(repo: Repo, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    root = repo.folder / "project"
    request(repo, 11, item(1, "in-progress"), item(1, "done") | item(1, "fixed", "bug"))
    request(repo, 12, item(2, "done"))
    request(repo, 13, item(2, "ready"), item(2, "done", assignee="x"))
    repo.commit("on the branch itself", item(3, "done"))
    request(repo, 14, item(4, "done"), subject="Merge branch 'x' ({})")
    request(repo, 15, item(5, "done", pr="o/r#1"))
    request(repo, 16, item(6, "cancelled"))
    request(repo, 17, item(8, "done"))
    before = fingerprint(repo.folder)
    answer = migrate(root, "pr-attrs")
    assert answer["planned"] == [
        {"id": "BUG-1", "file": "BUG-1.md", "pr": "some-org/the.repo#11"},
        {"id": "WORK-1", "file": "WORK-1.md", "pr": "some-org/the.repo#11"},
        {"id": "WORK-8", "file": "WORK-8.md", "pr": "some-org/the.repo#17"},
    ]
    prs = ["some-org/the.repo#13", "some-org/the.repo#12"]
    assert answer["ambiguous"] == [{"id": "WORK-2", "file": "WORK-2.md", "prs": prs}]
    assert [each["id"] for each in answer["unresolved"]] == ["WORK-3", "WORK-4"]
    assert answer["skipped"] == {"otherTypes": 0, "unfinished": 2, "alreadyCorrect": 1}
    assert answer["exitCode"] == 0
    assert fingerprint(repo.folder) == before
    monkeypatch.chdir(root)
    shown = shell("migrate", "pr-attrs", "--apply", "--git", "--dir", "plan")
    assert (shown.code, "WORK-8.md: some-org/the.repo#17" in shown.out) == (0, True)
    assert repo.git("diff", "--cached", "--numstat").split() == [
        *("1", "1", "project/plan/BUG-1.md"),
        *("1", "1", "project/plan/WORK-1.md"),
        *("1", "1", "project/plan/WORK-8.md"),
    ]
    assert scan(root / "plan", Disk()).by_id["WORK-8"].attributes["pr"] == "some-org/the.repo#17"
    assert migrate(root, "pr-attrs")["planned"] == []


def test_a_branch_that_merged_the_trunk_has_only_its_own_changes(repo: Repo) -> None:
    repo.git("switch", "--quiet", "--create", "long")
    repo.commit("work", item(1, "done"))
    repo.git("switch", "--quiet", "main")
    request(repo, 21, item(2, "done"))
    repo.commit("on the branch itself", item(3, "done"))
    repo.git("switch", "--quiet", "long")
    repo.merge("main")
    repo.git("switch", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-ff", "-m", "Merge pull request #22 from o/long", "long")
    answer = migrate(repo.folder / "project", "pr-attrs")
    assert {each["id"]: each["pr"].rpartition("#")[2] for each in answer["planned"]} == {"WORK-1": "22", "WORK-2": "21"}
    assert [each["id"] for each in answer["unresolved"]] == ["WORK-3"]


def test_a_file_that_was_renamed_since_keeps_its_pull_request(repo: Repo) -> None:
    request(repo, 31, item(1, "done"))
    repo.git("mv", "project/plan/WORK-1.md", "project/plan/moved.md")
    repo.commit("rename")
    (planned,) = migrate(repo.folder / "project", "pr-attrs")["planned"]
    assert (planned["file"], planned["pr"]) == ("moved.md", "some-org/the.repo#31")


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("https://github.com/org/repo.git", "org/repo"),
        ("https://user:secret@github.com/org/repo/", "org/repo"),
        ("git@github.com:org/repo", "org/repo"),
        ("ssh://git@host:22/org/repo.git", "org/repo"),
        ("", None),
        ("elsewhere", None),
    ],
)
def test_the_remote_names_the_repository_of_pull_requests(repo: Repo, address: str, named: str | None) -> None:
    request(repo, 1, item(1, "done"))
    repo.git("config", "remote.origin.url", address)
    if named is None:
        with pytest.raises(RefraktError) as refused:
            migrate(repo.folder / "project", "pr-attrs")
        assert "origin" in refused.value.message
        return
    assert migrate(repo.folder / "project", "pr-attrs")["planned"][0]["pr"] == f"{named}#1"
