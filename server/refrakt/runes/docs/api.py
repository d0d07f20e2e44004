"""One endpoint of an HTTP interface.

Method, path and the key it asks for stand in the head, always at the same place; parameters, answers and examples
follow as ordinary text, tables and fences.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, required, rune, text

api = rune(
    "api",
    "Describes an endpoint: its method, path and answers",
    aliases="endpoint",
    category="Code & Data",
    attributes=[
        choice("method", "GET POST PUT DELETE PATCH HEAD OPTIONS", "The HTTP method"),
        required(text("path", "The path, like /loans/:id")),
        text("auth", "How a caller proves who they are"),
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
