"""The theme that the entities of a plan share: id and status above the title, other fields below it."""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, definitions, plain, root
from refrakt_plan.vocabulary import SCALES, EntityType

Sentiments = Mapping[str, str]

_DATES = ("created", "modified")


def _tag(label: str, field: str, split_on: str | None = None) -> MetaField:
    return MetaField("tag", label=label, condition=field, split_on=split_on)


def _time(label: str, field: str) -> MetaField:
    return MetaField("temporal", label=label, tag="time", condition=field)


_SHOWN: Mapping[str, MetaField] = {
    "priority": MetaField(
        "category",
        label="Priority",
        sentiments={"critical": "negative", "high": "caution", "medium": "neutral", "low": "neutral"},
    ),
    "severity": MetaField(
        "category",
        label="Severity",
        sentiments={"critical": "negative", "major": "caution", "minor": "neutral", "cosmetic": "neutral"},
    ),
    "complexity": MetaField("quantity", label="Complexity"),
    "assignee": _tag("Assignee", "assignee"),
    "milestone": _tag("Milestone", "milestone"),
    "version": _tag("Version", "version"),
    "released-in": _tag("Released in", "released-in"),
    "pr": _tag("PR", "pr", split_on=","),
    "source": MetaField("id", label="Source", condition="source"),
    "supersedes": MetaField("id", label="Supersedes", condition="supersedes"),
    "date": _time("Date", "date"),
    "target": _time("Target", "target"),
    "created": _time("Created", "created"),
    "modified": _time("Modified", "modified"),
}
"""How each field is shown."""


def entity_theme(
    kind: EntityType,
    sentiments: Sentiments,
    fields: str,
    *,
    classes: tuple[str, ...] = (),
    tags: bool = True,
    checklist: bool = False,
) -> RuneTheme:
    """The theme of a type. `fields`, separated by spaces, are shown in a list; those in `classes` also give class names."""
    names = (*fields.split(), *_DATES)
    ordered = (*fields.split(), *(("tags",) if tags else ()), *_DATES)
    tag_field = {"tags": _tag("Tags", "tags", split_on=",")} if tags else {}
    tag_block = {"tags": bar("tags")} if tags else {}
    return RuneTheme(
        kind.name,
        modifiers={
            kind.key: Modifier(),
            "status": Modifier(default=next(iter(kind.statuses))),
            **{name: _modifier(name, classes) for name in ordered},
        },
        meta_fields={
            kind.key: MetaField("id"),
            "status": MetaField("status", sentiments=sentiments),
            **{name: _SHOWN[name] for name in names},
            **tag_field,
        },
        blocks={"eyebrow": bar(kind.key, end="status"), "metadata": definitions(*names), **tag_block},
        layout={"root": root("eyebrow", "title", "blurb", "metadata", *tag_block, "body")},
        sections={"title": "title", "blurb": "description", "body": "body"},
        default_density="full",
        checklist=checklist,
        edit_hints={"body": "none"},
    )


def _modifier(name: str, classes: tuple[str, ...]) -> Modifier:
    if name in SCALES:
        return Modifier(default=SCALES[name].default)
    return Modifier() if name in classes else plain()
