"""Properties: replayed events give the current plan, and with any branches and merges, events have the commits that
`git log` reports for a file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from plan.history.repositories import Repo, ask
from plan.plans import entity
from refrakt.plugins import Disk
from refrakt_plan.scanner.plan_scanner import scan

FILES = ("plan/a.md", "plan/b.md", "plan/work/a.md", "elsewhere.md")
IDS = ("W-1", "W-2", "W-3")


@st.composite
def states(draw: st.DrawFn) -> dict[str, str]:
    """The files of one commit: each of some ids in a file of its own."""
    files = draw(st.permutations(FILES))
    found = {}
    for id, file in zip(draw(st.lists(st.sampled_from(IDS), unique=True)), files, strict=False):
        boxes = draw(st.dictionaries(st.sampled_from("xyz"), st.booleans(), max_size=2))
        body = "".join(f"- [{'x' if checked else ' '}] {text}\n" for text, checked in boxes.items())
        prose = draw(st.sampled_from(("", "Prose.\n" * 20)))
        found[file] = entity("work", id, body + prose, status=draw(st.sampled_from(("draft", "ready", "done"))))
    return found


def stream(commits: list[dict[str, str]]) -> Iterator[str]:
    """Commits for fast-import."""
    for number, files in enumerate(commits):
        yield f"commit refs/heads/main\ncommitter Ada <ada@example.org> {1_700_000_000 + number} +0000\n"
        yield f"data 1\n{number}\ndeleteall\n"
        for path, text in files.items():
            yield f"M 100644 inline {path}\ndata {len(text)}\n{text}\n"


def done_again(events: list[dict[str, Any]]) -> dict[str, tuple[str, dict[str, bool]]]:
    """For each id the state after its events: its status, and the changed criteria that are checked."""
    now: dict[str, tuple[str, dict[str, bool]]] = {}
    commits = [list(each) for _, each in groupby(events, lambda each: str(each["hash"]))]
    for commit in reversed(commits):
        before, now = now, dict(now)
        for each in commit:
            now.pop(_change(each, "id", each["id"])[0], None)
        for each in commit:
            if each["kind"] == "removed":
                continue
            status, boxes = before.get(_change(each, "id", each["id"])[0], ("", {}))
            if each["kind"] == "created":
                status, boxes = each["initialAttributes"]["status"], {}
            boxes = dict(boxes)
            for box in each.get("criteriaChanges", ()):
                boxes[box["text"]] = box["action"] == "checked"
            now[each["id"]] = _change(each, "status", status)[1], boxes
    return now


def _change(event: dict[str, Any], field: str, otherwise: str) -> tuple[str, str]:
    """The old and new value of an attribute; equal if it did not change."""
    changes = [each for each in event.get("attributeChanges", ()) if each["field"] == field]
    return (changes[0]["from"], changes[0]["to"]) if changes else (otherwise, otherwise)


@settings(max_examples=15)
@given(st.lists(states(), min_size=1, max_size=6))
def test_replayed_events_give_the_current_state(commits: list[dict[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        repo = Repo(Path(name))
        repo.git("fast-import", "--quiet", given="".join(stream(commits)).encode())
        repo.git("reset", "--quiet", "--hard")
        plan = repo.folder / "plan"
        plan.mkdir(exist_ok=True)
        answer = ask(plan, all=True, limit=1000)
        ended = done_again(answer["events"])
        entities = scan(plan, Disk()).entities
        assert {id: status for id, (status, _) in ended.items()} == {each.id: each.status for each in entities}
        for each in entities:
            boxes = {box.text: box.checked for box in each.criteria}
            touched = ended[each.id or ""][1]
            assert {text for text, checked in touched.items() if checked} <= {text for text in boxes if boxes[text]}
            assert "uncommitted" not in ask(plan, each.id)


@st.composite
def graphs(draw: st.DrawFn) -> list[tuple[list[int], list[int]]]:
    """Commits: the numbers of the parents, and for each of two files whether it has the text of a parent, or a new one (3)."""
    found: list[tuple[list[int], list[int]]] = []
    for number in range(draw(st.integers(1, 9))):
        parents = draw(st.lists(st.integers(0, number - 1), unique=True, min_size=1, max_size=3)) if number else []
        found.append((parents, draw(st.lists(st.integers(0, 3), min_size=2, max_size=2))))
    return found


def branched(graph: list[tuple[list[int], list[int]]]) -> Iterator[str]:
    """Commits for fast-import; the last one has all tips for parents and is on main."""
    inner = {parent for parents, _ in graph for parent in parents}
    tips = [number for number in range(len(graph)) if number not in inner]
    states: list[list[int]] = []
    for number, (parents, texts) in enumerate([*graph, (tips, [0, 1])]):
        before = [states[each] for each in parents] or [[0, 0]]
        states.append([number if each == 3 else before[each % len(before)][file] for file, each in enumerate(texts)])
        yield f"commit refs/heads/{'main' if number == len(graph) else number}\nmark :{number + 1}\n"
        yield f"committer Ada <ada@example.org> {1_700_000_000 + number * 7 % 5} +0000\ndata 0\n"
        yield "".join(f"{'merge' if at else 'from'} :{each + 1}\n" for at, each in enumerate(parents))
        yield "deleteall\n"
        for file, version in enumerate(states[-1]):
            text = entity("work", f"W-{file}", status=f"s{version}")
            yield f"M 100644 inline plan/{file}.md\ndata {len(text)}\n{text}\n"


@settings(max_examples=15)
@given(graphs())
def test_events_equal_git_log_of_a_file(graph: list[tuple[list[int], list[int]]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        repo = Repo(Path(name))
        repo.git("fast-import", "--quiet", given="".join(branched(graph)).encode())
        repo.git("reset", "--quiet", "--hard")
        for file in range(2):
            commits = repo.git("log", "--format=%H", "--", f"plan/{file}.md").split()
            hashes = [each["hash"] for each in ask(repo.folder / "plan", f"W-{file}", limit=100)["events"]]
            assert sorted(hashes) == sorted(commits)
