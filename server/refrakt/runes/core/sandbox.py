"""A small web page that runs inside the page.

To show a thing working rather than a picture of it: a widget, an animation, a demo. Its HTML stands between the tags or in
a folder that `src` names, and it cannot touch the page around it.

The body is taken as it is written, line by line from the one after the opening tag to the one before the closing tag, so
Markdown and tags in it mean nothing.
"""

from __future__ import annotations

from ..model import Attribute, choice, number, rune, text

sandbox = rune(
    "sandbox",
    "Runs HTML, CSS and scripts in a frame",
    category="Code & Data",
    attributes=[
        text("src", "The folder its files are in"),
        text("framework", "A framework to load first, such as tailwind"),
        text("dependencies", "Packages to load, with commas between"),
        text("label", "The title above it"),
        Attribute("height", "Its height in pixels, or `fill`", ("Number", "String")),
        text("context", "A name that several sandboxes share"),
        choice("activation", "eager visible click", "When it starts to run"),
        text("poster", "An image to show until it runs"),
        text("data", "A query whose results it can read"),
        text("data-fields", "The fields of the results, with commas between"),
        text("data-shape", "How the results are laid out: flat, tree or graph"),
        number("data-limit", "How many results it gets at most"),
    ],
    content=None,
    sample="""
        {% sandbox label="Mix a colour" height=160 activation="visible" %}
        <label>Hue <input type="range" min="0" max="360" value="200"></label>
        <div class="swatch"></div>
        <style>
          .swatch { height: 80px; background: hsl(200 70% 50%); }
        </style>
        {% /sandbox %}
    """,
)
