"""Step 12: classes and roles of the parts.

Only parts get a class, and the search for parts goes on only inside of parts: an element without a name hides what is in it.
"""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.theme.element_tree import add_class, changed, part_name, with_values
from refrakt.theme.passes.rune_element import DEFAULT_READING, RuneElement


def apply_element_classes(element: RuneElement) -> None:
    element.children = with_element_classes(element, element.children)


def with_element_classes(element: RuneElement, children: list[Renderable]) -> list[Renderable]:
    def add_classes(tag: Tag) -> tuple[Tag, bool]:
        name = part_name(tag)
        return (tag, False) if name is None else (_classified(element, tag, name), True)

    return changed(children, add_classes)


def _classified(element: RuneElement, tag: Tag, name: str) -> Tag:
    theme = element.theme
    role = theme.sections.get(name)
    values: dict[str, Any] = {"class": add_class(tag.attributes.get("class"), f"{element.block}__{name}")}
    if role:
        values["data-section"] = role
    if role == "body" and element.reading != DEFAULT_READING:
        values["data-reading"] = element.reading
    if role == "body" and element.dropcap:
        values["data-dropcap"] = "true"
    slot = theme.media_slots.get(name)
    if slot:
        values["data-media"] = slot
    if role == "media":
        values["data-guest-fit"] = theme.guest_fit or "clip"
    return with_values(tag, values)
