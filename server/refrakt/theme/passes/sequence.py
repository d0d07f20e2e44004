"""Steps 15 to 17: metas that are not part of the page, ordered lists as sequences, and the order of staggered items."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.theme.element_tree import changed, field_name, part_name, with_style, with_values
from refrakt.theme.passes.rune_element import RuneElement
from refrakt.theme.rune_names import kebab_case


def drop_consumed_metas(element: RuneElement) -> None:
    if not element.metas:
        return
    consumed = element.consumed.union(map(kebab_case, element.theme.modifiers))
    element.children = [
        each
        for each in element.children
        if not (isinstance(each, Tag) and each.name == "meta" and field_name(each) in consumed)
    ]


def apply_sequence(element: RuneElement) -> None:
    """Mark the outermost ordered lists."""
    theme = element.theme
    if not theme.sequence:
        return
    values = {"data-sequence": theme.sequence}
    if theme.sequence_direction is not None:
        direction = element.values.get(theme.sequence_direction.modifier)
        values["data-sequence-direction"] = theme.sequence_direction.default if direction is None else js_str(direction)

    def mark(tag: Tag) -> tuple[Tag, bool]:
        return (with_values(tag, values), False) if tag.name == "ol" else (tag, True)

    element.children = changed(element.children, mark)


def apply_stagger(element: RuneElement) -> None:
    """Number the items, so that they appear one after the other."""
    name = element.theme.stagger_items
    if not name or "stagger" not in element.values:
        return
    position = 0

    def number(tag: Tag) -> tuple[Tag, bool]:
        nonlocal position
        if name not in (field_name(tag), part_name(tag)):
            return tag, True
        numbered = with_style(tag, [f"--rf-reveal-index: {position}"])
        position += 1
        return numbered, False

    element.children = changed(element.children, number)
