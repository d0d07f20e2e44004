"""Scanning a plan on disk and in buffers: order, changes, reuse."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from plan.plans import Buffers, entity, settle, write
from refrakt.plugins import Disk, RefraktError
from refrakt.project import inotify
from refrakt_plan.scanner import plan_scanner
from refrakt_plan.scanner.plan_scanner import Plan, scan


def ids(plan: Plan) -> list[str | None]:
    return [each.id for each in plan.entities]


def test_files_come_in_the_order_of_their_bytes(tmp_path: Path) -> None:
    files = {
        "work/b.md": entity("work", "W-B"),
        "work/B.md": entity("work", "W-UPPER"),
        "a.md": entity("spec", "S-A"),
        "bugs/x/y.md": entity("bug", "B-DEEP"),
        "z.md": entity("spec", "S-Z"),
        "INSTRUCTIONS.md": "# Nothing\n",
        "empty.md": "",
        "work/notes.txt": entity("work", "W-TXT"),
    }
    found = scan(write(tmp_path, files), Disk())
    assert ids(found) == ["S-A", "B-DEEP", "W-UPPER", "W-B", "S-Z"]
    assert found.entities[1].file == "bugs/x/y.md"


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RefraktError) as refused:
        scan(tmp_path / "plan", Disk())
    assert (refused.value.code, refused.value.exit_code) == ("PLAN_DIR_MISSING", 2)
    assert "plan.init" in refused.value.hint


def test_unchanged_files_are_not_read_again(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a.md": entity("work", "A"), "b.md": entity("work", "B"), "notes.md": "x"})
    settle(folder)
    files = Buffers()
    first = scan(folder, files)
    assert len(files.reads) == 3
    assert scan(folder, files) is first
    assert len(files.reads) == 3
    write(folder, {"b.md": entity("work", "B2")})
    os.utime(folder / "b.md", ns=(0, 0))
    second = scan(folder, files)
    assert ids(second) == ["A", "B2"]
    assert second.entities[0] is first.entities[0]
    assert files.reads[3:] == [folder / "b.md"]


@pytest.mark.skipif(sys.platform != "linux", reason="only there a folder can be trusted to be unchanged")
def test_files_are_looked_at_only_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path, {f"work/{number}.md": entity("work", f"W-{number}") for number in range(30)})
    settle(folder)
    looks: list[str] = []
    original = plan_scanner._collect_stamps

    def look(looked_at: str, *rest: Any) -> None:
        looks.append(looked_at)
        original(looked_at, *rest)

    monkeypatch.setattr(plan_scanner, "_collect_stamps", look)
    files = Buffers()
    first = scan(folder, files)
    assert len(looks) == 2
    assert all(scan(folder, files) is first for _ in range(10))
    files.open(folder / "work" / "0.md", entity("work", "W-OPEN"), version=1)
    assert "W-OPEN" in ids(scan(folder, files))
    files.opened.clear()
    assert scan(folder, files).entities == first.entities
    assert len(looks) == 2
    write(folder, {"work/0.md": entity("work", "W-CHANGED")})
    assert "W-CHANGED" in ids(scan(folder, files))
    assert len(looks) == 4


@pytest.mark.parametrize("system", ["ext4", "nfs4"])
def test_a_scan_sees_every_change_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(inotify, "file_system", lambda _: system)
    folder = write(tmp_path, {f"work/{number}.md": entity("work", f"W-{number}") for number in range(5)})
    settle(folder)
    expected = {f"W-{number}" for number in range(5)}
    for number in range(40):
        assert {*ids(scan(folder, Disk()))} == expected
        match number % 4:
            case 0:
                write(folder, {"work/0.md": entity("work", f"W-AGAIN-{number}")})
                expected = {each for each in expected if each != "W-0" and "AGAIN" not in str(each)}
                expected.add(f"W-AGAIN-{number}")
            case 1:
                write(folder, {f"bugs/{number}.md": entity("bug", f"B-{number}")})
                expected.add(f"B-{number}")
            case 2:
                (folder / "bugs" / f"{number - 1}.md").unlink()
                expected.remove(f"B-{number - 1}")
            case 3:
                name = next(each.name for each in folder.iterdir() if each.name.startswith("work"))
                (folder / name).rename(folder / f"work-{number}")
                (folder / f"work-{number}").rename(folder / "work")


def test_opening_and_closing_a_file_keeps_its_entity(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a.md": entity("work", "A"), "b.md": entity("work", "B")})
    settle(folder)
    files = Buffers()
    first = scan(folder, files)
    files.open(folder / "a.md", entity("work", "A"), version=1)
    (opened, _) = scan(folder, files).entities
    assert (opened.version, opened.attribute_ranges) == (1, first.entities[0].attribute_ranges)
    assert opened.attribute_ranges is first.entities[0].attribute_ranges
    files.open(folder / "a.md", entity("work", "A", status="done"), version=2)
    assert scan(folder, files).entities[0].status == "done"
    files.opened.clear()
    assert scan(folder, files).entities[0] is first.entities[0]


def test_a_racy_write_is_noticed(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a.md": entity("work", "A")})
    before = (folder / "a.md").stat()
    assert ids(scan(folder, Disk())) == ["A"]
    write(folder, {"a.md": entity("work", "B")})
    os.utime(folder / "a.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert ids(scan(folder, Disk())) == ["B"]


def test_a_file_with_an_old_modification_time_is_read_again(tmp_path: Path) -> None:
    """As after a copy that keeps the times."""
    path = write(tmp_path, {"a.md": entity("work", "A", status="ready")}) / "a.md"
    settle(tmp_path)
    assert [each.status for each in scan(tmp_path, Disk()).entities] == ["ready"]
    before = path.stat()
    path.write_text(path.read_text("utf-8").replace("ready", "draft"), "utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_mtime_ns, path.stat().st_size) == (before.st_mtime_ns, before.st_size)
    assert [each.status for each in scan(tmp_path, Disk()).entities] == ["draft"]


def test_added_and_deleted_files_are_noticed(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a.md": entity("work", "A"), "b.md": entity("work", "B")})
    assert ids(scan(folder, Disk())) == ["A", "B"]
    (folder / "a.md").unlink()
    assert ids(scan(folder, Disk())) == ["B"]
    (folder / "b.md").rename(folder / "c.md")
    assert [each.file for each in scan(folder, Disk()).entities] == ["c.md"]


def test_a_buffer_takes_precedence_over_its_file(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a.md": entity("work", "A", status="draft")})
    files = Buffers()
    assert scan(folder, files).entities[0].status == "draft"
    files.open(folder / "a.md", entity("work", "A", status="ready"), version=4)
    (found,) = scan(folder, files).entities
    assert (found.status, found.version) == ("ready", 4)
    files.open(folder / "a.md", entity("work", "A", status="done"), version=4)
    assert scan(folder, files).entities[0].status == "done"
    files.opened.clear()
    (found,) = scan(folder, files).entities
    assert (found.status, found.version) == ("draft", None)


def test_a_file_opened_during_a_scan_is_read_again(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a.md": entity("work", "DISK")})
    settle(folder)

    class Late(Buffers):
        def open_paths(self) -> Iterator[Path]:
            return iter(())

    late = Late()
    late.open(folder / "a.md", entity("work", "BUFFER"))
    assert ids(scan(folder, late)) == ["BUFFER"]
    assert ids(scan(folder, Disk())) == ["DISK"]


def test_an_unsaved_buffer_counts(tmp_path: Path) -> None:
    folder = write(tmp_path / "plan", {"a.md": entity("work", "A"), "c.md": entity("work", "C")})
    files = Buffers()
    files.open(folder / "b.md", entity("work", "B"))
    files.open(folder / "b.txt", entity("work", "TXT"))
    files.open(tmp_path / "elsewhere.md", entity("work", "OUT"))
    assert ids(scan(folder, files)) == ["A", "B", "C"]


def test_a_linked_folder_includes_its_buffers(tmp_path: Path) -> None:
    folder = write(tmp_path / "real", {"a.md": entity("work", "A")})
    link = tmp_path / "link"
    link.symlink_to(folder)
    files = Buffers()
    files.open(link / "a.md", entity("work", "B"))
    assert ids(scan(link, files)) == ["B"]


def test_links_inside_are_not_followed(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"secret.md": entity("work", "OUT")})
    folder = write(tmp_path / "plan", {"a.md": entity("work", "A")})
    (folder / "loop").symlink_to(folder)
    (folder / "secrets").symlink_to(outside)
    (folder / "secret.md").symlink_to(outside / "secret.md")
    assert ids(scan(folder, Disk())) == ["A"]


def test_a_file_that_is_not_text_is_unreadable(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a.md": entity("work", "A")})
    (folder / "b.md").write_bytes(b"\xff\xfe{% work %}")
    found = scan(folder, Disk())
    assert ids(found) == ["A"]
    assert [each.file for each in found.unreadable] == ["b.md"]
    assert found.unreadable[0].message == f"{found.unreadable[0].file} is not UTF-8 text"


def test_nothing_is_written(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a.md": entity("work", "A")})
    before = {path: path.stat().st_mtime_ns for path in (folder, *folder.rglob("*"))}
    scan(folder, Disk())
    assert {path: path.stat().st_mtime_ns for path in (folder, *folder.rglob("*"))} == before


def test_concurrent_scans_read_every_file_once(tmp_path: Path) -> None:
    folder = write(tmp_path, {f"{number}.md": entity("work", f"W-{number}") for number in range(30)})
    settle(folder)
    files = Buffers()
    with ThreadPoolExecutor(4) as pool:
        plans = list(pool.map(lambda _: scan(folder, files), range(8)))
    assert len(files.reads) == 30
    assert all(each is plans[0] for each in plans)


def test_both_sides_of_a_dependency_mean_the_same(tmp_path: Path) -> None:
    files = {
        "a.md": entity("work", "A", '## Blocks\n\n- {% ref "B" /%}\n- {% ref "A" /%}'),
        "b.md": entity("work", "B", '## Blocked by\n\n- {% ref "A" /%}\n- {% ref "C" /%}'),
    }
    assert scan(write(tmp_path, files), Disk()).blockers == {"B": ("A", "C")}
