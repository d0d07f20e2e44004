"""`refrakt pages`: the whole list, however long, and the switches that narrow it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from refrakt.hosts.cli import main


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "./content", "plugins": []}}')
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "a.md").write_text("---\norder: 1\n---\n# A\n\n[gone](/gone)\n")
    (tmp_path / "content" / "b.md").write_text("---\norder: 2\ndraft: true\n---\n# B\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ([], ["/a", "/b"]),
        (["--draft"], ["/b"]),
        (["--no-draft"], ["/a"]),
        (["--has-problems"], ["/a"]),
        (["--frontmatter", "order=2"], ["/b"]),
        (["--frontmatter", "order", "--frontmatter", "draft"], ["/b"]),
        (["--text", "A"], ["/a"]),
    ],
)
def test_which_pages(site: Path, capsys: pytest.CaptureFixture[str], argv: list[str], expected: list[str]) -> None:
    assert main(["pages", *argv, "--format", "json"]) == 0
    assert [each["url"] for each in json.loads(capsys.readouterr().out)["pages"]] == expected


def test_a_long_list_is_whole(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(300):
        (site / "content" / f"p{number}.md").write_text(f"# {'Long title ' * 10}\n")
    assert main(["pages"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "302 pages"
