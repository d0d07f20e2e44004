"""A character that changes the direction of text.

Such characters can make text look different from what it says: a link, a command, the value of an attribute. In text of a
script that is written from right to left they have their use as long as each is closed again; anywhere else they are a
mistake or a trick. The fix removes them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Edit, Found
from .invisible_character import stretches
from .page import Here
from .registry import rule

_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_ENDS = {"\u202c": "\u202a\u202b\u202d\u202e", "\u2069": "\u2066\u2067\u2068"}


@rule("bidi-character", "warning", node="text code fence tag error", fixable=True)
def bidi_character(here: Here) -> Iterator[Found]:
    for start, end, block in stretches(here.node):
        found = list(_DIRECTIONS.finditer(block.text, start, end))
        if not found or (here.node.type == "text" and _is_meant(block.text[start:end])):
            continue
        for each in found:
            span = Span(each.start(), each.end(), block)
            name = unicodedata.name(each.group()).lower()
            message = f"an unseen character here ({name}) changes the direction of the text"
            yield Found(span, message, "Remove it.", [Edit(span, "")])


def _is_meant(text: str) -> bool:
    """Whether a text is of a script from right to left, and every change of direction in it ends."""
    if not any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        return False
    open_marks: list[str] = []
    for char in _DIRECTIONS.findall(text):
        if char not in _ENDS:
            open_marks.append(char)
        elif not open_marks or open_marks.pop() not in _ENDS[char]:
            return False
    return not open_marks
