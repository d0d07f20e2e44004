"""One endpoint of an HTTP API.

The header has the method, path and authentication; parameters, responses and examples follow as text, tables and fences.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, required, rune, text

api = rune(
    "api",
    "Describes an HTTP endpoint: method, path and responses",
    aliases="endpoint",
    category="Code & Data",
    attributes=[
        choice("method", "GET POST PUT DELETE PATCH HEAD OPTIONS", "The HTTP method"),
        required(text("path", "Path, such as /loans/:id")),
        text("auth", "Authentication method"),
    ],
    content=rest("body"),
    sample="""
        {% api method="POST" path="/loans" auth="Bearer" %}
        Lends a book to a reader.

        | Field | Type | Meaning |
        | --- | --- | --- |
        | book | string | The book's shelf mark |
        | reader | string | The number on the card |

        ```json
        { "due": "2031-05-02" }
        ```
        {% /api %}
    """,
)
