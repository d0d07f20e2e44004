"""A form, written as the questions it asks.

A writer lists what is wanted and gets labels, fitting inputs and a button. An item of a list is a field whose kind follows
from its name; brackets after it say `optional` or give a `placeholder:`. A quote with a list under it is a choice, a heading
begins a group, a line all in bold is the button, and any other quote is a word of help.

Fields are made from plain text: links, images and inline code in them are left out.
"""

from __future__ import annotations

from ..content import EMPTY, Custom
from ..model import choice, flag, required, rune, text

form = rune(
    "form",
    "Turns lists and questions into a form",
    aliases="contact-form",
    category="Content",
    attributes=[
        required(text("action", "The address the answers are sent to")),
        choice("method", "GET POST", "How they are sent"),
        text("success", "What to say when they have arrived"),
        text("error", "What to say when sending did not work"),
        choice("variant", "stacked inline compact", "How the fields are arranged"),
        text("name", "A name to tell this form from others"),
        flag("honeypot", "Add a hidden field that catches robots"),
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
        text("name", "The label of the field"),
        text("fieldType", "What kind of input it is, such as email"),
        flag("required", "Whether it must be filled in"),
        text("placeholder", "A sample answer shown while it is empty"),
        text("options", "What can be chosen, with commas between"),
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
