"""A dish: what goes in and what to do.

Title, ingredients as an unordered list, steps as an ordered one, and tips as quotations, in this order. A picture
goes first, above a `---`. Times and servings are attributes, so that search engines and lists of recipes can use
them.
"""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.content_model import Delimited, Zone, many, opt
from refrakt.runes.output.list_parts import item_parts
from refrakt.runes.output.media_zones import first_media
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part, with_attributes
from refrakt.runes.output.split_layout import split_fields
from refrakt.runes.rune import choice, number, rune, text
from refrakt.runes.rune_theme import (
    PAGE_HEADER_HINTS,
    PAGE_HEADER_LABELS,
    PAGE_HEADER_SECTIONS,
    SPLIT_MODIFIERS,
    SPLIT_STYLES,
    MetaField,
    Modifier,
    RuneTheme,
    container,
    definitions,
    plain,
    root,
)
from refrakt.runes.universal_attributes import SPLIT_LAYOUT


def _build(recipe: RuneBuilder) -> Tag:
    written = [node for name in ("eyebrow", "headline", "blurb") for node in recipe.nodes(name, "content")]
    header = page_header(recipe.render(written), headline="name", blurb="description")
    times = {name: recipe.text(name) for name in ("prepTime", "cookTime", "servings")}
    published = {"prepTime": "prepTime", "cookTime": "cookTime", "servings": "recipeYield"}
    return recipe.element(
        "article",
        [
            *(meta(value, property=published[name]) for name, value in times.items() if value),
            *_media(recipe),
            *header.children,
            part("ingredients", "ul", _items(recipe, "ingredients", "ul", "ingredient", property="recipeIngredient")),
            part("steps", "ol", _items(recipe, "steps", "ol", "step", **_STEP)),
            *_tips(recipe),
        ],
        field="content-section",
        fields={
            **times,
            "difficulty": recipe.attributes["difficulty"],
            **split_fields(recipe.attributes),
            "content-place": recipe.attributes["content-place"] or None,
        },
        typeof="Recipe",
    )


_STEP = {"property": "recipeInstructions", "typeof": "HowToStep", "text": "text"}


def _items(recipe: RuneBuilder, name: str, list_name: str, item: str, **data: str) -> list[Renderable]:
    return item_parts(recipe.render(name, zone="content"), list_name, item, **data)


def _media(recipe: RuneBuilder) -> list[Tag]:
    """The picture of the dish, or any other content of the media zone."""
    media = recipe.render("media", zone="media")
    image = first_media(media)
    shown = [with_attributes(image, property="image")] if image else media
    return [part("media", "div", shown)] if shown else []


def _tips(recipe: RuneBuilder) -> list[Tag]:
    tips = recipe.render("tips", zone="content")
    return [part("tips", "div", tips)] if tips else []


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
    build=_build,
    theme=RuneTheme(
        "recipe",
        modifiers={
            "media-position": plain("top"),
            "prepTime": plain(),
            "cookTime": plain(),
            "servings": plain(),
            "difficulty": Modifier(default="medium"),
            **SPLIT_MODIFIERS,
            "content-place": plain(),
        },
        meta_fields={
            "prepTime": MetaField("temporal", label="Prep", condition="prepTime", transform="duration"),
            "cookTime": MetaField("temporal", label="Cook", condition="cookTime", transform="duration"),
            "servings": MetaField("quantity", label="Serves", condition="servings"),
            "difficulty": MetaField(
                "category",
                label="Difficulty",
                condition="difficulty",
                sentiments={"easy": "positive", "medium": "neutral", "hard": "caution"},
            ),
        },
        blocks={"metadata": definitions("prepTime", "cookTime", "servings", "difficulty")},
        layout={
            "root": root("media", "content"),
            "content": container("div", "preamble", "metadata", "ingredients", "steps", "tips"),
            "preamble": container("header", "eyebrow", "headline", "blurb"),
        },
        auto_label={**PAGE_HEADER_LABELS, "media": "media"},
        sections={**PAGE_HEADER_SECTIONS, "media": "media"},
        media_slots={"media": "cover"},
        styles=SPLIT_STYLES,
        variants={
            "media-position": {
                "cover": {
                    "static_modifiers": ("cover",),
                    "root_attributes": {"data-cover-scope": "header"},
                    "layout": {
                        "root": root("cover-band", "content"),
                        "cover-band": container("div", "media", "preamble", data_color_scheme="dark"),
                        "content": container("div", "metadata", "ingredients", "steps", "tips"),
                    },
                }
            }
        },
        default_density="full",
        default_elevation="flat",
        sequence="numbered",
        edit_hints={**PAGE_HEADER_HINTS, "ingredient": "inline", "step": "inline", "media": "image"},
    ),
    part_themes={"recipe-ingredient": RuneTheme("recipe-ingredient", parent="recipe")},
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
