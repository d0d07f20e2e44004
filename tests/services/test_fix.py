"""`refrakt.fix`: a diff of all safe fixes, and nothing written."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from refrakt.errors import RefraktError
from refrakt.project.workspace import Workspace
from refrakt.services.context import Context
from refrakt.services.fix import Fixed, FixInput, fix, summary_text
from refrakt.services.unified_diff import diff_of

CONFIG = '{"site": {"contentDir": "./content"}}'
PAGE = '# Home\n\nSee [setup](/docs/setpu).\n\n{% hnit type="nte" %}\nx\n{% /hnit %}\n'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    files = {
        "refrakt.config.json": CONFIG,
        "content/index.md": PAGE,
        "content/docs/setup.md": "# Setup\n\n![](/nowhere.png)\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
    return tmp_path


def fix_page(root: Path, **query: object) -> Fixed:
    context = Context.at(root)
    try:
        return fix(context, FixInput(**query))  # type: ignore[arg-type]
    finally:
        index = context.index()
        if index is not None:
            index.close()


def test_a_page_with_what_lies_between_pages(site: Path) -> None:
    answer = fix_page(site, path="content/index.md")
    assert [each.code for each in answer.fixed] == ["broken-link", "unknown-rune", "value-not-allowed"]
    assert answer.remaining == {}
    assert answer.source == "disk"
    assert "+See [setup](/docs/setup).\n" in answer.diff
    assert '+{% hint type="note" %}\n' in answer.diff


def test_nothing_is_written_and_the_diff_applies(site: Path) -> None:
    answer = fix_page(site, path="content/index.md")
    assert (site / "content/index.md").read_text() == PAGE
    subprocess.run(["git", "apply", "-"], cwd=site, input=summary_text(answer), text=True, check=True)
    assert fix_page(site, path="content/index.md").diff == ""


@pytest.mark.parametrize(("path", "mark"), [("content/marked.md", b"\xef\xbb\xbf"), ("content/a b.md", b"")])
def test_the_diff_of_a_strange_file_applies(site: Path, path: str, mark: bytes) -> None:
    (site / path).write_bytes(mark + b"{% hnit %}\nx\n{% /hnit %}\n")
    patch = summary_text(fix_page(site, path=path)).encode()
    subprocess.run(["git", "apply", "-"], cwd=site, input=patch, check=True)
    assert (site / path).read_bytes() == mark + b"{% hint %}\nx\n{% /hint %}\n"
    assert patch.startswith(b"--- a/content/a b.md\t\n" if " " in path else b"--- a/content/marked.md\n")


def test_only_some_codes(site: Path) -> None:
    answer = fix_page(site, path="./content/index.md", codes=["broken-link"])
    assert [each.code for each in answer.fixed] == ["broken-link"]
    assert answer.remaining == {"error": 1}


def test_a_text(site: Path) -> None:
    answer = fix_page(site, content=PAGE)
    assert answer.source == "argument"
    assert [each.code for each in answer.fixed] == ["unknown-rune", "value-not-allowed"], "links need a place"
    elsewhere = fix_page(site, content=PAGE, path="content/docs/setup.md")
    assert "broken-link" in [each.code for each in elsewhere.fixed]


def test_what_is_open_counts(site: Path) -> None:
    workspace = Workspace()
    path = site / "content" / "index.md"
    workspace.open(path.as_uri(), path, "{% hint %}\nx\n{% end hint %}\n", 7)
    answer = fix(Context(workspace.project(site), workspace.snapshot), FixInput("content/index.md"))
    assert (answer.source, answer.version) == ("buffer", 7)
    assert [each.code for each in answer.fixed] == ["malformed-tag"]


@pytest.mark.parametrize(
    ("query", "argv"),
    [
        (FixInput(), "nothing to fix"),
        (FixInput("content/gone.md"), "content/gone.md"),
        (FixInput("../outside.md"), "outside"),
        (FixInput(content="x", codes=["unknown-runes"]), "did you mean 'unknown-rune'"),
    ],
)
def test_mistakes_of_the_caller(site: Path, query: FixInput, argv: str) -> None:
    with pytest.raises(RefraktError, match=argv):
        fix(Context.at(site), query)


def test_a_page_without_problems(site: Path) -> None:
    answer = fix_page(site, content="# Fine\n")
    assert answer.diff == ""
    assert summary_text(answer) == "# nothing to fix; left: nothing"


@pytest.mark.parametrize(
    ("old", "new"), [("a\r\nb\r\n", "a\r\nc\r\n"), ("a\nb", "a\nc"), ("", "x\n"), ("a\x0cb\nc\n", "a\x0cb\nd\n")]
)
def test_diffs_apply_with_all_line_ends(tmp_path: Path, old: str, new: str) -> None:
    (tmp_path / "page.md").write_bytes(old.encode())
    patch = diff_of(old, new, "page.md").encode()
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=patch, check=True)
    assert (tmp_path / "page.md").read_bytes() == new.encode()


def test_a_file_of_the_plan_has_the_fixes_of_its_plugin(site: Path) -> None:
    text = (
        '{% work status="completed" milestone="v1" %}\n# A\n\n## Acceptance Criteria\n\n- [] It works.\n{% /work %}\n'
    )
    (site / "plan" / "work").mkdir(parents=True)
    (site / "plan" / "milestones").mkdir()
    (site / "plan" / "work" / "WORK-007-a.md").write_text(text)
    (site / "plan" / "milestones" / "v1.md").write_text(
        '{% milestone name="v1" status="active" %}\n# V1\n{% /milestone %}\n'
    )
    answer = fix_page(site, path="plan/work/WORK-007-a.md")
    assert {each.code for each in answer.fixed} == {"invalid-status", "checkbox-syntax", "missing-id"}
    assert '+{% work id="WORK-007" status="done" milestone="v1" %}\n' in answer.diff
    assert "+- [ ] It works.\n" in answer.diff
    only = fix_page(site, path="plan/work/WORK-007-a.md", codes=["missing-id"])
    assert [each.code for each in only.fixed] == ["missing-id"]


def test_a_hint_is_fixed_if_its_code_is_named(site: Path) -> None:
    text = "---\nrefrakt:\n  rules:\n    unknown-rune: hint\n---\n\n{% hnit %}\nx\n{% /hnit %}\n"
    assert fix_page(site, content=text).fixed == []
    assert [each.code for each in fix_page(site, content=text, codes=["unknown-rune"]).fixed] == ["unknown-rune"]
