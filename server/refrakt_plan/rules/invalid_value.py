"""Values that their attribute does not allow. The fix writes the most similar value of the type."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import Problem, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import value_of, with_value
from refrakt_plan.vocabulary import SCALES

_REPLACED = "value-not-allowed wrong-type coercible-value"


@rule("invalid-status", "error", "attributes", scope="plan", on="entity", fixable=True, replaces=_REPLACED)
def invalid_status(entity: Entity) -> Iterator[Problem]:
    """A status that the type does not have.

    An entity with an unknown status is neither ready nor done, so it is never offered and never counted. The fix writes the most
    similar status of the type.

    **Example**

    ```markdoc {% process=false %}
    {% work id="WORK-001" status="drafted" milestone="v1" %}
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
    return _invalid_value(entity, "status", tuple(entity.kind.statuses))


@rule("invalid-priority", "error", "attributes", scope="plan", on="entity:work", fixable=True, replaces=_REPLACED)
def invalid_priority(entity: Entity) -> Iterator[Problem]:
    """A priority that does not exist.

    Work with an unknown priority counts as if it had none. The fix writes the most similar priority.

    **Example**

    ```markdoc {% process=false %}
    {% work id="WORK-001" status="draft" milestone="v1" priority="hihg" %}
    # Search
    {% /work %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    {% work id="WORK-001" status="draft" milestone="v1" priority="high" %}
    # Search
    {% /work %}
    ```
    """
    return _invalid_value(entity, "priority", SCALES["priority"].values)


@rule("invalid-complexity", "error", "attributes", scope="plan", on="entity:work", fixable=True, replaces=_REPLACED)
def invalid_complexity(entity: Entity) -> Iterator[Problem]:
    """A complexity that does not exist.

    Work with an unknown complexity counts as if it had none. The fix writes the most similar complexity.

    **Example**

    ```markdoc {% process=false %}
    {% work id="WORK-001" status="draft" milestone="v1" complexity="Trivial" %}
    # Search
    {% /work %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    {% work id="WORK-001" status="draft" milestone="v1" complexity="trivial" %}
    # Search
    {% /work %}
    ```
    """
    return _invalid_value(entity, "complexity", SCALES["complexity"].values)


@rule("invalid-severity", "error", "attributes", scope="plan", on="entity:bug", fixable=True, replaces=_REPLACED)
def invalid_severity(entity: Entity) -> Iterator[Problem]:
    """A severity that does not exist.

    A bug with an unknown severity counts as if it had none. The fix writes the most similar severity.

    **Example**

    ```markdoc {% process=false %}
    {% bug id="BUG-001" status="reported" severity="cosmetics" milestone="v1" %}
    # Search
    {% /bug %}
    ```

    **Use instead**

    ```markdoc {% process=false %}
    {% bug id="BUG-001" status="reported" severity="cosmetic" milestone="v1" %}
    # Search
    {% /bug %}
    ```
    """
    return _invalid_value(entity, "severity", SCALES["severity"].values)


def _invalid_value(entity: Entity, attribute: str, allowed: tuple[str, ...]) -> Iterator[Problem]:
    value = entity.attributes.get(attribute)
    if not value or value in allowed:
        return
    message = f'{entity.name} has {attribute} "{value}", which does not exist for {entity.kind.plural}'
    span, similar = value_of(entity, attribute), _similar(value, allowed)
    if similar is None:
        yield Problem(span, message, f"Use: {', '.join(allowed)}.")
    else:
        fix = safe_fix(with_value(entity, attribute, similar))
        yield Problem(span, f'{message}; did you mean "{similar}"?', f"Replace with {similar}.", fix)


def _similar(value: str, allowed: tuple[str, ...]) -> str | None:
    """The value with the same letters, one with the same meaning, otherwise the most similar one."""
    letters = {_letters(each): each for each in allowed}
    if _letters(value) in letters:
        return letters[_letters(value)]
    from refrakt.plugins.name_suggestion import nearest
    from refrakt.runes.synonyms import value_synonyms

    same = value_synonyms(value, allowed)
    if len(same) == 1:
        return same[0]
    near = nearest(value.strip().lower(), allowed)
    return near[0] if near else None


def _letters(value: str) -> str:
    return "".join(each for each in value.lower() if each.isalnum())
