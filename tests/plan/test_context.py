"""`plan context`: everything that is needed to start on an item, within a budget."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plan.plans import COMMANDS, Buffers, Shell, call, entity, plan_of, write
from refrakt.plugins import Disk, Text
from refrakt.plugins.markdoc import parse
from refrakt_plan.context.briefing import briefing
from refrakt_plan.context.excerpt import excerpt
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.scanner.outline import PARSE_OPTIONS
from refrakt_plan.scanner.plan_scanner import Plan, scan


def after(*ids: str) -> str:
    return "## Blocked by\n\n" + "\n".join(f'- {{% ref "{id}" /%}}' for id in ids)


WORK = f"""Does it.

## Acceptance Criteria

- [x] first
- [ ] second

{after("WORK-1", "WORK-2", "WORK-9")}

## References

- {{% ref "ADR-1" /%}}"""

FILES = {
    "specs/SPEC-1.md": entity("spec", "SPEC-1", "The whole idea.", status="accepted"),
    "decisions/ADR-1.md": entity("decision", "ADR-1", "## Decision\n\nSo be it.", status="accepted"),
    "milestones/v1.md": entity("milestone", "v1", "- a goal", status="active", target="2026-05-01"),
    "work/WORK-1.md": entity(
        "work", "WORK-1", "## Resolution\n\nCompleted: 2026-01-01\n\nThe door is open.", status="done", milestone="v1"
    ),
    "work/WORK-2.md": entity("work", "WORK-2", after("WORK-4"), status="ready", milestone="v1"),
    "work/WORK-3.md": entity(
        "work", "WORK-3", WORK, status="ready", priority="high", milestone="v1", source="SPEC-1, SPEC-8"
    ),
    "work/WORK-4.md": entity("work", "WORK-4", status="in-progress", source="SPEC-1"),
    "work/WORK-5.md": entity("work", "WORK-5", after("WORK-3"), status="cancelled"),
    "work/WORK-6.md": entity("work", "WORK-6", status="done", source="SPEC-1"),
    "work/WORK-7.md": entity("work", "WORK-7", status="draft", supersedes="WORK-3"),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write(tmp_path / "plan", FILES)
    return tmp_path


# The result ----------------------------------------------------------------------------------------------------------


def test_the_context_has_everything_about_an_item(project: Path) -> None:
    result = call("context", project, {"id": "WORK-3"})
    assert list(result) == [
        *("dir", "item", "blockedBy", "cited", "milestone", "blocks", "missing", "related", "omitted"),
    ]
    item = result["item"]
    assert (item["id"], item["status"], item["state"], item["why"]) == (
        "WORK-3",
        "ready",
        "waiting",
        "blocked by WORK-2",
    )
    assert (item["done"], item["total"]) == (1, 2)
    assert item["criteria"] == [{"text": "first", "checked": True}, {"text": "second", "checked": False}]
    assert item["body"] == f"# WORK-3 title\n\n{WORK}"
    assert (result["dir"], item["file"], item["uri"]) == ("plan", "work/WORK-3.md", "refrakt://plan/work/WORK-3")
    assert item["attributes"]["priority"] == "high"
    assert [(each["id"], each["state"], each["why"], each.get("left")) for each in result["blockedBy"]] == [
        ("WORK-1", "achieved", "its status is done", "The door is open."),
        ("WORK-2", "waiting", "blocked by WORK-4", None),
    ]
    assert [(each["id"], each["relation"], each.get("text")) for each in result["cited"]] == [
        ("SPEC-1", "source", "# SPEC-1 title\n\nThe whole idea."),
        ("WORK-7", "superseded-by", None),
        ("ADR-1", "refers", "# ADR-1 title\n\n## Decision\n\nSo be it."),
    ]
    milestone = result["milestone"]
    assert (milestone["id"], milestone["done"], milestone["total"], milestone["target"]) == ("v1", 1, 3, "2026-05-01")
    assert milestone["text"] == "# v1 title\n\n- a goal"
    assert [(each["id"], each["state"]) for each in result["blocks"]] == [("WORK-5", "retired")]
    assert [(each["id"], each["relation"]) for each in result["related"]] == [
        ("WORK-4", "sibling"),
        ("WORK-6", "sibling"),
    ]
    assert result["missing"] == ["WORK-9", "SPEC-8"]
    assert result["omitted"] == []
    assert call("context", project, {"id": "WORK-3"}) == result


def test_a_spec_has_what_implements_it_and_a_milestone_its_parts(project: Path) -> None:
    spec = call("context", project, {"id": "SPEC-1"})["related"]
    assert [(each["id"], each["relation"]) for each in spec] == [
        ("WORK-3", "implements"),
        ("WORK-4", "implements"),
        ("WORK-6", "implements"),
    ]
    parts = call("context", project, {"id": "v1"})["related"]
    assert [(each["id"], each["relation"]) for each in parts] == [
        ("WORK-2", "part"),
        ("WORK-3", "part"),
        ("WORK-1", "part"),
    ]


def test_open_buffers_take_precedence(project: Path) -> None:
    files = Buffers()
    files.open(project / "plan" / "specs" / "SPEC-1.md", entity("spec", "SPEC-1", "Another idea."))
    result = call("context", project, {"id": "WORK-3"}, files)
    assert result["cited"][0]["text"] == "# SPEC-1 title\n\nAnother idea."


def test_the_result_matches_its_schema(project: Path) -> None:
    schema = COMMANDS["context"].output_schema
    for id in ("WORK-3", "SPEC-1", "v1"):
        jsonschema.validate(call("context", project, {"id": id, "budget": 1000}), schema)


BRIEFING = """\
**WORK-5** (work, cancelled): its status is cancelled, so entities blocked by it stay blocked
File: plan/work/WORK-5.md (refrakt://plan/work/WORK-5)

# WORK-5 title

## Blocked by

- {% ref "WORK-3" /%}

---

## Blocked by

- **WORK-3** WORK-3 title (work, ready): blocked by WORK-2. work/WORK-3.md
"""


def test_a_person_gets_a_briefing(project: Path, shell: Shell) -> None:
    assert shell("context", "WORK-5") == (0, BRIEFING, "")
    shown = shell("context", "WORK-3", "--budget=9000").out
    assert "## SPEC-1: SPEC-1 title (source, spec, accepted)\n\nspecs/SPEC-1.md (refrakt://plan/spec/SPEC-1)\n" in shown
    assert "\n> The whole idea.\n" in shown
    assert (
        "- **WORK-1** WORK-1 title (work, done): its status is done. work/WORK-1.md\n  > The door is open.\n" in shown
    )
    assert "## Milestone v1: v1 title\n\n1 of 3 done, due 2026-05-01. milestones/v1.md" in shown
    assert "## Missing from the plan\n\n- WORK-9\n- SPEC-8\n" in shown


def test_a_briefing_has_no_control_characters(tmp_path: Path, shell: Shell) -> None:
    plan_of(tmp_path, entity("work", "W", "\x1b[2J bad \x9b\n\n# \x1b[31m", status="ready"))
    shown = shell("context", "W")
    assert shown.code == 0
    assert not {"\x1b", "\x9b"} & set(shown.out)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["WORK-33"], "Entity not found: WORK-33; did you mean 'WORK-3'"),
        (["zzz"], "Entity not found: zzz. Pass the id of an entity of the plan."),
        (["WORK-3", "--budget", "10"], "--budget: 10 is less than 1000"),
        (["WORK-3", "--budget", "x"], "--budget: 'x' is not a whole number"),
        ([], "ID"),
    ],
)
def test_invalid_requests_are_refused(project: Path, shell: Shell, words: list[str], message: str) -> None:
    shown = shell("context", *words)
    assert (shown.code, shown.out) == (2, "")
    assert message in shown.err
    shown = shell("context", *words, "--format", "json")
    assert (shown.code, shown.out) == (2, "")
    assert set(json.loads(shown.err)) - {"detail"} == {"error", "errorCode", "hint"}


# Within a budget ------------------------------------------------------------------------------------------------------

LONG = "\n\n".join(f"## Part {number}\n\n{'word ' * 100}" for number in range(20))


RIGHT_TO_LEFT = "\u202e"


def length(result: Any) -> int:
    return len(json.dumps(result, ensure_ascii=False, indent=2))


def test_a_long_spec_is_cut_between_sections_with_a_note(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, entity("spec", "S", LONG), entity("work", "W", source="S"))
    result = briefing(plan, plan.by_id["W"], 4000)
    text = result["cited"][0]["text"]
    assert text.startswith("# S title\n\n## Part 0\n\nword ")
    assert text.endswith("word \n\n[…]")
    assert result["omitted"] == [
        {
            "id": "S",
            "reason": "left out: Part 5, Part 6, Part 7, Part 8, Part 9, Part 10 and 9 more",
            "uri": "refrakt://plan/spec/S",
        }
    ]


@pytest.mark.parametrize(
    ("heading", "mention", "kept"),
    [
        ("How doors are opened", "section *How doors are opened*", True),
        ("6. How doors are opened", "section *How doors are opened*", True),
        ("6. Doors", "§6", True),
        ("6.2 Doors", "§ 6.2,", True),
        ("6. Doors", "§6d", True),
        ("6. Doors", "§61", False),
        ("6. Doors", "§6.2", False),
        ("6. Doors", "6 doors", False),
        ("Doors", "doors", False),
    ],
)
def test_a_cited_section_is_kept(tmp_path: Path, heading: str, mention: str, kept: bool) -> None:
    spec = LONG.replace("Part 17", heading)
    plan = plan_of(tmp_path, entity("spec", "S", spec), entity("work", "W", f"See S, {mention}.", source="S"))
    text = briefing(plan, plan.by_id["W"], 4000)["cited"][0]["text"]
    assert (f"[…]\n\n## {heading}\n\nword" in text) is kept


def test_no_heading_is_kept_without_its_text() -> None:
    text = f"# Title\n\nBeginning.\n\n## Empty\n\n### Long\n\n{'word ' * 100}\n\n## End\n\nShort."
    found = excerpt(text, 300)
    assert found.text == "# Title\n\nBeginning.\n\n[…]\n\n## End\n\nShort."
    assert found.left_out == ("Empty",)


def test_the_item_comes_before_everything_else(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, entity("spec", "S", LONG), entity("work", "W", "x" * 3000, source="S"))
    result = briefing(plan, plan.by_id["W"], 4000)
    assert result["item"]["body"] == plan.by_id["W"].body
    assert result["omitted"] == [{"id": "S", "reason": "no room for it in `cited`", "uri": "refrakt://plan/spec/S"}]


def test_a_source_comes_before_a_decision_and_that_before_what_is_only_mentioned(tmp_path: Path) -> None:
    refs = " ".join(f'{{% ref "{id}" /%}}' for id in ("T", "D"))
    plan = plan_of(
        tmp_path,
        entity("spec", "S", LONG),
        entity("spec", "T", LONG),
        entity("decision", "D", LONG),
        entity("work", "W", refs, source="S"),
    )
    cited = {each["id"]: len(each.get("text", "")) for each in briefing(plan, plan.by_id["W"], 12_000)["cited"]}
    assert cited["S"] > cited["D"] >= cited["T"] > 0


def test_lists_are_bounded_too(tmp_path: Path) -> None:
    waiting = [entity("work", f"W-{number}", after("W"), status="ready", source="S") for number in range(300)]
    plan = plan_of(tmp_path, entity("work", "W", "- [ ] box\n" * 300, status="ready", tags="t" * 9000), *waiting)
    result = briefing(plan, plan.by_id["W"], 12_000)
    assert length(result) < 12_000
    assert len(result["item"]["criteria"]) > 10
    assert len(result["blocks"]) > 1
    reasons = [each["reason"] for each in result["omitted"]]
    assert reasons[0] == "1 more in `attributes`"
    assert reasons[-1].endswith(" more in `blocks`") or reasons[-1].endswith(" more texts and lists")


@pytest.mark.parametrize("budget", [1000, 1500, 4000])
def test_the_budget_applies_to_the_whole_result(tmp_path: Path, shell: Shell, budget: int) -> None:
    """However much text there is, in whatever part, and though half of it must be escaped."""
    sources = [f"SPEC-{number}" for number in range(100, 140)]
    text = f"{LONG}\n\n{RIGHT_TO_LEFT * 2000}\n\n{after('WORK-1', 'WORK-2', *sources)}"
    given = {"milestone": "v1", "source": ", ".join(sources), "priority": RIGHT_TO_LEFT * 99, "tags": '\\"' * 99}
    specs = {f"{id}.md": entity("spec", id, LONG, status="accepted") for id in sources}
    titled = entity("work", "LONG", text, status="odd " * 90).replace("LONG title", '"quoted" ' * 90)
    folder = write(
        tmp_path / ("plan" * 50), {**FILES, **specs, "8.md": entity("work", "WORK-8", text, **given), "l.md": titled}
    )
    for id in ("WORK-3", "WORK-8", "LONG", "SPEC-100", "v1"):
        shown = shell("context", id, f"--budget={budget}", "--format=json", f"--dir={folder}")
        assert len(shown.out.rstrip()) <= budget
        assert shown.json["item"]["id"] == id
        assert shown.json["omitted"] or id in ("WORK-3", "v1")


def test_related_entities_of_a_long_item_are_named(tmp_path: Path) -> None:
    body = f"{after('B')}\n\n## Notes\n\n" + "word\n\n" * 2000
    plan = plan_of(tmp_path, entity("work", "B", status="ready"), entity("work", "W", body))
    result = briefing(plan, plan.by_id["W"], 4000)
    assert [each["id"] for each in result["blockedBy"]] == ["B"]
    assert "[…]" in result["item"]["body"]


def test_a_milestone_that_does_not_exist_is_missing(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, entity("work", "W", milestone="v9"))
    assert briefing(plan, plan.by_id["W"], 4000)["missing"] == ["v9"]


blocks = st.sampled_from(
    [
        "word " * 40,
        "## A section\n\ntext\n\n",
        "### Below\n\n",
        '{% hint type="note" %}\n\ninside\n\n## Not a section\n\n{% /hint %}',
        "```\n## sample\n{% hint %}\n```",
        '- item {% ref "B" /%}\n- "quoted" \\ back',
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "x" * 900,
        "\x01\x02\x03" * 50,
        "---",
        "{% unclosed %}",
        "- [ ] box",
        "> quote\n> more",
    ]
)
texts = st.lists(blocks, max_size=12).map("\n\n".join)


@given(texts, st.integers(0, 3000), st.booleans())
@settings(max_examples=150, deadline=None)
def test_an_excerpt_fits_and_has_only_whole_blocks(text: str, room: int, crlf: bool) -> None:
    text = (text.replace("\n", "\r\n") if crlf else text).strip()
    found = excerpt(text, room)
    assert len(found.text) <= room
    assert (found.text == text) == (len(text) <= room)
    pieces = found.text.split("[…]")
    assert all(piece.strip() in text for piece in pieces)
    if "unclosed" not in text:
        assert [each.message for each in parse("x\n\n" + found.text, PARSE_OPTIONS).problems] == []


@given(st.lists(texts, min_size=4, max_size=4), st.integers(1000, 9000), st.text(max_size=60), st.integers(1, 40))
@settings(max_examples=40, deadline=None)
def test_no_plan_exceeds_the_budget(bodies: list[str], budget: int, value: str, many: int) -> None:
    plan = plan_in_memory(bodies, value, many)
    for id in ("A", "S", "v1"):
        result = briefing(plan, plan.by_id[id], budget)
        assert result["item"]["id"] == id
        assert length(result) <= budget
        assert briefing(plan, plan.by_id[id], budget) == result


def plan_in_memory(bodies: list[str], value: str, many: int) -> Plan:
    safe = "".join(each for each in value if each.isprintable() and each not in '\\"%{}')
    first, second, third, fourth = bodies
    files = {
        "a.md": entity("work", "A", f"{first}\n\n{after('B', 'C', safe)}", source="S", milestone="v1", tags=safe * 9),
        "b.md": entity("work", "B", f"## Resolution\n\n{second}", status="done"),
        "m.md": entity("milestone", "v1", fourth, status="active", target=safe),
        "s.md": entity("spec", "S", third, status=safe or "draft"),
        **{f"n{number}.md": entity("work", f"N{number}", source="S", milestone="v1") for number in range(many)},
    }
    found = [read_entity(name, Path(name), Text(text)) for name, text in files.items()]
    return Plan(Path(), tuple(each for each in found if each is not None))


def test_every_item_of_a_real_plan_fits(shared: Path) -> None:
    plan = scan(shared / "corpus" / "refrakt" / "plan", Disk())
    for each in list(plan.by_id.values())[::60]:
        for budget in (1000, 24_000):
            result = briefing(plan, each, budget)
            assert length(result) <= budget
            assert result["item"]["id"] == each.id
    whole = briefing(plan, plan.by_id["WORK-430"], 24_000)
    assert whole["item"]["body"] == plan.by_id["WORK-430"].body
    assert length(whole) > 12_000
