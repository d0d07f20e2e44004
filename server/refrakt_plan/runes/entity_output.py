"""The output of an entity of the plan: its fields, its title, and its sections under the names that a theme knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from refrakt.runes.output.rune_builder import Renderable, RuneBuilder, Tag, part, tags_in, with_attributes
from refrakt.runes.resolution import ContentSection

_DATES = ("created", "modified")


def build_with_sections(entity: RuneBuilder) -> Tag:
    """The output of an entity with sections."""
    sections = [_section(entity, each["$section"]) for each in entity.content["sections"]]
    return entity_element(entity, entity.render("description"), sections)


def entity_element(
    entity: RuneBuilder, blurb: list[Renderable], body: Iterable[Renderable], *, name: str = "article"
) -> Tag:
    """The element of an entity. Its id is a field and not the id of the element."""
    title = entity.render("title")
    return entity.element(
        name,
        [
            *([part("title", "header", title)] if title else []),
            *([part("blurb", "div", blurb)] if blurb else []),
            part("body", "div", body),
        ],
        fields=_fields(entity),
        attributes={"id": None},
    )


def without_rules(children: Iterable[Renderable]) -> list[Renderable]:
    """The same children without thematic breaks, which only structure the source."""
    return [child for child in children if not (isinstance(child, Tag) and child.name == "hr")]


def _fields(entity: RuneBuilder) -> dict[str, str]:
    """The values of an entity that its theme shows. The dates are those of the file if the entity has none."""
    modifiers = entity.rune.theme.modifiers if entity.rune.theme else {}
    values = {name: entity.text(name) or modifier.default or "" for name, modifier in modifiers.items()}
    file = (entity.config.variables or {}).get("file")
    dates = file if isinstance(file, Mapping) else {}
    return values | {name: values[name] or str(dates.get(name) or "") for name in _DATES}


def _section(entity: RuneBuilder, section: ContentSection) -> Tag:
    """A section of an entity; that of a known section is named alike in all entities."""
    heading = tags_in(entity.render(section.heading)) if section.heading is not None else []
    heading = [with_attributes(tag, data_known_section=section.known) for tag in heading]
    return part(
        _slug(section.known or section.name), "section", [*heading, *without_rules(entity.render(section.body))]
    )


def _slug(text: str) -> str:
    return re.sub(r"^-|-$", "", re.sub(r"[^a-z0-9]+", "-", text.lower()))
