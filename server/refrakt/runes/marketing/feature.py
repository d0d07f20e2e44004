"""What something can do, as a set of short points.

Each point is a bold name with a paragraph of its own under it. The blank line between the two matters: a point
written on one line is not taken apart. A picture goes first, above a `---`.
"""

from __future__ import annotations

from refrakt.runes.content_model import Custom, Delimited, Zone, many, opt
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

feature = rune(
    "feature",
    "Presents features as a list of points",
    category="Section",
    preset=SPLIT_LAYOUT,
    attributes=[
        choice("align", "left center right", "Alignment of its text"),
        choice("layout", "grid list carousel", "Layout of the points"),
        choice("collapse-to", "stack carousel", "Layout on narrow screens"),
        text("justify", "Former name of align", deprecated="align"),
    ],
    content=Delimited(
        zones=(
            Zone("media", (many("media"),)),
            Zone(
                "content",
                (
                    opt("eyebrow", "paragraph"),
                    opt("headline", "heading", template="## Headline"),
                    opt("blurb", "paragraph"),
                    many("definitions", "list", template="- **Point**\n\n  Why it matters"),
                ),
                primary=True,
            ),
        )
    ),
    sample="""
        {% feature align="left" layout="grid" %}
        ## A lamp for the trail

        Light enough to forget that you wear it.

        - **Nine hours**

          One charge lasts from dusk to dawn.

        - **Red mode**

          Read the map and keep your night sight.

        - **Rain proof**

          Tested under a waterfall, twice.
        {% /feature %}
    """,
)

definition = rune(
    "definition",
    "One point of a feature: name and description",
    parents="feature",
    # The name is a heading or a paragraph with bold text, an image or an icon; the description is plain paragraphs.
    content=Custom("heading|paragraph"),
    sample="""
        {% feature layout="list" %}
        {% definition %}
        **Lumen**

        How much light a lamp gives off in all directions.
        {% /definition %}

        ---

        ## Bright where it counts

        Three beams, one button.
        {% /feature %}
    """,
)
