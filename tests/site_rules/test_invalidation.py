"""Pages whose dependencies have changed are checked again, and no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from refrakt.markdoc.document import parse
from refrakt.project.index import included_files
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.pages.fact_extraction import facts_of

from .site_checks import site_in

SITE = {
    "content/index.md": "[a](/setup#linux) [b](setup.md#linux) [c](/setpu)\n",
    "content/other.md": "[a](/setup)\n",
    "content/alone.md": "# Alone\n",
    "content/setup.md": "## Linux\n",
    "content/_partials/note.md": "## Shared\n",
}


def change(index: SiteIndex, path: str, text: str) -> list[str]:
    """Change a page; returns the other pages that are checked again."""
    entry = index.entries[path]
    facts = facts_of(parse(text, index.spec.options), index.spec.context.vocabulary)
    index.put(index_file(index.spec, path, entry.kind, entry.name, facts))
    return sorted(index.stale.keys() - {path})


@pytest.fixture
def index(tmp_path: Path) -> SiteIndex:
    index = site_in(tmp_path, SITE)
    for path in index.entries:
        index.problems(path)
    return index


def codes(index: SiteIndex, path: str) -> list[str]:
    return [each.code for each in index.problems(path)]


@pytest.mark.parametrize(
    ("text", "who", "found"),
    [
        ("## Linux\n\nMore text.\n", [], []),
        ("## Linux\n\n### More\n", [], []),
        ("## Windows\n", ["content/index.md"], ["broken-fragment"] * 2),
        ("---\ndraft: true\n---\n## Linux\n", ["content/index.md", "content/other.md"], ["link-to-draft"] * 2),
        ("---\nredirect: /alone\n---\n## Linux\n", ["content/index.md", "content/other.md"], ["link-to-redirect"] * 2),
    ],
)
def test_a_page_that_others_link_to(index: SiteIndex, text: str, who: list[str], found: list[str]) -> None:
    assert change(index, "content/setup.md", text) == who
    assert [each for each in codes(index, "content/index.md") if each != "broken-link"] == found


def test_suggestions_depend_on_existing_names(index: SiteIndex) -> None:
    (index.spec.content / "setup.md").unlink()
    index.remove("content/setup.md")
    assert sorted(index.stale) == ["content/index.md", "content/other.md"]
    assert codes(index, "content/index.md") == ["broken-link"] * 3
    entry = index.entries["content/alone.md"]
    index.put(replace(entry, path="content/setpu.md", name="setpu.md", url="/setpu"))
    assert "content/other.md" in index.stale  # the new page has a name similar to the missing one
    assert codes(index, "content/index.md") == ["broken-link"] * 2


def test_suggested_names_are_current(index: SiteIndex) -> None:
    change(index, "content/setup.md", "## The `old` channel\n\n## Linx\n")
    assert "did you mean '#linx'" in index.problems("content/index.md")[0].message
    assert change(index, "content/setup.md", "## The `old` channel\n\n## Windows\n") == ["content/index.md"]
    assert "did you mean" not in index.problems("content/index.md")[0].message
    assert change(index, "content/setup.md", "## The `new` channel\n\n## Windows\n") == ["content/index.md"]


def test_an_included_partial_brings_its_anchors(index: SiteIndex) -> None:
    assert codes(index, "content/_partials/note.md") == ["orphaned-partial"]
    used = '[a](#shared)\n\n{% partial file="note.md" /%}\n'
    assert change(index, "content/alone.md", used) == ["content/_partials/note.md"]
    assert codes(index, "content/alone.md") == codes(index, "content/_partials/note.md") == []
    assert change(index, "content/_partials/note.md", "## Other\n") == ["content/alone.md"]
    assert codes(index, "content/alone.md") == ["broken-fragment"]


@pytest.mark.parametrize("most", [100, 0])
def test_more_dependencies_than_are_tracked_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """A page with many depends on all partials and layouts."""
    monkeypatch.setattr(included_files, "MOST_KEYS", most)
    including = {"content/a.md": '{% partial file="note.md" /%}\n\n[x](#shared)\n', "content/_layout.md": "# Layout\n"}
    index = site_in(tmp_path, {**including, "content/_partials/note.md": SITE["content/_partials/note.md"]})
    assert [index.problems(path) for path in index.entries] == [()] * 3
    assert "content/a.md" in change(index, "content/_partials/note.md", "## Other\n")
    assert [each.code for each in index.problems("content/a.md")] == ["broken-fragment"]
    assert "content/a.md" in change(index, "content/_layout.md", "## Shared\n")
    assert index.problems("content/a.md") == ()


def test_a_created_file(tmp_path: Path) -> None:
    index = site_in(tmp_path, {"content/index.md": "![a](/b.png) [c](../d.md)\n", "static/a.png": ""})
    assert codes(index, "content/index.md") == ["missing-asset", "broken-link"]
    for path in ("static/b.png", "d.md"):
        (tmp_path / path).write_bytes(b"")
        index.asset_changed(str(tmp_path.resolve() / path))
    assert codes(index, "content/index.md") == []
