"""Specs whose status does not match their work: the work and bugs that name them in `source`."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.entity_relations import implementing_tasks, is_implemented
from refrakt_plan.rules.messages import some_have
from refrakt_plan.rules.problem_spans import value_of
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import IMPLEMENTED_STATUSES, SPEC, STARTED_STATUSES

_FIRST = next(iter(SPEC.statuses))


@rule("spec-status-lag", "warning", "lifecycle", scope="plan", on="plan:spec")
def spec_status_lag(entity: Entity, plan: Plan) -> Iterator[Problem]:
    """A spec with all its work done that is not `implemented` yet.

    Work and bugs name their specs in `source`. If all of them are done, the spec is at least `implemented`. Abandoned work, and a
    spec without work, prove nothing.

    **Example**

    ```markdoc {% process=false %}
    -- specs/SPEC-001.md --
    {% spec id="SPEC-001" status="accepted" %}
    # Search
    {% /spec %}
    -- work/WORK-001.md --
    {% work id="WORK-001" status="done" milestone="v1" source="SPEC-001" %}
    # Search

    ## Acceptance Criteria

    - [x] It finds titles.

    ## Resolution

    It finds titles.
    {% /work %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    -- specs/SPEC-001.md --
    {% spec id="SPEC-001" status="implemented" %}
    # Search
    {% /spec %}
    -- work/WORK-001.md --
    {% work id="WORK-001" status="done" milestone="v1" source="SPEC-001" %}
    # Search

    ## Acceptance Criteria

    - [x] It finds titles.

    ## Resolution

    It finds titles.
    {% /work %}
    ```
    """
    if _is_current(entity) and _status(entity) not in IMPLEMENTED_STATUSES and is_implemented(plan, entity.id):
        message = f"{entity.name} is {_status(entity)}, but all its work is done"
        yield Problem(value_of(entity, "status"), message, f"Set its status to `{IMPLEMENTED_STATUSES[0]}`.")


@rule("spec-status-ahead", "warning", "lifecycle", scope="plan", on="plan:spec")
def spec_status_ahead(entity: Entity, plan: Plan) -> Iterator[Problem]:
    """A spec that is `implemented` or `shipped` while work for it is open.

    While work or a bug that names it in `source` is open, a spec is not implemented completely.

    **Example**

    ```markdoc {% process=false %}
    -- specs/SPEC-001.md --
    {% spec id="SPEC-001" status="implemented" %}
    # Search
    {% /spec %}
    -- work/WORK-001.md --
    {% work id="WORK-001" status="draft" milestone="v1" source="SPEC-001" %}
    # Search
    {% /work %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    -- specs/SPEC-001.md --
    {% spec id="SPEC-001" status="accepted" %}
    # Search
    {% /spec %}
    -- work/WORK-001.md --
    {% work id="WORK-001" status="draft" milestone="v1" source="SPEC-001" %}
    # Search
    {% /work %}
    ```
    """
    if entity.status in IMPLEMENTED_STATUSES:
        tasks = implementing_tasks(plan, entity.id)
        unfinished = [each for each in tasks if not each.kind.is_terminal(each.status)]
        if unfinished:
            message = f"{entity.name} is {entity.status}, but {some_have(unfinished)} not ended"
            yield Problem(value_of(entity, "status"), message, "Finish the work, or reset the status.")


@rule("spec-started-in-draft", "info", "lifecycle", scope="plan", on="plan:spec")
def spec_started_in_draft(entity: Entity, plan: Plan) -> Iterator[Problem]:
    """A draft spec with started work.

    A spec is accepted before work on it starts. Abandoned work proves nothing.

    **Example**

    ```markdoc {% process=false %}
    -- specs/SPEC-001.md --
    {% spec id="SPEC-001" status="draft" %}
    # Search
    {% /spec %}
    -- work/WORK-001.md --
    {% work id="WORK-001" status="in-progress" milestone="v1" source="SPEC-001" %}
    # Search

    ## Acceptance Criteria

    - [ ] It finds titles.
    {% /work %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    -- specs/SPEC-001.md --
    {% spec id="SPEC-001" status="accepted" %}
    # Search
    {% /spec %}
    -- work/WORK-001.md --
    {% work id="WORK-001" status="in-progress" milestone="v1" source="SPEC-001" %}
    # Search

    ## Acceptance Criteria

    - [ ] It finds titles.
    {% /work %}
    ```
    """
    if _status(entity) == _FIRST:
        tasks = implementing_tasks(plan, entity.id)
        started = [each for each in tasks if each.category == "achieved" or each.status in STARTED_STATUSES]
        if started:
            message = f"{entity.name} is {_FIRST}, but {some_have(started)} been started"
            yield Problem(value_of(entity, "status"), message, "Accept the spec first.")


def _status(entity: Entity) -> str:
    return entity.status or _FIRST


def _is_current(entity: Entity) -> bool:
    return _status(entity) in SPEC.statuses and entity.category != "retired"
