"""Which entities can be started now. `next` and `status` share this definition.

A task is ready if its status is actionable and all its known blockers are achieved. Each type defines which statuses are achieved:
a spec no longer blocks once it is accepted. A retired blocker still blocks, because the task that relied on it needs a decision.
"""

from __future__ import annotations

from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import COMPLEXITY, PRIORITY


def open_blockers(plan: Plan, entity: Entity) -> list[str]:
    """The ids of an entity's blockers that are not achieved. An unknown id does not block."""
    blockers = ((id, plan.by_id.get(id)) for id in plan.blockers.get(entity.id or "", ()))
    return [id for id, blocker in blockers if blocker is not None and blocker.category != "achieved"]


def ready(plan: Plan) -> list[Entity]:
    """Everything that can be started, by priority, then by complexity; ties keep the plan's order."""
    tasks = (each for each in plan.entities if each.category == "actionable" and each.id)
    unblocked = (each for each in tasks if not open_blockers(plan, each))
    return sorted(unblocked, key=lambda each: (PRIORITY.rank(priority(each)), COMPLEXITY.rank(complexity(each))))


def priority(entity: Entity) -> str:
    return entity.attributes.get("priority") or PRIORITY.default


def complexity(entity: Entity) -> str:
    return entity.attributes.get("complexity") or COMPLEXITY.default
