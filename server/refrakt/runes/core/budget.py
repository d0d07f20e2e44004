"""Costs and their totals.

Headings are categories and list items their costs, `What: amount`. Totals, and the cost per day if there is a duration, are
computed. A heading that ends in `(estimate)` marks an estimate.
"""

from __future__ import annotations

from refrakt.runes.content_model import Custom, Sections, many, rest
from refrakt.runes.rune import choice, flag, required, rune, text

budget = rune(
    "budget",
    "Shows costs by category with totals",
    category="Semantic",
    schema_type="ItemList",
    attributes=[
        text("currency", "Currency code, such as EUR"),
        text("duration", "Duration, such as 5 days"),
        flag("showPerDay", "Show the cost per day"),
        choice("variant", "detailed summary", "Whether individual costs are shown"),
    ],
    content=Sections(
        preamble=(many("header", "heading|paragraph|tag:budget-category"),),
        body=rest("body"),
        emit="budget-category",
        emit_attributes={"label": "$heading"},
    ),
    sample="""
        {% budget currency="EUR" duration="3 days" %}
        # A weekend in Ghent

        For two people, in October.

        ## Getting there

        - Train tickets: €96
        - Tram: €14

        ## Eating (estimate)

        - Dinners: €120
        - Coffee and cake: €30
        {% /budget %}
    """,
    snippet="""
        {% budget currency="${1:EUR}" %}
        ## ${2:Category}

        - ${3:What}: ${4:100}
        {% /budget %}
    """,
)

budget_category = rune(
    "budget-category",
    "One category of a budget",
    attributes=[
        required(text("label", "Name of the category")),
        flag("estimate", "Whether the costs are an estimate"),
    ],
    content=Custom(takes="list|tag:budget-line-item"),
    parents="budget",
    internal=True,
    sample="""
        {% budget %}
        {% budget-category label="Paint" estimate=true %}
        - Primer, two tins: $58
        - Brushes: $21
        {% /budget-category %}
        {% /budget %}
    """,
)

budget_line_item = rune(
    "budget-line-item",
    "One cost in a budget",
    attributes=[
        text("description", "Description of the cost"),
        text("amount", "Amount"),
    ],
    parents="budget-category",
    internal=True,
    sample="""
        {% budget %}
        {% budget-category label="Post" %}
        {% budget-line-item description="Stamps" amount="$12" /%}
        {% /budget-category %}
        {% /budget %}
    """,
)
