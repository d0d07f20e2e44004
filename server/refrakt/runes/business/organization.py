"""Who is behind a site.

States name, purpose and contact of a company, school or club so that people and search engines find them in one place: first
the heading and introduction, then lists, quotes or other runes.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Field, sequence
from refrakt.runes.output.media_zones import unwrap_images
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, rune
from refrakt.runes.rune_theme import PAGE_HEADER_LABELS, PAGE_HEADER_SECTIONS, RuneTheme

_TYPES = "Organization LocalBusiness Corporation EducationalOrganization GovernmentOrganization NonProfit"


def _build(organization: RuneBuilder) -> Tag:
    header = page_header(unwrap_images(organization.render("header")), headline="name", blurb="description")
    kind = organization.text("type") or "Organization"
    return organization.element(
        "article",
        [Tag("header", {}, header.children), part("body", "div", organization.render("body"))],
        field="content-section",
        fields={"type": kind},
        typeof=kind,
    )


organization = rune(
    "organization",
    "Describes an organization",
    aliases="business",
    category="Semantic",
    schema_type="Organization",
    attributes=[choice("type", _TYPES, "Type of the organization")],
    content=sequence(
        Field("header", "heading|paragraph|image", greedy=True),
        Field("body", "list|blockquote|tag", greedy=True),
    ),
    build=_build,
    theme=RuneTheme(
        "organization",
        auto_label=PAGE_HEADER_LABELS,
        sections={**PAGE_HEADER_SECTIONS, "body": "body"},
        default_density="full",
        default_elevation="flat",
        edit_hints={"headline": "inline", "blurb": "inline", "body": "none"},
    ),
    sample="""
        {% organization type="LocalBusiness" %}
        # Northlight Print Shop

        We set, print and bind small editions, by hand where it shows.

        - Canal Street 14, in the yard
        - Open Tuesday to Friday, nine to five
        - hello@northlight.example
        {% /organization %}
    """,
    snippet="""
        {% organization type="${1|Organization,LocalBusiness,Corporation,NonProfit|}" %}
        # ${2:Name}

        ${3:What it does.}

        - ${4:Where to find it}
        {% /organization %}
    """,
)
