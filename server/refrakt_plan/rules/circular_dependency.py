"""Work and bugs that block each other in a cycle.

Each is blocked by the next, and the last by the first, so none of them is ever ready. A cycle is reported once, at one of its
entities, with its path; removing any one of the dependencies resolves it. The editor shows it in the file of each entity.

**Example**

```markdoc {% process=false %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search

## Blocked by

- {% ref "WORK-002" /%}
{% /work %}
-- work/WORK-002.md --
{% work id="WORK-002" status="draft" milestone="v1" %}
# Filters

## Blocked by

- {% ref "WORK-001" /%}
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
-- work/WORK-001.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search

## Blocked by

- {% ref "WORK-002" /%}
{% /work %}
-- work/WORK-002.md --
{% work id="WORK-002" status="draft" milestone="v1" %}
# Filters
{% /work %}
```
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from refrakt.plugins import Problem, Span, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import id_in, tag_name
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import BLOCKED_BY, BLOCKS

_MOST_SHOWN = 12
_Cycle = tuple[str, ...]
"""The ids from an entity back to it, without the repeated one. Of a long cycle, the beginning and the end."""


@rule("circular-dependency", "error", "references", scope="plan", on="plan:work plan:bug")
def circular_dependency(entity: Entity, plan: Plan) -> Iterator[Problem]:
    for cycle in _reported(plan).get(entity.id or "", ()) if _is_target(entity, plan) else ():
        yield _problem(entity, cycle)


def cycle_reported_elsewhere(entity: Entity, plan: Plan) -> Iterator[Problem]:
    """The cycle of an entity that is reported at another one, for an editor that shows only this file."""
    reported = _reported(plan)
    if reported and entity.id is not None and entity.id not in reported and _is_target(entity, plan):
        path = _shortest_cycle(plan, entity.id)
        if path:
            yield _problem(entity, _abbreviated(path, 0))


def _shortest_cycle(plan: Plan, id: str) -> list[str]:
    """The shortest path from an id back to it, without the repeated id; empty if there is none."""
    came_from: dict[str, str] = {}
    pending = deque([id])
    while pending:
        at = pending.popleft()
        for each in plan.blockers.get(at, ()):
            if each == id:
                path = [at]
                while path[-1] != id:
                    path.append(came_from[path[-1]])
                return path[::-1]
            if each not in came_from and each in plan.by_id and plan.by_id[each].kind.is_task:
                came_from[each] = at
                pending.append(each)
    return []


def _reported(plan: Plan) -> Mapping[str, list[_Cycle]]:
    return plan.memoise("cycles", lambda: _cycles(plan))


def _is_target(entity: Entity, plan: Plan) -> bool:
    """Whether references to its id resolve to this entity."""
    return plan.by_id.get(entity.id or "") is entity


def _problem(entity: Entity, cycle: _Cycle) -> Problem:
    message = f"circular dependency: {' → '.join((*cycle, cycle[0]))}"
    return Problem(_span(entity, cycle), message, "Remove one of these dependencies.", target=cycle[1])


def _span(entity: Entity, cycle: _Cycle) -> Span:
    """The entity's own reference that is part of the cycle, if there is one."""
    for section, id in ((BLOCKED_BY, cycle[1]), (BLOCKS, cycle[-1])):
        for each in entity.references:
            if each.section == section and each.id == id:
                return id_in(entity, each)
    return tag_name(entity)


def _cycles(plan: Plan) -> Mapping[str, list[_Cycle]]:
    """The cycles, by the id at which each is reported.

    A depth-first search finds a cycle with every edge that leads back onto its path. No two such edges enclose the same entities,
    so none is reported twice. It does not recurse: paths may be long.
    """
    # An entity without blockers is in no cycle.
    blocked = {id for id in plan.blockers if id in plan.by_id and plan.by_id[id].kind.is_task}
    blockers = {id: [each for each in plan.blockers[id] if each in blocked] for id in blocked}
    cycles: dict[str, list[_Cycle]] = {}
    done: set[str] = set()
    for start in plan.by_id:
        if start not in blocked or start in done:
            continue
        path, positions, pending = [start], {start: 0}, [iter(blockers[start])]
        while path:
            step = next(pending[-1], None)
            if step is None:
                pending.pop()
                left = path.pop()
                del positions[left]
                done.add(left)
            elif step in positions:
                cycles.setdefault(step, []).append(_abbreviated(path, positions[step]))
            elif step not in done:
                positions[step] = len(path)
                path.append(step)
                pending.append(iter(blockers[step]))
    return cycles


def _abbreviated(path: list[str], first: int) -> _Cycle:
    count = len(path) - first
    if count <= _MOST_SHOWN:
        return tuple(path[first:])
    half = _MOST_SHOWN // 2
    return (*path[first : first + half], f"… {count - 2 * half} more …", *path[-half:])
