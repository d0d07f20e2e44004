"""Escaping of text.

Text rarely needs escapes, and many backslashes are hard to read. So text is first written with the few escapes of Markdoc's own
formatter (`escape_minimal`). If that changes the tree, the block is written with `escape_all`, which escapes every character
that could be markup in its context.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from refrakt.markdoc.text import WHITESPACE

_SPACE = f"[{WHITESPACE}]"
_MINIMAL = re.compile(rf"^\*|(?<!#)#++{_SPACE}|^>")
_EMPHASIS = re.compile(r"[*_~]")

_PUNCTUATION = r"!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~"
_MARKUP = re.compile(
    rf"""
      \\(?=[{_PUNCTUATION}]|$)      # a backslash that would escape the next character or break the line
    | [`\[\]]                       # code, links, images, definitions
    | \*(?!\ )|(?<!\ )\*            # emphasis; not a star between spaces
    | _(?![ \w])|(?<![ \w])_|_$|^_  # likewise; not an underscore inside a word
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
"""The checkbox of a task list item. Markdoc treats it as text, so it is not escaped."""
_HEADING_TAIL = re.compile(r"(?:^|(?<=[ \t]))\\?#(?=#*$)")
_UNPRINTED = {"\n": "&#10;", "\r": "&#13;", "\0": "&#0;"}


class Edge(Enum):
    """What is next to a text: other inline content, a line break, or the start or end of the whole text."""

    INSIDE = auto()
    BREAK = auto()
    TEXT = auto()


TRIMMED = WHITESPACE.replace("\u00a0", "")
_STRIPPED_BEFORE = {Edge.INSIDE: "", Edge.BREAK: " \t", Edge.TEXT: TRIMMED}
_STRIPPED_AFTER = {Edge.INSIDE: "", Edge.BREAK: " ", Edge.TEXT: TRIMMED}


def escape_minimal(text: str, emphasised: bool) -> str:
    """Text with the escapes of Markdoc's own formatter; `emphasised` inside strong, emphasis and strikethrough."""
    if emphasised:
        text = _EMPHASIS.sub(r"\\\g<0>", text)
    else:
        text = _MINIMAL.sub(r"\\\g<0>", text, count=1)
    return text.replace("\u00a0", "&nbsp;")


def escape_all(text: str, before: Edge, after: Edge, heading: bool) -> str:
    """Text with every character escaped that could be markup, also at the start and end of a line."""
    start = _LINE_START.match(text) if before is not Edge.INSIDE and not heading else None
    at = -1
    if start is not None:
        at = start.start("delimiter") if start["delimiter"] else 0
    box = _BOX.match(text) if before is Edge.TEXT and not heading else None
    parts: list[str] = []
    last = 0
    for found in _MARKUP.finditer(text, box.end() if box else 0):
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


def is_stripped_at_start(text: str, before: Edge) -> bool:
    """Whether the first character is white space that Markdown strips there. (A no-break space is written as an entity.)"""
    return text[:1] in _STRIPPED_BEFORE[before] and text != ""


def is_stripped_at_end(text: str, after: Edge) -> bool:
    """Whether the last character is white space that Markdown strips there."""
    return text[-1:] in _STRIPPED_AFTER[after] and text != ""


def _spaces(text: str, before: Edge, after: Edge) -> str:
    """Replace white space that Markdown would strip by entities."""
    text = text.replace("\u00a0", "&nbsp;")
    for char, entity in _UNPRINTED.items():
        if char in text:
            text = text.replace(char, entity)
    if is_stripped_at_start(text, before):
        text = f"&#{ord(text[0])};{text[1:]}"
    if is_stripped_at_end(text, after):
        text = f"{text[:-1]}&#{ord(text[-1])};"
    return text


def code_span(content: str) -> str:
    """A code span with as many backticks as needed."""
    runs = {len(run) for run in re.findall(r"`+", content)}
    ticks = "`" * next(length for length in range(1, len(runs) + 2) if length not in runs)
    edges = content[:1] + content[-1:]
    padded = "`" in edges or (edges == "  " and content.strip(" ") != "")
    space = " " if padded else ""
    return f"{ticks}{space}{content}{space}{ticks}"


def link_target(url: str, title: str, escaped: bool) -> str:
    """The destination and title of a link or image, in parentheses."""
    if escaped:
        url = re.sub(r"&(?=#?\w+;)", "&amp;", url, flags=re.ASCII)
        title = re.sub(r"&(?=#?\w+;)", "&amp;", title, flags=re.ASCII)
        title = re.sub(rf"\\(?=[{_PUNCTUATION}])", r"\\\\", title).replace('"', '\\"').replace("\n", "&#10;")
    url = re.sub(r"[()]", r"\\\g<0>", url)
    return f'({url} "{title}")' if title else f"({url})"
