"""Tags of other dialects in the text of a page: shortcodes, components, directives.

Each dialect is a sign, a pattern for its tags and a name for messages. Code is hidden before, so samples are not
found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from refrakt.rules.dialect_attributes import ForeignAttributes, read_attributes
from refrakt.rules.page import Page
from refrakt.rules.prose_text import ProseBlock, prose_blocks, prose_blocks_containing, text_blocks
from refrakt.rules.signs import Sign, blocks_by_sign, sign

_NAME = r"[A-Za-z][\w.-]*"
_ELEMENT = re.compile(rf"<(/?)({_NAME})(?=[\s/>])")
_ELEMENT_END = re.compile(r"\s{0,20}(/?)>")
_BRACES = re.compile(rf"(?<![${{])\{{\{{(?:([<%])|[-~])?\s{{0,20}}([/#]|end\s{{0,3}})?\s{{0,3}}({_NAME})")
_BRACES_END = re.compile(r"\s{0,20}(/?)\s{0,3}[>%~-]?\}\}")
_BRACKETS = re.compile(rf"(?<![\]\[!\\])\[(/?)({_NAME})(?=[\s\]])")
_BRACKETS_END = re.compile(r"\s{0,20}(/?)\](?![(:\[])")
_COLONS = re.compile(
    r"^([ \t]*)(:{3,})[ \t]*(?:(?:\{[ \t]*\.(?:callout-)?|\{)?([A-Za-z][\w-]*))?([^\n\r]*)", re.MULTILINE
)
_LEAF = re.compile(r"^[ \t]*::([A-Za-z][\w-]*)([\[{][^\n\r]*)?[ \t]*$", re.MULTILINE)
_BRACKETED = re.compile(r"\s*\[([^\]\n]*)\]")

Kind = Literal["open", "close", "void"]


class ForeignTag(NamedTuple):
    """A tag of another dialect."""

    dialect: str
    kind: Kind
    name: str
    block: ProseBlock
    start: int
    end: int
    attributes: ForeignAttributes = ForeignAttributes()
    title: str = ""
    depth: int = 0
    """The number of colons."""

    @property
    def text(self) -> str:
        return self.block.block.text[self.start : self.end]


class Dialect(NamedTuple):
    """A way to write tags."""

    about: str
    sign: Sign
    tags: Callable[[ProseBlock], Iterator[ForeignTag]]
    required: Sign | None = None
    """The sign of another part of such a tag, in the same block or in another one."""
    marker: str = ""
    """What every block with such a tag contains, if that is too frequent for a sign."""
    needs_pair: bool = False
    """Whether a single tag may be ordinary text."""
    in_tags: bool = False
    """Whether Markdoc reads a part of it as a tag."""
    is_html: bool = False


def _components(block: ProseBlock) -> Iterator[ForeignTag]:
    return _bracketed(block, _ELEMENT, _ELEMENT_END, "component")


def _bracketed(
    block: ProseBlock, opening: re.Pattern[str], ending: re.Pattern[str], dialect: str
) -> Iterator[ForeignTag]:
    text = block.text
    for found in opening.finditer(text):
        attributes = read_attributes(text, found.end())
        end = ending.match(text, attributes.end)
        if end is not None:
            kind: Kind = "close" if found[1] else "void" if end[1] else "open"
            yield ForeignTag(dialect, kind, found[2], block, found.start(), end.end(), attributes)


def _shortcodes(block: ProseBlock) -> Iterator[ForeignTag]:
    text = block.text
    for found in _BRACES.finditer(text):
        attributes = read_attributes(text, found.end())
        end = _BRACES_END.match(text, attributes.end)
        if end is not None:
            kind: Kind = "void" if end[1] else "open"
            if (found[2] or "")[:1] in ("/", "e"):
                kind = "close"
            yield ForeignTag("shortcode", kind, found[3], block, found.start(), end.end(), attributes)


def _delimited(opening: str, closing: str) -> Callable[[ProseBlock], Iterator[ForeignTag]]:
    """Tags between the delimiters of another template language."""
    start = re.compile(rf"{re.escape(opening)}[-=~]?[ \t]{{0,20}}(/|end[ \t]{{0,3}})?[ \t]{{0,3}}({_NAME})(?=[^\w.-])")
    end = re.compile(rf"[ \t]{{0,20}}(/?)[-~]?{re.escape(closing)}")

    def tags(block: ProseBlock) -> Iterator[ForeignTag]:
        text = block.text
        for found in start.finditer(text):
            attributes = read_attributes(text, found.end())
            last = end.match(text, attributes.end)
            if last is not None:
                kind: Kind = "close" if found[1] else "void" if last[1] else "open"
                yield ForeignTag("delimited", kind, found[2], block, found.start(), last.end(), attributes)

    return tags


def _brackets(block: ProseBlock) -> Iterator[ForeignTag]:
    return _bracketed(block, _BRACKETS, _BRACKETS_END, "bracket")


def _containers(block: ProseBlock) -> Iterator[ForeignTag]:
    for found in _COLONS.finditer(block.text):
        start, depth = found.end(1), len(found[2])
        if not found[3]:
            if not found[4].strip():
                yield ForeignTag("container", "close", "", block, start, found.end(2), depth=depth)
            continue
        attributes, title = _directive_rest(found[4])
        end = found.start(4) + len(found[4].rstrip())
        yield ForeignTag("container", "open", found[3], block, start, end, attributes, title, depth)


def _leaves(block: ProseBlock) -> Iterator[ForeignTag]:
    for found in _LEAF.finditer(block.text):
        start = found.start(1) - 2
        attributes, title = _directive_rest(found[2] or "")
        end = start + len(found[0].strip())
        yield ForeignTag("directive", "void", found[1], block, start, end, attributes, title)


def _directive_rest(rest: str) -> tuple[ForeignAttributes, str]:
    """The attributes and the title after the name of a directive: `[Title]{a="b"}`, `a="b"`, `"Title"` or just a title."""
    title, at = "", 0
    label = _BRACKETED.match(rest)
    if label is not None:
        title, at = label[1].strip(), label.end()
    rest = rest[at:].strip()
    if not rest or rest == "}":
        return ForeignAttributes(), title
    inner = rest.removeprefix("{").removesuffix("}")
    found = read_attributes(inner)
    braced = rest.startswith("{")
    # Without braces, words are a title rather than flags.
    has_values = bool(found.named or found.positional or found.shorthands) and all(
        value != "true" for _, value in found.named
    )
    if not inner[found.end :].strip() and (braced or has_values):
        return found, title
    if title or "{" in rest or "=" in rest:
        return ForeignAttributes(exact=False), title
    return ForeignAttributes(), rest.strip("\"'").strip()


DIALECTS = (
    Dialect("an admonition of another Markdown dialect", sign(":::"), _containers),
    Dialect("a directive of another Markdown dialect", sign("::"), _leaves),
    Dialect("a shortcode of another tool", sign("{{"), _shortcodes, in_tags=True),
    *(
        Dialect("a tag in the delimiters of another language", sign(start), _delimited(start, end), required=sign(end))
        for start, end in (
            ("<%", "%>"),
            ("[%", "%]"),
            ("(%", "%)"),
            ("{$", "$}"),
            ("{#", "#}"),
            ("{|", "|}"),
            ("{@", "@}"),
        )
    ),
    Dialect(
        "an element of JSX or HTML", sign(pattern=r"<[A-Za-z/]"), _components, required=sign("</", "/>"), is_html=True
    ),
    Dialect("a shortcode of another tool", sign("[/"), _brackets, marker="[", needs_pair=True),
)
_MOST_OPEN = 64
"""How many open tags a closing tag is compared with."""


class ForeignPair(NamedTuple):
    """A tag of another dialect with its closing tag, if it has one."""

    dialect: Dialect
    opening: ForeignTag
    closing: ForeignTag | None


def foreign_pairs(page: Page) -> Iterator[ForeignPair]:
    """The tags of other dialects with their closing tags."""
    document = page.document
    for dialect in DIALECTS:
        if dialect.is_html and document.options.html:
            continue
        if dialect.required is not None and dialect.required not in blocks_by_sign(document):
            continue
        blocks = (text_blocks if dialect.in_tags else prose_blocks)(page, dialect.sign)
        if dialect.marker and next(blocks, None) is not None:
            blocks = prose_blocks_containing(page, dialect.marker)
        tags = [tag for block in blocks for tag in dialect.tags(block)]
        if tags:
            yield from _paired(dialect, tags)


def _paired(dialect: Dialect, tags: list[ForeignTag]) -> list[ForeignPair]:
    closing_of: dict[int, ForeignTag] = {}
    opened: list[int] = []
    for index, tag in enumerate(tags):
        if tag.kind == "open":
            opened.append(index)
        elif tag.kind == "close":
            last = len(opened) - 1
            at = next(
                (at for at in range(last, max(last - _MOST_OPEN, -1), -1) if _closes(tag, tags[opened[at]])), None
            )
            if at is not None:
                closing_of[opened[at]] = tag
                del opened[at:]
    return [
        ForeignPair(dialect, tag, closing_of.get(index))
        for index, tag in enumerate(tags)
        if tag.kind != "close" and (index in closing_of or not dialect.needs_pair)
    ]


def _closes(closing: ForeignTag, opening: ForeignTag) -> bool:
    if not closing.name:
        return closing.depth == opening.depth
    return closing.name.lower() == opening.name.lower()
