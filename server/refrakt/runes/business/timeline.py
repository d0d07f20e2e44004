"""Events in chronological order.

Each heading is an entry: a date, a dash or colon, and the title; the text below describes it. A date that contains a dash needs
a `timeline-entry`, which has separate attributes for date and label.
"""

from __future__ import annotations

from refrakt.runes.content_model import HeadingField, Sections, many, rest
from refrakt.runes.rune import rune, text

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

timeline_entry = rune(
    "timeline-entry",
    "One entry of a timeline",
    parents="timeline",
    attributes=[text("date", "Date of the entry"), text("label", "Title of the entry")],
    content=rest(),
    sample="""
        {% timeline %}
        {% timeline-entry date="2019-03" label="First book" %}
        Sixty copies of a field guide to moss, gone in a week.
        {% /timeline-entry %}
        {% /timeline %}
    """,
)
