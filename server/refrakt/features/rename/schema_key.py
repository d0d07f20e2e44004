"""The key of a definition in an object literal of a schema, with another name."""

from __future__ import annotations

import json
import re

from refrakt.errors import RefraktError
from refrakt.features.rename.rename_error import rename_error
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.runes.source_location import SourceLocation

_BARE_KEY = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)


def renamed_key(text: str, key: SourceLocation, old: str, new: str) -> TextEdit:
    """The edit of a key, in the quotes that it has or needs. Raises if the text is not the one that was read."""
    written = text[key.start : key.end]
    quote = written[:1] if written[:1] in "'\"" else ""
    if written != f"{quote}{old}{quote}":
        raise outdated_schema()
    if quote:
        name = f"{quote}{new}{quote}"
    else:
        name = new if _BARE_KEY.fullmatch(new) else json.dumps(new)
        if not text[key.end :].lstrip().startswith(":"):
            name = f"{name}: {old}"  # a shorthand, `{ callout }`: the value keeps its name
    return TextEdit(Span(key.start, key.end), name)


def outdated_schema() -> RefraktError:
    return rename_error("the schema has changed since it was read", "Save it, and try again.")
