"""Text that must stay text.

Markdown rarely needs an escape, and a page full of backslashes is hard to read. So text is first written *plainly*, with the
few escapes Markdoc's own formatter uses. Where that would be read as markup, the block is written again *guarded*: every
character that could begin something is escaped, depending on what stands beside it.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from ..text import WHITE

_SPACE = f"[{WHITE}]"
_PLAIN = re.compile(rf"^\*|(?<!#)#++{_SPACE}|^>")
_EMPHASIS = re.compile(r"[*_~]")

_PUNCTUATION = r"!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~"
_GUARDED = re.compile(
    rf"""
      \\(?=[{_PUNCTUATION}]|$)      # a backslash that would hide what follows, or break the line
    | [`\[\]]                       # code, links, images, definitions
    | \*(?!\ )|(?<!\ )\*            # emphasis; a star between spaces is only a star
    | _(?![ \w])|(?<![ \w])_|_$|^_  # likewise, and an underscore inside a word is part of it
    | ~(?=~)|(?<=~)~|~$|^~          # strikethrough, also with a neighbour's tilde
    | <(?=[A-Za-z/!?]|$)            # autolinks and comments
    | &(?=\#?\w+;)                  # entities
    | \{{(?=%|$)                    # tags
    | !$                            # a link after it would become an image
    """,
    re.VERBOSE | re.ASCII,
)
_LINE_START = re.compile(
    r"""
      (?P<mark> \#{1,6}(?=[ \t]|$)
              | >
              | [-+*](?=[ \t]|$)
              | [-*_](?=[ \t]*(?P<rule>[-*_])[ \t]*(?P=rule)[-*_ \t]*$)
              | [|:-](?=[-:| \t]*$)
              | ~(?=~~)
      )
    | \d{1,9}(?P<delimiter>[.)])(?=[ \t]|$)
    """,
    re.VERBOSE,
)
_BOX = re.compile(r"\[[ xX]\](?=[ \t])")
"""What a list of things to do begins its items with. It is text to Markdoc, and means something to those who read the source."""
_HEADING_TAIL = re.compile(r"(?:^|(?<=[ \t]))\\?#(?=#*$)")
_UNPRINTED = {"\n": "&#10;", "\r": "&#13;", "\0": "&#0;"}


class Edge(Enum):
    """What a text borders on: other inline content, a line break, or the beginning or end of the whole text."""

    INSIDE = auto()
    BREAK = auto()
    TEXT = auto()


TRIMMED = WHITE.replace("\u00a0", "")
_SWALLOWED_BEFORE = {Edge.INSIDE: "", Edge.BREAK: " \t", Edge.TEXT: TRIMMED}
_SWALLOWED_AFTER = {Edge.INSIDE: "", Edge.BREAK: " ", Edge.TEXT: TRIMMED}


def plain(text: str, emphasised: bool) -> str:
    """Text with the escapes of Markdoc's own formatter; `emphasised` inside strong, emphasis and strikethrough."""
    if emphasised:
        text = _EMPHASIS.sub(r"\\\g<0>", text)
    else:
        text = _PLAIN.sub(r"\\\g<0>", text, count=1)
    return text.replace("\u00a0", "&nbsp;")


def guarded(text: str, before: Edge, after: Edge, heading: bool) -> str:
    """Text that is read as the same text wherever it stands, at a line's start and end too."""
    mark = _LINE_START.match(text) if before is not Edge.INSIDE and not heading else None
    at = -1
    if mark is not None:
        at = mark.start("delimiter") if mark["delimiter"] else 0
    box = _BOX.match(text) if before is Edge.TEXT and not heading else None
    parts: list[str] = []
    last = 0
    for found in _GUARDED.finditer(text, box.end() if box else 0):
        if at >= 0 and at <= found.start():
            if at < found.start():
                parts.append(text[last:at] + "\\")
                last = at
            at = -1
        parts.append(text[last : found.start()] + "\\" + found.group())
        last = found.end()
    if at >= 0:
        parts.append(text[last:at] + "\\")
        last = at
    result = "".join(parts) + text[last:]
    if heading and after is Edge.TEXT:
        result = _HEADING_TAIL.sub(r"\\#", result)
    return _spaces(result, before, after)


def swallowed_at_start(text: str, before: Edge) -> bool:
    """Whether the first character is white space that Markdown drops there. (A no-break space is written as an entity.)"""
    return text[:1] in _SWALLOWED_BEFORE[before] and text != ""


def swallowed_at_end(text: str, after: Edge) -> bool:
    """Whether the last character is white space that Markdown drops there."""
    return text[-1:] in _SWALLOWED_AFTER[after] and text != ""


def _spaces(text: str, before: Edge, after: Edge) -> str:
    """White space that Markdown would swallow, spelt out."""
    text = text.replace("\u00a0", "&nbsp;")
    for char, entity in _UNPRINTED.items():
        if char in text:
            text = text.replace(char, entity)
    if swallowed_at_start(text, before):
        text = f"&#{ord(text[0])};{text[1:]}"
    if swallowed_at_end(text, after):
        text = f"{text[:-1]}&#{ord(text[-1])};"
    return text


def code_span(content: str) -> str:
    """Code between as many backticks as it takes."""
    runs = {len(run) for run in re.findall(r"`+", content)}
    ticks = "`" * next(length for length in range(1, len(runs) + 2) if length not in runs)
    edges = content[:1] + content[-1:]
    padded = "`" in edges or (edges == "  " and content.strip(" ") != "")
    space = " " if padded else ""
    return f"{ticks}{space}{content}{space}{ticks}"


def link_target(address: str, title: str, is_guarded: bool) -> str:
    """What stands between the round brackets of a link or an image."""
    if is_guarded:
        address = re.sub(r"&(?=#?\w+;)", "&amp;", address, flags=re.ASCII)
        title = re.sub(r"&(?=#?\w+;)", "&amp;", title, flags=re.ASCII)
        title = re.sub(rf"\\(?=[{_PUNCTUATION}])", r"\\\\", title).replace('"', '\\"').replace("\n", "&#10;")
    address = re.sub(r"[()]", r"\\\g<0>", address)
    return f'({address} "{title}")' if title else f"({address})"
