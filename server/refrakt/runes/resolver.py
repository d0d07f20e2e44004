"""Resolution of a rune's body by its content model.

The result is what a site renders, including dropped children; the trace records where each child went, for diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Listing
from typing import Any

from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import (
    Condition,
    Conditional,
    ContentModel,
    Custom,
    Delimited,
    Field,
    FieldSequence,
    HeadingField,
    KnownSection,
    Sections,
    Split,
    Zone,
)
from refrakt.runes.list_items import read_items
from refrakt.runes.match_expressions import is_applicable, lone_image, matches, search_pattern
from refrakt.runes.resolution import (
    ContentResolution,
    ContentSection,
    DroppedNode,
    FieldMatch,
    MissingField,
    Trace,
    UnmatchedPattern,
)

DIRECTIVES = ("tint", "bg")


def resolve(content: ContentModel | None, tag: Node) -> ContentResolution:
    """Resolve the body of a tag. Its direct `tint` and `bg` children are skipped: they style the rune."""
    result = ContentResolution()
    if content is None:
        return result
    children = [child for child in tag.children if not (child.type == "tag" and child.tag in DIRECTIVES)]
    _Resolver(result, tag.attributes).resolve(content, children)
    return result


def applicable_model(content: ContentModel, tag: Node) -> ContentModel:
    """The model that applies to a tag: conditions are evaluated on its attributes and children."""
    while isinstance(content, Conditional):
        content = next(
            (model for test, model in content.when if _is_met(test, tag.attributes, tag.children)), content.default
        )
    return content


def _is_met(test: Condition, attributes: Mapping[str, Any], children: Iterable[Node]) -> bool:
    if test.child is not None:
        return any(matches(child, test.child) for child in children)
    value = attributes.get(test.attribute or "")
    if test.values is None:
        return value is not None and value != ""
    # A boolean is compared as it is written in Markdoc.
    return (str(value).lower() if isinstance(value, bool) else value) in test.values


class _Resolver:
    def __init__(self, result: ContentResolution, attributes: Mapping[str, Any]) -> None:
        self.value = result.value
        self.trace: Trace = result.trace
        self.attributes = attributes

    def resolve(self, content: ContentModel, children: Listing[Node]) -> None:
        match content:
            case Conditional():
                model = next(
                    (model for test, model in content.when if _is_met(test, self.attributes, children)), content.default
                )
                self.resolve(model, children)
            case FieldSequence():
                self.value |= self.sequence(content.fields, children)
            case Delimited():
                self._delimited(content, children)
            case Sections():
                self._sections(content, children)
            case Split():
                self._split(content, children)
            case Custom():
                self._custom(content, children)

    # Sequences ---------------------------------------------------------------------------------------------------

    def sequence(self, fields: Listing[Field], children: Listing[Node], path: tuple[str, ...] = ()) -> dict[str, Any]:
        """Match fields and children in one pass.

        A required field that does not match skips the current child; children left at the end are dropped.
        """
        value: dict[str, Any] = {}
        at = 0
        done: list[Field] = []
        for index, field in enumerate(fields):
            if at >= len(children):
                self.trace.missing += [MissingField(each, None, path) for each in fields[index:] if not each.optional]
                break
            if not matches(children[at], field.match):
                if not field.optional:
                    self.trace.missing.append(MissingField(field, children[at], path))
                    self._drop(children[at], "skipped", field, path)
                    at += 1
                continue
            taken = [children[at]]
            at += 1
            while field.greedy and at < len(children) and matches(children[at], field.match):
                taken.append(children[at])
                at += 1
            self.trace.matched += [FieldMatch(node, field, path) for node in taken]
            self._store(value, field, taken)
            done.append(field)
        for child in children[at:]:
            earlier = next((each for each in fields if each.match != "any" and matches(child, each.match)), None)
            self._drop(child, "left-over", earlier, path)
        return value

    def _store(self, value: dict[str, Any], field: Field, taken: list[Node]) -> None:
        nodes = [_unwrapped(node, field) for node in taken]
        value[field.name] = nodes if field.greedy else nodes[0]
        if field.item is not None:
            items = [item for node in nodes for item in node.children if item.type == "item"]
            data = read_items(items, field.item, self.trace)
            if field.emit is None:
                value[f"{field.name}Data"] = data
            else:
                value[field.name] = [
                    _emitted(field.emit, _filled(field.emit_attributes, row), item.children[1:], item)
                    for item, row in zip(items, data, strict=True)
                ]

    # Zones -------------------------------------------------------------------------------------------------------

    def _delimited(self, content: Delimited, children: Listing[Node]) -> None:
        groups: list[list[Node]] = [[]]
        for child in children:
            if matches(child, content.delimiter):
                groups.append([])
            else:
                groups[-1].append(child)
        if content.each is not None:
            zones = [self.sequence(content.each.fields, group, (str(n),)) for n, group in enumerate(groups)]
            self.value["zones"] = zones
            return
        primary = next((zone for zone in content.zones if zone.primary), None)
        if len(groups) == 1 and primary is not None:
            placed = {primary.name: groups[0]}
        else:
            placed = {zone.name: group for zone, group in zip(content.zones, groups, strict=False)}
            for group in groups[len(content.zones) :]:
                for child in group:
                    self._drop(child, "extra-zone", None, ())
        for zone in content.zones:
            self._zone(zone, placed.get(zone.name, []), len(groups) > 1 and zone.name in placed)

    def _zone(self, zone: Zone, children: list[Node], written: bool) -> None:
        if written and not children:
            self.trace.empty_zones.append(zone)
        self.value[zone.name] = self.sequence(zone.fields, children, (zone.name,))

    # Sections ----------------------------------------------------------------------------------------------------

    def _sections(self, content: Sections, children: Listing[Node]) -> None:
        level = section_level(content, children)
        self.trace.level = level
        starts = [
            n for n, child in enumerate(children) if child.type == "heading" and child.attributes.get("level") == level
        ]
        if not starts:
            if content.implicit is not None and content.emit is not None:
                self.value["sections"] = [_emitted(content.emit, dict(content.implicit), children, None)]
                return
            self.value |= self.sequence(content.preamble, children)
            self.value["sections"] = []
            return
        self.value |= self.sequence(content.preamble, children[: starts[0]])
        sections: list[Any] = []
        for start, end in zip(starts, [*starts[1:], len(children)], strict=True):
            section = self._section(content, children[start], children[start + 1 : end])
            self.trace.sections.append(section)
            if content.emit is not None:
                values = {"heading": section.name, **section.values}
                sections.append(
                    _emitted(content.emit, _filled(content.emit_attributes, values), section.body, section.heading)
                )
            else:
                model = self._section_model(content, section)
                sections.append({"$section": section, **self.sequence(model.fields, section.body, (section.name,))})
        self.value["sections"] = sections

    def _section(self, content: Sections, heading: Node, body: Listing[Node]) -> ContentSection:
        name = heading_text(heading)
        values = self._extracted(content.extract, heading, name)
        known = known_section(content.known, name)
        return ContentSection(heading, name, values, tuple(body), known.name if known else None)

    def _section_model(self, content: Sections, section: ContentSection) -> FieldSequence:
        known = known_section(content.known, section.name)
        if known is not None and known.model is not None:
            return known.model
        return content.body or FieldSequence()

    def _extracted(self, fields: Listing[HeadingField], heading: Node, text: str) -> dict[str, str]:
        values: dict[str, str] = {}
        for field in fields:
            if field.pattern == "remainder":
                values[field.name] = text.strip()
                continue
            found = search_pattern(field.pattern, text)
            if found is None:
                if is_applicable(field.pattern, text):
                    self.trace.unmatched_patterns.append(UnmatchedPattern(heading, field))
                if not field.optional:
                    values[field.name] = text.strip()
                continue
            values[field.name] = found.text.strip()
            text = text[found.end - found.start :]
        return values

    # Splits and custom bodies ------------------------------------------------------------------------------------

    def _split(self, content: Split, children: Listing[Node]) -> None:
        headings = [child for child in children if child.type == "heading"]
        level = content.level if isinstance(content.level, int) else None
        if level is None and headings:
            level = headings[0].attributes.get("level")
        self.trace.level = level
        starts = [
            n for n, child in enumerate(children) if child.type == "heading" and child.attributes.get("level") == level
        ]
        field = Field("body", "any", optional=True, greedy=True)
        before = children[: starts[0]] if starts else children
        accepted = content.preamble if starts else content.headless
        for child in before:
            if accepted is not None and matches(child, accepted):
                self.trace.matched.append(FieldMatch(child, field))
            else:
                self._drop(child, "preamble", None, ())
        sections: list[Any] = []
        for start, end in zip(starts, [*starts[1:], len(children)], strict=False):
            heading, body = children[start], children[start + 1 : end]
            section = ContentSection(heading, heading_text(heading), {}, tuple(body))
            self.trace.sections.append(section)
            for child in body:
                if not matches(child, content.part):
                    self._drop(child, "not-taken", field, (section.name,))
            if content.emit is not None:
                filled = _filled(content.emit_attributes, {"heading": section.name})
                sections.append(_emitted(content.emit, filled, body, heading))
        self.value["children"] = list(before)
        self.value["sections"] = sections

    def _custom(self, content: Custom, children: Listing[Node]) -> None:
        field = Field("children", content.takes, optional=True, greedy=True)
        if content.needs is not None and not any(matches(child, content.needs) for child in children):
            self.trace.missing.append(MissingField(Field("children", content.needs)))
        for child in children:
            if matches(child, content.takes):
                self.trace.matched.append(FieldMatch(child, field))
            else:
                self._drop(child, "not-taken", field, ())
        self.value["children"] = list(children)

    def _drop(self, node: Node, reason: Any, field: Field | None, path: tuple[str, ...]) -> None:
        self.trace.dropped.append(DroppedNode(node, reason, field, path))


def section_level(content: Sections, children: Iterable[Node]) -> int | None:
    """The heading level at which a body is split.

    If the second heading is deeper and its level occurs at least twice, the first heading is a title and that level is used.
    """
    _, _, fixed = content.heading.partition(":")
    if fixed:
        return int(fixed)
    levels = [int(child.attributes["level"]) for child in children if child.type == "heading"]
    if not levels:
        return None
    deeper = len(levels) > 1 and levels[1] > levels[0] and levels.count(levels[1]) > 1
    return levels[1] if deeper else levels[0]


def heading_text(heading: Node) -> str:
    """The texts of a heading, joined by single spaces."""
    texts = [
        str(each.attributes["content"])
        for each in heading.walk()
        if each.type in ("text", "code") and isinstance(each.attributes.get("content"), str)
    ]
    return " ".join(texts)


def known_section(known: Iterable[KnownSection], name: str) -> KnownSection | None:
    """The known section with this name or alias, ignoring case."""
    folded = name.strip().casefold()
    return next(
        (each for each in known if folded in (each.name.casefold(), *(alias.casefold() for alias in each.aliases))),
        None,
    )


def _unwrapped(node: Node, field: Field) -> Node:
    if field.match == "image" and node.type == "paragraph":
        return lone_image(node) or node
    return node


def _filled(attributes: Mapping[str, str], values: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of an emitted tag: `$name` is a value, `$a|$b` the first that is not empty, anything else is literal."""
    return {name: _fill(template, values) for name, template in attributes.items()}


def _fill(template: str, values: Mapping[str, Any]) -> Any:
    if not template.startswith("$"):
        return template
    return next((values[key] for part in template.split("|") if values.get(key := part.lstrip("$"))), "")


def _emitted(name: str, attributes: dict[str, Any], body: Iterable[Node], origin: Node | None) -> Node:
    """A tag made from part of a body, with the position of its origin."""
    node = Node("tag", attributes, list(body), name)
    if origin is not None:
        node.block, node.start, node.end, node.lines = origin.block, origin.start, origin.end, origin.lines
    return node
