"""`plan build`: HTML files whose links lead to each other, written only over what a build has written."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote

import pytest

from plan.plans import Shell, entity, write
from refrakt_plan.static_site.output_folder import MANIFEST

FILES = {
    "plan/work/WORK-1.md": entity(
        "work",
        "WORK-1",
        'See {% ref "SPEC-1" /%}, {% ref "WORK-2 title" label="two" /%}, {% ref "NOPE" /%}, '
        "[source](../specs/a%20b.md#top) and [other](https://example.com/a.md).\n\n- [x] a\n- [ ] b",
        status="ready",
    ),
    "plan/work/WORK-2.md": entity("work", "WORK-2", status="odd"),
    "plan/specs/a b.md": entity("spec", "SPEC-1", "<script>alert(1)</script>", status="accepted"),
    "plan/index.md": entity("bug", "BUG-1"),
    "plan/notes.md": "# Not an entity\n",
}
SITE = {
    "refrakt.config.json": '{"site": {"contentDir": "content", "plugins": ["@refrakt-md/plan"]}, "plan": {"dir": "plan"}}',
    "content/index.md": "# Home\n",
}


def built(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture(params=[{}, SITE], ids=["plan only", "with a site"])
def project(request: pytest.FixtureRequest, tmp_path: Path, shell: Shell) -> Path:
    return write(tmp_path, {**FILES, **request.param})


def test_every_entity_has_a_page(project: Path, shell: Shell) -> None:
    shown = shell("build", "--format=json")
    assert shown.code == 0, shown.err
    found = built(project / "plan-site")
    pages = {"work/WORK-1.html", "work/WORK-2.html", "specs/a b.html", "index-2.html"}
    assert found.keys() == pages | {"index.html", "plan.css", MANIFEST}
    assert set(shown.json["written"]) == pages | {"index.html", "plan.css"}
    assert 'class="rf-work ' in found["work/WORK-1.html"]
    assert "<title>WORK-1: WORK-1 title</title>" in found["work/WORK-1.html"]
    assert '<link rel="stylesheet" href="../plan.css">' in found["work/WORK-1.html"]
    assert all("<script" not in text for text in found.values())


def test_links_lead_to_files(project: Path, shell: Shell) -> None:
    shell("build")
    found = built(project / "plan-site")
    for name, text in found.items():
        for href in re.findall(r'href="([^":]*)"', text):
            assert (project / "plan-site" / name).parent.joinpath(unquote(href.partition("#")[0])).is_file(), href
    page = found["work/WORK-1.html"]
    assert re.search(r'<a class="rf-xref rf-xref--spec" href="../specs/a%20b.html"[^>]*>SPEC-1 title</a>', page)
    assert re.search(r'href="WORK-2.html"[^>]*>two</a>', page)
    assert '<a href="../specs/a%20b.html#top">source</a>' in page
    assert 'href="https://example.com/a.md"' in page
    assert not re.search(r"<a [^>]*>NOPE", page)


def test_the_index_has_types_and_statuses(project: Path, shell: Shell) -> None:
    shell("build")
    index = built(project / "plan-site")["index.html"]
    headings = re.findall(r"<h[23][^>]*>([^<]*)", index)
    assert headings == ["Specs", "Accepted (1)", "Work", "Ready (1)", "odd (1)", "Bugs", "No status (1)"]
    assert '<a href="work/WORK-1.html">WORK-1: WORK-1 title</a> 1/2' in index


def test_a_second_build_changes_what_is_different(project: Path, shell: Shell) -> None:
    shell("build")
    assert shell("build").out.splitlines()[1] == "nothing has changed"
    (project / "plan/work/WORK-2.md").unlink()
    write(project, {"plan/specs/a b.md": entity("spec", "SPEC-1", "New text", status="accepted")})
    shown = shell("build", "--format=json").json
    assert "specs/a b.html" in shown["written"]
    assert "plan.css" not in shown["written"]
    assert shown["removed"] == ["work/WORK-2.html"]
    assert "work/WORK-2.html" not in built(project / "plan-site")


def test_other_files_are_not_replaced(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path, {**FILES, "plan-site/index.html": "mine", "plan-site/own.html": "own"})
    shown = shell("build")
    assert (shown.code, "is not empty" in shown.err) == (1, True)
    assert built(tmp_path / "plan-site") == {"index.html": "mine", "own.html": "own"}
    assert shell("build", "--force").code == 0
    assert built(tmp_path / "plan-site")["own.html"] == "own"
    write(tmp_path, {"plan-site/work/WORK-1.html": "changed by hand", "plan/specs/a b.md": entity("spec", "SPEC-2")})
    before = built(tmp_path / "plan-site")
    shown = shell("build")
    assert (shown.code, "was not written by a build" in shown.err) == (1, True)
    assert built(tmp_path / "plan-site") == before


def test_a_page_that_was_changed_is_not_removed(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path, FILES)
    shell("build")
    write(tmp_path, {"plan-site/work/WORK-2.html": "changed by hand"})
    (tmp_path / "plan/work/WORK-2.md").unlink()
    assert shell("build", "--format=json").json["removed"] == []
    assert (tmp_path / "plan-site/work/WORK-2.html").read_text("utf-8") == "changed by hand"


def test_a_manifest_removes_nothing_elsewhere(tmp_path: Path, shell: Shell) -> None:
    """It may come with the repository."""
    outside = write(tmp_path, {**FILES, "other/page.html": "x", "plan-site/a.txt": "x"}) / "other/page.html"
    digest = sha256(b"x").hexdigest()
    (tmp_path / "plan-site/link").symlink_to(tmp_path / "other")
    names = ["../other/page.html", str(outside), "link/page.html", "a.txt"]
    write(tmp_path, {f"plan-site/{MANIFEST}": json.dumps({"files": dict.fromkeys(names, digest)})})
    assert shell("build", "--format=json").json["removed"] == []
    assert outside.is_file()
    assert (tmp_path / "plan-site/a.txt").is_file()


@pytest.mark.parametrize("link", ["plan-site", "plan-site/work"])
def test_nothing_is_written_through_a_link(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch, link: str
) -> None:
    project, outside = write(tmp_path / "project", FILES), write(tmp_path / "outside", {})
    write(project, {"refrakt.config.json": "{}"})
    (project / link).parent.mkdir(exist_ok=True)
    (project / link).symlink_to(outside)
    monkeypatch.chdir(project)
    assert shell("build", "--force").code == 2
    assert list(outside.iterdir()) == []


def test_the_user_may_name_a_folder_outside(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    project = write(tmp_path / "project", {**FILES, "refrakt.config.json": "{}"})
    monkeypatch.chdir(project / "plan")
    assert shell("build", "--out", "../../pages").code == 0
    assert (tmp_path / "pages/work/WORK-1.html").is_file()
    assert not (project / "plan-site").exists()


def test_a_plan_elsewhere(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "elsewhere", FILES)
    monkeypatch.chdir(write(tmp_path / "project", {"refrakt.config.json": "{}"}))
    assert shell("build", "--dir", "../elsewhere/plan").code == 0
    assert 'class="rf-work ' in built(tmp_path / "project/plan-site")["work/WORK-1.html"]
