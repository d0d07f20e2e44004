"""Edits of an entity: the requested values change, every other character stays."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from plan.plans import read
from refrakt.errors import shell_hint
from refrakt.plugins import FileEdit, RefraktError, Span, TextEdit
from refrakt_plan.editing.entity_edits import add_resolution, check_value, entity_file_edit, set_attributes, set_checked
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import BUG, DECISION, MILESTONE, SPEC, TYPES, WORK, EntityType

DAY = datetime.date(2026, 1, 2)
BODY = "\n\nWords\n\n{% /work %}\n"


def after(entity: Entity, *edits: TextEdit | None) -> str:
    """The text after some edits."""
    return entity_file_edit(entity, [each for each in edits if each is not None], Path()).changed


def updated(text: str, **attributes: str) -> str:
    """The text with these attributes set; `_` means `-`."""
    entity = read(text)
    return after(entity, *set_attributes(entity, {name.replace("_", "-"): value for name, value in attributes.items()}))


# Values -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (WORK, "status", "in-progress"),
        (WORK, "pr", "a/b#1, c.d/e_f#22"),
        (WORK, "assignee", 'Zoë "z" \\ {% 日本 🦊'),
        (SPEC, "released-in", "1.2.3-rc.1"),
        (SPEC, "source", "ADR-001"),
        (BUG, "severity", "cosmetic"),
        (DECISION, "date", "2026-01-01"),
        (MILESTONE, "target", "whenever"),
        (WORK, "status", ""),
    ],
)
def test_valid_values_are_accepted(kind: EntityType, name: str, value: str) -> None:
    check_value(kind, name, value)


@pytest.mark.parametrize(
    ("kind", "name", "value", "message", "hint"),
    [
        (WORK, "status", "donne", 'Invalid status "donne" for work rune. Valid: draft, ready,', '"done"'),
        (BUG, "severity", "high", "Valid: critical, major, minor, cosmetic", "one of these"),
        (
            BUG,
            "priority",
            "high",
            'Unknown attribute "priority" for bug rune. Valid: id, status, severity',
            "reference bug",
        ),
        (WORK, "assigne", "x", "Valid: id, status, priority", '"assignee"'),
        (MILESTONE, "id", "x", "Valid: name, status, target", "reference milestone"),
        (WORK, "id", "WORK-2", "cannot be set", "editor"),
        (MILESTONE, "name", "v2", "cannot be set", "editor"),
        (WORK, "created", "2026-01-01", "cannot be set", "git"),
        (WORK, "pr", "x", "org/repo#number", "commas"),
        (WORK, "pr", "a/b#1,x", "org/repo#number", "commas"),
        (WORK, "pr", " , ", "org/repo#number", "commas"),
        (SPEC, "released-in", "1.2", "v1.2.3", "one version"),
        (SPEC, "released-in", "1.2.3\n", "line end", "one line"),
    ],
)
def test_invalid_values_are_refused(kind: EntityType, name: str, value: str, message: str, hint: str) -> None:
    with pytest.raises(RefraktError) as refused:
        check_value(kind, name, value)
    assert (refused.value.code, refused.value.exit_code) == ("VALIDATION_ERROR", 1)
    assert message in refused.value.message
    assert hint in shell_hint(refused.value.hint)


@pytest.mark.parametrize("value", ["a\nb", "a\rb", "\0", "\t", "\x1b", "\x7f", "\x85", "\u2028", "\ud800", 'x" %}'])
def test_values_that_break_a_tag_are_refused(value: str) -> None:
    with pytest.raises(RefraktError, match="assignee"):
        check_value(WORK, "assignee", value)


def test_the_id_cannot_be_set() -> None:
    for kind in TYPES.values():
        with pytest.raises(RefraktError):
            check_value(kind, kind.key, "")


# The opening tag ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ('{% work id="W" status="ready" tags="a" %}', '{% work id="W" status="done" tags="a" %}'),
        ('{%work id="W" status="ready"%}', '{%work id="W" status="done"%}'),
        ('{% work  status="ready"   id="W" %}', '{% work  status="done"   id="W" %}'),
        ('{% work id="W" my-status="ready" status="ready" %}', '{% work id="W" my-status="ready" status="done" %}'),
        ('{% work id="W" status="a" status="b" %}', '{% work id="W" status="a" status="done" %}'),
        ('{% work id="W" status="ready" .status %}', '{% work id="W" status="done" .status %}'),
        ('{% work id="W" status=3 /%}', '{% work id="W" status="done" /%}'),
        ('{% work id="W" status=true %}', '{% work id="W" status="done" %}'),
        ('{% work id="W" status=$now %}', '{% work id="W" status="done" %}'),
        ('{% work id="W" status=["a", "b"] x=1 %}', '{% work id="W" status="done" x=1 %}'),
        ('{% work id="W" status=pick("a", b=2) %}', '{% work id="W" status="done" %}'),
        ('{% work\n\tid="W"\n\tstatus="a %} b"\n%}', '{% work\n\tid="W"\n\tstatus="done"\n%}'),
        ('{% work\r\n  id="W"\r\n  status="a"\r\n%}', '{% work\r\n  id="W"\r\n  status="done"\r\n%}'),
        ('{% work\r  id="W"\r  status="a" %}', '{% work\r  id="W"\r  status="done" %}'),
        (
            '---\nstatus: x\n---\n\n  {% work id="W" status="" %}',
            '---\nstatus: x\n---\n\n  {% work id="W" status="done" %}',
        ),
    ],
)
def test_a_value_is_replaced_in_place(before: str, changed: str) -> None:
    """Scenarios 21 and 30."""
    assert updated(before + BODY, status="done") == changed + BODY


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ('{% work id="W" %}', '{% work id="W" status="done" %}'),
        ('{%work id="W"%}', '{%work id="W" status="done"%}'),
        ("{% work #W %}", '{% work #W status="done" %}'),
        ('{% work id="W" .status %}', '{% work id="W" .status status="done" %}'),
        ('{% work id="W" /%}', '{% work id="W" status="done" /%}'),
        ('{% work id="W"/%}', '{% work id="W" status="done"/%}'),
        ("{% work %}", '{% work status="done" %}'),
        ("{% work%}", '{% work status="done"%}'),
        ('{% work\n  id="W"\n%}', '{% work\n  id="W" status="done"\n%}'),
        ('{% work\r\n  id="W" %}', '{% work\r\n  id="W" status="done" %}'),
    ],
)
def test_a_new_attribute_comes_last(before: str, changed: str) -> None:
    """Scenario 22."""
    assert updated(before + BODY, status="done") == changed + BODY


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ('{% work id="W" status="x" tags="a" %}', '{% work id="W" tags="a" %}'),
        ('{% work id="W" status="x"%}', '{% work id="W"%}'),
        ('{% work status="x" id="W" %}', '{% work id="W" %}'),
        ('{% work id="W" status="" %}', '{% work id="W" %}'),
        ('{% work id="W" status=["a"] /%}', '{% work id="W" /%}'),
        ('{% work status="x" id="W" status="y" %}', '{% work id="W" %}'),
        ('{% work id="W" status="x" .status %}', '{% work id="W" .status %}'),
        ('{% work\n  id="W"\n  status="x"\n  tags="a"\n%}', '{% work\n  id="W"\n  tags="a"\n%}'),
        ('{% work\r\n  id="W"\r\n  status="x"\r\n%}', '{% work\r\n  id="W"\r\n%}'),
        ('{% work\r  id="W"\r  status="x"\r%}', '{% work\r  id="W"\r%}'),
        ('{% work\n  id="W"\n  status="x" tags="a" %}', '{% work\n  id="W"\n  tags="a" %}'),
        ('{% work\n  id="W"\n  status="x" %}', '{% work\n  id="W" %}'),
        ('{% work\n  id="W"\n  status="x"/%}', '{% work\n  id="W"/%}'),
        ('{% work\nstatus="x"\nid="W" %}', '{% work\nid="W" %}'),
    ],
)
def test_an_attribute_is_removed_with_its_space(before: str, changed: str) -> None:
    """Scenario 23."""
    assert updated(before + BODY, status="") == changed + BODY


def test_several_changes_of_one_tag_are_made_at_once() -> None:
    text = '{% work id="W" status="a" tags="b" %}' + BODY
    assert updated(text, status="", tags="", pr="a/b#1", source="S") == '{% work id="W" pr="a/b#1" source="S" %}' + BODY
    assert updated(text, assignee="x", status="done", tags="") == '{% work id="W" status="done" assignee="x" %}' + BODY
    twice = '{% work status="x" id="W" tags="t" status="y" %}' + BODY
    assert updated(twice, status="", tags="u") == '{% work id="W" tags="u" %}' + BODY


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ('{% work\n  status="x" tags="a" id="W" %}', '{% work\n  id="W" %}'),
        ('{% work\n  status="x"  tags="a"\n  id="W" %}', '{% work\n  id="W" %}'),
        ('{% work\n  status="x" tags="a" pr="p" %}', "{% work %}"),
        ('{% work\n  status="x" tags="a" pr="p" id="W"\n%}', '{% work\n  id="W"\n%}'),
        ('{% work\n  status="x"\n  tags="a" id="W" pr="p"\n%}', '{% work\n  id="W"\n%}'),
        ('{% work id="W"\r\n  status="x" tags="a"\r\n  pr="p" %}', '{% work id="W" %}'),
    ],
)
def test_adjacent_attributes_are_removed_together(before: str, changed: str) -> None:
    assert updated(before + BODY, status="", tags="", pr="") == changed + BODY
    assert (
        updated(before + BODY, status="", tags="", pr="", assignee="z").replace(' assignee="z"', "") == changed + BODY
    )


@pytest.mark.parametrize(
    "value", ['a"b', "\\", '\\"', "back\\slash\\n", "{% x", "'", "日本 🦊", "%", "} %", " spaced "]
)
def test_any_value_reads_back(value: str) -> None:
    """Scenario 29."""
    for text in ('{% work id="W" assignee="x" %}' + BODY, '{% work id="W" %}' + BODY):
        found = read(updated(text, assignee=value))
        assert found.attributes == {"id": "W", "assignee": value}
        assert found.body == "Words"


@pytest.mark.parametrize("value", ["x", ""])
def test_the_same_value_changes_nothing(value: str) -> None:
    """Scenario 24."""
    tag = '{% work id="W" assignee="x" %}' if value else '{% work id="W" %}'
    assert set_attributes(read(tag + BODY), {"assignee": value}) == []
    assert set_attributes(read('{% work id="W" n=3 tags=["a","b"] %}' + BODY), {"tags": "a,b"}) == []


@pytest.mark.parametrize(
    "tag", ["{% work id='W' status='ready' %}", '{% work id="W"status="x" %}', '{% work id="W" assignee="a\tb" %}']
)
def test_a_tag_that_cannot_be_read_is_not_changed(tag: str) -> None:
    with pytest.raises(RefraktError, match=r"cannot be read: .+") as refused:
        set_attributes(read(tag + BODY), {"status": "done"})
    assert refused.value.code == "VALIDATION_ERROR"


def test_an_unvalidated_value_does_no_harm() -> None:
    with pytest.raises(RefraktError, match="cannot be written"):
        set_attributes(read('{% work id="W" %}' + BODY), {"assignee": "a\nb"})


# The whole file -----------------------------------------------------------------------------------------------------


def test_an_edit_has_file_and_version(tmp_path: Path) -> None:
    entity = read('{% work id="W" %}' + BODY, version=7)
    (change,) = set_attributes(entity, {"status": "done"})
    assert entity_file_edit(entity, [change], tmp_path) == FileEdit("page.md", entity.source, (change,), 7)


def test_overlapping_edits_are_refused() -> None:
    entity = read('{% work id="W" status="x" %}' + BODY)
    with pytest.raises(RefraktError, match="overlap"):
        after(entity, *set_attributes(entity, {"status": "done"}), *set_attributes(entity, {"status": "ready"}))


@pytest.mark.parametrize(
    "harm",
    [
        TextEdit(Span(11, 12), "V"),
        TextEdit(Span(3, 7), "spec"),
        TextEdit(Span(11, 13), "W"),
        TextEdit(Span(0, 0), '{% bug id="B" /%}\n\n'),
        TextEdit(Span(19, 19), "\n{% /work %}\n"),
        TextEdit(Span(19, 19), "\n```\n"),
        TextEdit(Span(0, 15), ""),
    ],
)
def test_an_edit_that_loses_the_entity_is_refused(harm: TextEdit) -> None:
    entity = read('{% work id="W" %}' + BODY)
    with pytest.raises(RefraktError, match=r"page\.md would no longer be read as W"):
        entity_file_edit(entity, [harm], Path())


# Criteria -----------------------------------------------------------------------------------------------------------


def test_a_criterion_is_checked_and_unchecked() -> None:
    text = '{% work id="W" %}\r\n\r\n- [ ] One\r\n\t-   [X]  Two  \r\n\r\n{% /work %}'
    entity = read(text)
    one, two = entity.criteria
    assert after(entity, set_checked(one, True), set_checked(two, False)) == text.replace("[ ]", "[x]").replace(
        "[X]", "[ ]"
    )
    assert set_checked(one, False) is set_checked(two, True) is None


# The resolution -----------------------------------------------------------------------------------------------------

SECTION = "## Resolution\n\nCompleted: 2026-01-02\n\nDone.\n"


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ("{OPEN}\n\nWords\n\n{CLOSE}\n", "{OPEN}\n\nWords\n\n{SECTION}\n{CLOSE}\n"),
        ("{OPEN}\nWords\n{CLOSE}", "{OPEN}\nWords\n\n{SECTION}\n{CLOSE}"),
        ("{OPEN}\n{CLOSE}\nMore\n", "{OPEN}\n\n{SECTION}\n{CLOSE}\nMore\n"),
        ("{OPEN}\nWords\n \n   {CLOSE}\n", "{OPEN}\nWords\n \n{SECTION}\n   {CLOSE}\n"),
        ("{OPEN}\n\nWords\n", "{OPEN}\n\nWords\n\n{SECTION}"),
        ("{OPEN}\n\nWords\n\n\n", "{OPEN}\n\nWords\n\n\n{SECTION}"),
        ("{OPEN}\n\nWords", "{OPEN}\n\nWords\n\n{SECTION-}"),
        ("{OPEN}", "{OPEN}\n\n{SECTION-}"),
        (
            "{OPEN}\n\n## Resolution\n\nFirst\n\n{CLOSE}\n",
            "{OPEN}\n\n## Resolution\n\nFirst\n\n---\n\nCompleted: 2026-01-02\n\nDone.\n\n{CLOSE}\n",
        ),
        (
            "{OPEN}\n## Resolution\nFirst\n## Next\n{CLOSE}\n",
            "{OPEN}\n## Resolution\nFirst\n\n---\n\nCompleted: 2026-01-02\n\nDone.\n\n## Next\n{CLOSE}\n",
        ),
        ("{OPEN}\n## Resolution", "{OPEN}\n## Resolution\n\n---\n\nCompleted: 2026-01-02\n\nDone."),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_resolution_is_added_at_the_end_or_below_the_previous_one(before: str, changed: str, line_end: str) -> None:
    """Scenarios 31 and 32."""
    names = {"{OPEN}": '{% work id="W" %}', "{CLOSE}": "{% /work %}", "{SECTION}": SECTION, "{SECTION-}": SECTION[:-1]}
    for name, text in names.items():
        before, changed = before.replace(name, text), changed.replace(name, text)
    before = before.replace("\n", line_end)
    # A text without any line end gets the usual one.
    changed = changed.replace("\n", line_end if line_end in before else "\n")
    entity = read(before)
    assert after(entity, add_resolution(entity, "\n \nDone. \n", DAY)) == changed
    found = read(changed).resolution
    assert found is not None
    assert (found.date, found.body.endswith("Done.")) == ("2026-01-02", True)
    assert changed.count("## Resolution") == 1


def test_a_resolution_keeps_its_markup_and_the_files_line_endings() -> None:
    text = 'Fixed in `{% /work %}`, see {% ref "X" /%}.\r\n\n```md\n{% work %}\n```\r- [ ] Later\n\n### More\n'
    entity = read('{% work id="W" %}\r\nWords\r\n{% /work %}\r\n')
    changed = after(entity, add_resolution(entity, text, DAY))
    assert "\n" not in changed.replace("\r\n", "")
    found = read(changed)
    assert found.resolution is not None
    assert found.resolution.body.endswith("### More")
    assert found.refs == ("X",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{% /work %}", "tag to close"),
        ("a\n\n{% hint %}\n\nb", "never closed"),
        ("a\n\n{% /hint %}\n", "tag to close"),
        ("```\nnever closed", "never closed"),
        ('x {% ref "y', "unterminated tag"),
        ("", "empty"),
        (" \n\r\n", "empty"),
        ("a\0b", "control character"),
        ("a\x1b[31mb", "control character"),
        ("a\ud800b", "control character"),
    ],
)
@pytest.mark.parametrize("end", ["\n\n{% /work %}\n", "\n"])
def test_a_resolution_that_breaks_its_entity_is_refused(text: str, reason: str, end: str) -> None:
    with pytest.raises(RefraktError, match=reason) as refused:
        add_resolution(read('{% work id="W" %}\n\nWords' + end), text, DAY)
    assert refused.value.code == "VALIDATION_ERROR"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{% spec id="S" %}\n{% /spec %}\n', "spec"),
        ('{% milestone name="v1" %}\n{% /milestone %}\n', "milestone"),
        ('{% work id="W" /%}\n', "cannot be added"),
        ('{% work id="W" %}\n\n```\nnever closed\n', "cannot be added"),
        ('{% work id="W" %}\n\n## Resolution\n\n```\nnever closed\n\n{% /work %}\n', "cannot be added"),
        ('{% work id="W" %}\n\n## Resolution\n\n{% hint %}\n\nnever closed\n', "cannot be added"),
    ],
)
def test_a_resolution_is_refused_if_it_cannot_be_added(text: str, reason: str) -> None:
    with pytest.raises(RefraktError, match=reason) as refused:
        add_resolution(read(text), "Done.", DAY)
    assert refused.value.code == "VALIDATION_ERROR"
