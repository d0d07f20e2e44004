"""The order of the passes over a rune's element. Later passes read what earlier ones collect, and attributes keep this order.

The passes of `BEFORE` prepare the children. Then the runes inside of them are transformed. The passes of `AFTER` change the
finished children, and the last ones create the result.
"""

from __future__ import annotations

from collections.abc import Callable

from refrakt.markdoc.html import Tag
from refrakt.theme.passes.auto_label import apply_auto_label
from refrakt.theme.passes.background import apply_background
from refrakt.theme.passes.element_classes import apply_element_classes
from refrakt.theme.passes.frame import apply_frame, apply_substrate
from refrakt.theme.passes.layout_assembly import apply_layout
from refrakt.theme.passes.media_part import apply_guest_posture, apply_media_decorations
from refrakt.theme.passes.modifiers import apply_context_classes, apply_modifiers, apply_variants
from refrakt.theme.passes.post_transforms import apply_post_transform
from refrakt.theme.passes.projection import apply_projection
from refrakt.theme.passes.required_parent import check_parent
from refrakt.theme.passes.root_attributes import finished_element
from refrakt.theme.passes.rune_element import RuneElement
from refrakt.theme.passes.sequence import apply_sequence, apply_stagger, drop_consumed_metas
from refrakt.theme.passes.tint import apply_tint
from refrakt.theme.passes.universal_values import (
    apply_density,
    apply_elevation,
    apply_motion,
    apply_prominence,
    apply_reading,
    apply_spacing,
    apply_width,
)

Pass = Callable[[RuneElement], None]

BEFORE: tuple[Pass, ...] = (
    check_parent,
    apply_variants,
    apply_modifiers,
    apply_context_classes,
    apply_tint,
    apply_density,
    apply_width,
    apply_reading,
    apply_spacing,
    apply_elevation,
    apply_prominence,
    apply_motion,
    apply_background,
    apply_frame,
    apply_substrate,
    apply_auto_label,
    apply_layout,
    apply_element_classes,
)
AFTER: tuple[Pass, ...] = (
    apply_projection,
    apply_media_decorations,
    apply_guest_posture,
    drop_consumed_metas,
    apply_sequence,
    apply_stagger,
)


def prepare(element: RuneElement) -> None:
    for each in BEFORE:
        each(element)


def finish(element: RuneElement) -> Tag:
    """The result, when `element.children` are transformed."""
    for each in AFTER:
        each(element)
    return apply_post_transform(finished_element(element), element)
