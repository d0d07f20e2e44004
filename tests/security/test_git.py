"""Git runs no program of the repository's choosing, reads no other repository, and stages exactly the bytes it should."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from plan.history.repositories import Repo, ask, kinds
from plan.plans import call, entity, write

OLD = entity("work", "WORK-001", "## Dependencies\n\nnone", status="ready")
NEW = OLD.replace("Dependencies", "Blocked by")


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GLOBAL", "SYSTEM"):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", os.devnull)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repository")


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    """A file that exists if a program of the repository was run."""
    return tmp_path / "canary"


def trap(folder: Path, canary: Path, name: str = "trap") -> Path:
    """A program that leaves the canary and otherwise behaves like `cat`."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\ntouch {canary}\nexec cat\n")
    path.chmod(0o755)
    return path


def migrate(root: Path, kind: str = "dependencies") -> Any:
    return call("migrate", root, {"subcommand": kind, "apply": True, "useGit": True})


def staged(repo: Repo) -> list[str]:
    return repo.git("diff", "--cached", "--name-only", "-z").split("\0")[:-1]


def blob(repo: Repo, name: str) -> bytes:
    """The content of a file in the index."""
    return repo.git("cat-file", "blob", f":{name}").encode()


def make_bare(folder: Path, config: str) -> None:
    """A folder that git treats as a bare repository. All of it can be committed and cloned."""
    write(folder, {"HEAD": "ref: refs/heads/main\n", "config": config, "objects/keep": "", "refs/keep": ""})


def hostile_clone(tmp_path: Path, canary: Path) -> Repo:
    origin = Repo(tmp_path / "origin")
    make_bare(
        origin.folder / "plan",
        "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n"
        f'[filter "x"]\n\tclean = {trap(tmp_path, canary)}\n'
        f"[core]\n\tfsmonitor = {trap(tmp_path, canary)}\n",
    )
    origin.commit(
        "make", {"plan/work/a.md": OLD, ".gitattributes": "*.md filter=x\n", "plan/.gitattributes": "*.md filter=x\n"}
    )
    origin.git("clone", "--quiet", str(origin.folder), str(tmp_path / "clone"))
    clone = Repo(tmp_path / "clone")
    canary.unlink(missing_ok=True)
    return clone


# A plan that is a bare repository -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["dependencies", "filenames"])
def test_a_bare_repository_in_the_plan_is_never_used(tmp_path: Path, canary: Path, kind: str) -> None:
    clone = hostile_clone(tmp_path, canary)
    answer = migrate(clone.folder, kind)
    assert not canary.exists()
    assert len(answer["applied"]) == 1
    assert kinds(clone.folder / "plan") == [("created", "WORK-001", "work/a.md")]
    assert not canary.exists()


