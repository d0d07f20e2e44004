"""Writes a new name in the syntax and style of the old one.

A path with spaces may be in angle brackets or have `%20`; in a tag it is quoted, in the frontmatter it may be. Characters
that would end the target or change its meaning are percent-encoded.
"""

from __future__ import annotations

import json
import re
from typing import Literal, NamedTuple
from urllib.parse import quote

from refrakt.features.symbols.link_target_spans import target_spans
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.pages.page_facts import Link

TargetStyle = Literal["bare", "bracketed", "quoted", "yaml", "text"]
"""A Markdown target; one in angle brackets; a value in a tag; one in the frontmatter; text of a page."""

_UNSAFE: dict[TargetStyle, re.Pattern[str]] = {
    "bare": re.compile(r"""[\s\x00-\x1f<>()"'\\%#?{}|&`]"""),
    "bracketed": re.compile(r"""[\r\n<>\\%#?{}|&`]"""),
    "quoted": re.compile(r"""[\r\n"\\%#?{}|]"""),
    "yaml": re.compile(r"""[\s"'\\%#?{}\[\]:|]"""),
    "text": re.compile(r"""[\r\n\\%#?{}\[\]<>|&`*~!$]"""),
}
_SAFE = "/:@!$*+,;=~"
_PLAIN_YAML = re.compile(r"[\w/.(][^\r\n\t\"'\\#:{}\[\],&*!|>%@`]*")
_YAML_LITERALS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "~", ""})


class PathSpelling(NamedTuple):
    """The span of a path in a target, and how it is written."""

    span: Span
    style: TargetStyle
    escaped: bool = False
    """Whether it is percent-encoded."""

    def spell(self, part: str) -> str:
        """A new path in the same style."""
        return url_part(part, self.style, self.escaped)


def url_part(part: str, style: TargetStyle, escaped: bool = False) -> str:
    """A decoded path or fragment, encoded for a target."""
    if escaped:
        return quote(part, safe=_SAFE)
    return _UNSAFE[style].sub(lambda each: quote(each[0], safe=""), part)


def path_spelling(text: str, link: Link) -> PathSpelling | None:
    """The path of a link without query and fragment."""
    parts = target_spans(link, text)
    return None if parts is None else _spelling(text, link, parts.path)


def _spelling(text: str, link: Link, span: Span) -> PathSpelling | None:
    style = style_of(text, link)
    if style == "yaml" and link.written is not None and text[slice(*link.written)] != link.target:
        return None  # a multi-line or escaped YAML value
    return PathSpelling(span, style, "%" in text[span.start : span.end])


def style_of(text: str, link: Link) -> TargetStyle:
    """How the target of a link is written."""
    assert link.written is not None
    start, end = link.written
    if (start, end) == (link.start, link.end):
        return "yaml"
    if text.startswith("{%", link.start):
        return "quoted"
    return "bracketed" if text[start - 1 : start] == "<" else "bare"


def value_text(name: str) -> str:
    """A text as it is written in a tag, without the quotes."""
    return format_value(name)[1:-1]


def yaml_text(text: str, span: Span, value: str) -> TextEdit:
    """A new frontmatter value, quoted where YAML requires it."""
    start, end = span.bounds
    quote_before = text[start - 1 : start] if start else ""
    if quote_before == '"' and text[end : end + 1] == '"':
        return TextEdit(span, json.dumps(value, ensure_ascii=False)[1:-1])
    if quote_before == "'" and text[end : end + 1] == "'":
        return TextEdit(span, value.replace("'", "''"))
    plain = _PLAIN_YAML.fullmatch(value) is not None and value.lower() not in _YAML_LITERALS and value == value.strip()
    plain = plain and not _is_number(value)
    return TextEdit(span, value if plain else json.dumps(value, ensure_ascii=False))


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return value[:2] in ("0x", "0o")
    return True
