"""Who is behind a site.

States name, purpose and contact of a company, school or club so that people and search engines find them in one place: first
the heading and introduction, then lists, quotes or other runes.
"""

from __future__ import annotations

from refrakt.runes.content_model import Field, sequence
from refrakt.runes.rune import choice, rune

_TYPES = "Organization LocalBusiness Corporation EducationalOrganization GovernmentOrganization NonProfit"

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
