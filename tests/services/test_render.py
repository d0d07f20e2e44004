"""Rendering of texts and pages: which site, the layout, and what is cut."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from refrakt.services.context import Context
from refrakt.services.page_document import page_document
from refrakt.services.render import RenderInput, render
from refrakt.services.short_answers import fits

PAGE = "---\ntitle: Bread\n---\n\n# Bread\n\n{% hint %}\nHot.\n{% /hint %}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    sites = {name: {"contentDir": name, "siteName": name.title()} for name in ("docs", "blog")}
    (tmp_path / "refrakt.config.json").write_text(json.dumps({"sites": sites}))
    for name in sites:
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.md").write_text(PAGE)
    return tmp_path


def test_the_site_is_that_of_the_path(root: Path) -> None:
    found = render(Context.at(root), RenderInput(path="blog/index.md"))
    assert found.meta.runes_used == ["hint"]
    assert "<title>Bread · Blog</title>" in page_document(Context.at(root), RenderInput(path="blog/index.md"))


def test_a_layout_is_around_the_html_and_not_in_the_tree(root: Path) -> None:
    plain = render(Context.at(root), RenderInput(path="docs/index.md"))
    framed = render(Context.at(root), RenderInput(path="docs/index.md", layout="docs", detail="full"))
    assert plain.html in framed.html
    assert 'data-layout="docs"' in framed.html
    assert framed.tree == plain.tree


def test_an_unknown_layout_is_a_warning(root: Path) -> None:
    found = render(Context.at(root), RenderInput("x", site="docs", layout="nope"))
    assert [each.code for each in found.warnings] == ["unknown-layout"]
    assert 'data-layout="default"' in found.html


def test_a_long_page_is_cut_for_agents_alone(root: Path) -> None:
    query = RenderInput(PAGE * 100, site="docs")
    short = render(Context.at(root), query)
    assert short.cut is not None
    assert short.tree["name"] == "article"
    assert render(Context.at(root, paged=False), query).cut is None
    assert len(short.html) < 4_000
    assert fits(short.tree)


SANDBOX = "{% sandbox %}\n<p>Tide</p>\n{% /sandbox %}\n"


def test_scripts_of_sandboxes_need_the_config_and_the_user(tmp_path: Path) -> None:
    def allows(config: str, *options: str) -> bool:
        (tmp_path / "refrakt.config.json").write_text(config)
        (tmp_path / "page.md").write_text(SANDBOX)
        command = [sys.executable, "-m", "refrakt", "--cwd", str(tmp_path), "render", "page.md", *options]
        shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert "rf-sandbox" in shown
        return 'data-allow-js="true"' in shown

    plain, trusted = '{"site": {"contentDir": "."}}', '{"site": {"contentDir": ".", "security": "trusted"}}'
    assert [allows(plain), allows(plain, "--trust"), allows(trusted)] == [False, False, False]
    assert allows(trusted, "--trust")
