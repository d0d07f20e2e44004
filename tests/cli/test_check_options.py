"""Options of `refrakt check` that select, print and repeat."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from refrakt.hosts.cli import main
from refrakt.project.index.indexer import Indexer

PAGE = "# Home\n\n{% hnit %}\nSee [it](/nowhere).\n{% /hnit %}\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "content").mkdir()
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "./content"}}')
    (tmp_path / "content" / "index.md").write_text(PAGE)
    return tmp_path


def run(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["--cwd", str(root), "check", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def codes(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    code, out, _ = run(root, capsys, "--format", "json", *arguments)
    return code, sorted({each["code"] for each in json.loads(out)["problems"]})


def test_statistics_as_json(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(site, capsys, "--statistics", "--format", "json")
    assert code == 1
    assert json.loads(out)["statistics"] == [
        {"code": "broken-link", "severity": "error", "count": 1, "fixable": 0},
        {"code": "unknown-rune", "severity": "error", "count": 1, "fixable": 1},
    ]
    assert run(site, capsys, "--statistics", "--format", "sarif")[0] == 2


def test_paths_in_a_diff_count_from_one_folder(
    site: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (site / "content" / "docs").mkdir()
    (site / "content" / "docs" / "setup.md").write_text(PAGE)

    def shown(*argv: str) -> tuple[list[str], str]:
        main([*argv])
        found = capsys.readouterr()
        return [line for line in found.out.splitlines() if line.startswith("+++")], found.err

    monkeypatch.chdir(site / "content" / "docs")
    for command in (["fix", "setup.md"], ["check", "setup.md", "--diff"]):
        assert shown(*command) == (["+++ b/setup.md"], "")
    for command in (["fix", "setup.md", "../index.md"], ["check", "--diff"]):
        diffs, note = shown(*command)
        assert sorted(diffs) == ["+++ b/content/docs/setup.md", "+++ b/content/index.md"]
        assert f"count from {site}" in note


def test_unused_disable_comments_are_reported(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (site / "content" / "index.md").write_text(
        "[//]: # (refrakt-disable-next-line unknown-rune)\nWords.\n\n"
        "[//]: # (refrakt-disable-next-line unknown-rune)\n{% hnit /%}\n"
    )
    _, out, _ = run(site, capsys, "--format", "json")
    assert [(each["code"], each["line"]) for each in json.loads(out)["problems"]] == [("unused-disable", 1)]


def test_select_and_ignore(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert codes(site, capsys) == (1, ["broken-link", "unknown-rune"])
    assert codes(site, capsys, "--select", "broken-link") == (1, ["broken-link"])
    assert codes(site, capsys, "--ignore", "broken-link, unknown-rune") == (0, [])
    assert codes(site, capsys, "--severity", "error")[1] == ["broken-link", "unknown-rune"]
    code, _, error = run(site, capsys, "--select", "brokn-link")
    assert code == 2
    assert "did you mean 'broken-link'?" in error


def test_statistics_and_quiet(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(site, capsys, "--statistics")
    assert (code, out.split()) == (
        1,
        ["1", "error", "broken-link", "1", "error", "unknown-rune", "1", "fixable"],
    )
    _, out, _ = run(site, capsys, "-q", "--select", "unknown-rune")
    assert "error[unknown-rune]" in out
    assert "1 page" not in out


def test_a_report_in_a_file(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(site, capsys, "--format", "sarif", "--output-file", "report.sarif")
    assert (code, out) == (1, "")
    assert json.loads((site / "report.sarif").read_text())["version"] == "2.1.0"


@pytest.mark.parametrize("name", ["none/report.json", "content", "pipe"])
def test_a_report_that_cannot_be_written(site: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    os.mkfifo(site / "pipe")
    code, out, err = run(site, capsys, "--format", "json", "--output-file", name)
    assert (code, out) == (2, "")
    assert (site / "pipe").is_fifo(), "a device or pipe is not replaced by a file"
    assert "cannot write the report" in err
    assert "--output-file" in err


def test_a_report_may_go_to_the_pipe_of_a_shell(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reading, writing = os.pipe()
    code, out, _ = run(site, capsys, "--format", "json", "--output-file", f"/dev/fd/{writing}")
    os.close(writing)
    with open(reading) as pipe:
        assert (code, out, json.load(pipe)["ok"]) == (1, "", False)


def test_a_diff_applies(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(site, capsys, "--diff")
    assert code == 1
    assert (site / "content" / "index.md").read_text() == PAGE
    subprocess.run(["git", "apply", "-"], cwd=site, input=out, text=True, check=True)
    assert "{% hint %}" in (site / "content" / "index.md").read_text()
    assert run(site, capsys, "--diff")[:2] == (0, "")


def test_standard_input(site: Path) -> None:
    command = [sys.executable, "-m", "refrakt", "check", "--stdin-filename", "content/index.md"]
    ran = subprocess.run(
        command, cwd=site, input="{% hint %}\n{% /hnit %}\n", capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stdout.startswith("content/index.md:2:")
    assert "nowhere" not in ran.stdout


def test_options_that_exclude_each_other(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--fix", "--diff"], ["--watch", "--stdin-filename", "x.md"], ["--update-baseline"]):
        assert run(site, capsys, *arguments)[0] == 2


def test_watch(site: Path) -> None:
    command = [sys.executable, "-u", "-m", "refrakt", "check", "--watch", "--select", "unknown-rune"]
    # A test run in the background ignores interrupts, and so would its child.
    interruptible = partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, cwd=site, stdout=subprocess.PIPE, text=True, preexec_fn=interruptible) as process:  # noqa: PLW1509
        assert process.stdout is not None
        seen = []
        while "1 page" not in (line := process.stdout.readline()):
            seen.append(line)
        assert any("unknown-rune" in line for line in seen)
        time.sleep(0.1)
        (site / "content" / "index.md").write_text("# Home\n")
        assert process.stdout.readline() == "1 page: no problems\n"
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(30) == 0


def test_a_plain_site_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = '{"dependencies": {"next": "15", "@markdoc/next.js": "0.5"}}'
    for name, text in {"package.json": package, "next.config.js": "", "pages/index.md": "# Home\n"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    scans = []
    scan = Indexer._scan

    def counted(indexer: Indexer, *arguments: Any) -> Any:
        scans.append(arguments)
        return scan(indexer, *arguments)

    monkeypatch.setattr(Indexer, "_scan", counted)
    assert run(tmp_path, capsys)[:2] == (0, "1 page: no problems\n")
    assert len(scans) == 1
