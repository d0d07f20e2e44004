"""What changed, release by release.

Each heading is a release: `## 1.4.0 - 2031-02-10` gives version and date, and a heading without a dash is a version
alone. Releases written as `changelog-release` go before the first heading.
"""

from __future__ import annotations

import re

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Sections, many, rest
from refrakt.runes.output.child_runes import child_elements, child_tag
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, field, part
from refrakt.runes.resolution import ContentSection
from refrakt.runes.rune import rune, text
from refrakt.runes.rune_theme import PAGE_HEADER_LABELS, RuneTheme

_VERSION_AND_DATE = re.compile(r"^v?([0-9.]+(?:-[A-Za-z0-9_.]+)?)\s*[-–—]\s*(.+)$")


def _build_changelog(changelog: RuneBuilder) -> Tag:
    header = page_header(changelog.render("header"))
    sections = [each["$section"] for each in changelog.content["sections"]]
    nodes = [*changelog.nodes("items"), *map(_release, sections)]
    releases = child_elements(changelog, nodes, "changelog-release", data_field="release")
    return changelog.element(
        "section",
        [*header.element, part("releases", "div", releases)],
        field="content-section",
        fields={"project": changelog.text("project")},
    )


def _release(section: ContentSection) -> Node:
    """The release of a heading with a version and a date. A heading without a date is the version."""
    found = _VERSION_AND_DATE.match(section.name)
    version, date = (found[1], found[2].strip()) if found else (section.name, "")
    return child_tag("changelog-release", {"version": version, "date": date}, section.body, section.heading)


changelog = rune(
    "changelog",
    "Lists the changes of each release",
    category="Semantic",
    attributes=[text("project", "Name of the project")],
    content=Sections(preamble=(many("header", "heading|paragraph"), many("items", "tag")), body=rest("body")),
    build=_build_changelog,
    theme=RuneTheme(
        "changelog",
        auto_label=PAGE_HEADER_LABELS,
        sections={"preamble": "preamble", "headline": "title"},
        default_density="full",
        default_elevation="flat",
        edit_hints={"headline": "inline", "releases": "none"},
    ),
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


def _build_changelog_release(release: RuneBuilder) -> Tag:
    return release.element(
        "section",
        [
            part("version", "h3", [release.text("version")]),
            field("date", "time", [release.text("date")]),
            part("body", "div", release.render("body")),
        ],
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
    build=_build_changelog_release,
    theme=RuneTheme("changelog-release", parent="changelog", edit_hints={"version": "inline", "body": "none"}),
    sample="""
        {% changelog project="Tidewatch" %}
        Only what a skipper will notice.

        {% changelog-release version="2.0.0" date="2031-06-01" %}
        - Works without a connection
        {% /changelog-release %}
        {% /changelog %}
    """,
)
