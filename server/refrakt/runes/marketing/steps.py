"""A way to go, one numbered step after the other.

Write an ordered list, or give each step a heading when there is more to say. In an item, a `---` separates its
picture, which comes first, from its text.
"""

from __future__ import annotations

from ..content import Condition, Conditional, Delimited, Sections, Zone, many, opt, rest, sequence
from ..model import rune
from ..universal import SPLIT_LAYOUT

steps = rune(
    "steps",
    "Numbers the steps of a list or the headings under it",
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
    "Is one step, with a picture beside its text",
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
