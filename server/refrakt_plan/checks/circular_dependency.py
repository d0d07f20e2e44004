"""Work that waits for itself.

Each waits for the next, and the last for the first, so none of them is ever ready. It is told once, at one of them, with the way
around; taking out any one of the dependencies mends it. In the editor it is shown in the file of each of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from refrakt.plugins import Range
from refrakt_plan.checks.issue import Issue, IssueType
from refrakt_plan.checks.places import id_in, tag_name
from refrakt_plan.checks.registry import TASKS, plan_check
from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import BLOCKED_BY, BLOCKS

CIRCULAR_DEPENDENCY = IssueType("circular-dependency", "error", "Work and bugs that wait for each other in a circle.")
_MOST_SHOWN = 12
_Circle = tuple[str, ...]
"""The ids on the way from an entity back to it, without the last step. Of a long one, the beginning and the end."""


@plan_check(120, CIRCULAR_DEPENDENCY, of=TASKS)
def circular_dependency(entity: Entity, plan: Plan) -> Iterator[Issue]:
    for circle in _known(plan).get(entity.id or "", ()) if _is_meant(entity, plan) else ():
        yield _issue(entity, circle)


def told_elsewhere(entity: Entity, plan: Plan) -> Iterator[Issue]:
    """The circle that an entity is in and that is told at another, for somebody who has only this one before their eyes."""
    known = _known(plan)
    if known and entity.id is not None and entity.id not in known and _is_meant(entity, plan):
        way = _way_around(plan, entity.id)
        if way:
            yield _issue(entity, _shown(way, 0))


def _way_around(plan: Plan, id: str) -> list[str]:
    """The shortest way from an id back to it, without the last step; none where there is no such way."""
    came_from: dict[str, str] = {}
    pending = deque([id])
    while pending:
        at = pending.popleft()
        for each in plan.blockers.get(at, ()):
            if each == id:
                way = [at]
                while way[-1] != id:
                    way.append(came_from[way[-1]])
                return way[::-1]
            if each not in came_from and each in plan.by_id and plan.by_id[each].kind.is_task:
                came_from[each] = at
                pending.append(each)
    return []


def _known(plan: Plan) -> Mapping[str, list[_Circle]]:
    return plan.once("circles", lambda: _circles(plan))


def _is_meant(entity: Entity, plan: Plan) -> bool:
    """Whether it is this one that references to its id lead to."""
    return plan.by_id.get(entity.id or "") is entity


def _issue(entity: Entity, circle: _Circle) -> Issue:
    message = f"Circular dependency: {' → '.join((*circle, circle[0]))}"
    suggestion = "Remove one of these dependencies."
    return CIRCULAR_DEPENDENCY.at(entity, _place(entity, circle), message, suggestion, circle[1])


def _place(entity: Entity, circle: _Circle) -> Range:
    """The reference by which the entity is in the circle, if it is one of its own."""
    for section, id in ((BLOCKED_BY, circle[1]), (BLOCKS, circle[-1])):
        for each in entity.references:
            if each.section == section and each.id == id:
                return id_in(entity, each)
    return tag_name(entity)


def _circles(plan: Plan) -> Mapping[str, list[_Circle]]:
    """The circles, by the id at which each is told.

    A walk that goes deep first finds a circle with every step that leads back onto its own way. No two such steps have the
    same entities between them, so none is told twice. It does not call itself: ways may be long.
    """
    # What waits for nothing is in no circle.
    waiting = {id for id in plan.blockers if id in plan.by_id and plan.by_id[id].kind.is_task}
    ways = {id: [each for each in plan.blockers[id] if each in waiting] for id in waiting}
    found: dict[str, list[_Circle]] = {}
    done: set[str] = set()
    for start in plan.by_id:
        if start not in waiting or start in done:
            continue
        way, places, steps = [start], {start: 0}, [iter(ways[start])]
        while way:
            step = next(steps[-1], None)
            if step is None:
                steps.pop()
                left = way.pop()
                del places[left]
                done.add(left)
            elif step in places:
                found.setdefault(step, []).append(_shown(way, places[step]))
            elif step not in done:
                places[step] = len(way)
                way.append(step)
                steps.append(iter(ways[step]))
    return found


def _shown(way: list[str], first: int) -> _Circle:
    count = len(way) - first
    if count <= _MOST_SHOWN:
        return tuple(way[first:])
    half = _MOST_SHOWN // 2
    return (*way[first : first + half], f"… {count - 2 * half} more …", *way[-half:])
