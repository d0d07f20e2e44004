"""All that somebody needs to start on one entity, in one answer that is not too long.

The entity itself comes first and whole, if that can be. Then everything around it is named, and what room is left goes to texts:
the specs it comes from, the decisions it cites, what finished blockers left, what its milestone is for. A text that does not fit
is cut between sections. Whatever is missing is listed, with the address where it can be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from refrakt_plan.context.excerpt import excerpt
from refrakt_plan.context.surroundings import Relation, state, surroundings
from refrakt_plan.entity import Entity
from refrakt_plan.links import progress
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.resources import address
from refrakt_plan.showing.printing import cut, escaped
from refrakt_plan.vocabulary import DECISION, SPEC

Json = dict[str, Any]
INDEX = "refrakt://plan/index"
_TITLE = 200
"""The longest that a title may be in the largest of budgets."""
_SHARES = {
    "attributes": 4,
    "criteria": 3,
    "blockedBy": 3,
    "cited": 3,
    "milestone": 2,
    "blocks": 6,
    "related": 1,
    "missing": 20,
}
"""Which part of the room that is left a list may take: one of so many. What is in it is only named there."""
_NAME = 400
"""What it takes to name one, which is more than a small share."""
_NAMED = 3
"""How many of those that do not fit are named all the same, among what is missing."""
_HELD = 6
"""Which part of the room texts must leave for what is only good to know of."""


def briefing(plan: Plan, entity: Entity, budget: int) -> Json:
    """A briefing whose JSON has so many characters at most. Only what it takes to name the entity is told whatever the budget."""
    return _Briefing(plan, entity, budget).told()


def length(value: Any) -> int:
    """How many characters a value has in JSON as people are shown it."""
    return len(escaped(json.dumps(value, ensure_ascii=False, indent=2)))


class _Briefing:
    def __init__(self, plan: Plan, entity: Entity, budget: int) -> None:
        self._plan = plan
        self._entity = entity
        self._longest = min(_TITLE, budget // 10)
        """The longest title that is told whole."""
        self._reserved = max(budget // 10, _cost(self._more(0), 2))
        """For the list of what is missing."""
        self._left = budget - self._reserved - length(self._frame())
        self._omitted: list[Json] = []
        self._texts: list[tuple[int, Json, str, Entity, str]] = []
        """Texts that may be told: how important, in which entry, under which name, whose, and the text."""

    def told(self) -> Json:
        around = surroundings(self._plan, self._entity)
        result: Json = {"item": self._item()}
        result["blockedBy"] = self._some("blockedBy", [self._blocker(each) for each in around.blocked_by])
        result["cited"] = self._some("cited", [self._citation(*each) for each in around.cited])
        goal = [self._milestone(each) for each in (around.milestone,) if each is not None]
        for milestone in self._some("milestone", goal):
            result["milestone"] = milestone
        result["blocks"] = self._some("blocks", [self._named(each) for each in around.blocks])
        result["missing"] = self._some("missing", around.missing)
        related = [{"relation": relation, **self._short(each)} for relation, each in around.related]
        held = min(sum(_cost(each, 2) for each in related), self._left // _HELD)
        self._left -= held
        self._tell_texts([*result["blockedBy"], *result["cited"], *filter(None, [result.get("milestone")])])
        self._left += held
        result["related"] = self._some("related", related)
        result["omitted"] = self._what_is_missing()
        return result

    # The entity -------------------------------------------------------------------------------------------------------

    def _frame(self) -> Json:
        """What is told in any case: the name of the entity, and lists that are still empty."""
        lists = ("blockedBy", "cited", "blocks", "missing", "related", "omitted")
        item = {**self._head(), "attributes": {}, "criteria": [], "body": ""}
        return {"item": item, **{name: [] for name in lists}}

    def _head(self) -> Json:
        boxes = self._entity.criteria
        return {**self._named(self._entity), "done": sum(each.checked for each in boxes), "total": len(boxes)}

    def _item(self) -> Json:
        entity, told = self._entity, self._head()
        attributes = self._some("attributes", list(entity.attributes.items()))
        told["attributes"] = dict(attributes)
        criteria = [{"text": each.text, "checked": each.checked} for each in entity.criteria]
        told["criteria"] = self._some("criteria", criteria)
        # What does not fit at all leaves a little room for the names of what is around it.
        whole = _cost(entity.body, 2) <= self._left
        told["body"] = self._excerpt(entity, entity.body, self._left if whole else self._left * 4 // 5)
        return told

    # What is around it ------------------------------------------------------------------------------------------------

    def _named(self, entity: Entity) -> Json:
        standing, why = state(self._plan, entity)
        return {
            **self._short(entity),
            "state": standing,
            "why": cut(why, self._longest),
            "file": entity.file,
            "uri": address(entity),
        }

    def _short(self, entity: Entity) -> Json:
        title = cut(entity.title, self._longest) if entity.title else None
        status = cut(entity.status or "", self._longest) or None
        return {"id": entity.id, "type": entity.kind.name, "title": title, "status": status}

    def _blocker(self, entity: Entity) -> Json:
        told = self._named(entity)
        if entity.standing == "achieved" and entity.resolution is not None:
            self._texts.append((3, told, "left", entity, entity.resolution.body))
        return told

    def _citation(self, relation: Relation, entity: Entity) -> Json:
        told = {"relation": relation, **self._named(entity)}
        if entity.kind is SPEC or entity.kind is DECISION:
            rank = 0 if relation == "source" else 1 if relation != "refers" else 2 if entity.kind is DECISION else 5
            self._texts.append((rank, told, "text", entity, entity.body))
        return told

    def _milestone(self, milestone: Entity) -> Json:
        done, total = progress(self._plan, milestone.id)
        target = milestone.attributes.get("target")
        told = {
            **self._named(milestone),
            **({"target": cut(target, self._longest)} if target else {}),
            "done": done,
            "total": total,
        }
        self._texts.append((4, told, "text", milestone, milestone.body))
        return told

    def _some(self, name: str, entries: Sequence[Any]) -> list[Any]:
        """As many entries as their share of the room allows."""
        room = max(self._left // _SHARES[name], min(self._left, _NAME))
        kept: list[Any] = []
        for entry in entries:
            cost = _cost(entry, 2)
            if cost > room:
                break
            room -= cost
            self._left -= cost
            kept.append(entry)
        dropped = entries[len(kept) :]
        named = [each for each in dropped[:_NAMED] if isinstance(each, dict) and "uri" in each]
        for each in named:
            self._omitted.append({"id": each["id"], "reason": f"no room for it in `{name}`", "uri": each["uri"]})
        if len(dropped) > len(named):
            of_itself = name in ("attributes", "criteria")
            uri = address(self._entity) if of_itself else INDEX
            self._omit(self._entity, f"{len(dropped) - len(named)} more in `{name}`", uri)
        return kept

    # Texts ------------------------------------------------------------------------------------------------------------

    def _tell_texts(self, entries: Sequence[Json]) -> None:
        """The texts of entries in the order of their importance.

        One that is long gets the greater part of what is left, or as much as the others do not need.
        """
        shown = {id(entry) for entry in entries}
        told = [each for each in sorted(self._texts, key=lambda each: each[0]) if each[4] and id(each[1]) in shown]
        costs = [_cost(text, 3) for *_, text in told]
        for number, (_, entry, name, entity, text) in enumerate(told):
            room = max(self._left * 3 // 5, self._left - sum(costs[number + 1 :]))
            part = self._excerpt(entity, text, room)
            if part:
                entry[name] = part

    def _excerpt(self, entity: Entity, text: str, room: int) -> str:
        found = excerpt(text, room - _cost("", 3), _length, self._entity.body)
        if found.text:
            self._left -= _cost(found.text, 3)
        if not found.text and text:
            self._omit(entity, f"its text has {len(text):,} characters")
        elif found.left_out:
            self._omit(entity, f"left out: {_listed(found.left_out)}")
        return found.text

    def _omit(self, entity: Entity, reason: str, uri: str | None = None) -> None:
        self._omitted.append({"id": entity.id, "reason": reason, "uri": uri or address(entity)})

    def _what_is_missing(self) -> list[Json]:
        room = self._left + self._reserved
        costs = [_cost(each, 2) for each in self._omitted]
        if sum(costs) <= room:
            return self._omitted
        room -= _cost(self._more(len(costs)), 2)
        kept = 0
        while costs[kept] <= room:
            room -= costs[kept]
            kept += 1
        return [*self._omitted[:kept], self._more(len(costs) - kept)]

    def _more(self, count: int) -> Json:
        return {"id": self._entity.id, "reason": f"{count} more texts and lists", "uri": INDEX}


def _listed(headings: Iterable[str], most: int = 6) -> str:
    named = [cut(each, 60) or "the beginning" for each in headings]
    more = f" and {len(named) - most} more" if len(named) > most else ""
    return ", ".join(named[:most]) + more


def _length(text: str) -> int:
    """How many characters a text has in JSON, without its quotes."""
    return length(text) - 2


def _cost(value: Any, depth: int) -> int:
    """How many characters a value takes at some depth at most, with a name of usual length."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return len(escaped(text)) + (text.count("\n") + 1) * 2 * depth + len('"criteria": ,\n')
