"""Files that are not named after their entity."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Problem, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import value_of
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
    if not _is_named_after_id(entity) and not _id_in_name(entity):
        message = f"{entity.file} is not named after its id {entity.id}"
        yield Problem(value_of(entity, entity.kind.key), message, f"Rename it to {entity.id}-….md.")


@rule("filename-id-mismatch", "warning", "files", scope="plan", on="entity")
def filename_id_mismatch(entity: Entity) -> Iterator[Problem]:
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
    id = None if _is_named_after_id(entity) else _id_in_name(entity)
    if id:
        message = f"{entity.file} is named after {id}, but its id is {entity.id}"
        yield Problem(value_of(entity, entity.kind.key), message, f"Rename it to {entity.id}-….md.", target=id)


def _is_named_after_id(entity: Entity) -> bool:
    """Also an entity without a numbered id."""
    name = _name(entity)
    return entity.id is None or entity.kind.prefix is None or name == entity.id or name.startswith(f"{entity.id}-")


def _id_in_name(entity: Entity) -> str | None:
    match = _ID.match(_name(entity))
    return match[0] if match else None


def _name(entity: Entity) -> str:
    return entity.file.rpartition("/")[2].removesuffix(".md")
