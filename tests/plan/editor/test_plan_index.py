"""The index of a plan, and what a new one reuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plan.editor.open_file import at
from plan.plans import Buffers, context, entity, settle, write
from refrakt.plugins import Disk
from refrakt_plan.editor.id_at_offset import IdOccurrence
from refrakt_plan.editor.plan_index import PlanView, occurrences_in_entity, plan_view
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import scan

FILES = {
    "a.md": entity("work", "WORK-1", '{% ref "WORK-2" /%}', milestone="v1"),
    "b.md": entity("work", "WORK-2", '{% expand "WORK-1" /%}'),
    "c.md": f'{entity("work", "WORK-3")}\n{{% work id="WORK-1" %}}\n{{% /work %}}\n{{% expand "WORK-2" /%}}\n',
}


def view_of(root: Path, buffers: Buffers | None = None) -> PlanView:
    found = plan_view(context(root, buffers))
    assert found is not None
    return found


def test_an_unchanged_plan_keeps_its_index(tmp_path: Path) -> None:
    write(tmp_path / "plan", FILES)
    settle(tmp_path)
    assert view_of(tmp_path).index is view_of(tmp_path).index


def test_unchanged_files_keep_their_occurrences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "plan", FILES)
    settle(tmp_path)
    assert len(view_of(tmp_path).index.occurrences("WORK-1")) == 2
    read: list[str | None] = []

    def noted(each: Entity) -> Iterator[IdOccurrence]:
        read.append(each.id)
        return occurrences_in_entity(each)

    monkeypatch.setattr("refrakt_plan.editor.plan_index.occurrences_in_entity", noted)
    buffers = Buffers()
    for version in range(1, 2000):
        # Nobody asks who names whom in between.
        buffers.open(tmp_path / "plan/a.md", FILES["a.md"] + " " * version, version)
        if version % 500 == 0:
            view_of(tmp_path, buffers)
    assert len(view_of(tmp_path, buffers).index.occurrences("WORK-2")) == 3
    assert read == ["WORK-1"]


def test_old_plans_are_freed(tmp_path: Path) -> None:
    write(tmp_path / "plan", FILES)
    buffers = Buffers()
    for version in range(1, 6):
        buffers.open(tmp_path / "plan/a.md", FILES["a.md"] + " " * version, version)
        index = view_of(tmp_path, buffers).index
        assert index.occurrences("WORK-1")
    assert len(index._computed) == len(FILES)


def test_a_second_entity_in_a_file_is_ignored(tmp_path: Path) -> None:
    write(tmp_path / "plan", FILES)
    mentions = view_of(tmp_path).index.occurrences("WORK-1")
    assert [(each.entity.file, each.occurrence.role) for each in mentions] == [("a.md", "key"), ("b.md", "reference")]


def test_an_outdated_text_has_no_entity(tmp_path: Path) -> None:
    write(tmp_path / "plan", FILES)
    view = view_of(tmp_path)
    for text, known in ((FILES["a.md"], True), (FILES["a.md"] + " ", False)):
        assert (view.entity_in(at(tmp_path, "plan/a.md", text, 0).file) is not None) is known
    assert view.entity_in(at(tmp_path, "elsewhere/a.md", FILES["a.md"], 0).file) is None


def test_requests_do_not_wait_for_the_first_scan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "plan", FILES)
    monkeypatch.setattr("refrakt_plan.editor.plan_index.scan_without_waiting", lambda folder, files: None)
    open_page = at(tmp_path, "plan/a.md", FILES["a.md"], FILES["a.md"].index("WORK-2"))
    assert [open_page.request(each) for each in ("hover", "complete", "definition")] == [None, None, None]
    assert open_page.actions == {}
    assert scan(tmp_path / "plan", Disk()).by_id
