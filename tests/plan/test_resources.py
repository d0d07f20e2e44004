"""The addresses of a plan: scenario 64, and that none of them leads anywhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plan.plans import Buffers, call, context, entity, write
from refrakt.plugins import RefraktError, Resource, ResourceContent
from refrakt_plan import resources
from refrakt_plan.resources import RESOURCES

INDEX, STATUS, ENTITY = RESOURCES
FILES = {
    "work/WORK-001-a.md": entity("work", "WORK-001", status="ready").replace("\n", "\r\n"),
    "work/WORK-004-b.md": entity("work", "WORK-004"),
    "milestones/first.md": entity("milestone", "v0.1.0", status="active"),
    "milestones/odd.md": entity("milestone", "a/b ü"),
    "INSTRUCTIONS.md": 'Write `{% spec id="X" %}`.\n\n```\n{% spec id="Y" %}\n```\n',
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path / "plan", FILES)
    write(tmp_path, {"secret.md": entity("work", "SECRET")})
    return tmp_path


def read(resource: Resource, root: Path, files: Buffers | None = None, **values: str) -> ResourceContent:
    return resource.read(values, context(root, files))


def validation_error(root: Path, type: str, id: str) -> RefraktError:
    with pytest.raises(RefraktError) as error:
        read(ENTITY, root, type=type, id=id)
    assert error.value.code == "RESOURCE_NOT_FOUND"
    return error.value


def test_the_index_lists_what_the_scanner_finds(root: Path) -> None:
    answer = read(INDEX, root)
    assert answer.mime_type == "application/json"
    listed = json.loads(answer.text)["entities"]
    assert [each["id"] for each in listed] == ["v0.1.0", "a/b ü", "WORK-001", "WORK-004"]
    assert listed[2] == {
        "id": "WORK-001",
        "type": "work",
        "status": "ready",
        "title": "WORK-001 title",
        "file": "work/WORK-001-a.md",
    }


def test_a_long_index_is_paginated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [f"WORK-{number:03}" for number in range(25)]
    write(tmp_path / "plan", {f"{id}.md": entity("work", id).replace("title", "long " * 90) for id in ids})
    assert "nextCursor" not in json.loads(read(INDEX, tmp_path).text)
    monkeypatch.setattr(resources, "LARGEST", 2500)
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        answer = read(INDEX, tmp_path, None, **cursor).text
        assert len(answer) < 3000
        result = json.loads(answer)
        found += [each["id"] for each in result["entities"]]
        if "nextCursor" not in result:
            break
        cursor = {"cursor": result["nextCursor"]}
    assert found == ids


@pytest.mark.parametrize("cursor", ["", "x", "-1", "4", "9" * 40, "²"])
def test_an_invalid_cursor_is_refused(root: Path, cursor: str) -> None:
    with pytest.raises(RefraktError) as error:
        read(INDEX, root, cursor=cursor)
    assert error.value.code == "INVALID_ARGS"


def test_the_status_is_that_of_the_tool(root: Path) -> None:
    assert json.loads(read(STATUS, root).text) == call("status", root)


def test_an_entity_is_its_file(root: Path) -> None:
    answer = read(ENTITY, root, type="work", id="WORK-001")
    assert (answer.text, answer.mime_type) == (FILES["work/WORK-001-a.md"], "text/markdown")
    assert read(ENTITY, root, type="milestone", id="v0.1.0").text == FILES["milestones/first.md"]
    assert read(ENTITY, root, type="milestone", id="a/b ü").text == FILES["milestones/odd.md"]


def test_an_open_entity_is_its_buffer(root: Path) -> None:
    files = Buffers()
    text = entity("work", "WORK-001", "unsaved")
    files.open(root / "plan" / "work" / "WORK-001-a.md", text)
    assert read(ENTITY, root, files, type="work", id="WORK-001").text == text


def test_a_part_of_an_id_is_not_an_id(root: Path) -> None:
    assert "refrakt://plan/work/WORK-001" in validation_error(root, "work", "WORK-00").message


def test_an_id_in_lower_case_is_refused_with_a_suggestion(root: Path) -> None:
    assert "refrakt://plan/work/WORK-001" in validation_error(root, "work", "work-001").message
    with pytest.raises(RefraktError, match="did you mean 'WORK-001'"):
        call("context", root, {"id": "work-001"})
    with pytest.raises(RefraktError, match="did you mean"):
        call("status", root, {"milestone": "V0.1.0"})


def test_a_wrong_type_is_refused_with_the_right_uri(root: Path) -> None:
    assert "refrakt://plan/work/WORK-004" in validation_error(root, "spec", "WORK-004").message
    assert "refrakt://plan/milestone/a%2Fb%20%C3%BC" in validation_error(root, "works", "a/b ü").message
    assert "unknown type 'works'" in validation_error(root, "works", "a/b ü").message
    assert "milestone" in validation_error(root, "works", "WORK-999").hint


@pytest.mark.parametrize(
    "id",
    ["../secret", "..%2Fsecret", "SECRET", "../../secret.md", "%2e%2e/secret", "work/WORK-001-a", "", ".", "\0", "*"],
)
def test_no_uri_leads_out_of_the_plan(root: Path, id: str) -> None:
    error = validation_error(root, "work", id)
    assert "unsaved" not in str(error)
    assert "SECRET title" not in str(error)


def test_of_two_duplicates_the_one_in_its_folder_is_read(tmp_path: Path) -> None:
    files = {name: entity("bug", "BUG-1", name) for name in ("a.md", "bug/x.md", "bugs/x.md", "old/x.md")}
    write(tmp_path / "plan", files)
    assert read(ENTITY, tmp_path, type="bug", id="BUG-1").text == files["bugs/x.md"]
    (tmp_path / "plan/bugs/x.md").unlink()
    assert read(ENTITY, tmp_path, type="bug", id="BUG-1").text == files["bug/x.md"]
    (tmp_path / "plan/bug/x.md").unlink()
    assert read(ENTITY, tmp_path, type="bug", id="BUG-1").text == files["a.md"]


@pytest.mark.parametrize("resource", RESOURCES, ids=lambda each: each.name)
def test_without_a_plan_no_resource_can_be_read(tmp_path: Path, resource: Resource) -> None:
    with pytest.raises(RefraktError) as error:
        read(resource, tmp_path, type="work", id="WORK-001")
    assert error.value.code == "PLAN_DIR_MISSING"


def test_types_and_ids_are_completed(root: Path) -> None:
    assert ENTITY.complete is not None
    here = context(root)
    assert list(ENTITY.complete("type", "", {}, here)) == ["spec", "work", "bug", "decision", "milestone"]
    assert list(ENTITY.complete("type", "m", {}, here)) == ["milestone"]
    assert list(ENTITY.complete("id", "work-0", {}, here)) == ["WORK-001", "WORK-004"]
    assert list(ENTITY.complete("id", "work-0", {"type": "work"}, here)) == ["WORK-001", "WORK-004"]
    assert list(ENTITY.complete("id", "work-0", {"type": "spec"}, here)) == []
    assert list(ENTITY.complete("id", "x", {}, here)) == []


def test_every_resource_depends_on_the_plan_folder(root: Path) -> None:
    assert [list(each.files(context(root))) for each in RESOURCES if each.files] == [[root / "plan"]] * 3
