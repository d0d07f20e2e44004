"""Offers with prices, side by side.

A heading such as `## Monthly - €9` starts an offer with a name and a price; the content after it is what the buyer gets. Prices are
also published as structured data.
"""

from __future__ import annotations

import re

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import truthy
from refrakt.markdoc.renderable_walk import replaced
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.output.child_runes import child_tag
from refrakt.runes.output.heading_groups import heading_groups
from refrakt.runes.output.page_header import is_heading, page_header
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part, tags_in, with_attributes
from refrakt.runes.resolver import heading_text
from refrakt.runes.rune import flag, required, rune, text
from refrakt.runes.rune_theme import PAGE_HEADER_HINTS, PAGE_HEADER_LABELS, PAGE_HEADER_SECTIONS, RuneTheme

_NAME_AND_PRICE = re.compile(r"^(.[^-–—\n]*+)\s*+[-–—](.+|\s*+\S.*+)$")
_CURRENCIES = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "kr": "SEK",
    "CHF": "CHF",
    "A$": "AUD",
    "C$": "CAD",
}
"""Currency codes by what a price begins with."""


def _build_pricing(pricing: RuneBuilder) -> Tag:
    rendered = tags_in(pricing.render(_with_tiers(pricing.nodes("content"))))
    header = page_header(
        [tag for tag in rendered if is_heading(tag) or tag.name == "p"], headline="name", blurb="description"
    )
    tiers = [with_attributes(tag, data_field="tier", property="offers") for tag in rendered if tag.name == "li"]
    columns = {"data_layout": "grid", "data_columns": len(tiers)}
    return pricing.element(
        "section",
        [Tag("header", {}, header.children), part("tiers", "ul", tiers, **columns)],
        field="content-section",
        typeof="Product",
    )


def _with_tiers(nodes: list[Node]) -> list[Node]:
    """The same nodes; headings with a name and a price, and what follows them, are offers."""
    priced = (node for node in nodes if node.type == "heading" and _NAME_AND_PRICE.match(heading_text(node)))
    first = next(priced, None)
    if first is None:
        return nodes
    before, groups = heading_groups(nodes, first.attributes["level"])
    for group in groups:
        found = _NAME_AND_PRICE.match(heading_text(group.heading))
        if found is None:
            before += [group.heading, *group.body]
        else:
            attributes = {"name": found[1].strip(), "price": found[2].strip()}
            before.append(child_tag("tier", attributes, group.body, group.heading))
    return before


pricing = rune(
    "pricing",
    "Shows offers with prices side by side",
    category="Section",
    schema_type="Product",
    content=rest("content"),
    needs=Needed(
        "heading",
        "begins an offer at each heading with a name and a price",
        heading=r"[^-–—\n]+[-–—]\s*\S",
        example="## Monthly - €9",
    ),
    build=_build_pricing,
    theme=RuneTheme(
        "pricing",
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        default_density="full",
        default_width="full",
        stagger_items="tier",
        edit_hints=PAGE_HEADER_HINTS,
    ),
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


def _build_tier(tier: RuneBuilder) -> Tag:
    price = tier.text("price") or tier.text("priceMonthly")
    amount = re.search(r"[0-9.]+", price)
    currency = tier.text("currency")
    inferred = next((code for symbol, code in _CURRENCIES.items() if price.startswith(symbol)), "USD")
    return tier.element(
        "li",
        [
            part("name", "h1", [tier.text("name")], property="name"),
            part("price", "p", [price]),
            *([meta(amount[0] if amount else price, property="price")] if price else []),
            meta(currency or inferred, property="priceCurrency"),
            part("body", "div", _marked(tier.render("body"))),
        ],
        fields={"currency": currency or None},
        rune="featured-tier" if truthy(tier.attributes["featured"]) else "tier",
        typeof="Offer",
    )


def _marked(body: list[Renderable]) -> list[Renderable]:
    """The same body; its first paragraph is the description of the offer, its links are URLs of the offer."""
    first = next((place for place, node in enumerate(body) if isinstance(node, Tag) and node.name == "p"), None)
    if first is not None and isinstance(paragraph := body[first], Tag):
        body[first] = with_attributes(paragraph, data_field="description")
    return [
        replaced(node, lambda tag: with_attributes(tag, data_field="url") if tag.name == "a" else tag) for node in body
    ]


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
    build=_build_tier,
    theme=RuneTheme(
        "tier", requires_parent="pricing", parent="pricing", edit_hints={"name": "inline", "price": "inline"}
    ),
    part_themes={
        "featured-tier": RuneTheme(
            "tier",
            static_modifiers=("featured",),
            requires_parent="pricing",
            parent="pricing",
            edit_hints={"name": "inline", "price": "inline"},
        )
    },
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
