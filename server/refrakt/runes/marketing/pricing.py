"""Offers with prices, side by side.

A heading such as `## Monthly - €9` starts an offer with a name and a price; the content after it is what the buyer gets. Prices are
also published as structured data.
"""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import flag, required, rune, text

pricing = rune(
    "pricing",
    "Shows offers with prices side by side",
    category="Section",
    schema_type="Product",
    content=rest("content"),
    sample="""
        {% pricing %}
        # Rent the kiln

        Gas and shelf space are included.

        ## Evening - €12

        - Four hours
        - One shelf

        [Take an evening](/rent/evening)

        ## Weekend - €40

        - Friday to Sunday
        - The whole kiln

        [Take a weekend](/rent/weekend)
        {% /pricing %}
    """,
)

tier = rune(
    "tier",
    "One offer with name, price and content",
    parents="pricing",
    schema_type="Offer",
    attributes=[
        required(text("name", "Name of the offer")),
        text("price", "Displayed price"),
        flag("featured", "Highlight it as recommended"),
        text("currency", "Currency code, such as EUR"),
        text("priceMonthly", "Price per month, if there is no price"),
    ],
    content=rest("body"),
    sample="""
        {% pricing %}
        ## Vegetable box

        {% tier name="Half share" price="€14" currency="EUR" %}
        Enough for two, every Friday.
        {% /tier %}

        {% tier name="Full share" price="€25" currency="EUR" featured=true %}
        Enough for five, and eggs on top.
        {% /tier %}
        {% /pricing %}
    """,
)
