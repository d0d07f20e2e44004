"""Ids that are not the prefix of their type and a number, and tags of another type than the id."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Fix, Problem, Span, TextEdit, rule
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import tag_name, value_of, with_value
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.vocabulary import TYPES, EntityType

_DIGITS = re.compile(r"[0-9]+")
_PREFIXES = "|".join(
    [*((each.prefix or each.name).strip("-") for each in TYPES.values()), "task", "ticket", "item", "issue"]
)
_NUMBERED = re.compile(rf"(?:(?:{_PREFIXES})[-_ .#–—]{{0,2}})?[0-9]{{1,9}}", re.IGNORECASE)
"""An id of any type, with other letters or another separator, or without its prefix."""
_LETTERS_FOR_DIGITS = str.maketrans("oOlI", "0011")
_CLOSING = re.compile(r"\{%\s*/\s*")


@rule(
    "invalid-id",
    "error",
    "attributes",
    scope="plan",
    on="plan",
    fixable=True,
    replaces="value-not-allowed coercible-value",
)
def invalid_id(entity: Entity, plan: Plan) -> Iterator[Problem]:
    """An id that is not the prefix of its type and a number.

    Commands, references and file names expect ids such as `WORK-012`. Other letters, another separator and a missing prefix are
    reported; an id without a number is a name that a person chose. The fix writes the id of the file name, or the number of the
    id with its prefix.

    **Example**

    ```markdoc {% process=false %}
    {% work id="work-1" status="draft" milestone="v1" %}
    # Search
    {% /work %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    {% work id="WORK-001" status="draft" milestone="v1" %}
    # Search
    {% /work %}
    ```
    """
    if not is_malformed(entity) or meant_type(entity) is not None:
        return
    intended, is_named = _intended(entity)
    message = (
        f'{entity.file} has the id "{entity.id}"; ids of {entity.kind.plural} are {entity.kind.prefix} and a number'
    )
    if intended is None or intended in plan.by_id:
        yield Problem(value_of(entity, entity.kind.key), message, "Write another id, which no entity has.")
        return
    edits = with_value(entity, entity.kind.key, intended)
    fix = Fix(edits, "safe" if is_named else "unsafe") if edits else None
    yield Problem(value_of(entity, entity.kind.key), message, f"Write {intended}.", fix)


@rule(
    "type-mismatch",
    "error",
    "tags",
    scope="plan",
    on="plan",
    fixable=True,
    replaces="unknown-attribute value-not-allowed missing-attribute",
)
def type_mismatch(entity: Entity, plan: Plan) -> Iterator[Problem]:
    """A tag of another type than its id and its file.

    `{% spec id="WORK-001" %}` is read as a spec, with the statuses and attributes of specs. If id and file name are those of
    another type, the fix writes its tag.

    **Example**

    ```markdoc {% process=false %}
    {% spec id="WORK-001" status="draft" %}
    # Search
    {% /spec %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    {% work id="WORK-001" status="draft" milestone="v1" %}
    # Search
    {% /work %}
    ```
    """
    meant = meant_type(entity)
    if meant is None:
        return
    message = f"{entity.id} is the id of {meant.plural}, but the tag is `{entity.kind.name}`"
    is_named = entity.path.name.startswith(str(entity.id))
    fix = Fix(tuple(_renamed(entity, meant)), "safe" if is_named else "unsafe")
    yield Problem(entity.tag, message, f"Write {{% {meant.name} … %}}.", fix)


def is_malformed(entity: Entity) -> bool:
    """Whether an entity has an id that was meant as the prefix of a type and a number. Other ids are names that a person chose."""
    prefix = entity.kind.prefix
    if entity.id is None or prefix is None or re.fullmatch(rf"{prefix}[0-9]+", entity.id):
        return False
    return _NUMBERED.fullmatch(entity.id.strip()) is not None or _is_misspelt(entity)


def _is_misspelt(entity: Entity) -> bool:
    """Whether an id is that of the file name and more of it, or has letters for digits."""
    named = id_in_file_name(entity)
    if named is None or entity.id is None:
        return False
    id = entity.id.strip().removesuffix(".md").lstrip("#").strip()
    is_longer = id == entity.path.stem and id.count("-") > 2  # `WORK-007-c` is a name that a person chose
    return is_longer or id == named or id.translate(_LETTERS_FOR_DIGITS) == named.translate(_LETTERS_FOR_DIGITS)


def meant_type(entity: Entity) -> EntityType | None:
    """The type that the id of an entity belongs to, if that is not the type of its tag."""
    if not is_malformed(entity):
        return None
    prefixes = ((each, each.prefix) for each in TYPES.values() if each.prefix and each is not entity.kind)
    return next((each for each, prefix in prefixes if re.fullmatch(rf"{prefix}[0-9]+", entity.id or "")), None)


def id_in_file_name(entity: Entity) -> str | None:
    """The id that the name of a file starts with, if it is one of the entity's type."""
    found = re.match(rf"{entity.kind.prefix}[0-9]+(?=-|\.md$)", entity.path.name) if entity.kind.prefix else None
    return found[0] if found else None


def others_with_id(entity: Entity, plan: Plan) -> list[Entity]:
    """The other entities with the same id."""
    by_id = plan.memoise("entities by id", lambda: _by_id(plan))
    return [each for each in by_id.get(entity.id or "", ()) if each is not entity]


def rightful_owner(entity: Entity, plan: Plan) -> Entity | None:
    """The entity whose id another one has by mistake: its file has that id, the other file has a free one."""
    named = id_in_file_name(entity)
    if named is None or named == entity.id or named in plan.by_id:
        return None
    return next((each for each in others_with_id(entity, plan) if id_in_file_name(each) == entity.id), None)


def _by_id(plan: Plan) -> dict[str, list[Entity]]:
    found: dict[str, list[Entity]] = {}
    for each in plan.entities:
        if each.id:
            found.setdefault(each.id, []).append(each)
    return found


def _intended(entity: Entity) -> tuple[str | None, bool]:
    """The id that is meant, and whether the file name has it."""
    numbers = _DIGITS.findall(entity.id or "")
    named = id_in_file_name(entity)
    if named is not None and _is_misspelt(entity):
        return named, True
    if named is not None and [each.lstrip("0") for each in numbers] == [_DIGITS.findall(named)[0].lstrip("0")]:
        return named, True
    return (f"{entity.kind.prefix}{numbers[0]}", False) if len(numbers) == 1 else (None, False)


def _renamed(entity: Entity, meant: EntityType) -> Iterator[TextEdit]:
    yield TextEdit(tag_name(entity), meant.name)
    closing = _CLOSING.match(entity.source, entity.content.end)
    if closing is not None and entity.source.startswith(entity.kind.name, closing.end()):
        yield TextEdit(Span(closing.end(), closing.end() + len(entity.kind.name)), meant.name)
