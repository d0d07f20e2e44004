"""What it costs.

Offers side by side. A heading such as `## Monthly - €9` makes one of them, name before the dash and price after it;
what follows is what the buyer gets. Search engines learn the prices too.
"""

from __future__ import annotations

from ..content import rest
from ..model import flag, required, rune, text

pricing = rune(
    "pricing",
    "Sets offers with their prices side by side",
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
    "Is one offer: its name, its price and what you get",
    parents="pricing",
    schema_type="Offer",
    attributes=[
        required(text("name", "What the offer is called")),
        text("price", "The price as it is shown"),
        flag("featured", "Make it stand out as the one to take"),
        text("currency", "The currency's code, like EUR"),
        text("priceMonthly", "The price of a month, where price is not given"),
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
