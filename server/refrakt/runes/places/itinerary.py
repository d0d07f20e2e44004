"""A journey, hour by hour.

Headings carry the plan: level two for the days, one level below for the stops, each with its time, a dash and its place. A
trip of one day needs no day heading. Days and stops are written as headings; tags for them are lost inside an itinerary.
"""

from __future__ import annotations

from refrakt.runes.content_model import EMPTY, Condition, Conditional, HeadingField, Sections, many, rest
from refrakt.runes.rune import rune, text

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
    sample="""
        {% itinerary %}
        ## A day whose label is this heading

        Pack for rain.

        ### 10:15 — Ferry landing

        Sit on the left for the cliffs.
        {% /itinerary %}
    """,
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
    sample="""
        {% itinerary %}
        ### 14:00 — Before the dash the time, after it the location

        Take the stairs behind the chapel.
        {% /itinerary %}
    """,
)
