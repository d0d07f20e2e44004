"""How a value of a rune is shown in a block: as a link, a rating, with an icon, as a badge, or as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.runes.rune_theme import MetaField
from refrakt.theme.javascript_numbers import leading_integer
from refrakt.theme.passes.rune_element import RuneElement
from refrakt.theme.strings import local_label, local_value

BADGE_TYPES = frozenset({"status", "category", "tag"})
_DURATION = re.compile(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?", re.ASCII)
_MAX_RATING = 100
_DEFAULT_RATING = "5"


def duration(text: str) -> str:
    """An ISO duration in short form: `PT1H30M` as `1h 30m`. Other texts are returned unchanged."""
    found = _DURATION.search(text)
    parts = [f"{number}{unit}" for number, unit in zip(found.groups(), "hms", strict=True) if number] if found else []
    return " ".join(parts) or text


def capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


TRANSFORMS: Mapping[str, Callable[[str], str]] = {
    "duration": duration,
    "uppercase": str.upper,
    "capitalize": capitalized,
}


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field that is shown, with its value."""

    name: str
    field: MetaField
    value: Any
    href: Any = None
    highest: str = _DEFAULT_RATING


def field_value(element: RuneElement, name: str) -> ShownField | None:
    """The field with its value; None if it is not shown."""
    field = element.theme.meta_fields.get(name)
    if field is None:
        return None
    values = element.values
    if field.condition:
        required = values.get(field.condition)
        if not (required is not None if field.render_when_empty else truthy(required)):
            return None
    value = values.get(name, "")
    if field.condition and not field.render_when_empty and not truthy(value):
        return None
    if field.transform:
        value = TRANSFORMS[field.transform](js_str(value))
    href = values.get(field.href) if field.href else None
    if field.href and not truthy(href):
        return None
    highest = values.get(field.rating) if field.rating else None
    return ShownField(name, field, value, href, js_str(highest) if truthy(highest) else _DEFAULT_RATING)


def shown_values(element: RuneElement, shown: ShownField) -> list[Tag]:
    """The elements of a field: one, or one for each of its values if it is a list."""
    if shown.field.split_on and truthy(shown.value):
        return [shown_value(element, replace(shown, value=each)) for each in split_value(shown)]
    return [shown_value(element, shown)]


def split_value(shown: ShownField) -> list[str]:
    parts = js_str(shown.value).split(shown.field.split_on)
    return [part for part in map(str.strip, parts) if part]


def shown_value(element: RuneElement, shown: ShownField) -> Tag:
    field = shown.field
    if field.href:
        return Tag("a", {"href": shown.href, "data-meta-type": "link"}, [_label(element, shown, shown.value)])
    if field.rating is not None:
        return _rating(shown)
    if field.icon:
        return _with_icon(element, shown)
    return badge(element, shown) if field.meta_type in BADGE_TYPES else _text(element, shown)


def _label(element: RuneElement, shown: ShownField, default: Any) -> Any:
    if shown.field.label is None:
        return default
    return local_label(element.site.strings, element.theme, shown.name, shown.field.label, shown.field.text_key)


def _rating(shown: ShownField) -> Tag:
    filled = leading_integer(js_str(shown.value)) or 0
    highest = min(max(0, leading_integer(shown.highest) or 5), _MAX_RATING)
    marks: list[Renderable] = [
        Tag("span", {"data-filled": "true" if position < filled else "false"}) for position in range(highest)
    ]
    return Tag("span", {"data-meta-type": "rating"}, marks)


def _with_icon(element: RuneElement, shown: ShownField) -> Tag:
    text = _label(element, shown, local_value(element.site.strings, element.theme, shown.value))
    icon = Tag("span", {"data-icon-group": shown.field.icon, "data-icon": shown.value})
    return Tag(shown.field.tag or "span", _type(shown), [icon, Tag("span", {"data-meta-value": ""}, [text])])


def badge(element: RuneElement, shown: ShownField) -> Tag:
    attributes = {"class": "rf-badge", **_type(shown)}
    sentiment = shown.field.sentiments.get(js_str(shown.value))
    if sentiment:
        attributes["data-meta-sentiment"] = sentiment
    return _valued(element, shown, attributes)


def _text(element: RuneElement, shown: ShownField) -> Tag:
    return _valued(element, shown, _type(shown))


def _type(shown: ShownField) -> dict[str, Any]:
    return {"data-meta-type": shown.field.meta_type} if shown.field.meta_type else {}


def _valued(element: RuneElement, shown: ShownField, attributes: dict[str, Any]) -> Tag:
    tag = shown.field.tag or "span"
    if tag == "time" and truthy(shown.value):
        attributes["datetime"] = shown.value
    return Tag(tag, attributes, [local_value(element.site.strings, element.theme, shown.value)])
