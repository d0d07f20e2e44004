"""A journey, hour by hour.

Headings carry the plan: level two for the days, one level below for the stops, each with its time, a dash and its place. A
trip of one day needs no day heading. Days and stops are written as headings; tags for them are lost inside an itinerary.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import EMPTY, Condition, Conditional, HeadingField, Sections, many, rest
from refrakt.runes.output.child_runes import child_elements
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, field, part
from refrakt.runes.rune import rune, text
from refrakt.runes.rune_theme import PAGE_HEADER_LABELS, PAGE_HEADER_SECTIONS, Modifier, RuneTheme


def _build_itinerary(itinerary: RuneBuilder) -> Tag:
    header = page_header(itinerary.render("header"))
    days = child_elements(itinerary, itinerary.nodes("sections"), "itinerary-day", data_field="day")
    return itinerary.element(
        "section",
        [*header.element, part("days", "div", days)],
        field="content-section",
        fields={
            "variant": itinerary.text("variant") or "day-by-day",
            "direction": itinerary.text("direction") or "vertical",
        },
        typeof="ItemList",
    )


itinerary = rune(
    "itinerary",
    "A travel plan of days with timed stops",
    aliases="trip travel-plan",
    category="Semantic",
    schema_type="ItemList",
    attributes=[
        text("variant", "Layout, such as day-by-day"),
        text("direction", "Direction of time: vertical or horizontal"),
    ],
    content=Conditional(
        when=(
            (
                Condition(child="heading:2"),
                Sections(
                    heading="heading:2",
                    preamble=(many("header", "heading|paragraph"),),
                    body=rest(),
                    emit="itinerary-day",
                    emit_attributes={"label": "$heading"},
                ),
            ),
        ),
        default=Sections(heading="heading:2", body=EMPTY, emit="itinerary-day", implicit={"label": ""}),
    ),
    build=_build_itinerary,
    theme=RuneTheme(
        "itinerary",
        modifiers={"variant": Modifier(default="day-by-day"), "direction": Modifier(default="vertical")},
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        default_density="full",
        default_elevation="flat",
        edit_hints={"headline": "inline", "blurb": "inline", "days": "none"},
    ),
    sample="""
        {% itinerary direction="vertical" %}
        ## Saturday — Up the valley

        ### 8:40 — Varen station

        The bus waits for the train, not the other way round.

        ### 11:00 — Upper Well

        Fill every bottle; the next water is an hour on.

        ## Sunday — Over the pass

        ### 6:30 — Stone Hut

        Leave the key where you found it.
        {% /itinerary %}
    """,
    snippet="""
        {% itinerary %}
        ## ${1:First day}

        ### ${2:9:00} — ${3:Place}

        ${4:What to do there.}
        {% /itinerary %}
    """,
)


def _build_itinerary_day(day: RuneBuilder) -> Tag:
    header = day.render("header")
    stops = child_elements(day, day.nodes("sections"), "itinerary-stop", data_field="stop")
    return day.element(
        "article",
        [
            field("label", "h3", [day.text("label")]),
            *([Tag("div", {}, header)] if header else []),
            part("stops", "ol", stops),
        ],
        fields={"date": day.text("date")},
    )


itinerary_day = rune(
    "itinerary-day",
    "One day of an itinerary",
    parents="itinerary",
    attributes=[text("label", "Title of the day"), text("date", "Date of the day")],
    content=Sections(
        preamble=(many("header", "paragraph"),),
        body=rest(),
        emit="itinerary-stop",
        emit_attributes={"time": "$time", "location": "$location"},
        extract=(HeadingField("time", r"^(.+?)\s*[-–—]\s*"), HeadingField("location")),
    ),
    build=_build_itinerary_day,
    theme=RuneTheme(
        "itinerary-day",
        auto_label={"label": "header"},
        sequence="connected",
        requires_parent="itinerary",
        parent="itinerary",
        edit_hints={"header": "inline", "stops": "none"},
    ),
    sample="""
        {% itinerary %}
        ## A day whose label is this heading

        Pack for rain.

        ### 10:15 — Ferry landing

        Sit on the left for the cliffs.
        {% /itinerary %}
    """,
)


def _build_itinerary_stop(stop: RuneBuilder) -> Tag:
    return stop.element(
        "li",
        [
            field("time", "time", [stop.text("time")]),
            field("location", "span", [stop.text("location")]),
            part("body", "div", stop.render("body")),
        ],
        fields={name: stop.text(name) for name in ("duration", "activity", "lat", "lng")},
    )


itinerary_stop = rune(
    "itinerary-stop",
    "One stop of an itinerary's day",
    parents="itinerary itinerary-day",
    attributes=[
        text("time", "Time"),
        text("location", "Location"),
        text("duration", "Duration of the stay"),
        text("activity", "Activity, such as swimming"),
        text("lat", "Latitude in degrees; negative for south"),
        text("lng", "Longitude in degrees; negative for west"),
    ],
    content=rest(),
    build=_build_itinerary_stop,
    theme=RuneTheme(
        "itinerary-stop",
        modifiers={"activity": Modifier(), "duration": Modifier()},
        auto_label={"time": "time", "location": "location"},
        requires_parent="itinerary",
        parent="itinerary",
        edit_hints={"time": "none", "location": "none", "body": "none"},
    ),
    sample="""
        {% itinerary %}
        ### 14:00 — Before the dash the time, after it the location

        Take the stairs behind the chapel.
        {% /itinerary %}
    """,
)
