"""Code from a file of the project.

The page shows what the file says today, so an example cannot fall behind the program it comes from.
"""

from __future__ import annotations

from ..model import flag, required, rune, text

snippet = rune(
    "snippet",
    "Shows a file, or lines of it, as code",
    category="Code & Data",
    attributes=[
        required(text("path", "The file, from the project's root")),
        text("lines", "The lines to show, like 10-25"),
        text("lang", "The language, where the name does not tell"),
        flag("linenumbers", "Number the lines as in the file"),
        text("highlight", "The lines to bring out, like 12-14,20"),
    ],
    sample="""
        The pump starts as soon as the float is down:

        {% snippet path="firmware/pump.c" lines="40-58" highlight="44" /%}
    """,
    snippet='{% snippet path="${1:file}" lines="${2:1-10}" /%}',
)
