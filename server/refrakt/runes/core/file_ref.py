"""A link to a file of the project.

Documentation that talks about code should lead to it. The path counts from the root of the project; the link goes to the
site's repository, to the lines if some are named.
"""

from __future__ import annotations

from ..model import choice, required, rune, text

file_ref = rune(
    "file-ref",
    "Links to a file in the project's repository",
    category="Content",
    attributes=[
        required(text("path", "The file, from the root of the project")),
        text("lines", "One line or some, like 12 or 12-30"),
        text("label", "The text of the link, if not the file's name"),
        choice("preview", "drawer", "Open it in a drawer instead"),
    ],
    self_closing=True,
    sample="""
        The tide is worked out in {% file-ref path="src/tides.py" lines="12-30" label="the tides module" /%}.
    """,
    snippet="""
        {% file-ref path="${1:src/main.py}" /%}
    """,
)
