"""What the YAML reader of refrakt accepts and a definition must not contain: tags, many aliases, a second document.

A definition comes from anywhere, and other programs read it with readers that construct objects from tags. So only the tags of the
core schema are allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import yaml

from refrakt.plugins import Span
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.limits import ALIASES

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CORE = frozenset(f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq"))
_SUSPECT = re.compile(r"[!*]|^(?:---|%)", re.MULTILINE)
"""Without one of these a text has neither tags nor aliases nor documents."""


def event_problems(text: str, offset: int = 0) -> list[DefinitionProblem]:
    """The problems of a YAML text that starts at an offset of its file. Syntax errors are the reader's."""
    if not _SUSPECT.search(text):
        return []
    found: list[DefinitionProblem] = []
    if text.startswith("\ufeff"):  # the reader does not count it
        text, offset = text[1:], offset + 1
    with suppress(yaml.YAMLError):  # reported by the reader
        found.extend(_problems(text, offset))
    return found


def _problems(text: str, offset: int) -> Iterator[DefinitionProblem]:
    aliases = documents = 0
    for event in yaml.parse(text + "\n", Loader=_LOADER):
        span = Span(offset + event.start_mark.index, offset + min(event.end_mark.index, len(text)))
        if isinstance(event, yaml.AliasEvent):
            aliases += 1
            if aliases > ALIASES:
                yield DefinitionProblem("E006", "", f"more than {ALIASES} aliases are not allowed", span)
                return
        elif isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                yield DefinitionProblem("E004", "", "a definition file must contain one YAML document", span)
                return
        elif isinstance(event, yaml.CollectionStartEvent | yaml.ScalarEvent):
            tag = event.tag
            if tag is not None and tag not in _CORE:
                yield DefinitionProblem("E007", "", "YAML tags are not allowed", span)
                return
