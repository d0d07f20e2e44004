"""Rename of ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plan.editor.open_file import OpenFile, open_file
from plan.plans import Buffers, context, entity, write
from refrakt.plugins import Disk, RefraktError, Span, WorkspaceEdit
from refrakt_plan.scanner.plan_scanner import scan

PLAN = {
    "plan/README.md": 'Begin with {% ref "WORK-001" /%}, not WORK-001.\r\n',
    "plan/milestones/v1.0.md": entity("milestone", "v1.0"),
    "plan/milestones/later.md": entity("milestone", "v2.0"),
    "plan/specs/SPEC-001-a.md": entity("spec", "SPEC-001", '{% expand "WORK-001" /%}'),
    "plan/work/WORK-001-a.md": entity("work", "WORK-001", "WORK-001 itself", source="SPEC-001", milestone="v1.0"),
    "plan/work/WORK-010-b.md": entity(
        "work", "WORK-010", '- {% ref "WORK-001" /%}\n- {% ref "WORK-010" /%}', supersedes="WORK-001", milestone="v2.0"
    ),
    "plan/work/WORK-004-c.md": '{% work id="WORK-00" %}\n{% /work %}\n',
    "plan/work/other.md": '{% work\r\n  id="WORK-003"\r\n  source="SPEC-001 , WORK-001,ADR-1"\r\n%}\r\n# T\r\n{% /work %}\r\n',
}


def renamed(open_page: OpenFile, new: str) -> WorkspaceEdit:
    found = open_page.request("rename", new)
    assert isinstance(found, WorkspaceEdit)
    return found


def test_an_id_is_renamed_in_every_file_and_with_its_file(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, {**PLAN, "page.md": '{% ref "WORK-0$001" /%}'})
    assert open_page.request("prepare_rename") == (Span(8, 16), "WORK-001")
    changes = renamed(open_page, " WORK-900 ")
    assert changes.moved == (("plan/work/WORK-001-a.md", "plan/work/WORK-900-a.md"),)
    assert open_page.texts_after(changes) == {
        "page.md": '{% ref "WORK-900" /%}',
        "plan/README.md": 'Begin with {% ref "WORK-900" /%}, not WORK-001.\r\n',
        "plan/specs/SPEC-001-a.md": PLAN["plan/specs/SPEC-001-a.md"].replace("WORK-001", "WORK-900"),
        "plan/work/WORK-900-a.md": PLAN["plan/work/WORK-001-a.md"].replace('id="WORK-001"', 'id="WORK-900"'),
        "plan/work/WORK-010-b.md": PLAN["plan/work/WORK-010-b.md"].replace("WORK-001", "WORK-900"),
        "plan/work/other.md": PLAN["plan/work/other.md"].replace("WORK-001", "WORK-900"),
    }


def test_a_rename_changes_nothing_but_the_id(tmp_path: Path) -> None:
    open_page = open_file(
        tmp_path, {**PLAN, "plan/work/WORK-010-b.md": PLAN["plan/work/WORK-010-b.md"]}, "plan/README.md"
    )
    before = [each.as_json() for each in scan(tmp_path / "plan", Disk()).entities]
    on_id = OpenFile(open_page.file, open_page.file.text.index("WORK-001"), open_page.context)
    Disk(tmp_path).apply(renamed(on_id, "WORK-900"))
    after = [each.as_json() for each in scan(tmp_path / "plan", Disk()).entities]
    untouched = ("WORK-001 title", "WORK-001 itself")
    for one in before:
        one["file"] = one["file"].replace("WORK-001-a", "WORK-900-a")
    expected = str(sorted(before, key=lambda each: each["file"]))
    for words in untouched:
        expected = expected.replace(words, words.replace("WORK-001", "kept"))
    actual = str(sorted(after, key=lambda each: each["file"])).replace("WORK-001", "kept")
    assert actual == expected.replace("WORK-001", "WORK-900")


@pytest.mark.parametrize(
    ("page", "moved"),
    [
        ('{% ref "v1.0$0" /%}', (("plan/milestones/v1.0.md", "plan/milestones/v1.1.md"),)),
        ('{% ref "v2.0$0" /%}', ()),
        ('{% ref "WORK-003$0" /%}', ()),
        ('{% ref "WORK-00$0" /%}', ()),
    ],
)
def test_a_file_named_after_its_id_is_renamed(tmp_path: Path, page: str, moved: tuple[tuple[str, str], ...]) -> None:
    changes = renamed(open_file(tmp_path, {**PLAN, "page.md": page}), "v1.1" if "v" in page else "WORK-077")
    assert changes.moved == moved


def test_edits_of_buffers_have_their_version(tmp_path: Path) -> None:
    name = "plan/work/WORK-010-b.md"
    typed = '{% work id="WORK-010" %}\n\n{% ref "WORK-001$0" /%}\n'
    changes = renamed(open_file(tmp_path, {**PLAN, name: typed}, unsaved=True), "WORK-900")
    versions = {each.path: each.version for each in changes.edits}
    assert versions[name] == 7
    assert {version for path, version in versions.items() if path != name} == {None}


def test_an_id_without_quotes_gets_them(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, {"plan/a.md": "{% work id=1$02 %}\n# T\n{% /work %}\n"})
    assert open_page.texts_after(renamed(open_page, "WORK-1"))["plan/a.md"].startswith('{% work id="WORK-1" %}\n')


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("", "the id is empty"),
        ("  ", "the id is empty"),
        ("WORK-010", "work/WORK-010-b.md already has the id WORK-010"),
        ("SPEC-009", "is an id for a spec"),
        ('WORK-"9', "is not a valid id"),
        ("WORK-\n9", "is not a valid id"),
        ("WORK-%}", "is not a valid id"),
        ("../WORK-9", "is not a valid id"),
        ("WORK\\9", "is not a valid id"),
        ("WORK-\ud800", "is not a valid id"),
        ("WORK-1,2", "contains a comma"),
        ("W" * 5000, "too long for a file name"),
    ],
)
def test_an_invalid_id_is_refused(tmp_path: Path, new: str, reason: str) -> None:
    with pytest.raises(RefraktError, match=re.escape(reason)):
        renamed(open_file(tmp_path, {**PLAN, "page.md": '{% ref "WORK-001$0" /%}'}), new)


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    files = {**PLAN, "plan/work/WORK-900-a.md": "Notes.\n", "page.md": '{% ref "WORK-001$0" /%}'}
    with pytest.raises(RefraktError, match="WORK-900-a"):
        renamed(open_file(tmp_path, files), "WORK-900")


@pytest.mark.parametrize("there", [{}, {"plan/work/WORK-901-new.md": "Notes.\n"}])
def test_an_unsaved_file_is_not_renamed(tmp_path: Path, there: dict[str, str]) -> None:
    name = "plan/work/WORK-900-new.md"
    open_page = open_file(tmp_path, {**PLAN, **there, name: '{% work id="WORK-900$0" %}\n{% /work %}\n'}, unsaved=True)
    (tmp_path / name).unlink()
    changes = renamed(open_page, "WORK-901")
    assert ([each.path for each in changes.edits], changes.moved) == ([name], ())


def test_a_duplicate_id_is_not_renamed(tmp_path: Path) -> None:
    files = {**PLAN, "plan/work/copy.md": PLAN["plan/work/WORK-001-a.md"], "page.md": '{% ref "WORK-001$0" /%}'}
    open_page = open_file(tmp_path, files)
    for name, *words in (["prepare_rename"], ["rename", "WORK-9"]):
        with pytest.raises(RefraktError, match="both have the id WORK-001"):
            open_page.request(name, *words)


@pytest.mark.parametrize("page", ["WORK-001$0", '{% ref "WORK-404$0" /%}', "# He$0re"])
def test_other_ids_are_not_renamed(tmp_path: Path, page: str) -> None:
    open_page = open_file(tmp_path, {**PLAN, "page.md": page})
    assert open_page.request("prepare_rename") is None
    assert open_page.request("rename", "WORK-9") is None


def test_the_same_id_changes_nothing(tmp_path: Path) -> None:
    assert renamed(open_file(tmp_path, {**PLAN, "page.md": '{% ref "WORK-001$0" /%}'}), "WORK-001") == WorkspaceEdit()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from("WORK-19.é ,'$`{}%/\\\"\n\t*<#"), max_size=12))
def test_a_new_id_reads_back_or_is_refused(tmp_path: Path, new: str) -> None:
    text = '{% work id="WORK-001" status="ready" %}\n\n# T\n\n{% ref "WORK-001" /%}\n\n{% /work %}\n'
    write(tmp_path / "plan", {"one.md": text})
    buffers = Buffers()
    buffers.open(tmp_path / "plan/one.md", text)
    open_page = OpenFile(open_file(tmp_path, {"plan/one.md": text}, "plan/one.md").file, 15, context(tmp_path, buffers))
    try:
        changes = renamed(open_page, new)
    except RefraktError:
        return
    for edit in changes.edits:
        write(tmp_path / "after", {"one.md": edit.changed})
        (found,) = scan(tmp_path / "after", Disk()).entities
        assert (found.id, found.refs, found.status) == (new.strip(), (new.strip(),), "ready")
