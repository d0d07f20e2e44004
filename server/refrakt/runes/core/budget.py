"""Costs and their totals.

Headings are categories and list items their costs, `What: amount`. Totals, and the cost per day if there is a duration, are
computed. A heading that ends in `(estimate)` marks an estimate.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Custom, Sections, many, rest
from refrakt.runes.output.amounts import amount, amount_text, cost, days
from refrakt.runes.output.child_runes import child_elements, child_tag
from refrakt.runes.output.heading_groups import HeadingGroup, heading_groups
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import FIELDS, RuneBuilder, field, part
from refrakt.runes.resolver import heading_text
from refrakt.runes.rune import choice, flag, required, rune, text
from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, container, plain, root

_CATEGORY, _LINE = "budget-category", "budget-line-item"
_ESTIMATE = re.compile(r"(.*\S)\s*+\((?:estimate|est\.?)\)|~(.+?)~", re.IGNORECASE)


def _build(budget: RuneBuilder) -> Tag:
    currency, duration = budget.text("currency") or "USD", budget.text("duration")
    nodes = _with_categories(budget.node.children)
    header = page_header(budget.render([node for node in nodes if node.type in ("paragraph", "heading")]))
    tags = [node for node in nodes if node.type == "tag" and node.tag not in ("tint", "bg")]
    categories: list[Tag] = []
    total = 0.0
    for category in child_elements(budget, tags, _CATEGORY, data_field="category"):
        values = json.loads(category.attributes[FIELDS])
        subtotal = float(values["subtotal"])
        total += subtotal
        block = "rf-budget-category__"
        title = _row(block, ("header", "label", "subtotal"), values["label"], amount_text(subtotal, currency))
        categories.append(replace(category, children=[title, *category.children]))
    length = days(duration) if budget.attributes["showPerDay"] is not False else 0
    per_day = total / length if length else None
    fields = {
        "currency": currency,
        "duration": duration,
        "showPerDay": budget.text("showPerDay") or "true",
        "variant": budget.text("variant") or "detailed",
        "total": js_str(total),
        "perDay": None if per_day is None else js_str(per_day),
    }
    children = [*header.children, part("categories", "div", categories), _totals(total, per_day, currency)]
    return budget.element("section", children, fields=fields, field="content-section", typeof="ItemList")


def _with_categories(nodes: Sequence[Node]) -> list[Node]:
    """The body with a tag for each category. A first heading above those of the categories is the title."""
    headings = [place for place, node in enumerate(nodes) if node.type == "heading"]
    levels = [int(nodes[place].attributes["level"]) for place in headings]
    titled = len(levels) > 1 and levels[0] < levels[1]
    start = headings[1] if titled else 0
    level = levels[1] if titled else levels[0] if levels else 0
    before, groups = heading_groups(nodes[start:], level)
    if not groups and before and before[-1].type == "list":
        # A list without headings: each item is a category without costs.
        rows = [row.children for row in before.pop().children if row.children]
        groups = [HeadingGroup(first, rest) for first, *rest in rows]
    return [*nodes[:start], *before, *map(_category, groups)]


def _category(group: HeadingGroup) -> Node:
    text = heading_text(group.heading).strip()
    marked = _ESTIMATE.fullmatch(text)
    struck = any(node.type == "s" for node in group.heading.walk())
    label = (marked[1] or marked[2]).strip() if marked else text
    return child_tag(_CATEGORY, {"label": label, "estimate": bool(marked) or struck}, group.body, group.heading)


def _totals(total: float, per_day: float | None, currency: str) -> Tag:
    rows = [("total", "Total", "core.budget.total", total)]
    if per_day is not None:
        rows.append(("per-day", "Per day", "core.budget.perDay", per_day))
    shown = [
        _row("rf-budget__", (name, f"{name}-label", f"{name}-amount"), label, amount_text(value, currency), key)
        for name, label, key, value in rows
    ]
    return Tag("div", {"class": "rf-budget__footer"}, [*shown])


def _row(block: str, names: tuple[str, str, str], label: str, value: str, text_key: str = "") -> Tag:
    """A label and an amount. `text_key` is the key of a label that is translated."""
    row, left, right = (f"{block}{name}" for name in names)
    translated = {"data-i18n": text_key} if text_key else {}
    spans = [Tag("span", {"class": left, **translated}, [label]), Tag("span", {"class": right}, [value])]
    return Tag("div", {"class": row}, [*spans])


def _build_category(category: RuneBuilder) -> Tag:
    nodes: list[Node] = []
    for node in category.nodes("children"):
        nodes += [_line(row) for row in node.children] if node.type == "list" else [node]
    amounts = [node.attributes.get("amount") for node in nodes if node.tag == _LINE]
    subtotal = sum(amount(text) for text in amounts if isinstance(text, str))
    fields = {
        "label": category.text("label"),
        "estimate": "estimate" if category.attributes["estimate"] else "false",
        "subtotal": js_str(subtotal),
    }
    lines = child_elements(category, nodes, _LINE, data_field="line-item")
    return category.element("div", [part("line-items", "ul", lines)], fields=fields)


def _line(row: Node) -> Node:
    description, value = cost(heading_text(row).strip())
    return child_tag(_LINE, {"description": description, "amount": value}, (), row)


def _build_line(line: RuneBuilder) -> Tag:
    spans = [field(name, "span", [line.text(name)]) for name in ("description", "amount")]
    return line.element("li", spans)


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
    build=_build,
    theme=RuneTheme(
        "budget",
        modifiers={
            "currency": Modifier(default="USD"),
            "duration": Modifier(),
            "showPerDay": Modifier(default="true"),
            "variant": Modifier(default="detailed"),
        },
        meta_fields={
            "duration": MetaField("category", condition="duration"),
            "currency": MetaField("category", condition="currency"),
        },
        blocks={"meta": bar("duration", end="currency")},
        layout={"root": root("meta", "preamble"), "preamble": container("header", "headline", "blurb", "image")},
        sections={"preamble": "preamble", "headline": "title", "footer": "footer"},
        default_density="full",
        default_elevation="flat",
        edit_hints={"headline": "inline"},
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
    build=_build_category,
    theme=RuneTheme(
        "budget-category",
        modifiers={"estimate": Modifier(default="false"), "label": plain(), "subtotal": plain()},
        parent="budget",
        edit_hints={"label": "none", "subtotal": "none"},
    ),
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
    build=_build_line,
    theme=RuneTheme("budget-line-item", parent="budget"),
    sample="""
        {% budget %}
        {% budget-category label="Post" %}
        {% budget-line-item description="Stamps" amount="$12" /%}
        {% /budget-category %}
        {% /budget %}
    """,
)
