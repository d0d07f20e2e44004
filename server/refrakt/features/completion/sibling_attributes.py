"""Other attributes of the tag at the cursor."""

from __future__ import annotations

from refrakt.features.cursor_context import CursorContext


def sibling_value(cursor: CursorContext, name: str) -> str | None:
    """The text of another attribute of the tag, if it is there."""
    if cursor.tag is None:
        return None
    for each in cursor.tag.syntax.attributes:
        if each.complete and each.annotation.name == name and isinstance(each.annotation.value, str):
            return each.annotation.value
    return None
