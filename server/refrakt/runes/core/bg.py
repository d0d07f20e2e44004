"""A background for the rune it stands in.

A photo, a film or a gradient behind a section sets its tone before a word is read. It shows nothing itself but hands its
settings to the rune around it. Its body may hold one `sandbox`, as a background that moves; other content has no effect.
"""

from __future__ import annotations

from ..content import Custom
from ..model import choice, flag, rune, text

bg = rune(
    "bg",
    "Lays a background behind the rune it stands in",
    attributes=[
        text("preset", "A background of the theme, by name"),
        text("src", "The address of an image"),
        text("video", "The address of a film"),
        text("overlay", "What dims it: dark, light or a colour's name"),
        text("overlay-opacity", "How strong a coloured overlay is, 0 to 1"),
        choice("gradient", "to-t to-b to-l to-r to-tr to-br to-bl to-tl", "The direction of a colour gradient"),
        text("from", "The gradient's first colour"),
        text("to", "The gradient's last colour"),
        text("via", "A colour in the gradient's middle"),
        choice("gradient-type", "linear radial conic", "The gradient's shape"),
        choice("blur", "none sm md lg", "How blurred it is"),
        text("position", "The part of the image that stays in view"),
        choice("fit", "cover contain", "Whether it fills the place or fits in it"),
        text("opacity", "How solid it is, 0 to 1"),
        flag("fixed", "Keep it in place while the page scrolls"),
    ],
    content=Custom(takes="tag:sandbox"),
    universal=False,
    sample="""
        {% section %}
        {% bg src="/images/fjord.jpg" overlay="dark" position="top" /%}

        ## Boats leave on the hour

        From May to September, whatever the weather.
        {% /section %}
    """,
)
