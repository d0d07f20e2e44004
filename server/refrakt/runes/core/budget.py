"""What something costs, added up.

Headings are the categories and list items their costs, `What: amount`. Totals, and the cost of a day where a duration
is given, are worked out, so they are right even after the last change. A heading that ends in `(estimate)` says so.
"""

from __future__ import annotations

from ..content import Custom, Sections, many, rest
from ..model import choice, flag, required, rune, text

budget = rune(
    "budget",
    "Costs by category, with their total",
    category="Semantic",
    schema_type="ItemList",
    attributes=[
        text("currency", "The currency, like EUR"),
        text("duration", "How long it lasts, like 5 days"),
        flag("showPerDay", "Show what a day costs"),
        choice("variant", "detailed summary", "Whether single costs are shown"),
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
    "The costs of one kind in a budget",
    attributes=[
        required(text("label", "What the costs are for")),
        flag("estimate", "Whether they are a guess"),
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
        text("description", "What is paid for"),
        text("amount", "What it costs"),
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
