"""What changed, release by release.

Each heading is a release: `## 1.4.0 - 2031-02-10` gives version and date, and a heading without a dash is a version
alone. Releases written as `changelog-release` go before the first heading.
"""

from __future__ import annotations

from refrakt.runes.content_model import Sections, many, rest
from refrakt.runes.rune import rune, text

changelog = rune(
    "changelog",
    "Lists the changes of each release",
    category="Semantic",
    attributes=[text("project", "Name of the project")],
    content=Sections(preamble=(many("header", "heading|paragraph"), many("items", "tag")), body=rest("body")),
    sample="""
        {% changelog project="Tidewatch" %}
        # What is new

        ## 1.4.0 - 2031-02-10

        - Tables for the northern harbours
        - Times follow the reader's clock

        ## 1.3.2 - 2030-11-28

        - Spring tides are no longer an hour late
        {% /changelog %}
    """,
)

changelog_release = rune(
    "changelog-release",
    "One release and its changes",
    parents="changelog",
    attributes=[
        text("version", "Version number"),
        text("date", "Release date"),
    ],
    content=rest("body"),
    sample="""
        {% changelog project="Tidewatch" %}
        Only what a skipper will notice.

        {% changelog-release version="2.0.0" date="2031-06-01" %}
        - Works without a connection
        {% /changelog-release %}
        {% /changelog %}
    """,
)
