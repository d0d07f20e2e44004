"""Step 13: parts that the theme hides, groups or moves when the element is finished."""

from __future__ import annotations

from collections.abc import Sequence

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.structure_theme import PartGroup, Relocation
from refrakt.theme.element_tree import changed, find_in, part_name, with_children
from refrakt.theme.passes.element_classes import with_element_classes
from refrakt.theme.passes.rune_element import RuneElement

_HEADER = "preamble"
"""The part in which moved parts are also looked for."""


def apply_projection(element: RuneElement) -> None:
    projection = element.theme.projection
    if projection is None:
        return
    children = [each for each in element.children if part_name(each) not in projection.hide]
    for name, group in projection.group.items():
        children = _grouped(element, children, name, group)
    for name, relocation in projection.relocate.items():
        children = _moved(children, name, relocation)
    element.children = children
    element.maybe_link = element.maybe_media = True


def _grouped(element: RuneElement, children: list[Renderable], name: str, group: PartGroup) -> list[Renderable]:
    """The members in a new element, which is where the first of them was."""
    positions = [at for at, each in enumerate(children) if part_name(each) in group.members]
    if not positions:
        return children
    wrapper = Tag(group.tag, {"data-name": name}, [children[at] for at in positions])
    members = set(positions)
    result = [each for at, each in enumerate(children) if at not in members]
    result[positions[0] : positions[0]] = with_element_classes(element, [wrapper])
    return result


def _moved(children: list[Renderable], name: str, relocation: Relocation) -> list[Renderable]:
    """The part in its target. Without the target the part is removed."""
    part, rest = _extracted(children, name)
    if part is None or find_in(rest, "data-name", relocation.into) is None:
        return rest

    def insert(tag: Tag) -> tuple[Tag, bool]:
        if part_name(tag) != relocation.into:
            return tag, True
        own = [part, *tag.children] if relocation.position == "prepend" else [*tag.children, part]
        return with_children(tag, own), False

    return changed(rest, insert)


def _extracted(children: Sequence[Renderable], name: str) -> tuple[Tag | None, list[Renderable]]:
    """The part of this name and the other children. It may also be in a header, which is removed if nothing is left in it."""
    for at, child in enumerate(children):
        if isinstance(child, Tag) and part_name(child) == name:
            return child, [*children[:at], *children[at + 1 :]]
    for at, child in enumerate(children):
        if not isinstance(child, Tag) or part_name(child) != _HEADER:
            continue
        inner = [position for position, each in enumerate(child.children) if part_name(each) == name]
        if inner:
            part = child.children[inner[0]]
            rest = [each for position, each in enumerate(child.children) if position != inner[0]]
            header: list[Renderable] = [with_children(child, rest)] if rest else []
            return part if isinstance(part, Tag) else None, [*children[:at], *header, *children[at + 1 :]]
    return None, list(children)
