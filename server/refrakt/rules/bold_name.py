"""A name that a rune reads from bold text, in plain text or in italics.

The speaker of a message, the term of a definition and the row of a comparison are the bold text at the start of a quote or a list
item. A name with a colon in its place is read as text. The fix makes it bold.

**Example**

```markdoc {% process=false %}
{% conversation %}
> Ada: Hello.

> Bob: Good morning.
{% /conversation %}
```

**Use instead**

```markdoc {% process=false %}
{% conversation %}
> **Ada:** Hello.

> **Bob:** Good morning.
{% /conversation %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, rune_bodies
from refrakt.runes.match_expressions import plain_text

_NAMES = {
    "conversation": "the speaker",
    "deflist": "the term",
    "comparison": "the name of the row",
    "playlist": "the name of the track",
    "plot": "the name of the event",
}
_MARKER = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)]|>)[ \t]*(?:\[[^\]\n]{1,2}\][ \t]+)?")
_PLAIN = re.compile(
    r"(?P<name>[^\W\d_][^:*_\n.!?\[\]{}|`—–(]{0,38}?[^\s:*_\n.!?\[\]{}|`(—–-])(?P<mark>:|[ ]+[-–—])(?=[ ])"
)
_ITALIC = re.compile(r"(?P<sign>[*_])(?![*_\s])(?P<name>[^*_\n]{1,40}?)(?P=sign)(?![*_])")


class _NamedItem(NamedTuple):
    node: Node
    start: int
    """Where its text starts."""
    is_bold: bool


@rule("bold-name", "warning", "content", on="body", fixable=True, sites="refrakt")
def bold_name(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context)[:1]:
        what = _NAMES.get(body.rune.name)
        if what is None or (body.rune.name == "conversation" and body.node.attributes.get("speakers")):
            continue
        entries = list(_entries(body.rune.name, body.children))
        if len(entries) < 2 or all(each.is_bold for each in entries):
            continue
        bold = sum(each.is_bold for each in entries)
        plain = [(each, found) for each in entries if not each.is_bold and (found := _name(each)) is not None]
        if bold + len(plain) < len(entries) or not plain:
            continue
        marks = {_mark(found) for _, found in plain}
        # One entry in a form of its own among others in bold, or all of them in one form.
        is_certain = bold > len(plain) or (
            not bold and len(marks) == 1 and body.rune.name in ("conversation", "deflist")
        )
        for entry, found in plain if is_certain else ():
            yield _problem(body, what, entry, found)


def _problem(body: RuneBody, what: str, entry: _NamedItem, found: re.Match[str]) -> Problem:
    colon = ":" if _mark(found) == ":" else ""
    end = found.end("mark") if colon else found.end("name")
    if "sign" in found.re.groupindex:
        span, new = Span(*found.span(), entry.node.block), f"**{found['name']}**"
    else:
        span, new = Span(found.start(), end, entry.node.block), f"**{found['name']}{colon}**"
    message = f"`{body.name}` reads {what} from bold text: '{found['name']}' is not bold"
    return Problem(span, message, f"Write {new}.", Fix((TextEdit(span, new),)))


def _mark(found: re.Match[str]) -> str:
    return found["mark"].strip() if "mark" in found.re.groupindex else found["sign"]


def _name(entry: _NamedItem) -> re.Match[str] | None:
    text = entry.node.block.text if entry.node.block is not None else ""
    return _ITALIC.match(text, entry.start) or _PLAIN.match(text, entry.start)


def has_bold_names(rune: str, body: Sequence[Node]) -> bool:
    """Whether a body has no names that this rune reads from bold text and that are written in another way."""
    entries = list(_entries(rune, body)) if rune in _NAMES else []
    return all(each.is_bold for each in entries) or not all(each.is_bold or _name(each) for each in entries)


def _entries(rune: str, body: Sequence[Node]) -> Iterator[_NamedItem]:
    """The list items or quotes that have a name, with the start of their text."""
    if rune == "conversation":
        nodes = [child for child in body if child.type == "blockquote"]
    else:
        nodes = [item for child in body if child.type == "list" for item in child.children]
    for node in nodes:
        marker = _MARKER.match(node.block.text, node.start) if node.block is not None else None
        if marker is not None:
            bold = next((each for each in node.walk() if each.type == "strong"), None)
            is_bold = bold is not None and plain_text(node).lstrip("[]x >-").startswith(plain_text(bold))
            yield _NamedItem(node, marker.end(), is_bold)
