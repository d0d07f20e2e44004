"""What can be started now. `next` and `status` both ask here, so that they never disagree.

A piece of work is ready when its own status says so and nothing known that it is blocked by is still to be achieved. Each
type has its own idea of that: a spec unblocks once it is accepted. What was given up does not unblock: somebody who counted
on it should hear of it.
"""

from __future__ import annotations

from refrakt_plan.entity import Entity
from refrakt_plan.reading.scanner import Plan
from refrakt_plan.vocabulary import COMPLEXITY, PRIORITY


def waiting_for(plan: Plan, entity: Entity) -> list[str]:
    """The ids of what an entity is blocked by and that is not achieved. An id that nobody has blocks nothing."""
    blockers = plan.blockers.get(entity.id or "", ())
    known = [(id, plan.by_id.get(id)) for id in blockers]
    return [id for id, blocker in known if blocker is not None and blocker.standing != "achieved"]


def ready(plan: Plan) -> list[Entity]:
    """Everything that can be started, the most urgent first, then the easiest; a draw is left in the plan's order."""
    found = [
        each for each in plan.entities if each.standing == "actionable" and each.id and not waiting_for(plan, each)
    ]
    return sorted(found, key=lambda each: (PRIORITY.rank(priority(each)), COMPLEXITY.rank(complexity(each))))


def priority(entity: Entity) -> str:
    return entity.attributes.get("priority") or PRIORITY.default


def complexity(entity: Entity) -> str:
    return entity.attributes.get("complexity") or COMPLEXITY.default
