"""A link to a file of the project.

The path is relative to the root of the project; the link goes to the site's repository, with the lines if they are set.
"""

from __future__ import annotations

from refrakt.runes.rune import choice, required, rune, text

file_ref = rune(
    "file-ref",
    "Links to a file in the project's repository",
    category="Content",
    attributes=[
        required(text("path", "Path of the file, from the root of the project")),
        text("lines", "Line or range, such as 12 or 12-30"),
        text("label", "Text of the link; the file name by default"),
        choice("preview", "drawer", "Open the target in a drawer"),
    ],
    self_closing=True,
    sample="""
        The tide is worked out in {% file-ref path="src/tides.py" lines="12-30" label="the tides module" /%}.
    """,
    snippet="""
        {% file-ref path="${1:src/main.py}" /%}
    """,
)
