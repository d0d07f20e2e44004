"""Everything needed to start on one entity, within a size limit.

The entity comes first, with its full text if possible. Then related entities are listed, and the remaining room goes to texts: the
specs it is based on, the decisions it cites, the resolutions of finished blockers, the purpose of its milestone. A text that does
not fit is cut between sections. Everything left out is listed with its URI.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from refrakt_plan.context.excerpt import excerpt
from refrakt_plan.context.related_entities import Relation, entity_state, related_entities
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import progress
from refrakt_plan.rendering.printable_text import escape_json, truncate
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import DECISION, SPEC

Json = dict[str, Any]
INDEX = "refrakt://plan/index"
_TITLE = 200
"""The maximum length of a title with a large budget."""
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
"""The share of the remaining room that a list may use: 1/n."""
_ENTRY_SIZE = 400
"""The usual size of one entry, which may exceed a small share."""
_MAX_OMITTED_ENTRIES = 3
"""How many entries that do not fit are listed as omitted."""
_RELATED_SHARE = 6
"""The share of the room that texts leave for `related`: 1/n."""


def briefing(plan: Plan, entity: Entity, budget: int) -> Json:
    """A briefing whose JSON has at most `budget` characters. The entity's id and title are included with any budget."""
    return _Briefing(plan, entity, budget).build()


def length(value: Any) -> int:
    """The number of characters of a value as displayed JSON."""
    return len(escape_json(json.dumps(value, ensure_ascii=False, indent=2)))


