"""The fields of the formats, for completion, hover and the rules of files that have no rules of their own.

A table says what a file may contain at each level. The rules of agents and tools are in `validation`; a test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from refrakt_forge.documents.source_node import FieldPath
from refrakt_forge.names import Kind

FieldType = Literal["text", "number", "whole number", "true or false", "list", "mapping", "any value"]


@dataclass(frozen=True, slots=True)
class FormatField:
    """A value of a format, with its meaning."""

    doc: str
    type: FieldType = "text"
    fields: Mapping[str, FormatField] = field(default_factory=dict)
    """The keys of a mapping."""
    entries: FormatField | None = None
    """Any other key of a mapping: a name that the writer chooses."""
    items: FormatField | None = None
    """The items of a list."""
    values: tuple[str, ...] = ()
    """The allowed texts."""
    suggestions: tuple[str, ...] = ()
    """Texts that are offered; others are allowed too."""
    minimum: float | None = None
    maximum: float | None = None
    pattern: re.Pattern[str] | None = None
    form: str = ""
    """What `pattern` means."""
    required: bool = False
    refers_to: Kind | None = None
    """Whether the text is a reference."""
    is_registry: bool = False
    """Whether the text is the name of a registry."""
    open: bool = False
    """Whether other programs may add keys to a mapping: then only likely typing errors are reported."""

    @property
    def type_text(self) -> str:
        """The type with its range, for people."""
        if self.values:
            return "one of " + ", ".join(f"`{each}`" for each in self.values)
        if self.refers_to is not None:
            return f"reference to {'an agent' if self.refers_to == 'agent' else 'a tool'}"
        if self.items is not None:
            return f"list of {_PLURALS.get(self.items.type, 'values')}"
        if self.minimum is not None and self.maximum is not None:
            return f"{self.type} from {self.minimum:,g} to {self.maximum:,g}"
        return f"{self.type} of at least {self.minimum:,g}" if self.minimum is not None else self.type


_PLURALS = {"text": "texts", "mapping": "mappings", "list": "lists"}


def field_at(root: FormatField, path: FieldPath) -> FormatField | None:
    """The field at a path of keys and indices."""
    here: FormatField | None = root
    for step in path:
        if here is None:
            return None
        here = here.items if isinstance(step, int) else here.fields.get(step, here.entries)
    return here


def text(
    doc: str, *, required: bool = False, values: tuple[str, ...] = (), refers_to: Kind | None = None
) -> FormatField:
    return FormatField(doc, values=values, required=required, refers_to=refers_to)


def flag(doc: str, *, required: bool = False) -> FormatField:
    return FormatField(doc, "true or false", required=required)


def texts(doc: str, *, required: bool = False, refers_to: Kind | None = None) -> FormatField:
    return FormatField(doc, "list", items=text(doc, refers_to=refers_to), required=required)


def mapping(doc: str, fields: Mapping[str, FormatField], *, required: bool = False, open: bool = False) -> FormatField:
    return FormatField(doc, "mapping", fields, required=required, open=open)
