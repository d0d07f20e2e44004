"""`refrakt check --fix`: applies fixes, and writes no file that another process has changed."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cli.command_runner import project
from cli.command_runner import refrakt as run
from refrakt.hosts.cli import source_files
from refrakt.hosts.cli.write_fixes import FixRun
from refrakt.hosts.link.connection import Refusal
from refrakt.hosts.link.host_role import Endpoint
from refrakt.hosts.link.open_buffers import fingerprint, open_buffers
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.checked_files import CheckedFile
from refrakt.rules.apply_fixes import apply_fixes
from refrakt.rules.problem import Fix, Problem
from refrakt.services.check import CheckedPages, CheckInput, checked_pages, whole_index
from refrakt.services.context import Context
from refrakt.services.file_fixes import fixed_file

TYPO = "{% hnit %}\nText\n{% /hnit %}\n"
RIGHT = "{% hint %}\nText\n{% /hint %}\n"


@pytest.fixture
def site(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    runtime = tmp_path_factory.mktemp("r")  # the path of a socket cannot be long
    runtime.chmod(0o700)
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(runtime))
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path / "cache"))
    folder = project(tmp_path / "site", {"site": {"contentDir": "content"}})
    (folder / "content").mkdir()
    return folder


def page(site: Path, text: str | bytes, name: str = "page.md") -> Path:
    path = site / "content" / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def problem(*edits: tuple[int, int, str]) -> Problem:
    return Problem(
        Span(0, 1),
        "wrong",
        fix=Fix(tuple(TextEdit(Span(start, end), new) for start, end, new in edits)),
        severity="error",
        code="broken-link",
    )


def applied(text: str, problems: list[Problem]) -> tuple[str, int]:
    fixed = apply_fixes(text, problems)
    return fixed.text, len(fixed.problems)


# Texts ----------------------------------------------------------------------------------------------------------------


def test_fixes_are_applied_together_where_they_do_not_overlap() -> None:
    first, second, third = problem((0, 2, "A"), (8, 9, "Z")), problem((1, 3, "B")), problem((4, 5, ""))
    assert applied("0123456789", [first, second, third]) == ("A23567Z9", 2)


def test_of_two_fixes_for_one_span_one_is_applied() -> None:
    assert applied("ab", [problem((1, 1, "x")), problem((1, 1, "y"))]) == ("axb", 1)
    assert applied("ab", [problem((0, 1, "x")), problem((1, 1, "y"))]) == ("xyb", 2)


def test_one_edit_may_fix_two_problems() -> None:
    assert applied("ab", [problem((0, 1, "x")), problem((0, 1, "x"), (1, 2, "y"))]) == ("xy", 2)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_new_text_has_the_line_ends_of_the_file(end: str) -> None:
    assert applied(f"a{end}b{end}", [problem((1, 1, "\nx\r\ny"))])[0] == f"a{end}x{end}y{end}b{end}"


def test_a_fix_that_makes_the_page_worse_is_left_out(site: Path) -> None:
    page(site, RIGHT)
    worse, better = problem((3, 7, "nonsense")), problem((11, 15, "Words"))
    file = CheckedFile("content/page.md", "/page", RIGHT, (worse, better))
    fixed = fixed_file(Context.at(site), None, file)
    assert (fixed.text, len(fixed.problems)) == (RIGHT.replace("Text", "Words"), 1)


# Files ----------------------------------------------------------------------------------------------------------------


def test_fixable_problems_are_fixed(site: Path) -> None:
    typo = page(site, TYPO)
    rest = page(site, "{% hint %}\nText\n{% /hint %}\n\n{% quxxyzzy /%}\n", "rest.md")
    before = rest.read_bytes(), os.stat(rest)
    ran = run("check", "--fix", cwd=site)
    assert typo.read_text() == RIGHT
    assert (rest.read_bytes(), os.stat(rest)) == before, "a file without a fix is not touched"
    assert ran.code == 1
    assert ran.out.splitlines()[-1] == "2 pages: 1 error on 1 page"
    assert ran.err == "refrakt: fixed 1 problem in 1 file\n"
    assert sorted(os.listdir(site / "content")) == ["page.md", "rest.md"]


def test_without_the_switch_nothing_is_written(site: Path) -> None:
    path = page(site, TYPO)
    run("check", cwd=site)
    assert path.read_text() == TYPO


def test_the_second_time_there_is_nothing_to_do(site: Path) -> None:
    path = page(site, TYPO)
    assert run("check", "--fix", cwd=site).code == 0
    known = os.stat(path)
    assert run("check", "--fix", cwd=site) == (0, "1 page: no problems\n", "")
    assert os.stat(path) == known


def test_only_the_pages_that_are_meant(site: Path) -> None:
    one, other = page(site, TYPO, "one.md"), page(site, TYPO, "other.md")
    assert run("check", "--fix", "content/one.md", cwd=site).code == 0
    assert (one.read_text(), other.read_text()) == (RIGHT, TYPO)


def test_mark_line_ends_and_mode_stay(site: Path) -> None:
    mixed = "# A\n\n" + TYPO.replace("\n", "\r\n")
    path = page(site, b"\xef\xbb\xbf" + mixed.encode())
    path.chmod(0o640)
    run("check", "--fix", cwd=site)
    assert path.read_bytes() == b"\xef\xbb\xbf" + mixed.replace("hnit", "hint").encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_fixes_are_repeated_until_none_is_left(site: Path) -> None:
    page(site, '{% hnit type="note" type="note" %}\n{% details summary=Why %}\nText\n{% /hnit %}\n')
    ran = run("check", "--fix", "--format", "json", cwd=site)
    assert json.loads(ran.out)["problems"] == []
    assert ran.err.startswith("refrakt: fixed ")


def test_fixes_that_undo_each_other_end(site: Path) -> None:
    path = page(site, "a")
    texts = {"a": "b", "b": "a"}

    def look() -> CheckedPages:
        text = path.read_text()
        file = CheckedFile("content/page.md", "/page", text, (problem((0, 1, texts[text])),))
        return CheckedPages((file.path,), (file,))

    fixing = FixRun(Context.at(site), None)
    fixing.run(look(), look)
    assert path.read_text() == "b"
    assert fixing.fixed == {"content/page.md": 1}


def test_a_file_that_was_changed_meanwhile_is_left_alone(site: Path) -> None:
    path = page(site, TYPO)
    context = Context.at(site)
    with whole_index(context) as indexed:
        found = checked_pages(indexed, CheckInput())
    path.write_text(f"{TYPO}\nMore\n")
    fixing = FixRun(context, None)
    fixing.run(found, lambda: found)
    assert path.read_text() == f"{TYPO}\nMore\n"
    assert list(fixing.summary(str)) == ["skipped content/page.md: it changed meanwhile"]


def test_a_file_that_cannot_be_written_does_not_hold_up_the_others(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = page(site, TYPO, "first.md"), page(site, TYPO, "second.md")
    write = source_files.write

    def refusing(path: str, data: bytes, root: Path | None = None) -> None:
        if path.endswith("first.md"):
            raise source_files.FileError("is read-only")
        write(path, data, root)

    monkeypatch.setattr(source_files, "write", refusing)
    ran = run("check", "--fix", cwd=site)
    assert (first.read_text(), second.read_text(), ran.code) == (TYPO, RIGHT, 1)
    assert "refrakt: skipped content/first.md: is read-only\n" in ran.err


def test_fixes_are_applied_before_the_baseline_is_updated(site: Path) -> None:
    page(site, f"{TYPO}\n{{% quxxyzzy /%}}\n")
    argv = ("check", "--baseline", "known.json", "--fix", "--update-baseline")
    assert run(*argv, cwd=site).code == 0
    (known,) = json.loads((site / "known.json").read_text())["problems"]
    assert "quxxyzzy" in known["message"]


# Beside an editor -----------------------------------------------------------------------------------------------------


@asynccontextmanager
async def editor(site: Path, open_files: Callable[[], Mapping[str, str]]) -> AsyncIterator[None]:
    """An editor's process, as far as the link shows it."""

    async def serve(*_: object) -> None:
        raise AssertionError("no MCP server is needed here")

    endpoint = Endpoint(str(site), serve, open_files=open_files)
    await endpoint.start()
    try:
        yield
    finally:
        await endpoint.close()