class _Briefing:
    def __init__(self, plan: Plan, entity: Entity, budget: int) -> None:
        self._plan = plan
        self._entity = entity
        self._longest = min(_TITLE, budget // 10)
        """The maximum length of a title."""
        self._reserved = max(budget // 10, _cost(self._more(0), 2))
        """Room for `omitted`."""
        self._left = budget - self._reserved - length(self._frame())
        self._omitted: list[Json] = []
        self._texts: list[tuple[int, Json, str, Entity, str]] = []
        """Candidates: rank, entry, member name, entity, text."""

    def build(self) -> Json:
        around = related_entities(self._plan, self._entity)
        result: Json = {"item": self._item()}
        result["blockedBy"] = self._fitting("blockedBy", [self._blocker(each) for each in around.blocked_by])
        result["cited"] = self._fitting("cited", [self._citation(*each) for each in around.cited])
        milestones = [self._milestone(each) for each in (around.milestone,) if each is not None]
        for milestone in self._fitting("milestone", milestones):
            result["milestone"] = milestone
        result["blocks"] = self._fitting("blocks", [self._entry(each) for each in around.blocks])
        result["missing"] = self._fitting("missing", around.missing)
        related = [{"relation": relation, **self._short_entry(each)} for relation, each in around.related]
        held_back = min(sum(_cost(each, 2) for each in related), self._left // _RELATED_SHARE)
        self._left -= held_back
        self._add_texts([*result["blockedBy"], *result["cited"], *filter(None, [result.get("milestone")])])
        self._left += held_back
        result["related"] = self._fitting("related", related)
        result["omitted"] = self._fitting_omissions()
        return result

    # The entity -------------------------------------------------------------------------------------------------------

    def _frame(self) -> Json:
        """What is always included: the head of the entity, and empty lists."""
        lists = ("blockedBy", "cited", "blocks", "missing", "related", "omitted")
        item = {**self._head(), "attributes": {}, "criteria": [], "body": ""}
        return {"item": item, **{name: [] for name in lists}}

    def _head(self) -> Json:
        boxes = self._entity.criteria
        return {**self._entry(self._entity), "done": sum(each.checked for each in boxes), "total": len(boxes)}

    def _item(self) -> Json:
        entity, item = self._entity, self._head()
        attributes = self._fitting("attributes", list(entity.attributes.items()))
        item["attributes"] = dict(attributes)
        criteria = [{"text": each.text, "checked": each.checked} for each in entity.criteria]
        item["criteria"] = self._fitting("criteria", criteria)
        # A text that does not fit leaves some room for related entities.
        whole = _cost(entity.body, 2) <= self._left
        item["body"] = self._excerpt(entity, entity.body, self._left if whole else self._left * 4 // 5)
        return item

    # Related entities -------------------------------------------------------------------------------------------------

    def _entry(self, entity: Entity) -> Json:
        state, reason = entity_state(self._plan, entity)
        return {
            **self._short_entry(entity),
            "state": state,
            "why": truncate(reason, self._longest),
            "file": entity.file,
            "uri": entity.uri,
        }

    def _short_entry(self, entity: Entity) -> Json:
        title = truncate(entity.title, self._longest) if entity.title else None
        status = truncate(entity.status or "", self._longest) or None
        return {"id": entity.id, "type": entity.kind.name, "title": title, "status": status}

    def _blocker(self, entity: Entity) -> Json:
        entry = self._entry(entity)
        if entity.category == "achieved" and entity.resolution is not None:
            self._texts.append((3, entry, "left", entity, entity.resolution.body))
        return entry

    def _citation(self, relation: Relation, entity: Entity) -> Json:
        entry = {"relation": relation, **self._entry(entity)}
        if entity.kind is SPEC or entity.kind is DECISION:
            rank = 0 if relation == "source" else 1 if relation != "refers" else 2 if entity.kind is DECISION else 5
            self._texts.append((rank, entry, "text", entity, entity.body))
        return entry

    def _milestone(self, milestone: Entity) -> Json:
        done, total = progress(self._plan, milestone.id)
        target = milestone.attributes.get("target")
        entry = {
            **self._entry(milestone),
            **({"target": truncate(target, self._longest)} if target else {}),
            "done": done,
            "total": total,
        }
        self._texts.append((4, entry, "text", milestone, milestone.body))
        return entry

    def _fitting(self, name: str, entries: Sequence[Any]) -> list[Any]:
        """The first entries, within the list's share of the room."""
        room = max(self._left // _SHARES[name], min(self._left, _ENTRY_SIZE))
        kept: list[Any] = []
        for entry in entries:
            cost = _cost(entry, 2)
            if cost > room:
                break
            room -= cost
            self._left -= cost
            kept.append(entry)
        dropped = entries[len(kept) :]
        listed = [each for each in dropped[:_MAX_OMITTED_ENTRIES] if isinstance(each, dict) and "uri" in each]
        for each in listed:
            self._omitted.append({"id": each["id"], "reason": f"no room for it in `{name}`", "uri": each["uri"]})
        if len(dropped) > len(listed):
            of_itself = name in ("attributes", "criteria")
            uri = self._entity.uri if of_itself else INDEX
            self._omit(self._entity, f"{len(dropped) - len(listed)} more in `{name}`", uri)
        return kept

    # Texts ------------------------------------------------------------------------------------------------------------

    def _add_texts(self, entries: Sequence[Json]) -> None:
        """Add the texts of entries, by rank.

        A long text gets most of the remaining room, or all that the others do not need.
        """
        shown = {id(entry) for entry in entries}
        texts = [each for each in sorted(self._texts, key=lambda each: each[0]) if each[4] and id(each[1]) in shown]
        costs = [_cost(text, 3) for *_, text in texts]
        for number, (_, entry, name, entity, text) in enumerate(texts):
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
        self._omitted.append({"id": entity.id, "reason": reason, "uri": uri or entity.uri})

    def _fitting_omissions(self) -> list[Json]:
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
    named = [truncate(each, 60) or "the beginning" for each in headings]
    more = f" and {len(named) - most} more" if len(named) > most else ""
    return ", ".join(named[:most]) + more


def _length(text: str) -> int:
    """The number of characters of a text in JSON, without its quotes."""
    return length(text) - 2


def _cost(value: Any, depth: int) -> int:
    """The maximum number of characters of a value at some depth, with a member name of usual length."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return len(escape_json(text)) + (text.count("\n") + 1) * 2 * depth + len('"criteria": ,\n')
