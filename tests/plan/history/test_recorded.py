"""Recorded events, replayed in a repository, come out as recorded.

Deliberate differences
- RELEASED: the attribute is `released-in`; the recording took it for `in`.
- MORE: events also have `id`, `type` and `file`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plan.history.repositories import Repo, ask

SAME = ("kind", "date", "author", "message", "attributeChanges", "criteriaChanges", "initialAttributes")


@pytest.fixture(scope="module")
def recorded(shared: Path) -> dict[str, list[dict[str, Any]]]:
    text = (shared / "oracle" / "plan" / "history-corrected.json").read_text("utf-8")
    entities = json.loads(text.replace('"field": "in"', '"field": "released-in"'))["entities"]
    # Those whose first version could not be read say nothing about attributes.
    return {id: each["events"] for id, each in entities.items() if each["events"][0]["initialAttributes"]}


def page(type: str, attributes: dict[str, str], criteria: dict[str, bool], remark: int) -> str:
    tag = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    boxes = "".join(f"- [{'x' if checked else ' '}] {text}\n" for text, checked in criteria.items())
    return f"{{% {type} {tag} %}}\n\n# Title\n\nVersion {remark}.\n\n{boxes}\n{{% /{type} %}}\n"


def test_recorded_events_happen_again(repo: Repo, plan: Path, recorded: dict[str, list[dict[str, Any]]]) -> None:
    types = {"WORK": "work", "SPEC": "spec", "BUG": "bug", "ADR": "decision"}
    assert len(recorded) > 5
    for id, events in recorded.items():
        attributes = dict(events[0]["initialAttributes"])
        changes = [each for event in events for each in event.get("criteriaChanges", ())]
        later = {each["text"] for each in changes if each["action"] == "added"}
        criteria = {each["text"]: False for each in changes if each["text"] not in later}
        for number, event in enumerate(events):
            attributes |= {each["field"]: each["to"] for each in event.get("attributeChanges", ())}
            for each in event.get("criteriaChanges", ()):
                if each["action"] == "removed":
                    del criteria[each["text"]]
                else:
                    criteria[each["text"]] = each["action"] == "checked"
            text = page(types.get(id.partition("-")[0], "milestone"), attributes, criteria, number)
            repo.commit(event["message"], {f"plan/{id}.md": text}, date=event["date"], author=event["author"])
    for id, events in recorded.items():
        ours = ask(plan, id)["events"][::-1]
        assert [{name: each.get(name) for name in SAME} for each in ours] == [
            {name: each.get(name) for name in SAME} for each in events
        ]
        assert all(set(theirs) <= set(mine) for mine, theirs in zip(ours, events, strict=True))
