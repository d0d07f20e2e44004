"""Pages as a preview shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plan.plans import write
from refrakt.errors import RefraktError
from refrakt.project.workspace import Workspace
from refrakt.services.context import Context
from refrakt.services.page_preview import first_page, page_preview

PAGE = """\
---
title: Setup
---

# Set up

{% hint type="warning" %}
Warm the oven.

- first
- second
{% /hint %}

{% partial file="end.md" /%}

See [nothing](/missing).
"""
FILES = {
    "refrakt.config.json": '{"sites": {"main": {"contentDir": "./content", '
    '"routeRules": [{"pattern": "docs/**", "layout": "docs"}]}}}\n',
    "content/index.md": "# Home\n",
    "content/docs/setup.md": PAGE,
    "content/_partials/end.md": "The end.\n",
    "content/broken.md": '# Broken\n\n{% hint type="wrong" %}\nText\n{% /hint %}\n\n{% details %}\n',
}


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    found = Workspace()
    yield found
    found.end_indexes()


@pytest.fixture
def context(tmp_path: Path, workspace: Workspace) -> Context:
    return indexed(write(tmp_path, FILES), workspace)


def indexed(root: Path, workspace: Workspace) -> Context:
    index = workspace.index(root)
    if index is not None:
        index.settle(10)
    return Context(workspace.project(root), workspace.snapshot, lambda: index)


def positions(html: str) -> dict[str, str]:
    """The source line of each element by its name and first text."""
    found = re.findall(r'<(\w+)[^>]*data-source-line="(\d+)"[^>]*>([^<]*)', html)
    return {f"{name} {text.strip()}".strip(): line for name, line, text in found}


def test_every_block_has_its_line(context: Context) -> None:
    shown = page_preview(context, "content/docs/setup.md", "none")
    assert positions(shown.html) == {
        "h1 Set up": "5",
        "section": "7",
        "p Warm the oven.": "8",
        "ul": "10",
        "li first": "10",
        "li second": "11",
        "p See": "16",
    }
    assert shown.lines == (5, 7, 8, 10, 11, 16)
    assert "The end." in shown.html


def test_spans_are_those_of_the_runes(context: Context) -> None:
    shown = page_preview(context, "content/docs/setup.md")
    (hint,) = shown.spans
    assert hint.rune == "hint"
    assert PAGE[hint.start : hint.end].startswith('{% hint type="warning" %}')
    assert PAGE[hint.start : hint.end].endswith("{% /hint %}")
    assert f'data-source-span="{hint.start}-{hint.end}"' in shown.html


def test_layouts(context: Context) -> None:
    own, none, plan = (page_preview(context, "content/docs/setup.md", name) for name in ("auto", "none", "plan"))
    assert (own.layout, none.layout, plan.layout) == ("docs", None, "plan")
    assert "rf-docs-content" in own.html
    assert none.html.startswith("<article")
    assert "rf-plan-main" in plan.html
    assert positions(own.html).items() >= positions(none.html).items()
    with pytest.raises(RefraktError, match="unknown layout"):
        page_preview(context, "content/docs/setup.md", "fancy")


def test_problems_of_the_page_and_of_the_site(context: Context) -> None:
    codes = [(each.code, each.line) for each in page_preview(context, "content/docs/setup.md").problems]
    assert codes == [("broken-link", 16)]
    broken = page_preview(context, "content/broken.md").problems
    assert [(each.code, each.line, each.severity) for each in broken] == [
        ("value-not-allowed", 3, "error"),
        ("unclosed-tag", 7, "error"),
    ]


def test_the_buffer_of_the_editor_is_shown(tmp_path: Path, workspace: Workspace) -> None:
    root = write(tmp_path, FILES)
    file = root / "content/docs/setup.md"
    workspace.open("file:///setup", file, "# Typed\n\nSee [nothing](/missing).\n", 7)
    context = indexed(root, workspace)
    shown = page_preview(context, "content/docs/setup.md")
    assert (shown.version, shown.title) == (7, "Typed")
    assert "Typed" in shown.html
    assert [each.code for each in shown.problems] == ["broken-link"]


def test_the_first_page_is_the_start_page(context: Context, tmp_path: Path, workspace: Workspace) -> None:
    assert first_page(context) == "content/index.md"
    other = write(tmp_path / "other", {**FILES, "refrakt.config.json": FILES["refrakt.config.json"]})
    (other / "content/index.md").unlink()
    assert first_page(indexed(other, workspace)) == "content/broken.md"


def test_a_file_without_a_project(tmp_path: Path, workspace: Workspace) -> None:
    (tmp_path / "notes.md").write_text('# Notes\n\n{% hint type="note" %}\nHi\n{% /hint %}\n', "utf-8")
    context = Context(workspace.project(tmp_path), workspace.snapshot, lambda: workspace.index(tmp_path))
    shown = page_preview(context, "notes.md")
    assert "rf-hint" in shown.html
    assert (shown.layout, shown.lines, shown.title) == (None, (1, 3, 4), "Notes")
    with pytest.raises(RefraktError, match="does not exist"):
        page_preview(context, "missing.md")
    with pytest.raises(RefraktError, match="outside the project"):
        page_preview(context, "../x.md")


def test_a_plain_site(repository: Path, workspace: Workspace) -> None:
    context = indexed(repository / "examples" / "plain", workspace)
    shown = page_preview(context, "pages/index.md")
    assert shown.layout is None
    assert 'data-rune="generic"' in shown.html
    assert [each.rune for each in shown.spans] == ["notice"]
