"""Events in chronological order.

Each heading is an entry: a date, a dash or colon, and the title; the text below describes it. A date that contains a dash needs
a `timeline-entry`, which has separate attributes for date and label.
"""

from __future__ import annotations

from dataclasses import replace

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import HeadingField, Sections, many, rest
from refrakt.runes.output.child_runes import child_elements
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, part, property_meta
from refrakt.runes.rune import rune, text
from refrakt.runes.rune_theme import PAGE_HEADER_LABELS, PAGE_HEADER_SECTIONS, Modifier, RuneTheme, SequenceDirection


def _build_timeline(timeline: RuneBuilder) -> Tag:
    header = page_header(timeline.render("header"))
    written = [*timeline.nodes("items"), *timeline.nodes("sections")]
    data = {"data_field": "entry", "property": "itemListElement"}
    entries = [
        replace(entry, children=[*entry.children, property_meta("position", position)])
        for position, entry in enumerate(child_elements(timeline, written, "timeline-entry", **data), 1)
    ]
    return timeline.element(
        "section",
        [*header.element, part("entries", "ol", entries)],
        field="content-section",
        fields={"direction": timeline.text("direction") or "vertical"},
        typeof="ItemList",
    )


timeline = rune(
    "timeline",
    "Shows events in chronological order",
    category="Semantic",
    schema_type="ItemList",
    attributes=[text("direction", "Direction of time: vertical or horizontal")],
    content=Sections(
        preamble=(many("header", "heading|paragraph"), many("items", "tag")),
        body=rest(),
        emit="timeline-entry",
        emit_attributes={"date": "$date", "label": "$label"},
        extract=(HeadingField("date", r"^(.+?)\s*[-–—:]\s*", optional=True), HeadingField("label")),
    ),
    build=_build_timeline,
    theme=RuneTheme(
        "timeline",
        modifiers={"direction": Modifier(default="vertical")},
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        default_density="full",
        default_elevation="flat",
        sequence="connected",
        sequence_direction=SequenceDirection("direction", "vertical"),
        edit_hints={"headline": "inline", "blurb": "inline", "entries": "none"},
    ),
    sample="""
        {% timeline direction="vertical" %}
        ## 1987 — A press in a garage

        Two friends buy a proof press at auction and carry it home in parts.

        ## 2004 — Canal Street

        The garage is full. The yard has a goods lift.
        {% /timeline %}
    """,
    snippet="""
        {% timeline %}
        ## ${1:2019} — ${2:What happened}

        ${3:How it went.}

        ## ${4:2024} — ${5:What came of it}

        ${6:Where it led.}
        {% /timeline %}
    """,
)


def _build_timeline_entry(entry: RuneBuilder) -> Tag:
    return entry.element(
        "li",
        [
            part("date", "time", [entry.text("date")], property="description"),
            part("label", "span", [entry.text("label")], property="name"),
            part("body", "div", entry.render("body")),
        ],
        typeof="ListItem",
    )


timeline_entry = rune(
    "timeline-entry",
    "One entry of a timeline",
    parents="timeline",
    attributes=[text("date", "Date of the entry"), text("label", "Title of the entry")],
    content=rest(),
    build=_build_timeline_entry,
    theme=RuneTheme(
        "timeline-entry", parent="timeline", edit_hints={"date": "inline", "label": "inline", "body": "none"}
    ),
    sample="""
        {% timeline %}
        {% timeline-entry date="2019-03" label="First book" %}
        Sixty copies of a field guide to moss, gone in a week.
        {% /timeline-entry %}
        {% /timeline %}
    """,
)
