"""Something shown as it will look, with what was written for it.

For pages that explain a component or a rune: the reader sees the result and can look at the source. A fence in the
body is taken as the source; without one, `source=true` shows the body itself.
"""

from __future__ import annotations

from refrakt.runes.content_model import Custom
from refrakt.runes.rune import choice, flag, rune, text

preview = rune(
    "preview",
    "Shows its body rendered, with the source",
    category="Code & Data",
    attributes=[
        text("title", "Title"),
        choice("theme", "auto light dark", "Colour mode of the preview"),
        flag("source", "Show the source too"),
        text("responsive", "Screen sizes to offer, such as 'mobile,desktop'"),
    ],
    # The first fence is the source, all the rest is shown.
    content=Custom("any"),
    sample="""
        {% preview title="Opening hours" theme="light" responsive="mobile,desktop" %}
        | Day | Hours |
        | --- | --- |
        | Friday | 8 to 18 |
        | Saturday | 7 to 13 |

        ```css
        table { font-variant-numeric: tabular-nums; }
        ```
        {% /preview %}
    """,
)
