"""Code from a file of the project.

The page shows the current content of the file, so an example cannot become outdated.
"""

from __future__ import annotations

from refrakt.runes.rune import flag, required, rune, text

snippet = rune(
    "snippet",
    "Shows a file, or lines of it, as code",
    category="Code & Data",
    attributes=[
        required(text("path", "Path of the file, from the root of the project")),
        text("lines", "Lines to show, such as 10-25"),
        text("lang", "Language, if the file name does not imply it"),
        flag("linenumbers", "Number the lines as in the file"),
        text("highlight", "Lines to highlight, such as 12-14,20"),
    ],
    sample="""
        The pump starts as soon as the float is down:

        {% snippet path="firmware/pump.c" lines="40-58" highlight="44" /%}
    """,
    snippet='{% snippet path="${1:file}" lines="${2:1-10}" /%}',
)
