"""What is worked out for a plan, and kept while somebody types."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plan.editor.desk import at
from plan.plans import Buffers, context, entity, settle, write
from refrakt.plugins import Disk
from refrakt_plan.editor.ids import Named
from refrakt_plan.editor.looking import View, look, named_by
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import scan

FILES = {
    "a.md": entity("work", "WORK-1", '{% ref "WORK-2" /%}', milestone="v1"),
    "b.md": entity("work", "WORK-2", '{% expand "WORK-1" /%}'),
    "c.md": f'{entity("work", "WORK-3")}\n{{% work id="WORK-1" %}}\n{{% /work %}}\n{{% expand "WORK-2" /%}}\n',
}


def seen(root: Path, buffers: Buffers | None = None) -> View:
    found = look(context(root, buffers))
    assert found is not None
    return found


def test_nothing_is_worked_out_twice(tmp_path: Path) -> None:
    write(tmp_path / "plan", FILES)
    settle(tmp_path)
    assert seen(tmp_path).index is seen(tmp_path).index


def test_what_has_not_changed_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "plan", FILES)
    settle(tmp_path)
    assert len(seen(tmp_path).index.mentions("WORK-1")) == 2
    read: list[str | None] = []

    def noted(each: Entity) -> Iterator[Named]:
        read.append(each.id)
        return named_by(each)

    monkeypatch.setattr("refrakt_plan.editor.looking.named_by", noted)
    buffers = Buffers()
    for version in range(1, 2000):
        # Nobody asks who names whom in between.
        buffers.open(tmp_path / "plan/a.md", FILES["a.md"] + " " * version, version)
        if version % 500 == 0:
            seen(tmp_path, buffers)
    assert len(seen(tmp_path, buffers).index.mentions("WORK-2")) == 3
    assert read == ["WORK-1"]


def test_states_that_are_gone_are_not_held(tmp_path: Path) -> None:
    write(tmp_path / "plan", FILES)
    buffers = Buffers()
    for version in range(1, 6):
        buffers.open(tmp_path / "plan/a.md", FILES["a.md"] + " " * version, version)
        index = seen(tmp_path, buffers).index
        assert index.mentions("WORK-1")
    assert len(index._known) == len(FILES)


def test_a_second_entity_in_a_file_declares_nothing(tmp_path: Path) -> None:
    write(tmp_path / "plan", FILES)
    mentions = seen(tmp_path).index.mentions("WORK-1")
    assert [(each.entity.file, each.named.role) for each in mentions] == [("a.md", "key"), ("b.md", "reference")]


def test_a_page_is_the_plan_s_in_the_text_it_was_read_from(tmp_path: Path) -> None:
    write(tmp_path / "plan", FILES)
    view = seen(tmp_path)
    for text, known in ((FILES["a.md"], True), (FILES["a.md"] + " ", False)):
        assert (view.entity_in(at(tmp_path, "plan/a.md", text, 0).file) is not None) is known
    assert view.entity_in(at(tmp_path, "elsewhere/a.md", FILES["a.md"], 0).file) is None


def test_who_types_does_not_wait_for_a_plan_that_is_being_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "plan", FILES)
    monkeypatch.setattr("refrakt_plan.editor.looking.known", lambda folder, files: None)
    open_page = at(tmp_path, "plan/a.md", FILES["a.md"], FILES["a.md"].index("WORK-2"))
    assert [open_page.ask(each) for each in ("hover", "complete", "define")] == [None, None, None]
    assert open_page.actions == {}
    assert scan(tmp_path / "plan", Disk()).by_id