async def test_a_file_that_is_not_saved_is_left_to_the_editor(site: Path) -> None:
    typed, saved = page(site, TYPO, "typed.md"), page(site, TYPO, "saved.md")
    buffers = {str(typed.resolve()): fingerprint(f"{TYPO}\nMore\n"), str(saved.resolve()): fingerprint(TYPO)}
    async with editor(site, lambda: buffers):
        assert await asyncio.to_thread(open_buffers, str(site)) == [buffers]
        fixing = await asyncio.to_thread(fixed, site)
    assert (typed.read_text(), saved.read_text()) == (TYPO, RIGHT)
    assert list(fixing.summary(str)) == [
        "fixed 1 problem in 1 file",
        "skipped content/typed.md: it has unsaved changes in an editor",
    ]


def fixed(site: Path) -> FixRun:
    context = Context.at(site)
    fixing = FixRun(context, None)
    with whole_index(context) as indexed:
        fixing.run(checked_pages(indexed, CheckInput()), lambda: checked_pages(indexed, CheckInput()))
    return fixing


async def test_nothing_is_written_while_an_editor_does_not_reply(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = page(site, TYPO)
    monkeypatch.setattr(
        "refrakt.hosts.link.unsaved_buffers.open_buffers", lambda root: Refusal("it uses link version 2")
    )
    ran = run("check", "--fix", cwd=site)
    assert (ran.code, path.read_text()) == (2, TYPO)
    assert "does not report its unsaved files: it uses link version 2" in ran.err


def test_without_a_host_no_file_is_open(site: Path) -> None:
    assert open_buffers(str(site)) == []
