"""A small web page in a frame: a widget, an animation, a demo.

Its HTML is the body or comes from a folder (`src`), and it cannot access the page around it.

The body is taken verbatim, from the line after the opening tag to the line before the closing tag, so Markdown and tags in it
are not parsed.
"""

from __future__ import annotations

from refrakt.runes.rune import Attribute, choice, number, rune, text

sandbox = rune(
    "sandbox",
    "Runs HTML, CSS and scripts in a frame",
    category="Code & Data",
    attributes=[
        text("src", "Folder of its files"),
        text("framework", "Framework to load, such as tailwind"),
        text("dependencies", "Packages to load, separated by commas"),
        text("label", "Title"),
        Attribute("height", "Its height in pixels, or `fill`", ("Number", "String")),
        text("context", "Name of a context shared by several sandboxes"),
        choice("activation", "eager visible click", "Start date"),
        text("poster", "Image to show before it starts"),
        text("data", "Query whose results it can read"),
        text("data-fields", "Fields of the results, separated by commas"),
        text("data-shape", "Structure of the results: flat, tree or graph"),
        number("data-limit", "Maximum number of results"),
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