def test_an_old_git_without_safe_bare_repository_is_safe(
    tmp_path: Path, canary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = hostile_clone(tmp_path, canary)
    shim = write(
        tmp_path / "bin",
        {
            "git": f"#!{sys.executable}\nimport os, sys\n"
            "words = [each for each in sys.argv[1:] if each != 'safe.bareRepository=explicit']\n"
            "words = [each for place, each in enumerate(words) if words[place:place + 2] != ['-c', '-c']]\n"
            f"os.execv({shutil.which('git')!r}, ['git', *words])\n"
        },
    )
    (shim / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim}{os.pathsep}{os.environ['PATH']}")
    assert len(migrate(clone.folder)["applied"]) == 1
    assert len(kinds(clone.folder / "plan")) == 1
    assert not canary.exists()


def test_a_bare_repository_outside_of_any_work_tree_has_no_history(
    tmp_path: Path, canary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    write(tmp_path / "project" / "plan", {"a.md": OLD})
    make_bare(tmp_path / "project" / "plan", f"[core]\n\tfsmonitor = {trap(tmp_path, canary)}\n\tworktree = .\n")
    make_bare(tmp_path / "project", f"[core]\n\tfsmonitor = {trap(tmp_path, canary)}\n\tworktree = .\n")
    assert [each["type"] for each in ask(tmp_path / "project" / "plan")["warnings"]] == ["not-a-repository"]
    assert not canary.exists()


# Filters --------------------------------------------------------------------------------------------------------------


def test_a_file_with_a_filter_is_not_staged_and_the_others_are(repo: Repo, canary: Path, tmp_path: Path) -> None:
    attributes = "/plan/a.md filter=lfs\n"
    repo.commit("make", {"plan/a.md": OLD, "plan/b.md": OLD.replace("001", "002"), ".gitattributes": attributes})
    program = trap(tmp_path, canary)
    for name in ("clean", "smudge", "process"):
        repo.git("config", f"filter.lfs.{name}", str(program))
    repo.git("config", "filter.lfs.required", "true")
    answer = migrate(repo.folder)
    assert not canary.exists()
    assert len(answer["applied"]) == 2
    (error,) = answer["errors"]
    assert error["file"] == "a.md"
    assert "`lfs`" in error["reason"]
    index = repo.git("ls-files", "--stage", "plan/a.md", "plan/b.md").splitlines()
    committed = repo.git("ls-tree", "-r", "HEAD", "plan/a.md", "plan/b.md").splitlines()
    assert index[0].split()[1] == committed[0].split()[2]
    assert index[1].split()[1] != committed[1].split()[2]


@pytest.mark.parametrize("attribute", ["ident", "working-tree-encoding=UTF-16"])
def test_a_file_that_git_would_convert_otherwise_is_not_staged(repo: Repo, attribute: str) -> None:
    repo.commit("make", {"plan/a.md": OLD})
    write(repo.folder, {".gitattributes": f"*.md {attribute}\n"})
    (error,) = migrate(repo.folder)["errors"]
    assert attribute.partition("=")[0] in error["reason"]
    assert staged(repo) == []


def test_a_moved_file_with_a_filter_keeps_its_entry(repo: Repo, canary: Path, tmp_path: Path) -> None:
    repo.commit("make", {"plan/a.md": OLD, ".gitattributes": "*.md filter=x\n"})
    repo.git("config", "filter.x.clean", str(trap(tmp_path, canary)))
    assert migrate(repo.folder, "filenames")["errors"] == []
    assert repo.git("ls-files", "plan") == "plan/WORK-001-a.md"
    assert not canary.exists()


# What is staged -------------------------------------------------------------------------------------------------------

ENDS = {"lf": "\n", "crlf": "\r\n"}


@pytest.mark.parametrize("autocrlf", ["false", "true", "input"])
def test_line_ends_are_staged_as_git_add_stages_them(repo: Repo, autocrlf: str) -> None:
    attributes = ("", "text", "-text", "text=auto", "text eol=crlf", "text=auto eol=lf", "crlf", "-crlf")
    cases = list(product(attributes, ENDS, ENDS))
    before, now, rules = {}, {}, {}
    for number, (attribute, committed, current) in enumerate(cases):
        text = entity("work", f"WORK-{number}", "## Dependencies\n\nnone")
        before[f"plan/{number}.md"] = text.replace("\n", ENDS[committed])
        now[f"plan/{number}.md"] = text.replace("\n", ENDS[current])
        rules[f"plan/{number}.md"] = attribute
    repo.commit("make", before)
    repo.git("config", "core.autocrlf", autocrlf)
    write(repo.folder, {**now, ".gitattributes": "".join(f"{name} {rule}\n" for name, rule in rules.items())})
    answer = migrate(repo.folder)
    assert (len(answer["applied"]), answer["errors"]) == (len(cases), [])
    ours = repo.git("ls-files", "--stage", "plan")
    repo.git("add", "plan")
    assert repo.git("ls-files", "--stage", "plan") == ours
    assert b"Blocked by" in blob(repo, "plan/0.md")


@pytest.mark.parametrize("extra", ["lone\rend", "nul\0", "\x01\x02" * 200, "mixed\r\nends\n"])
def test_strange_contents_are_staged_as_git_add_stages_them(repo: Repo, extra: str) -> None:
    repo.git("config", "core.autocrlf", "input")
    text = OLD.replace("none", f"none\r\n{extra}")
    repo.commit("make", {"plan/a.md": OLD})
    write(repo.folder, {"plan/a.md": text})
    migrate(repo.folder)
    ours = repo.git("ls-files", "--stage", "plan")
    repo.git("add", "plan")
    assert repo.git("ls-files", "--stage", "plan") == ours


@pytest.mark.parametrize(("mode", "file_mode"), list(product([0o644, 0o755], ["true", "false"])))
def test_mode_bits_are_staged_as_git_add_stages_them(repo: Repo, mode: int, file_mode: str) -> None:
    repo.commit("make", {"plan/a.md": OLD})
    repo.git("config", "core.fileMode", file_mode)
    (repo.folder / "plan/a.md").chmod(mode)
    migrate(repo.folder)
    ours = repo.git("ls-files", "--stage", "plan")
    assert stat.S_IMODE((repo.folder / "plan/a.md").stat().st_mode) == mode
    repo.git("add", "plan")
    assert repo.git("ls-files", "--stage", "plan") == ours


def test_a_new_file_is_added_and_an_ignored_one_is_reported(repo: Repo) -> None:
    repo.commit("make", {".gitignore": "ignored.md\n"})
    write(repo.folder, {"plan/new.md": OLD, "plan/ignored.md": OLD.replace("001", "002")})
    (error,) = migrate(repo.folder)["errors"]
    assert error["file"] == "ignored.md"
    assert "ignore" in error["reason"]
    assert staged(repo) == ["plan/new.md"]


def test_many_files_are_staged_with_a_handful_of_processes(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("make", {f"plan/{number:03}.md": OLD.replace("001", f"{number:03}") for number in range(200)})
    ran = tmp_path / "ran"
    shim = write(tmp_path / "bin", {"git": f'#!/bin/sh\necho >> {ran}\nexec {shutil.which("git")} "$@"\n'})
    (shim / "git").chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", f"{shim}{os.pathsep}{os.environ['PATH']}")
        assert migrate(repo.folder)["errors"] == []
    assert len(staged(repo)) == 200
    assert len(ran.read_text()) <= 10


# Where git is -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ["", ".", "bin", "{root}", "{root}/bin", "{root}/plan/../bin"])
def test_a_git_in_the_workspace_is_not_run(
    repo: Repo, canary: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    repo.commit("make", {"plan/a.md": OLD, "refrakt.config.json": "{}"})
    for folder in (repo.folder, repo.folder / "bin", repo.folder / "plan"):
        trap(folder, canary, "git")
    monkeypatch.chdir(repo.folder)
    monkeypatch.setenv("PATH", f"{entry.format(root=repo.folder)}{os.pathsep}{os.environ['PATH']}")
    assert kinds(repo.folder / "plan") == [("created", "WORK-001", "a.md")]
    assert migrate(repo.folder)["errors"] == []
    assert not canary.exists()
    monkeypatch.setenv("PATH", entry.format(root=repo.folder))
    assert [each["type"] for each in ask(repo.folder / "plan")["warnings"]] == ["no-git"]
    assert not canary.exists()


def test_git_gets_no_path_into_the_workspace(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that git itself starts, such as `git-remote-…`, are found on PATH too."""
    repo.commit("make", {"plan/a.md": OLD})
    observed = tmp_path / "seen"
    shim = write(tmp_path / "bin", {"git": f'#!/bin/sh\necho "$PATH" >> {observed}\nexec {shutil.which("git")} "$@"\n'})
    (shim / "git").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join(["", str(repo.folder / "bin"), str(shim), ".", "/usr/bin", "/bin"]))
    assert len(kinds(repo.folder / "plan")) == 1
    assert set(observed.read_text().splitlines()) == {os.pathsep.join([str(shim), "/usr/bin", "/bin"])}


# Settings that run programs -------------------------------------------------------------------------------------------

SETTINGS = [
    "core.alternateRefsCommand",
    "core.askPass",
    "core.editor",
    "core.fsmonitor",
    "core.gitProxy",
    "core.pager",
    "core.sshCommand",
    "credential.helper",
    "diff.external",
    "diff.x.command",
    "diff.x.textconv",
    "filter.x.clean",
    "filter.x.process",
    "filter.x.smudge",
    "gpg.program",
    "gpg.ssh.program",
    "hook.x.command",
    "pager.log",
    "pager.rev-list",
    "remote.origin.uploadpack",
    "uploadpack.packObjectsHook",
]


def test_no_setting_of_the_repository_runs_a_program(repo: Repo, canary: Path, tmp_path: Path) -> None:
    attributes = "*.md diff=x\n"
    repo.git("remote", "add", "origin", "https://example.org/o/r.git")
    repo.commit(
        "make",
        {"plan/a.md": OLD, "plan/b.md": entity("work", "WORK-2", "## Dependencies"), ".gitattributes": attributes},
    )
    program = str(trap(tmp_path, canary))
    included = write(
        tmp_path,
        {"included": "".join(f"[{_section(name)}]\n\t{name.rpartition('.')[2]} = {program}\n" for name in SETTINGS)},
    )
    repo.git("config", "include.path", str(included / "included"))
    repo.git("config", "log.showSignature", "true")
    repo.git("config", "hook.x.event", "pre-commit")
    hooks = repo.folder / ".git" / "hooks"
    for name in ("post-index-change", "fsmonitor-watchman", "reference-transaction", "pre-commit", "post-checkout"):
        trap(hooks, canary, name)
    repo.git("config", "core.hooksPath", str(hooks))
    canary.unlink(missing_ok=True)
    assert len(kinds(repo.folder / "plan")) == 2
    assert not canary.exists()
    for kind in ("dependencies", "filenames", "pr-attrs"):
        assert migrate(repo.folder, kind)["errors"] == []
        assert not canary.exists(), kind


def _section(name: str) -> str:
    section, *middle, _ = name.split(".")
    return f'{section} "{".".join(middle)}"' if middle else section


def test_nothing_is_staged_where_a_setting_is_a_hook_of_the_index(repo: Repo) -> None:
    """Newer versions of git take hooks from settings, where no other setting turns them all off."""
    repo.commit("make", {"plan/a.md": OLD})
    repo.git("config", "hook.x.command", "true")
    repo.git("config", "hook.x.event", "post-index-change")
    (error,) = migrate(repo.folder)["errors"]
    assert "hook" in error["reason"]
    assert staged(repo) == []


def test_a_missing_object_is_not_fetched_by_a_program(repo: Repo, canary: Path, tmp_path: Path) -> None:
    repo.commit("make", {"plan/a.md": OLD})
    repo.commit("edit", {"plan/a.md": NEW})
    program = trap(tmp_path, canary)
    repo.git("config", "extensions.partialClone", "origin")
    repo.git("config", "core.repositoryFormatVersion", "1")
    repo.git("config", "remote.origin.promisor", "true")
    missing = repo.git("rev-parse", "HEAD~1:plan/a.md")
    (repo.folder / ".git" / "objects" / missing[:2] / missing[2:]).unlink()
    for url in (f"ext::{program}", str(tmp_path / "nowhere"), "ssh://host/x"):
        repo.git("config", "remote.origin.url", url)
        repo.git("config", "remote.origin.uploadpack", str(program))
        repo.git("config", "core.sshCommand", str(program))
        ask(repo.folder / "plan")
        assert not canary.exists()


# Another repository ---------------------------------------------------------------------------------------------------


@pytest.fixture
def secret(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "secret")
    made.commit("a secret subject", {"plan/a.md": OLD})
    return made


def refused(folder: Path) -> list[str]:
    answer = ask(folder)
    assert "secret subject" not in str(answer)
    assert answer["events"] == []
    return [each["type"] for each in answer["warnings"]]


def test_a_git_file_that_points_at_another_repository_has_no_history(tmp_path: Path, secret: Repo) -> None:
    root = write(tmp_path / "hostile", {"plan/a.md": OLD, ".git": f"gitdir: {secret.folder / '.git'}\n"})
    assert refused(root / "plan") == ["foreign-repository"]
    before = secret.git("ls-files", "--stage")
    with pytest.raises(Exception, match="does not name this folder"):
        migrate(root)
    assert secret.git("ls-files", "--stage") == before


def test_a_git_file_that_points_at_a_worktree_or_submodule_of_another_has_no_history(
    tmp_path: Path, secret: Repo
) -> None:
    secret.git("worktree", "add", "--quiet", str(tmp_path / "side"))
    secret.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(secret.folder), "sub")
    for target in ("worktrees/side", "modules/sub"):
        root = write(tmp_path / "hostile", {"plan/a.md": OLD, ".git": f"gitdir: {secret.folder / '.git' / target}\n"})
        assert refused(root / "plan") == ["foreign-repository"]


def test_a_git_folder_that_is_a_link_or_borrows_from_another_has_no_history(tmp_path: Path, secret: Repo) -> None:
    linked = write(tmp_path / "linked", {"plan/a.md": OLD})
    (linked / ".git").symlink_to(secret.folder / ".git")
    assert refused(linked / "plan") == ["foreign-repository"]
    common = write(
        tmp_path / "common",
        {"plan/a.md": OLD, ".git/HEAD": "ref: refs/heads/main\n", ".git/commondir": f"{secret.folder / '.git'}\n"},
    )
    assert refused(common / "plan") == ["foreign-repository"]
    inner = write(tmp_path / "inner", {"plan/a.md": OLD, ".git/HEAD": "ref: refs/heads/main\n"})
    for name in ("objects", "refs"):
        (inner / ".git" / name).symlink_to(secret.folder / ".git" / name)
    assert refused(inner / "plan") == ["foreign-repository"]


def test_a_git_folder_elsewhere_counts_where_it_points_back(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repository")
    repo.commit("make", {"plan/a.md": OLD})
    shutil.move(repo.folder / ".git", tmp_path / "elsewhere.git")
    write(repo.folder, {".git": f"gitdir: {tmp_path / 'elsewhere.git'}\n"})
    assert refused(repo.folder / "plan") == ["foreign-repository"]
    repo.git("config", "core.worktree", str(repo.folder))
    assert kinds(repo.folder / "plan") == [("created", "WORK-001", "a.md")]
    repo.git("config", "core.worktree", str(tmp_path))
    assert refused(repo.folder / "plan") == ["foreign-repository"]


def test_a_work_tree_that_is_configured_elsewhere_is_not_used(repo: Repo, tmp_path: Path) -> None:
    repo.commit("make", {"plan/a.md": OLD})
    other = write(tmp_path / "other", {"plan/a.md": OLD})
    repo.git("config", "core.worktree", str(other))
    assert refused(repo.folder / "plan") == ["no-work-tree"]


@pytest.mark.parametrize("text", ["", "nonsense", "gitdir: ", "gitdir: \0", "gitdir: nowhere", "x" * 100_000])
def test_a_broken_git_file_has_no_history(tmp_path: Path, text: str) -> None:
    root = write(tmp_path / "project", {"plan/a.md": OLD, ".git": text})
    assert refused(root / "plan") in (["git-failed"], ["foreign-repository"])


def test_a_pipe_as_git_file_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    root = write(tmp_path / "project", {"plan/a.md": OLD})
    os.mkfifo(root / ".git")
    assert refused(root / "plan") == ["not-a-repository"]


@pytest.mark.parametrize("link", ["refs/heads", "refs/heads/main"])
def test_a_repository_whose_branches_are_those_of_another_has_no_history(
    tmp_path: Path, secret: Repo, link: str
) -> None:
    branch = secret.git("symbolic-ref", "HEAD").strip()
    link = link if link == "refs/heads" else branch
    there = secret.folder / ".git"
    root = write(
        tmp_path / "hostile",
        {
            "plan/a.md": OLD,
            ".git/HEAD": f"ref: {branch}\n",
            ".git/objects/info/alternates": f"{there / 'objects'}\n",
        },
    )
    (root / ".git" / link).parent.mkdir(parents=True, exist_ok=True)
    (root / ".git" / link).symlink_to(there / link)
    assert refused(root / "plan") == ["foreign-repository"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", ["HEAD", "config", "packed-refs"])
def test_git_does_not_wait_for_a_pipe_in_a_repository(repo: Repo, name: str) -> None:
    repo.commit("make", {"plan/a.md": OLD})
    pipe = repo.folder / ".git" / name
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    assert refused(repo.folder / "plan") == ["git-failed"]
