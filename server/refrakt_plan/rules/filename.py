"""Files that are not named after their entity."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Problem, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.invalid_id import id_in_file_name, is_malformed, rightful_owner
from refrakt_plan.rules.problem_spans import value_of, with_value
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import NUMBERED, TYPES

_ID = re.compile(f"(?:{'|'.join(re.escape(TYPES[name].prefix or '') for name in NUMBERED)})[0-9]+")


@rule("filename-missing-id", "warning", "files", scope="plan", on="entity")
def filename_missing_id(entity: Entity) -> Iterator[Problem]:
    """A file whose name does not begin with an id.

    A file that begins with its id, like `WORK-002-what-it-is.md`, is easy to find and sorted by id. Milestones may have any file
    name. `refrakt plan migrate` and the editor rename files.

    **Example**

    ```markdoc {% process=false %}
    -- work/search.md --
    {% work id="WORK-001" status="draft" milestone="v1" %}
    # Search
    {% /work %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    -- work/WORK-001-search.md --
    {% work id="WORK-001" status="draft" milestone="v1" %}
    # Search
    {% /work %}
    ```
    """
    if not _is_named_after_id(entity) and not _id_in_name(entity) and not is_malformed(entity):
        message = f"{entity.file} is not named after its id {entity.id}"
        yield Problem(value_of(entity, entity.kind.key), message, f"Rename it to {entity.id}-….md.")


@rule("filename-id-mismatch", "warning", "files", scope="plan", on="plan", fixable=True)
def filename_id_mismatch(entity: Entity, plan: Plan) -> Iterator[Problem]:
    """A file whose name begins with an id that its entity does not have.

    A reader who looks for the file of that id opens the wrong one. `refrakt plan migrate` and the editor rename files.

    **Example**

    ```markdoc {% process=false %}
    -- work/WORK-002-search.md --
    {% work id="WORK-001" status="draft" milestone="v1" %}
    # Search
    {% /work %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    -- work/WORK-001-search.md --
    {% work id="WORK-001" status="draft" milestone="v1" %}
    # Search
    {% /work %}
    ```
    """
    id = None if _is_named_after_id(entity) or is_malformed(entity) else _id_in_name(entity)
    if not id:
        return
    message = f"{entity.file} is named after {id}, but its id is {entity.id}"
    span = value_of(entity, entity.kind.key)
    if _number(id) == _number(str(entity.id)) and id_in_file_name(entity) == id:
        # `WORK-12` in `WORK-012-search.md`: the same number, which references write as the file does.
        fix = safe_fix(with_value(entity, entity.kind.key, id))
        yield Problem(span, message, f"Write {id}.", fix, target=id)
    elif (owner := rightful_owner(entity, plan)) is not None:
        fix = safe_fix(with_value(entity, entity.kind.key, id))
        message = f"{message}, which {owner.file} already has"
        yield Problem(span, message, f"Write {id}.", fix, target=id)
    else:
        yield Problem(span, message, f"Rename it to {entity.id}-….md.", target=id)


def _number(id: str) -> str:
    return id.rpartition("-")[2].lstrip("0")


def _is_named_after_id(entity: Entity) -> bool:
    """Also an entity without a numbered id."""
    name = _name(entity)
    return entity.id is None or entity.kind.prefix is None or name == entity.id or name.startswith(f"{entity.id}-")


def _id_in_name(entity: Entity) -> str | None:
    match = _ID.match(_name(entity))
    return match[0] if match else None


def _name(entity: Entity) -> str:
    return entity.file.rpartition("/")[2].removesuffix(".md")
