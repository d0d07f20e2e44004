"""Paths on the command line: they count from the current folder, `-` is standard input, a patch applies where it is printed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command_runner import ROOT, refrakt

TYPO = '# Home\n\n{% hint type="nte" %}\nText.\n{% /hint %}\n'


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A folder of a site in a repository."""
    files = {
        "refrakt.config.json": '{"site": {"contentDir": "./content"}}',
        "content/index.md": TYPO,
        "content/docs/a page.md": TYPO.replace("Home", "A page"),
        "content/docs/clean.md": "# Clean\n\n[home](/)\n",
        "content/docs/empty.md": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path / "content" / "docs"


def apply(patch: str, folder: Path) -> int:
    ran = subprocess.run(["git", "apply"], input=patch.encode(), cwd=folder, check=False, capture_output=True)
    return ran.returncode


@pytest.mark.parametrize("name", ["clean.md", "a page.md"])
def test_the_fixes_of_a_page_can_be_applied_where_they_are_printed(docs: Path, name: str) -> None:
    before = (docs / name).read_text()
    ran = refrakt("fix", name, cwd=docs)
    assert (ran.code, apply(ran.out, docs)) == (0, 0), ran.out
    assert (docs / name).read_text() == before.replace('"nte"', '"note"')


def test_several_pages_and_folders_are_fixed_at_once(docs: Path) -> None:
    ran = refrakt("fix", "content/index.md", "content/docs", cwd=docs.parent.parent)
    assert apply(ran.out, docs.parent.parent) == 0, ran.out
    assert "nte" not in (docs / "a page.md").read_text() + (docs.parent / "index.md").read_text()
    answers = json.loads(refrakt("fix", "content/docs", "--format", "json", cwd=docs.parent.parent).out)["pages"]
    assert [Path(each["file"]).name for each in answers] == ["a page.md", "clean.md", "empty.md"]


def test_nothing_is_printed_to_a_terminal_for_a_clean_page(docs: Path) -> None:
    assert refrakt("fix", "clean.md", cwd=docs, terminal=True).out == "# nothing to fix; left: nothing\n"


def test_standard_input_is_checked_and_fixed(docs: Path) -> None:
    ran = refrakt("check", "-", "--format", "json", stdin=TYPO.encode(), cwd=docs)
    assert ran.code == 1
    assert [each["code"] for each in json.loads(ran.out)["problems"]] == ["value-not-allowed"]
    assert "<stdin>:3:14: error[value-not-allowed]" in refrakt("check", "-", stdin=TYPO.encode(), cwd=docs).out
    assert '+{% hint type="note" %}' in refrakt("fix", "-", stdin=TYPO.encode(), cwd=docs).out
    named = refrakt("check", "-", "--stdin-filename", "clean.md", stdin=TYPO.encode(), cwd=docs)
    assert "clean.md:3:14: error[value-not-allowed]" in named.out


def test_files_of_references_and_rename_count_from_the_current_folder(docs: Path) -> None:
    found = json.loads(refrakt("references", "--file", "../index.md", "--format", "json", cwd=docs).out)
    assert [each["path"] for each in found["references"]] == ["content/docs/clean.md"]
    named = refrakt("rename", "--file", "clean.md", "--to", "tidy.md", cwd=docs).out
    assert "rename to content/docs/tidy.md" in named
    below = refrakt("rename", "--file", "clean.md", "--to", "tidy.md", cwd=docs)
    assert "apply it there" in below.err, "`git apply` skips files outside of the current folder without a word"
    above = refrakt("rename", "--file", "content/docs/clean.md", "--to", "tidy.md", cwd=docs.parent.parent)
    assert (above.out, above.err) == (below.out, "")
    moved = refrakt("rename", "--file", "clean.md", "--to", "../tidy.md", cwd=docs).out
    assert "rename to content/tidy.md" in moved
    outside = refrakt("rename", "--file", "../../../x.md", "--to", "y.md", cwd=docs)
    assert (outside.code, "outside the project" in outside.err) == (2, True)


def test_a_log_for_code_scanning_links_each_rule_to_its_page(docs: Path) -> None:
    log = json.loads(refrakt("check", "--format", "sarif", cwd=docs).out)
    (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
    assert rule["helpUri"].startswith("file:///")
    assert "rules.md" in rule["helpUri"]


def test_packages_are_listed_with_their_runes(docs: Path) -> None:
    shown = refrakt("reference", "--packages", cwd=docs).out
    assert [line.split()[0] for line in shown.splitlines() if line.startswith("@")][:2] == [
        "@refrakt-md/runes",
        "@refrakt-md/marketing",
    ]
    assert "@refrakt-md/runes (enabled" in shown
    assert "@refrakt-md/plan (not enabled, 10 runes)" in shown
    data = json.loads(refrakt("reference", "--packages", "--format", "json", cwd=docs).out)["packages"]
    assert {each["name"]: (each["enabled"], each["total"]) for each in data}["@refrakt-md/plan"] == (False, 10)
    assert all(each["total"] == len(each["runes"]) for each in data)


def test_the_manual_lists_the_packages_with_their_runes(docs: Path) -> None:
    manual = (ROOT / "docs" / "config.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(@refrakt-md/[a-z]+)` \| (.*) \|$", manual, re.MULTILINE))
    shown = refrakt("reference", "--packages", cwd=docs).out.strip().split("\n\n")
    listed = {}
    for each in shown:
        head, names = each.split("\n", 1)
        listed[head.split()[0]] = ", ".join(f"`{name.strip()}`" for name in names.split(","))
    assert rows == listed
    count = sum(row.count(",") + 1 for row in rows.values())
    assert f"the {count} runes of core and nine packages" in (ROOT / "README.md").read_text("utf-8")


def test_a_page_of_one_of_several_sites_is_fixed(tmp_path: Path) -> None:
    (tmp_path / "refrakt.config.json").write_text('{"sites": {"a": {"contentDir": "a"}, "b": {"contentDir": "b"}}}')
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.md").write_text(TYPO)
    ran = refrakt("fix", "a/index.md", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert "+++ b/a/index.md" in ran.out
    ambiguous = refrakt("fix", "-", stdin=TYPO.encode(), cwd=tmp_path)
    assert (ambiguous.code, "Pass `--site`." in ambiguous.err) == (2, True)


def test_a_loop_of_links_is_an_error(docs: Path) -> None:
    (docs / "loop.md").symlink_to("loop.md")
    for command in (
        ["check"],
        ["fix"],
        ["validate-content"],
        ["render"],
        ["format"],
        ["ast"],
        ["references", "--file"],
    ):
        found = refrakt(*command, "loop.md", cwd=docs)
        assert found.code == 2, command
        assert "Traceback" not in found.err
        assert "loop.md" in found.err


def test_a_name_with_a_line_end_is_one_line_of_the_list(docs: Path) -> None:
    (docs / "two\nlines.md").write_text("# Two\n")
    assert any(line.startswith("/docs/two lines ") for line in refrakt("pages", cwd=docs).out.splitlines())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no names that are not text")
def test_names_that_the_locale_cannot_encode(docs: Path) -> None:
    Path(os.fsdecode(os.fsencode(docs) + b"/caf\xe9.md")).write_text("# A\n")
    (docs / "café.md").write_text("# B\n\n{% hnit %}\nx\n{% /hnit %}\n")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "refrakt", "check", "--format", "json"]
    ran = subprocess.run(command, cwd=docs, env={**os.environ, **ascii_only}, capture_output=True, check=False)
    codes = {each["code"] for each in json.loads(ran.stdout)["problems"]}
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert codes >= {"unreadable-page"}
