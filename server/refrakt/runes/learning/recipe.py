"""A dish: what goes in and what to do.

Title, ingredients as an unordered list, steps as an ordered one, and tips as quotations, in this order. A picture
goes first, above a `---`. Times and servings are attributes, so that search engines and lists of recipes can use
them.
"""

from __future__ import annotations

from refrakt.runes.content_model import Delimited, Zone, many, opt
from refrakt.runes.rune import choice, number, rune, text
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

recipe = rune(
    "recipe",
    "Describes a dish with ingredients, steps and tips",
    category="Semantic",
    schema_type="Recipe",
    preset=SPLIT_LAYOUT,
    attributes=[
        text("prepTime", "Preparation time", default=""),
        text("cookTime", "Cooking time", default=""),
        number("servings", "Number of servings"),
        choice("difficulty", "easy medium hard", "Difficulty", default="medium"),
        text("content-place", "Position of text on a cover, such as 'end start'"),
    ],
    content=Delimited(
        zones=(
            Zone("media", (many("media"),)),
            Zone(
                "content",
                (
                    opt("eyebrow", "paragraph"),
                    opt("headline", "heading", template="## The dish"),
                    opt("blurb", "paragraph"),
                    opt("ingredients", "list:unordered", template="- 500 g flour"),
                    opt("steps", "list:ordered", template="1. Mix"),
                    many("tips", "blockquote"),
                ),
                primary=True,
            ),
        )
    ),
    sample="""
        {% recipe prepTime="15 min" cookTime="40 min" servings=4 difficulty="easy" %}
        ![A pot of yellow soup](/photos/pea-soup.jpg)

        ---

        Thursday's supper

        ## Pea soup

        Better on the second day, if there is one.

        - 400 g dried yellow peas
        - 1 onion
        - 1 teaspoon thyme

        1. Soak the peas overnight.
        2. Simmer them with the onion until they fall apart.
        3. Stir in the thyme and salt to taste.

        > Mustard goes on the table, not in the pot.
        {% /recipe %}
    """,
)
