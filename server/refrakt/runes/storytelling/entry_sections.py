"""The sections of entries about characters, realms and factions.

A writer starts them with headings, or writes them as tags. Other tags before the first heading are content of the entry only if it
has no sections.
"""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.output.child_runes import child_elements
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune_theme import RuneTheme


@dataclass(frozen=True, slots=True)
class EntrySections:
    element: list[Tag]
    """The part `sections`; nothing if there are none."""
    rest: list[Renderable]
    """The other tags of an entry without sections."""


def entry_sections(entry: RuneBuilder, rune: str) -> EntrySections:
    written = [*entry.nodes("items"), *entry.nodes("sections")]
    sections = child_elements(entry, written, rune, data_field="section")
    if sections:
        return EntrySections([part("sections", "div", sections)], [])
    return EntrySections([], entry.render("items"))


def build_section(section: RuneBuilder) -> Tag:
    name = part("name", "span", [section.text("name")])
    return section.element("div", [name, part("body", "div", section.render("body"))])


def section_theme(block: str, parent: str) -> RuneTheme:
    return RuneTheme(
        block,
        auto_label={"span": "header"},
        parent=parent,
        edit_hints={"header": "inline", "name": "inline", "body": "none"},
    )
