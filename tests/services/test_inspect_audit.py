"""CSS coverage: which stylesheets are read, and which selectors they style."""

from __future__ import annotations

from pathlib import Path

import pytest

from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.inspect_audit import Coverage, InspectAuditInput, inspect_audit
from refrakt.theme.css_selectors import styled_names


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "content", "theme": "my-theme"}}')
    return tmp_path


def audited(root: Path, rune: str | None = None, css: str | None = None) -> Coverage:
    return inspect_audit(Context.at(root), InspectAuditInput(rune, css))


def missing(found: Coverage, rune: str) -> list[str]:
    return [selector for selector, styled in found.runes[rune]["selectors"].items() if not styled]


def test_one_rune(root: Path) -> None:
    (root / "a.css").write_text(
        """
        .rf-hint, .rf-hint--note { color: red }
        @media print { .rf-hint--check { color: black } }
        [data-hint-type="warning"] { color: orange }
        .rf-hint > [data-name="body"] { margin: 0 }
        """
    )
    found = audited(root, "hint", "a.css")
    assert missing(found, "hint") == [".rf-hint--caution", ".rf-hint__header"]
    assert (found.total_selectors, found.styled_selectors, found.coverage) == (7, 5, 71.4)
    assert found.runes["hint"]["status"] == "partial"
    assert (found.css, found.files) == ("a.css", 1)


def test_all_runes_list_what_is_missing(root: Path) -> None:
    (root / "css").mkdir()
    (root / "css" / "badge.css").write_text(".rf-badge{}")
    found = audited(root, css="css")
    assert found.runes["badge"]["status"] == "styled"
    assert found.runes["badge"]["selectors"] == []
    assert found.runes["hint"]["status"] == "unstyled"
    assert ".rf-hint" in found.runes["hint"]["selectors"]


def test_the_stylesheets_of_the_installed_theme(root: Path) -> None:
    package = root / "node_modules" / "my-theme"
    (package / "styles").mkdir(parents=True)
    (package / "package.json").write_text("{}")
    (package / "styles" / "hint.css").write_text(".rf-hint {}")
    found = audited(root, "hint")
    assert (found.theme, found.css, found.styled_selectors) == ("my-theme", "my-theme", 1)


def test_the_default_stylesheet(root: Path) -> None:
    found = audited(root, "hint")
    assert found.css == "default"
    assert found.runes["hint"]["selectors"][".rf-hint"]


def test_imports_of_files_beside_are_read(root: Path) -> None:
    (root / "css").mkdir()
    (root / "css" / "index.css").write_text(
        '@import "hint.css"; @import url("../secret.css"); @import url(missing.css);'
    )
    (root / "css" / "hint.css").write_text(".rf-hint {}")
    (root / "secret.css").write_text(".rf-hint__body {}")
    found = audited(root, "hint", "css/index.css")
    assert (
        found.runes["hint"]["selectors"] | {".rf-hint": True, ".rf-hint__body": False}
        == found.runes["hint"]["selectors"]
    )


@pytest.mark.parametrize(
    ("css", "code"), [("missing.css", "NOT_FOUND"), ("../x", "INVALID_ARGS"), ("empty", "NOT_FOUND")]
)
def test_no_stylesheets(root: Path, css: str, code: str) -> None:
    (root / "empty").mkdir()
    with pytest.raises(RefraktError) as caught:
        audited(root, "hint", css)
    assert caught.value.code == code


def test_selectors_of_css() -> None:
    found = styled_names(
        [
            '@layer a { .b:is(.c, :not(.d)) { &.e { f: g } @container (x) { .h i { j: k } } } } [l] {} [m="n"] {} .o { p: '
        ]
    )
    assert found.classes == {"b", "c", "d", "e", "h", "o"}
    assert found.attributes == {("l", None), ("m", "n")}


@pytest.mark.parametrize(
    "text", ["", "}", "{", "@", "@import", '@import "', ".", "[", "[=]{}", "a{" * 200, "\x00", ".\\", "/*"]
)
def test_broken_css_styles_nothing(text: str) -> None:
    assert styled_names([text]).classes == set()
