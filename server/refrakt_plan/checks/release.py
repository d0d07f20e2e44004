"""Specs that shipped, and in which release.

Years later that is what one wants to know of a spec. So `shipped` asks for `released-in`, and that for a version like `v1.2.0`.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_plan.checks.issue import Issue, IssueType, name_of
from refrakt_plan.checks.places import value_of, with_value
from refrakt_plan.checks.registry import check
from refrakt_plan.entity import Entity
from refrakt_plan.vocabulary import RELEASE, SPEC

SHIPPED_WITHOUT_RELEASE = IssueType(
    "shipped-without-release", "error", "A spec that is `shipped` and does not say in which release."
)
INVALID_RELEASED_IN = IssueType("invalid-released-in", "error", "A `released-in` that is no version.", fixable=True)


@check(80, SHIPPED_WITHOUT_RELEASE, INVALID_RELEASED_IN, of=[SPEC])
def release(entity: Entity) -> Iterator[Issue]:
    version = entity.attributes.get("released-in")
    if version and not RELEASE.fullmatch(version):
        place, message = (
            value_of(entity, "released-in"),
            f'{name_of(entity)} is released in "{version}", which is no version',
        )
        mended = version.strip()
        if RELEASE.fullmatch(mended):
            fix = with_value(entity, "released-in", mended)
            yield INVALID_RELEASED_IN.at(entity, place, message, f"Write {mended}.", fix=fix)
        else:
            yield INVALID_RELEASED_IN.at(entity, place, message, "Write a version like v1.2.0.")
    if not version and entity.status == "shipped":
        message = f"{name_of(entity)} is shipped but does not say in which release"
        yield SHIPPED_WITHOUT_RELEASE.at(entity, value_of(entity, "status"), message, 'Add released-in="v…".')
