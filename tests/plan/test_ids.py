"""Ids and file names: scenarios 35 and 39."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plan.plans import entity, plan_of
from refrakt.plugins import RefraktError
from refrakt_plan.editing.ids import check_id, entity_file, file_name_with_id, next_id, next_ids, slug
from refrakt_plan.vocabulary import BUG, MILESTONE, WORK


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Add  Foo/Bar: Baz!", "add-foo-bar-baz"),
        ("Ünïcode título", "unicode-titulo"),
        ("Straße", "strasse"),
        ("ﬁne ①", "fine-1"),
        ("日本", "untitled"),
        ("…", "untitled"),
        ("-a-", "a"),
        ("../../etc/passwd", "etc-passwd"),
        ("İstanbul", "istanbul"),
    ],
)
def test_a_slug_has_letters_digits_and_dashes(title: str, expected: str) -> None:
    assert slug(title) == expected


def test_files_are_named_after_id_and_title() -> None:
    """Scenario 39."""
    assert entity_file(WORK, "WORK-002", "Add  Foo/Bar: Baz!") == "work/WORK-002-add-foo-bar-baz.md"
    assert entity_file(MILESTONE, "v9.9.9", "Ninth") == "milestones/ninth.md"


@settings(max_examples=60)
@given(st.text(max_size=400), st.text("AÜ日", min_size=1, max_size=40))
def test_a_file_name_fits_every_file_system(title: str, key: str) -> None:
    name = entity_file(WORK, key, title).removeprefix("work/")
    assert "/" not in name
    assert len(name.encode()) <= 200
    assert name.startswith(f"{key}-")
    assert name.endswith(".md")


def test_a_long_title_is_cut() -> None:
    name = entity_file(BUG, "BUG-001", "word " * 2_000)
    assert len(name.removeprefix("bugs/")) <= 200
    assert not name.endswith("-.md")


@pytest.mark.parametrize(
    ("name", "title", "expected"),
    [
        ("WORK-007-a.md", "T", "WORK-007-a.md"),
        ("a.md", "T", "WORK-007-a.md"),
        ("WORK-006-a.md", "T", "WORK-007-a.md"),
        ("SPEC-1-a.md", "T", "WORK-007-a.md"),
        ("work-007-a.md", "T", "WORK-007-a.md"),
        ("WORK-007.md", "Some title", "WORK-007-some-title.md"),
        ("WORK-006.md", None, "WORK-007-untitled.md"),
        ("WORK-007a-b.md", "T", "WORK-007-WORK-007a-b.md"),
        ("phase-2-plan.md", "T", "WORK-007-phase-2-plan.md"),
        ("WORK-0071-a.md", "T", "WORK-007-a.md"),
    ],
)
def test_another_id_in_a_name_is_replaced(name: str, title: str | None, expected: str) -> None:
    assert file_name_with_id("WORK-007", name, title) == expected
    assert file_name_with_id("WORK-007", expected, title) == expected


@pytest.mark.parametrize(
    "id",
    [
        "",
        "a/b",
        "a\\b",
        "..",
        ".hidden",
        "../x",
        "a\nb",
        "a\0b",
        'a"b',
        "a%}b",
        " a",
        "a ",
        "a\ud800",
        "a\u2028b",
        "x" * 121,
    ],
)
def test_an_invalid_id_is_refused(id: str) -> None:
    with pytest.raises(RefraktError) as refused:
        check_id(id)
    assert (refused.value.code, refused.value.exit_code) == ("INVALID_ARGS", 2)
    refused.value.message.encode()


@pytest.mark.parametrize("id", ["WORK-001", "v1.0.0", "bad id", "ü", "x" * 120, "a..b", "{% x"])
def test_an_id_may_be_anything_else(id: str) -> None:
    check_id(id)


def test_an_unreadable_file_reserves_its_id(tmp_path: Path) -> None:
    """Scenario 35: a tag that is broken for a moment must not lose its number."""
    plan = plan_of(tmp_path, entity("work", "WORK-005"))
    (plan.folder / "WORK-006-broken.md").write_text("{% work id='WORK-006' %}\n")
    (plan.folder / "WORK-007-latin.md").write_bytes(b"\xff\xfe")
    (plan.folder / "WORK-xyz.md").write_text("{% work %}\n")
    from refrakt.plugins import Disk
    from refrakt_plan.scanner.plan_scanner import scan

    assert next_id(scan(plan.folder, Disk()), WORK) == ("WORK-008", "WORK-007")


def test_without_a_plan_ids_begin_at_one(tmp_path: Path) -> None:
    assert next_id(None, WORK) == ("WORK-001", None)
    ids = next_ids(plan_of(tmp_path, entity("work", "WORK-998")), WORK)
    assert [next(ids) for _ in range(3)] == ["WORK-999", "WORK-1000", "WORK-1001"]
    with pytest.raises(RefraktError):
        next_id(None, MILESTONE)


def test_an_id_is_never_used_twice(tmp_path: Path) -> None:
    long = "WORK-" + "9" * 18, "WORK-1" + "0" * 18
    plan = plan_of(tmp_path, *(entity("work", each) for each in long))
    assert next_id(plan, WORK)[0] == "WORK-1" + "0" * 17 + "1"
