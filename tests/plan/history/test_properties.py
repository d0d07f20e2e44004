"""Whatever happens to a plan: what the events tell, done again, ends at what the plan is now."""

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
from refrakt_plan.reading.scanner import scan

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
    """For each id what events leave it with: its status, and of the boxes that were touched which are checked."""
    now: dict[str, tuple[str, dict[str, bool]]] = {}
    commits = [list(each) for _, each in groupby(events, lambda each: str(each["hash"]))]
    for commit in reversed(commits):
        before, now = now, dict(now)
        old_ids = {each["file"]: _change(each, "id", each["id"])[0] for each in commit}
        for each in commit:
            now.pop(old_ids[each["file"]], None)
        for each in commit:
            if each["kind"] == "removed":
                continue
            status, boxes = before.get(old_ids[each["file"]], ("", {}))
            if each["kind"] == "created":
                status, boxes = each["initialAttributes"]["status"], {}
            boxes = dict(boxes)
            for box in each.get("criteriaChanges", ()):
                boxes[box["text"]] = box["action"] == "checked"
            now[each["id"]] = _change(each, "status", status)[1], boxes
    return now


def _change(event: dict[str, Any], field: str, otherwise: str) -> tuple[str, str]:
    """What an attribute was and became; the same where it did not change."""
    changes = [each for each in event.get("attributeChanges", ()) if each["field"] == field]
    return (changes[0]["from"], changes[0]["to"]) if changes else (otherwise, otherwise)


@settings(max_examples=15)
@given(st.lists(states(), min_size=1, max_size=6))
def test_events_lead_to_the_present(commits: list[dict[str, str]]) -> None:
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
