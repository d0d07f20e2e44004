"""`refrakt check --baseline`: recorded problems are not reported, also when lines move; new ones are."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli.command_runner import Ran, project
from cli.command_runner import refrakt as run

TYPO = "{% hnit %}\nText\n{% /hnit %}\n"
FILE = "known.json"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path / ".cache"))
    project(tmp_path, {"site": {"contentDir": "content"}})
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "a.md").write_text(TYPO)
    (tmp_path / "content" / "b.md").write_text(TYPO)
    return tmp_path


def check(site: Path, *argv: str) -> Ran:
    return run("check", "--baseline", FILE, *argv, cwd=site)


def update(site: Path, *argv: str) -> Ran:
    return check(site, "--update-baseline", *argv)


def known(site: Path) -> list[str]:
    return [each["path"] for each in json.loads((site / FILE).read_text("utf-8"))["problems"]]


def test_recorded_problems_are_not_reported(site: Path) -> None:
    ran = update(site)
    assert (ran.code, ran.out) == (0, "2 pages: no problems\n")
    assert ran.err == f"refrakt: recorded 2 problems in {FILE}\n"
    assert check(site) == (0, "2 pages: no problems\n", "")
    report = json.loads(check(site, "--format", "json").out)
    assert (report["ok"], report["counts"], report["problems"]) == (True, {}, [])


def test_the_file_is_readable_and_diffable(site: Path) -> None:
    update(site)
    data = (site / FILE).read_bytes()
    content = json.loads(data)
    assert content["version"] == 1
    assert known(site) == ["content/a.md", "content/b.md"]
    assert set(content["problems"][0]) == {"path", "code", "message", "fingerprint"}
    assert data.endswith(b"}\n")
    before = os.stat(site / FILE)
    update(site)
    assert os.stat(site / FILE) == before, "a file that says the same is not written again"


def test_moved_lines_change_nothing(site: Path) -> None:
    update(site)
    (site / "content" / "a.md").write_text(f"# New\n\nWords before it.\n\n  {TYPO}")
    assert check(site) == (0, "2 pages: no problems\n", "")


def test_new_problems_are_reported(site: Path) -> None:
    update(site)
    (site / "content" / "a.md").write_text(f"{TYPO}\n{{% hitn %}}\nText\n{{% /hitn %}}\n")
    ran = check(site)
    assert ran.code == 1
    assert "content/a.md:5:4: error[unknown-rune]" in ran.out
    assert "content/a.md:1:4" not in ran.out


def test_one_more_of_the_same_kind_is_new(site: Path) -> None:
    update(site)
    (site / "content" / "a.md").write_text(f"{TYPO}\n{TYPO}")
    ran = check(site)
    assert (ran.code, ran.out.splitlines()[-1]) == (1, "2 pages: 1 error on 1 page")


def test_what_is_not_there_any_more_is_mentioned_and_can_be_forgotten(site: Path) -> None:
    update(site)
    (site / "content" / "a.md").write_text("# Fine\n")
    ran = check(site)
    assert ran.code == 0
    assert ran.err == f"refrakt: 1 problem of {FILE} no longer exists; remove it with `--update-baseline`\n"
    (site / "content" / "b.md").unlink()
    assert "2 problems" in check(site).err
    assert "recorded 0 problems" in update(site).err
    assert known(site) == []


def test_entries_of_unchecked_pages_are_kept(site: Path) -> None:
    update(site)
    (site / "content" / "a.md").write_text("# Fine\n")
    assert check(site, "content/b.md") == (0, "1 page: no problems\n", "")
    update(site, "content/b.md")
    assert known(site) == ["content/a.md", "content/b.md"]
    update(site, "content/a.md")
    assert known(site) == ["content/b.md"]


def test_a_baseline_is_written_only_with_the_option(site: Path) -> None:
    assert check(site).code == 2
    assert not (site / FILE).exists()


def test_known_warnings_do_not_count(site: Path) -> None:
    (site / "content" / "a.md").write_text('{% hint type="note" type="note" %}\nText\n{% /hint %}\n')
    (site / "content" / "b.md").write_text("# Fine\n")
    assert run("check", "--max-warnings", "0", cwd=site).code == 1
    update(site)
    assert check(site, "--max-warnings", "0").code == 0


@pytest.mark.parametrize(
    "text", ["", "[]", '{"version": 2, "problems": []}', '{"version": 1, "problems": [{}]}', "[" * 9999]
)
def test_what_is_no_baseline_is_refused_and_left_alone(site: Path, text: str) -> None:
    (site / FILE).write_text(text)
    assert check(site).code == 2
    ran = update(site)
    assert (ran.code, ran.out) == (2, "")
    assert (site / FILE).read_text() == text


def test_a_baseline_that_cannot_be_written(site: Path) -> None:
    ran = run("check", "--baseline", "none/known.json", "--update-baseline", cwd=site)
    assert ran.code == 2
    assert "cannot write" in ran.err
    assert sorted(each.name for each in site.iterdir()) == [".cache", "content", "refrakt.config.json"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("argv", [(), ("--update-baseline",)])
def test_a_pipe_or_device_is_not_read(site: Path, argv: tuple[str, ...]) -> None:
    os.mkfifo(site / "pipe")
    for target in ("pipe", "/dev/zero"):
        (site / FILE).symlink_to(target)
        ran = check(site, *argv)
        assert ran.code == 2
        assert "known.json: not a regular file" in ran.err
        (site / FILE).unlink()
