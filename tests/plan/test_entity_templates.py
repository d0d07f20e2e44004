"""The text of a new entity reads back unchanged."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plan.plans import read
from refrakt_plan.editing.entity_templates import new_entity
from refrakt_plan.vocabulary import BUG, DECISION, MILESTONE, SPEC, TYPES, WORK, EntityType

TODAY = datetime.date(2026, 2, 3)
HOSTILE = "`*_[]()<>{}%#&!|~\\$\"'/-=+. aé日"


@pytest.mark.parametrize("kind", TYPES.values(), ids=TYPES)
def test_tag_heading_and_sections_are_as_recorded(kind: EntityType, shared: Path) -> None:
    steps = json.loads((shared / "oracle" / "plan" / "mutations.json").read_text("utf-8"))
    recorded = next(each for each in steps if f"plan create {kind.name} " in each["cmd"])
    (change,) = recorded["changed"].values()
    title = "Ninth" if kind is MILESTONE else re.search("^# (.*)$", change["after"], re.MULTILINE)[1]  # type: ignore[index]
    ours = new_entity(kind, recorded["json"]["id"], title, {}, datetime.date(2026, 11, 16))
    pattern = r"^(?:\{%.*|# .*|## .*)$"
    assert re.findall(pattern, ours, re.MULTILINE) == re.findall(pattern, change["after"], re.MULTILINE)
    assert not set(prose(ours)) & set(prose(change["after"]))


def prose(text: str) -> list[str]:
    """The text between headings."""
    return [line for line in text.split("\n") if line and not line.startswith(("#", "{%"))]


def test_given_attributes_override_defaults() -> None:
    text = new_entity(
        WORK, "WORK-1", "T", {"milestone": "v1", "priority": "high", "source": "", "assignee": "a"}, TODAY
    )
    assert list(read(text).attributes.items()) == [
        ("id", "WORK-1"),
        ("status", "draft"),
        ("priority", "high"),
        ("complexity", "unknown"),
        ("tags", ""),
        ("milestone", "v1"),
        ("assignee", "a"),
    ]


def test_a_decision_has_a_date_and_no_box_is_checked() -> None:
    assert read(new_entity(DECISION, "ADR-1", "T", {}, TODAY)).attributes["date"] == "2026-02-03"
    work = read(new_entity(WORK, "WORK-1", "T", {}, TODAY))
    assert [each.checked for each in work.criteria] == [False, False]
    assert work.sections == ("Acceptance Criteria", "Approach", "References")
    assert read(new_entity(BUG, "BUG-1", "T", {}, TODAY)).sections == tuple(list(BUG.sections)[:4])
    assert read(new_entity(DECISION, "ADR-1", "T", {}, TODAY)).sections == tuple(DECISION.sections)


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ('Say "no": a/b & c', 'Say "no": a/b & c'),
        ("Use `plan create`", "Use `plan create`"),
        ("Mend snake_case_names", "Mend snake_case_names"),
        ("Mend __init__", r"Mend \_\_init\_\_"),
        ("`a*b*` and *c*", r"`a*b*` and \*c\*"),
        ("{% /work %}", r"\{% /work %\}"),
        ('See {% ref "X" /%}', r'See \{% ref "X" /%\}'),
        ("Title {% #id %}", r"Title \{% \#id %\}"),
        ("C #", r"C \#"),
        ("AT&amp;T", r"AT\&amp;T"),
        ("[x](y)", r"\[x\](y)"),
    ],
)
def test_a_title_is_escaped_as_little_as_possible(title: str, heading: str) -> None:
    text = new_entity(WORK, "WORK-1", title, {}, TODAY)
    assert f"\n\n# {heading}\n\n" in text
    assert read(text).title == title.replace("`", "")


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([*TYPES.values()]), st.text(HOSTILE, min_size=1, max_size=30), st.text(HOSTILE, max_size=12))
def test_any_title_reads_back(kind: EntityType, title: str, value: str) -> None:
    title = title.strip() or "x"
    name = "target" if kind is MILESTONE else "tags"
    found = read(new_entity(kind, "K-1", title, {name: value}, TODAY))
    assert (found.kind, found.id, found.attributes.get(name, "")) == (kind, "K-1", value)
    named = title if kind is not MILESTONE else f"K-1 — {title}"
    assert "".join((found.title or "").split()).replace("`", "") == "".join(named.split()).replace("`", "")
    assert found.references == ()


def test_a_spec_is_short() -> None:
    assert read(new_entity(SPEC, "SPEC-1", "T", {}, TODAY)).source.count("\n## ") == 1
