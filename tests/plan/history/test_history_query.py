"""Queries: filters, limits, dates."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plan.history.repositories import Repo, ask, kinds
from plan.plans import entity
from refrakt.plugins import RefraktError
from refrakt_plan.history.since_date import is_since, parse_since

NOW = datetime(2026, 3, 31, 15, 30, tzinfo=UTC)


@pytest.fixture
def busy(repo: Repo, plan: Path) -> Path:
    """A plan with four commits."""
    spec, work = entity("spec", "S-1", status="draft"), entity("work", "W-1", status="draft")
    repo.commit("make", {"plan/s.md": spec, "plan/w.md": work, "plan/NOTES.md": "x"}, author="Ada Lovelace")
    repo.commit("start", {"plan/w.md": work.replace("draft", "ready")}, author="Grace Hopper")
    repo.commit("words", {"plan/w.md": work.replace("draft", "ready") + "\n", "plan/s.md": spec + "\n"})
    done = {"plan/w.md": work.replace("draft", "done"), "plan/s.md": spec.replace("draft", "accepted")}
    repo.commit("end", done, author="Grace Hopper")
    return plan


def messages(plan: Path, **options: Any) -> list[str]:
    return [f"{each['message']} {each['id']}" for each in ask(plan, **options)["events"]]


def test_every_event_has_id_type_and_file(busy: Path) -> None:
    """Scenario 53."""
    events = ask(busy)["events"]
    assert {(each["id"], each["type"], each["file"]) for each in events} == {
        ("S-1", "spec", "s.md"),
        ("W-1", "work", "w.md"),
    }
    assert messages(busy) == ["end S-1", "end W-1", "start W-1", "make S-1", "make W-1"]
    assert messages(busy, type="spec") == ["end S-1", "make S-1"]
    assert messages(busy, type="spec, work") == messages(busy)


def test_the_events_of_a_commit_are_in_the_order_of_their_files(repo: Repo, plan: Path) -> None:
    for name in "cab":
        repo.commit("make", {f"plan/{name}.md": entity("work", name, status="draft")})
    repo.commit("start", {f"plan/{name}.md": entity("work", name, status="ready") for name in "cab"})
    assert messages(plan, status="ready") == ["start a", "start b", "start c"]


def test_text_changes_are_optional_except_for_one_entity(busy: Path) -> None:
    assert "words W-1" not in messages(busy)
    assert messages(busy, all=True)[2:4] == ["words S-1", "words W-1"]
    assert [kind for kind, _, _ in kinds(busy, "W-1", all=False)] == ["created", "attributes", "content", "attributes"]


def test_filters_combine(busy: Path) -> None:
    assert messages(busy, author="hopper") == ["end S-1", "end W-1", "start W-1"]
    assert messages(busy, status="done") == ["end W-1"]
    assert messages(busy, status="draft") == []
    assert messages(busy, author="ADA", status="done") == []
    assert messages(busy, author="grace", status="accepted", type="work") == []
    assert [each["message"] for each in ask(busy, "W-1", author="hopper")["events"]] == ["end", "start"]


def test_a_limit_counts_events_or_commits(busy: Path) -> None:
    answer = ask(busy, limit=3)
    assert (len(answer["events"]), answer["truncated"]) == (3, True)
    assert ask(busy, limit=5)["truncated"] is False
    answer = ask(busy, limit=2, by_commit=True)
    assert [commit["message"] for commit in answer["commits"]] == ["end", "start"]
    assert (len(answer["events"]), answer["truncated"]) == (3, True)
    assert answer["commits"][0]["entities"] == [
        {"id": "S-1", "type": "spec", "file": "s.md", "kind": "attributes", "summary": "status draft → accepted"},
        {"id": "W-1", "type": "work", "file": "w.md", "kind": "attributes", "summary": "status ready → done"},
    ]
    assert ask(busy, limit=3, by_commit=True)["truncated"] is False


def test_since_drops_older_events_only(repo: Repo, plan: Path) -> None:
    """Scenario 54."""
    work = entity("work", "W-1", status="draft")
    recent = datetime.now(UTC).isoformat(timespec="seconds")
    repo.commit("make", {"plan/w.md": work}, date="2020-01-01T00:00:00+0000")
    repo.commit("start", {"plan/w.md": work.replace("draft", "ready")}, date=recent)
    assert [kind for kind, _, _ in kinds(plan, since="7d")] == ["attributes"]
    assert [kind for kind, _, _ in kinds(plan, "W-1", since="7d")] == ["attributes"]
    assert [kind for kind, _, _ in kinds(plan)] == ["created", "attributes"]
    assert kinds(plan, since="2019-12-31") == kinds(plan)


def test_a_result_includes_new_commits(repo: Repo, plan: Path) -> None:
    repo.commit("make", {"plan/w.md": entity("work", "W-1", status="draft")})
    assert len(kinds(plan)) == 1
    repo.commit("start", {"plan/w.md": entity("work", "W-1", status="ready")})
    assert len(kinds(plan)) == 2
    repo.git("reset", "--quiet", "--hard", "HEAD~1")
    assert len(kinds(plan)) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7d", "2026-03-24T15:30:00+00:00"),
        ("2w", "2026-03-17T15:30:00+00:00"),
        ("1m", "2026-02-28T15:30:00+00:00"),
        ("3m", "2025-12-31T15:30:00+00:00"),
        ("1y", "2025-03-31T15:30:00+00:00"),
        ("9999y", "0001-01-01T00:00:00+00:00"),
        ("999999d", "0001-01-01T00:00:00+00:00"),
        ("2026-05-01", "2026-05-01T00:00:00+00:00"),
        (" 2026-05-01T10:00:00+02:00", "2026-05-01T10:00:00+02:00"),
    ],
)
def test_since_is_parsed(text: str, expected: str) -> None:
    assert parse_since(text, NOW).isoformat() == expected


@pytest.mark.parametrize("text", ["yesterday", "7", "d", "-7d", "7h", "2026-13-01", "٧d"])
def test_an_invalid_time_is_refused(text: str) -> None:
    with pytest.raises(RefraktError) as refused:
        parse_since(text, NOW)
    assert (refused.value.code, refused.value.exit_code) == ("INVALID_ARGS", 2)


@given(st.text(max_size=12) | st.from_regex(r"[0-9]{1,7}[dwmy]", fullmatch=True), st.text(max_size=30))
def test_any_time_is_parsed_or_refused(text: str, date: str) -> None:
    try:
        earliest = parse_since(text, NOW)
    except RefraktError:
        return
    is_since(date, earliest)
    is_since("2026-03-31T15:30:00+14:00", earliest)
