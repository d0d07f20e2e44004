"""Step 10: part names for elements that the theme recognises by their HTML name or their field."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.theme.element_tree import attribute, changed, field_name, with_values
from refrakt.theme.passes.rune_element import RuneElement


def apply_auto_label(element: RuneElement) -> None:
    """Remove the background guest from the children, and label what is left at any depth."""
    if element.guest is not None:
        element.children = [each for each in element.children if each is not element.guest]
    labels = element.theme.auto_label
    if not labels:
        return

    def label(tag: Tag) -> tuple[Tag, bool]:
        found = labels.get(tag.name) or labels.get(field_name(tag) or "")
        if found and not attribute(tag, "data-name"):
            tag = with_values(tag, {"data-name": found})
        return tag, True

    element.children = changed(element.children, label)
