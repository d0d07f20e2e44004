"""Texts of themes in the language of a site.

A theme has English texts: labels of fields, values such as `Note`, and buttons of layouts. A site translates them in its config, by
key: `scope.block.ref` for a label, `scope.block.value` for a value, `layout.name` for the buttons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from refrakt.runes.rune_theme import RuneTheme
from refrakt.runes.structure_theme import StructureEntry

DEFAULT_LOCALE = "en"

LocalText = str | Mapping[str, str]
"""A text, or texts by plural category: `one`, `few`, `other` …"""

LAYOUT_TEXTS: Mapping[str, str] = {
    "layout.openMenu": "Open menu",
    "layout.closeMenu": "Close menu",
    "layout.search": "Search",
    "layout.menu": "Menu",
    "layout.plan": "Plan",
    "layout.toggleNavigation": "Toggle navigation",
    "layout.navigationMenu": "Navigation menu",
    "layout.pageNavigation": "Page navigation",
    "layout.planNavigation": "Plan navigation",
    "layout.toggleColorTheme": "Toggle color theme",
    "layout.jumpToSection": "Jump to section",
}
COMPUTED_TEXTS: Mapping[str, str] = {
    "core.toc.title": "On this page",
    "core.prevNext.previous": "Previous",
    "core.prevNext.next": "Next",
    "core.versionSwitcher.label": "Version",
}
OUTPUT_TEXTS: Mapping[str, str] = {"core.budget.total": "Total", "core.budget.perDay": "Per day"}
"""Texts that runes write into their output, marked with `data-i18n`."""

_LAYOUT_KEYS = {text: key for key, text in LAYOUT_TEXTS.items()}
_LOCALE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


def locale_chain(locale: str) -> list[str]:
    """The locale and the more general ones: `de-CH-1996`, `de-CH`, `de`. An invalid locale is English."""
    locale = locale.strip()
    if not _LOCALE.fullmatch(locale):
        return [DEFAULT_LOCALE]
    parts = locale.split("-")
    return ["-".join(parts[:count]) for count in range(len(parts), 0, -1)]


def strings_of_locale(bundles: Mapping[str, Mapping[str, LocalText]], locale: str) -> Mapping[str, LocalText]:
    """The texts for a locale: the first bundle of its chain."""
    return next((bundles[each] for each in locale_chain(locale) if each in bundles), {})


def local_text(strings: Mapping[str, LocalText], key: str, default: str) -> str:
    text = strings.get(key)
    return text if isinstance(text, str) else default


def layout_text(strings: Mapping[str, LocalText], text: str) -> str:
    """The translation of an English text of a layout."""
    key = _LAYOUT_KEYS.get(text)
    return local_text(strings, key, text) if key else text


def computed_text(strings: Mapping[str, LocalText], key: str) -> str:
    return local_text(strings, key, COMPUTED_TEXTS[key])


def label_key(theme: RuneTheme, ref: str, override: str | None = None) -> str:
    return override or f"{theme.scope or 'core'}.{theme.block}.{ref}"


def local_label(
    strings: Mapping[str, LocalText], theme: RuneTheme, ref: str, label: str, override: str | None = None
) -> str:
    return local_text(strings, label_key(theme, ref, override), label)


def local_value(strings: Mapping[str, LocalText], theme: RuneTheme, value: Any) -> Any:
    """The translation of a value that has an English text; other values are returned unchanged."""
    if not isinstance(value, str) or value not in theme.enum_labels:
        return value
    return local_text(strings, label_key(theme, value), value)


def i18n_keys(themes: Iterable[RuneTheme]) -> dict[str, str]:
    """All keys that a site can translate, with their English texts, sorted by key."""
    found: dict[str, str] = {**LAYOUT_TEXTS, **COMPUTED_TEXTS, **OUTPUT_TEXTS}
    for theme in themes:
        for name, field in theme.meta_fields.items():
            if field.label:
                found[label_key(theme, name, field.text_key)] = field.label
        for name, entry in _structure_labels(theme):
            if entry.label:
                found[label_key(theme, name, entry.text_key)] = entry.label
        found |= {label_key(theme, value): text for value, text in theme.enum_labels.items()}
    return dict(sorted(found.items()))


def _structure_labels(theme: RuneTheme) -> list[tuple[str, StructureEntry]]:
    found: list[tuple[str, StructureEntry]] = []
    pending = [(entry.part or name, entry) for name, entry in theme.structure.items()]
    while pending:
        name, entry = pending.pop()
        found.append((name, entry))
        pending += [(each.part or "", each) for each in entry.children if isinstance(each, StructureEntry)]
    return found
