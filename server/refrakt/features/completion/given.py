"""What else the tag says that is being typed."""

from __future__ import annotations

from ..place import Place


def given(place: Place, name: str) -> str | None:
    """The text of another attribute of the tag; None where there is none."""
    if place.tag is None:
        return None
    for each in place.tag.syntax.attributes:
        if each.complete and each.annotation.name == name and isinstance(each.annotation.value, str):
            return each.annotation.value
    return None
