"""Step 0: a part of a rune that is outside of it."""

from __future__ import annotations

from refrakt.theme.passes.rune_element import RuneElement

MISPLACED_PART = "misplaced-part"
ANY_PARENT = "*"

_STRUCTURAL_NAMES = """
    accordion-item tab tab-panel breadcrumb-item juxtapose-panel bento-cell definition step tier map-pin itinerary-day
    itinerary-stop
"""
_STRUCTURAL = frozenset(_STRUCTURAL_NAMES.split())
"""Parts that have no meaning outside of their rune."""


def check_parent(element: RuneElement) -> None:
    required = element.theme.requires_parent
    if not required or required in (ANY_PARENT, element.parent):
        return
    where = f"is inside of `{element.parent}`" if element.parent else "is outside of any rune"
    element.warn(
        MISPLACED_PART,
        f"`{element.name}` {where}; it belongs to `{required}`",
        "error" if element.name in _STRUCTURAL else "warning",
    )
