"""`inspect`, `contracts`, `validate`, `i18n extract`, `scaffold-css` and `render --page` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command_runner import refrakt

CONFIG = '{"site": {"contentDir": "content", "theme": "my-theme", "siteName": "Larks"}}'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "refrakt.config.json").write_text(CONFIG)
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "index.md").write_text("---\ntitle: Home\n---\n\n# Home\n\nText.\n")
    return tmp_path


def test_inspect_a_rune(root: Path) -> None:
    ran = refrakt("inspect", "hint", "--type=warning", cwd=root)
    assert (ran.code, ran.err) == (0, "")
    assert '{% hint type="warning" %}' in ran.out
    assert "\n  .rf-hint--warning\n" in ran.out
    found = json.loads(refrakt("inspect", "hint", "--type", "warning", "--json", cwd=root).out)
    assert found["dataAttributes"]["data-hint-type"] == "warning"
    assert found == json.loads(refrakt("inspect", "hint", "--type=warning", "--format", "json", cwd=root).out)


def test_inspect_flags_items_and_all_values(root: Path) -> None:
    found = json.loads(refrakt("inspect", "accordion", "--multiple", "--items", "5", "--json", cwd=root).out)
    assert "{% accordion multiple=true %}" in found["input"]
    assert found["html"].count('data-rune="accordion-item"') == 5
    assert len(json.loads(refrakt("inspect", "hint", "--type=all", "--json", cwd=root).out)["results"]) == 4


@pytest.mark.parametrize(
    ("argv", "code", "text"),
    [
        (["inspect", "hnit"], "NOT_FOUND", "did you mean 'hint'?"),
        (["inspect", "hint", "--tipe=x"], "INVALID_ARGS", "did you mean 'type'?"),
        (["inspect"], "INVALID_ARGS", "nothing to inspect"),
        (["inspect", "hint", "--items", "0"], "INVALID_ARGS", "0 is less than 1"),
        (["contracts", "--check"], "INVALID_ARGS", "no file to check"),
        (["contracts", "-o", "nowhere/contracts.json"], "INVALID_ARGS", "no such file"),
        (["i18n", "extract", "--check"], "INVALID_ARGS", "nothing to check"),
        (["i18n", "extract", "--check", "--locale", "nowhere.json"], "NOT_FOUND", "no such file"),
    ],
)
def test_wrong_arguments(root: Path, argv: list[str], code: str, text: str) -> None:
    ran = refrakt(*argv, "--format", "json", cwd=root)
    assert (ran.code, ran.out) == (2, "")
    found = json.loads(ran.err)
    assert found["errorCode"] == code
    assert text in found["error"]
    assert found["hint"]


def test_audit(root: Path) -> None:
    (root / "a.css").write_text(".rf-hint {}")
    ran = refrakt("inspect", "--audit", "hint", "--css", "a.css", cwd=root)
    assert ran.code == 0
    assert ran.out.splitlines()[0].split() == ["hint", "1/7", "partial"]
    assert ran.out.endswith("a.css: 1 of 7 selectors are styled (14.3 %)\n")
    assert json.loads(refrakt("inspect", "--audit", "--json", cwd=root).out)["css"] == "default"


def test_contracts_are_written_and_checked(root: Path) -> None:
    printed = refrakt("contracts", cwd=root).out
    assert refrakt("contracts", "-o", "contracts.json", cwd=root).code == 0
    assert (root / "contracts.json").read_text() == printed
    ran = refrakt("contracts", "--check", "-o", "contracts.json", cwd=root)
    assert (ran.code, ran.out) == (0, "contracts.json: up to date\n")
    ran = refrakt("contracts", "--check", "-o", "../contracts.json", cwd=root / "content")
    assert ran.code == 0
    (root / "contracts.json").write_text(printed.replace('"block": "hint"', '"block": "note"'))
    ran = refrakt("contracts", "--check", "-o", "contracts.json", cwd=root)
    assert ran.code == 1
    assert 'runes.Hint.block: "note" in the file' in ran.out
    ran = refrakt("contracts", "--check", "-o", "missing.json", "--format", "json", cwd=root)
    assert (ran.code, json.loads(ran.out)["upToDate"]) == (1, False)


def test_validate(root: Path, tmp_path: Path) -> None:
    assert refrakt("validate", cwd=root).code == 0
    (root / "theme.json").write_text('{"runes": {"Hint": {"block": 3}}}')
    ran = refrakt("validate", "--config", "theme.json", cwd=root)
    assert ran.code == 1
    assert "theme.json: runes.Hint.block: error: " in ran.out


def test_authors_of_themes_validate_without_a_site(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"name": "Mine", "version": "1.0.0"}')
    assert refrakt("validate", "--manifest", "manifest.json", cwd=tmp_path).code == 0
    assert json.loads(refrakt("validate", "--format", "json", cwd=tmp_path).err)["errorCode"] == "SITE_CONFIG_MISSING"


def test_translations(root: Path) -> None:
    texts = json.loads(refrakt("i18n", "extract", cwd=root).out)
    assert texts["core.hint.warning"] == "Warning"
    (root / "de.json").write_text(json.dumps(texts))
    assert refrakt("i18n", "extract", "--check", "--locale", "de.json", cwd=root).code == 0
    texts.pop("core.hint.warning")
    (root / "de.json").write_text(json.dumps({**texts, "core.hint.x": "X", "layout.menu": 3}))
    ran = refrakt("i18n", "extract", "--check", "--locale", "de.json", cwd=root)
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "missing: core.hint.warning",
        "unknown: core.hint.x",
        "not a text: layout.menu",
        "1 missing, 1 unknown, 1 wrong",
    ]


def test_a_stylesheet_to_start_with(root: Path) -> None:
    ran = refrakt("scaffold-css", "hint", "-o", "hint.css", cwd=root)
    assert (ran.code, ran.out) == (0, "hint.css: 1 runes\n")
    text = (root / "hint.css").read_text()
    assert text.startswith("/* Hint */\n.rf-hint {\n}\n")
    assert text == refrakt("scaffold-css", "hint", cwd=root).out
    ran = refrakt("scaffold-css", "-o", "hint.css", cwd=root)
    assert (ran.code, (root / "hint.css").read_text()) == (2, text)
    assert "hint.css exists" in ran.err
    assert refrakt("scaffold-css", "-o", "hint.css", "--force", cwd=root).code == 0
    assert refrakt("inspect", "--audit", "--css", "hint.css", cwd=root).code == 0


def test_a_whole_page(root: Path) -> None:
    page = refrakt("render", "content/index.md", "--page", "--layout", "docs", cwd=root).out
    assert page.startswith("<!doctype html>\n")
    assert "<title>Home · Larks</title>" in page
    assert 'data-layout="docs"' in page
    assert "<style>" in page
    assert refrakt("render", "content/index.md", "--page", "--format", "json", cwd=root).code == 2
    content = refrakt("render", "content/index.md", cwd=root).out
    assert "data-layout" not in content
    assert 'data-layout="docs"' in refrakt("render", "content/index.md", "--layout", "docs", cwd=root).out
