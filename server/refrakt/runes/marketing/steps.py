"""Numbered steps.

Write an ordered list, or a heading for each step. In an item, a `---` separates the image, which comes first, from the text.
"""

from __future__ import annotations

from refrakt.runes.content_model import Condition, Conditional, Delimited, Sections, Zone, many, opt, rest, sequence
from refrakt.runes.rune import rune
from refrakt.runes.universal_attributes import SPLIT_LAYOUT

steps = rune(
    "steps",
    "Shows a list or headings as numbered steps",
    category="Content",
    content=Conditional(
        when=(
            (Condition(child="heading"), Sections(preamble=(many("header", "heading|paragraph"),), body=rest("body"))),
        ),
        default=sequence(many("header", "paragraph"), opt("list", "list:ordered", template="1. First")),
    ),
    sample="""
        {% steps %}
        Your library card in ten minutes:

        1. Fill in the form

           Name, address, and whether you read in bed.

        2. Bring a letter

           Anything with your name and street on it will do.

        3. Take a book home
        {% /steps %}
    """,
)

step = rune(
    "step",
    "One step, with an optional image",
    parents="steps",
    preset=SPLIT_LAYOUT,
    content=Delimited(
        zones=(
            Zone("media", (many("content"),)),
            Zone("content", (many("content"),), primary=True),
        )
    ),
    sample="""
        {% steps %}
        ## Wedge the clay

        {% step media-position="end" media-ratio="1/3" %}
        ![Two hands pushing a block of clay](/photos/wedging.jpg)

        ---

        Fifty turns press the air out. Count them.
        {% /step %}
        {% /steps %}
    """,
)
