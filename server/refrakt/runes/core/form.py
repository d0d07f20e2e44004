"""A form, written as lists.

A list item is a field whose type follows from its name; parentheses after it may contain `optional` or `placeholder:`. A quote
followed by a list is a choice, a heading starts a group, a line all in bold is the button, and any other quote is help text.

Fields are built from plain text: links, images and inline code in them are dropped.
"""

from __future__ import annotations

from refrakt.runes.content_model import EMPTY, Custom
from refrakt.runes.rune import choice, flag, required, rune, text

form = rune(
    "form",
    "Turns lists and questions into a form",
    aliases="contact-form",
    category="Content",
    attributes=[
        required(text("action", "URL that receives the form data")),
        choice("method", "GET POST", "HTTP method"),
        text("success", "Message after a successful submission"),
        text("error", "Message after a failed submission"),
        choice("variant", "stacked inline compact", "Layout of the fields"),
        text("name", "Name of the form"),
        flag("honeypot", "Add a hidden field against spam bots"),
    ],
    content=Custom(),
    sample="""
        {% form action="/api/tours" method="POST" success="See you at the pier!" %}
        ## Your visit

        - Name
        - Email (placeholder: you@example.org)
        - Phone (optional)

        > Which tour do you want?

        - Morning
        - Sunset

        > We only write to you about this tour.

        **Book a place**
        {% /form %}
    """,
    snippet="""
        {% form action="${1:/api/contact}" %}
        - ${2:Name}
        - ${3:Email}
        - ${4:Message (optional)}

        **${5:Send}**
        {% /form %}
    """,
)

form_field = rune(
    "form-field",
    "One field of a form",
    attributes=[
        text("name", "Label of the field"),
        text("fieldType", "Type of the input, such as email"),
        flag("required", "Whether a value is required"),
        text("placeholder", "Placeholder text"),
        text("options", "Options, separated by commas"),
    ],
    content=EMPTY,
    parents="form",
    internal=True,
    sample="""
        {% form action="/api/orders" %}
        {% form-field name="Size" fieldType="select" options="Small, Medium, Large" required=true /%}

        **Order**
        {% /form %}
    """,
)
