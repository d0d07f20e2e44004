"""Quote the free text of catalogue runes before it is shown.

A catalogue is a file of the project, so its descriptions, values and section names may be written to steer an agent that reads
them. Runes of installed packages are shown as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from refrakt.features.markdown_escape import inactive
from refrakt.runes.rune import Attribute, Preset, Rune
from refrakt.untrusted import lines, quoted, word

_MAX_DESCRIPTION = 300
T = TypeVar("T")


def quoted_rune(rune: Rune) -> Rune:
    """The rune, with all free text of its catalogue quoted."""
    if not rune.catalogued:
        return rune
    return replace(
        rune,
        about=_about(rune.about),
        attributes=tuple(map(_attribute, rune.attributes)),
        content=_named_parts(rune.content, word),
        schema_type=word(rune.schema_type) if rune.schema_type else rune.schema_type,
        preset=_preset(rune.preset) if rune.preset is not None else None,
        sample=lines(rune.sample),
        package=word(rune.package) if rune.package else rune.package,
        component=word(rune.component) if rune.component else rune.component,
    )


def quoted_attribute(rune: Rune, attribute: Attribute) -> Attribute:
    """The attribute, with all free text of its catalogue quoted."""
    return _attribute(attribute) if rune.catalogued else attribute


def _preset(preset: Preset) -> Preset:
    return replace(preset, name=word(preset.name), attributes=tuple(map(_attribute, preset.attributes)))


def _attribute(attribute: Attribute) -> Attribute:
    return replace(
        attribute,
        about=_about(attribute.about),
        values=tuple(_value(each) for each in attribute.values),
        default=_value(attribute.default),
        pattern=quoted(attribute.pattern) if attribute.pattern else attribute.pattern,
    )


def _about(text: str) -> str:
    return inactive(quoted(text.removesuffix("."), _MAX_DESCRIPTION)) if text else ""


def _value(value: Any) -> Any:
    return word(value) if isinstance(value, str) else value


def _named_parts(model: T, clean: Callable[[str], str]) -> T:
    """A content model with the names of its parts cleaned."""
    if isinstance(model, tuple):
        return tuple(_named_parts(each, clean) for each in model)  # type: ignore[return-value]
    if not is_dataclass(model) or isinstance(model, type):
        return model
    values = {each.name: getattr(model, each.name) for each in fields(model)}
    changed = {
        name: clean(value) if name == "name" else _named_parts(value, clean)
        for name, value in values.items()
        if name == "name" or isinstance(value, tuple) or is_dataclass(value)
    }
    return replace(model, **changed)
