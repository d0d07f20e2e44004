"""How new words are written where old ones stood: escaped as the place needs, and in the way its writer had chosen.

A path with blanks may stand in angle brackets, or with `%20` for each of them; in a tag it stands between quotes, in the
frontmatter with or without. Whatever would end the target, or mean something else in it, is written as a browser would.
"""

from __future__ import annotations

import json
import re
from typing import Literal, NamedTuple
from urllib.parse import quote

from refrakt.markdoc.format.value import format_value
from refrakt.project.pages.facts import Link

from ..answers import Range, Replacement
from ..things.targets import parts_of

Style = Literal["bare", "bracketed", "quoted", "yaml", "text"]
"""A target of Markdown; one in angle brackets; a value in a tag; one in the frontmatter; words of a page."""

_UNSAFE: dict[Style, re.Pattern[str]] = {
    "bare": re.compile(r"""[\s\x00-\x1f<>()"'\\%#?{}|&`]"""),
    "bracketed": re.compile(r"""[\r\n<>\\%#?{}|&`]"""),
    "quoted": re.compile(r"""[\r\n"\\%#?{}|]"""),
    "yaml": re.compile(r"""[\s"'\\%#?{}\[\]:|]"""),
    "text": re.compile(r"""[\r\n\\%#?{}\[\]<>|&`*~!$]"""),
}
_SAFE = "/:@!$*+,;=~"
_PLAIN_YAML = re.compile(r"[\w/.(][^\r\n\t\"'\\#:{}\[\],&*!|>%@`]*")
_WORDS_OF_YAML = frozenset({"true", "false", "null", "yes", "no", "on", "off", "~", ""})


class Written(NamedTuple):
    """Where a part of a target is written, and how."""

    place: Range
    style: Style
    escaped: bool = False
    """Whether it has `%20` and the like in it."""

    def spelled(self, part: str) -> str:
        """Another part in its place, as it is written there."""
        return url_part(part, self.style, self.escaped)


def url_part(part: str, style: Style, escaped: bool = False) -> str:
    """A path or a fragment, given as it is meant, as it is written in a target."""
    if escaped:
        return quote(part, safe=_SAFE)
    return _UNSAFE[style].sub(lambda each: quote(each[0], safe=""), part)


def path_in(text: str, link: Link) -> Written | None:
    """Where the path of a link is written: without its query and its fragment."""
    parts = parts_of(link, text)
    return None if parts is None else _written(text, link, parts.path)


def _written(text: str, link: Link, place: Range) -> Written | None:
    style = style_of(text, link)
    if style == "yaml" and link.written is not None and text[slice(*link.written)] != link.target:
        return None  # over several lines, or with escapes of YAML
    return Written(place, style, "%" in text[place.start : place.end])


def style_of(text: str, link: Link) -> Style:
    """How the target of a link is written."""
    assert link.written is not None
    start, end = link.written
    if (start, end) == (link.start, link.end):
        return "yaml"
    if text.startswith("{%", link.start):
        return "quoted"
    return "bracketed" if text[start - 1 : start] == "<" else "bare"


def value_text(name: str) -> str:
    """A text as it stands in a tag, without the quotes around it."""
    return format_value(name)[1:-1]


def yaml_text(text: str, place: Range, value: str) -> Replacement:
    """Another text for one in the frontmatter, quoted where YAML would read something else."""
    start, end = place
    quote_before = text[start - 1 : start] if start else ""
    if quote_before == '"' and text[end : end + 1] == '"':
        return Replacement(place, json.dumps(value, ensure_ascii=False)[1:-1])
    if quote_before == "'" and text[end : end + 1] == "'":
        return Replacement(place, value.replace("'", "''"))
    plain = _PLAIN_YAML.fullmatch(value) is not None and value.lower() not in _WORDS_OF_YAML and value == value.strip()
    plain = plain and not _is_number(value)
    return Replacement(place, value if plain else json.dumps(value, ensure_ascii=False))


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return value[:2] in ("0x", "0o")
    return True
