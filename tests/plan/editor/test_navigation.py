"""Definition, references and workspace symbols."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from plan.editor.open_file import OpenFile, open_file
from plan.plans import context, entity, write
from refrakt.plugins import WorkspaceSymbol
from refrakt_plan.editor import EntityFileProvider, IdProvider

PLAN = {
    "plan/README.md": 'Begin with {% ref "WORK-001" /%}, not WORK-001.\n',
    "plan/milestones/first.md": entity("milestone", "v1.0", status="active"),
    "plan/specs/SPEC-001-a.md": entity("spec", "SPEC-001", '{% expand "WORK-001" /%}', status="accepted"),
    "plan/work/WORK-001-a.md": entity("work", "WORK-001", source="SPEC-001", milestone="v1.0"),
    "plan/work/WORK-002-b.md": entity(
        "work", "WORK-002", 'WORK-001 {% xref "WORK-001" /%}\r\n', supersedes="WORK-001", source="ADR-9, SPEC-001"
    ),
}


def places(open_page: OpenFile, declared: bool = True) -> list[tuple[str, str]]:
    found = list(open_page.request("references", declared))
    assert len(set(found)) == len(found)
    return open_page.texts_at(found)


@pytest.mark.parametrize("page", ['{% ref "WORK-0$001" /%}', '{% work id="x" supersedes="WORK-001$0" %}\n{% /work %}'])
def test_the_definition_of_an_id_is_its_tag(tmp_path: Path, page: str) -> None:
    open_page = open_file(tmp_path, {**PLAN, "page.md": page})
    found = open_page.request("definition")
    assert page.replace("$0", "")[slice(*found.origin)] == "WORK-001"
    (target,) = found.targets
    assert target.path == "plan/work/WORK-001-a.md"
    text = PLAN[target.path]
    assert text[slice(*target.span)] == "WORK-001"
    assert text[slice(*target.full_span)] == text.partition("\n")[0]


def test_a_duplicate_id_has_two_definitions(tmp_path: Path) -> None:
    files = {**PLAN, "plan/work/copy.md": PLAN["plan/work/WORK-001-a.md"], "page.md": '{% ref "WORK-0$001" /%}'}
    targets = open_file(tmp_path, files).request("definition").targets
    assert [each.path for each in targets] == ["plan/work/WORK-001-a.md", "plan/work/copy.md"]


@pytest.mark.parametrize("page", ["WORK-0$001", '{% ref "WORK-9$0" /%}', "$0"])
def test_plain_text_and_unknown_ids_have_no_definition(tmp_path: Path, page: str) -> None:
    open_page = open_file(tmp_path, {**PLAN, "page.md": page})
    assert open_page.request("definition") is None
    assert open_file(tmp_path, {**PLAN, "page.md": '{% ref "WORK-0$001" /%}'}).request("definition") is not None
    assert "page.md" not in [path for path, _ in places(open_page)]


def test_references_of_an_id(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, {**PLAN, "plan/work/WORK-001-a.md": entity("work", "WORK-$0001")})
    assert places(open_page) == [
        ("plan/work/WORK-001-a.md", "WORK-001"),
        ("plan/specs/SPEC-001-a.md", "WORK-001"),
        ("plan/work/WORK-002-b.md", "WORK-001"),
        ("plan/work/WORK-002-b.md", "WORK-001"),
        ("plan/README.md", "WORK-001"),
    ]
    assert len(places(open_page, declared=False)) == 4


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ('{% ref "v1.0$0" /%}', ["plan/milestones/first.md", "plan/work/WORK-001-a.md", "page.md"]),
        (
            '{% ref "SPEC-001$0" /%}',
            ["plan/specs/SPEC-001-a.md", "plan/work/WORK-001-a.md", "plan/work/WORK-002-b.md", "page.md"],
        ),
        ('{% ref "ADR-9$0" /%}', ["plan/work/WORK-002-b.md"]),
    ],
)
def test_references_in_attributes(tmp_path: Path, page: str, expected: list[str]) -> None:
    open_page = open_file(tmp_path, {**PLAN, "page.md": page})
    assert [path for path, _ in places(open_page)] == expected


def test_ranges_follow_unsaved_edits(tmp_path: Path) -> None:
    name = "plan/work/WORK-002-b.md"
    typed = 'é 😀\n\n{% work id="WORK-002" %}\n\n# T\n\n{% ref "WORK-$0001" /%}\n\n{% /work %}\n'
    open_page = open_file(tmp_path, {**PLAN, name: typed}, unsaved=True)
    assert (name, "WORK-001") in places(open_page)


# By name ------------------------------------------------------------------------------------------------------------


def landmarks(root: Path, query: str) -> list[WorkspaceSymbol]:
    return list(IdProvider().workspace_symbols(query, context(write(root, PLAN))))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("work-002", ["WORK-002 WORK-002 title"]),
        ("001", ["SPEC-001 SPEC-001 title", "WORK-001 WORK-001 title"]),
        ("title 2", ["WORK-002 WORK-002 title"]),
        ("TITLE work", ["WORK-001 WORK-001 title", "WORK-002 WORK-002 title"]),
        ("nobody", []),
    ],
)
def test_symbols_match_id_and_title(tmp_path: Path, query: str, names: list[str]) -> None:
    assert [each.name for each in landmarks(tmp_path, query)] == names


def test_ids_with_the_prefix_come_first(tmp_path: Path) -> None:
    write(tmp_path, {"plan/a.md": entity("spec", "OLD-WORK-001")})
    assert [each.name.split()[0] for each in landmarks(tmp_path, "work-001")] == ["WORK-001", "OLD-WORK-001"]


def test_an_empty_query_finds_everything(tmp_path: Path) -> None:
    found = landmarks(tmp_path, "")
    assert len(found) == 4
    place = found[0].location
    assert (place.path, PLAN[place.path][slice(*place.span.bounds)]) == ("plan/milestones/first.md", "v1.0")
    assert found[0].container_name == "milestone, active"


# Which files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("plan/work/a.md", (True, True)),
        ("content/a.md", (True, False)),
        ("content/a.markdoc", (True, False)),
        ("plan/a.yaml", (False, False)),
        ("planning/a.md", (True, False)),
    ],
)
def test_providers_handle_their_files(tmp_path: Path, name: str, expected: tuple[bool, bool]) -> None:
    asked = context(tmp_path)
    assert (
        IdProvider().handles(tmp_path / name, asked),
        EntityFileProvider().handles(tmp_path / name, asked),
    ) == expected


def test_a_plan_beside_the_project_that_the_user_allows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "plan", {"WORK-1-a.md": entity("work", "WORK-1"), "b.md": entity("work", "WORK-2")})
    write(tmp_path / "code", {"refrakt.config.json": '{"plan": {"dir": "../plan"}}'})
    assert not EntityFileProvider().handles(tmp_path / "plan" / "b.md", context(tmp_path / "code"))
    monkeypatch.setenv("REFRAKT_ALLOWED_FOLDERS", str(tmp_path / "plan"))
    assert EntityFileProvider().handles(tmp_path / "plan" / "b.md", context(tmp_path / "code"))
    open_page = open_file(tmp_path / "code", {"page.md": '{% ref "WORK-1$0" /%}'})
    (target,) = open_page.request("definition").targets
    assert target.path == str(tmp_path / "plan" / "WORK-1-a.md")


def test_occurrences_equal_those_of_the_parser(tmp_path: Path) -> None:
    """If a site includes the plan, both results are merged, and a different range would be shown twice."""
    config = {"sites": {"main": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}}
    files = {**PLAN, "refrakt.config.json": json.dumps(config), "content/index.md": '{% xref "WORK-$0001" /%}\n'}
    open_page = open_file(tmp_path, files)
    words = [sys.executable, "-m", "refrakt", "references", "--id", "WORK-001", "--format", "json"]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    theirs = {(each["path"], each["line"], each["column"]) for each in json.loads(said)["references"]}
    ours = set()
    for path, place, _ in open_page.request("references", False):
        before = open_page.text_of(path)[: place.start]
        ours.add((path, before.count("\n") + 1, place.start - before.rfind("\n")))
    assert ours == theirs
