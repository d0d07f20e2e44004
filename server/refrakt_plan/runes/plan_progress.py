"""The progress of the plan.

Draws a bar for each type, with a count for every status.
"""

from __future__ import annotations

from refrakt.runes.output.rune_builder import RuneBuilder, Tag
from refrakt.runes.rune import rune, text
from refrakt.runes.rune_theme import RuneTheme
from refrakt_plan.runes.queries import EVERY_TYPE, entity_counts

_ACHIEVED = {
    "work": ("Work", "done"),
    "bug": ("Bugs", "fixed"),
    "spec": ("Specs", "accepted"),
    "decision": ("Decisions", "accepted"),
    "milestone": ("Milestones", "complete"),
}
"""The heading of a type, and the status that counts as done."""

_TEMPLATE = """{% progress value=$item.value max=$item.count %}ACHIEVED{% /progress %}
---
{% badge type="status" sentiment=$item.sentiment %}{% $item.count %} {% humanize($item.key) %}{% /badge %}
---
No items yet.
"""


def _build(progress: RuneBuilder) -> Tag:
    show = progress.text("show")
    types = progress.text("type") or (EVERY_TYPE if show == "all" else show) or "work,bug"
    known = [each for each in map(str.strip, types.split(",")) if each in _ACHIEVED]
    return progress.element("section", [_group(progress, each) for each in known])


def _group(progress: RuneBuilder, kind: str) -> Tag:
    label, achieved = _ACHIEVED[kind]
    milestone = progress.text("milestone")
    counts = entity_counts(
        _TEMPLATE.replace("ACHIEVED", achieved.capitalize()),
        type=kind,
        filter=progress.text("filter") or (f"milestone:{milestone}" if milestone else ""),
        value=progress.text("value") or f"status:{achieved}",
        group="status",
        sort=progress.text("sort"),
        limit=progress.text("limit"),
    )
    heading = Tag("h3", {"data-name": "heading", "data-type": kind}, [label])
    return Tag("div", {"data-name": "group", "data-type": kind}, [heading, counts])


plan_progress = rune(
    "plan-progress",
    "Shows how much of the plan is done",
    self_closing=True,
    attributes=[
        text("type", "The types to count, separated by commas", default=""),
        text("show", "Deprecated name of type; all means every type", default=""),
        text("milestone", "Count only this milestone", default=""),
        text("filter", "Only these entities, as field:value; overrides milestone", default=""),
        text("value", "What counts as done, as field:value", default=""),
        text("sort", "The order of the counts", default=""),
        text("limit", "The maximum number of counts", default=""),
    ],
    build=_build,
    theme=RuneTheme("plan-progress"),
    part_themes={"plan-entity-tabs": RuneTheme("plan-entity-tabs")},
    sample="""
        # Towards v0.4

        {% plan-progress type="work,bug" milestone="v0.4" /%}
    """,
)
