"""An item of a list that Markdown reads as text.

A list needs a space after its marker, and `-`, `*`, `+` or a number with a period as marker: `-Oak`, `1.Oak`, `• Oak`
and `(1) Oak` are lines of a paragraph, and run together. Single lines that may be text, such as an option or a
negative number, are not reported.

**Example**

```markdoc {% process=false %}
-Oak boards
-Brass screws
```

**Use instead**

```markdoc {% process=false %}
- Oak boards
- Brass screws
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.page import Page, RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.prose_text import prose_of, verbatim_blocks
from refrakt.rules.registry import rule
from refrakt.rules.signs import blocks_by_sign, sign
from refrakt.untrusted import one_line


class Marker(NamedTuple):
    """A wrong marker of an item."""

    pattern: re.Pattern[str]
    """Group 1 is replaced."""
    message: str
    numbered: bool = False
    bullet: str = "- "
    in_lists: bool = True
    """Whether one such line between items of a list is an item too."""
    certain: bool = False
    """Whether a single line is enough."""
    glued: bool = False
    """Whether only a space is missing."""


_WORD = r"(?=\[[ xX]?\] |[A-Z“\"\[`*][^\n]|[a-z]+ [a-z]+\b|[a-z][\w-]*: )"
_MARKERS = (
    Marker(re.compile(r"([-+])(?![-+])" + _WORD), "a space is missing after the marker of a list item", glued=True),
    Marker(
        re.compile(r"(\*)(?!\*)(?=[A-Z][^\n*]+$|\[[ xX]\] |\[[^\]\n]+\]\([^)\n]+\)$)"),
        "a space is missing after the marker of a list item",
        glued=True,
    ),
    Marker(
        re.compile(r"(\d{1,3}[.)])(?=[A-Z“\"\[`*][^\n]{2}|[a-z]{2,} )"),
        "a space is missing after the number of a list item",
        numbered=True,
    ),
    Marker(
        re.compile(r"([-*+][\u00a0\u2002-\u200a\u202f\u3000]+)[ \t]*(?=\S)"),
        "the character after the marker of a list item is not a normal space",
        certain=True,
    ),
    Marker(
        re.compile(r"([•·‣●◦▪⁃○■□➤►✓✔][ \t]*)(?=\S)"),
        "this character is not the marker of a list: `- ` is",
    ),
    Marker(
        re.compile(r"((?:--|~|→|➔|➜|▸|▹|▶|‒|―)[ \t]+)(?=\S)"),
        "this is not the marker of a list: `- ` is",
        in_lists=False,
    ),
    Marker(
        re.compile(r"(\\[-*+•][ \t]+)(?=\S)"),
        "a backslash before the marker of a list makes it text",
        in_lists=False,
    ),
    Marker(
        re.compile(r"(\d{1,3}(?:\.\)|\.-|\\[.)]|[．、])[ \t]*)(?=[A-Z“\"\[`*])"),
        "the marker of a numbered item is a number with a period",
        numbered=True,
    ),
    Marker(re.compile(r"((?:–|—|->|=>|>>)[ \t]+)(?=\S)"), "the marker of a list item is `-`"),
    Marker(
        re.compile(r"(\d{1,3}(?:[:-]|[ \t][.):-])[ \t]+)(?=[A-Z“\"\[`*])"),
        "the marker of a numbered item is a number with a period",
        numbered=True,
    ),
    Marker(
        re.compile(r"(\(\d{1,3}\)[ \t]+)(?=\S)"),
        "a number in parentheses is not the marker of a list",
        numbered=True,
        in_lists=False,
    ),
)
_GLUED = re.compile(r"([-+*])(?=[^\s*+-])")
_SIGN = sign(
    pattern=r"(?m:^[ \t>]*(?:[-+*][^\s*+-]|\p{Nd}{1,3}(?:[.)]\S|\\|[．、])"
    r"|(?:--|\\[-*+•])[ \t]|[~→➔➜▸▹▶‒―][ \t]|[•·‣●◦▪⁃○■□➤►✓✔–—]|[-=>]>|\(\p{Nd}|\p{Nd}{1,3}(?:[:-]|[ \t][.):-])))"
)
"""A line that may be an item with a wrong marker."""
_GLUED_SIGN = sign(pattern=r"\A(?:[-*+]|\p{Nd}{1,3}[.)])(?:[A-Z“\"`]|\*\*[A-Z`])")
_GLUED_ITEM = re.compile(r"([-+](?![-*+])|\*(?![-*+])(?=[^*\n]*(?:\n|\Z))|\d{1,3}[.)])(?=[A-Z“\"`][^\n]{2}|\*\*[A-Z`])")
_FIRST_CHARACTERS = frozenset("\\~→➔➜▸▹▶‒―-+*•·‣●◦▪⁃○■□➤►✓✔–—=>(0123456789")
_LINE_STARTS = re.compile(r"^[ \t]{0,3}(?=\S)", re.MULTILINE)


@rule(
    "list-item-syntax",
    "warning",
    "syntax",
    on="node:paragraph node:list page",
    fixable=True,
    root_cause=True,
    habitual=True,
    signs=[_SIGN],
)
def list_item_syntax(subject: RuleContext | Page) -> Iterator[Problem]:
    yield from _apart(subject) if isinstance(subject, Page) else _in_block(subject)


def _in_block(context: RuleContext) -> Iterator[Problem]:
    node, block = context.node, context.node.block
    if (
        block is None
        or context.is_verbatim
        or any(each.type in ("list", "blockquote", "item") for each in context.parents)
    ):
        return
    text = block.text
    if node.type == "paragraph" and not (
        text[node.start : node.start + 1] in _FIRST_CHARACTERS or any(f"\n{each}" in text for each in "-+*•·–—=(1")
    ):
        return
    prose = prose_of(context.page.document.block_of(block))[: node.end]
    # In a list, a line with more indentation is the text of an item.
    margin = node.start - (text.rfind("\n", 0, node.start) + 1) if node.type == "list" else None
    starts = [
        found.end()
        for found in _LINE_STARTS.finditer(prose, node.start)
        if margin is None or len(found[0]) == margin or found.start() == node.start
    ]
    for marker in _MARKERS:
        found = [each for each in (marker.pattern.match(prose, at) for at in starts) if each is not None]
        if found and found[0][1][0] in "–—" and not context.vocabulary.refrakt:
            continue  # the dash of direct speech in many languages
        if found and _is_list(context, marker, found, len(starts)):
            yield _problem(context, marker, _all_items(marker, prose, starts) or found)


def _all_items(marker: Marker, prose: str, starts: list[int]) -> list[re.Match[str]]:
    """All lines with the marker and no space, once the others show that it is a list."""
    if not marker.glued:
        return []
    return [each for each in (_GLUED.match(prose, at) for at in starts) if each is not None]


def _is_list(context: RuleContext, marker: Marker, found: list[re.Match[str]], lines: int) -> bool:
    """Whether lines are meant as items: several of them after at most one other line, or one among items."""
    if context.node.type == "list":
        ordered = bool(context.node.attributes.get("ordered"))
        return marker.in_lists and ordered == marker.numbered
    if marker.certain:
        return True
    if marker.numbered:
        numbers = [int(re.sub(r"\D", "", each[1])) for each in found]
        if numbers[0] != 1 or numbers != list(range(1, len(numbers) + 1)):
            return False
    if not context.vocabulary.refrakt and len(found) < lines:
        return False
    text = found[0].string
    if any(text[: each.start()].endswith(("  \n", "\\\n")) for each in found[1:]):
        return False  # with hard line breaks it looks as intended
    return len(found) >= 2 and lines - len(found) <= 1


def _apart(page: Page) -> Iterator[Problem]:
    """Items without a space that are a paragraph of their own, since blank lines are between the items."""
    blocks = page.document.blocks
    indexes = [each for each in blocks_by_sign(page.document).get(_GLUED_SIGN, ()) if _is_glued_item(blocks[each])]
    numbers = {_glued_number(blocks[index]) for index in indexes}
    hidden = verbatim_blocks(page) if indexes else ()
    for index in indexes:
        block = blocks[index]
        found = _GLUED_ITEM.match(block.text)
        if found is None or index in hidden:
            continue
        before = _list_at(blocks[index - 1], -1) if index else None
        after = _list_at(blocks[index + 1], 0) if index + 1 < len(blocks) else None
        number = int(found[1][:-1]) if found[1][:-1].isdigit() else None
        is_next = before is not None and (
            _first_number(before) is None if number is None else _first_number(before) == number - len(before.children)
        )
        is_first = after is not None and number is not None and _first_number(after) == number + 1
        if is_next or is_first or (number is not None and _is_run(numbers)):
            kind = "marker" if number is None else "number"
            message = f"a space is missing after the {kind} of a list item"
            end = found.end(1)
            fix = Fix((TextEdit(Span(end, end, block.source), " "),))
            advice = f"Write {found[1]} {one_line(block.text[end:].strip(), 100)}."
            yield Problem(Span(0, end, block.source), message, advice, fix)


def _glued_number(block: Block) -> int | None:
    found = _GLUED_ITEM.match(block.text)
    return int(found[1][:-1]) if found is not None and found[1][:-1].isdigit() else None


def _is_run(numbers: set[int | None]) -> bool:
    """Whether these are the numbers of a list, from one on."""
    found = numbers - {None}
    return len(found) > 1 and found == set(range(1, len(found) + 1))


def _is_glued_item(block: Block) -> bool:
    """Whether a block is a paragraph of one line that may be an item without a space."""
    return (
        block.text[:1] in _FIRST_CHARACTERS
        and bool(block.nodes)
        and block.nodes[0].type == "paragraph"
        and "\n" not in block.text.strip()
        and _GLUED_ITEM.match(block.text) is not None
        and not _is_emphasized(block.nodes[0])
    )


def _is_emphasized(paragraph: Node) -> bool:
    """Whether the asterisk that begins a paragraph is that of italic text, as in `*Note* that …`."""
    first = next(iter(paragraph.children), None)
    first = next(iter(first.children), None) if first is not None else None
    return first is not None and first.type in ("em", "strong") and first.start == paragraph.start


def _list_at(block: Block, index: int) -> Node | None:
    """The list at the start or at the end of a block."""
    node = block.nodes[index] if block.nodes else None
    return node if node is not None and node.type == "list" and node.block is block.source else None


def _first_number(node: Node) -> int | None:
    """The number of the first item of a list; None for a list without numbers."""
    if not node.attributes.get("ordered") or node.block is None:
        return None
    written = re.match(r"\d{1,9}", node.block.text[node.start : node.end])
    return int(written[0]) if written is not None else None


def _problem(context: RuleContext, marker: Marker, found: list[re.Match[str]]) -> Problem:
    block = context.node.block
    edits = []
    for number, each in enumerate(found, 1):
        new = f"{each[1]} "
        if marker.glued and not marker.numbered and context.node.type == "list" and block is not None:
            new = f"{block.text[context.node.start]} "  # with another character a second list would begin
        if marker.numbered and each[1][-1].isspace():
            new = f"{number}. " if each[1].startswith("(") else f"{re.sub(r'[^0-9]', '', each[1])}. "
        edits.append(
            TextEdit(
                Span(each.start(1), each.end(1), block),
                marker.bullet
                if not marker.numbered and (marker.certain or each[1][-1].isspace() or not marker.in_lists)
                else new,
            )
        )
    first = found[0]
    assert block is not None
    rest = block.text[first.end() : context.node.end].partition("\n")[0].strip()
    shown = edits[0].new.strip()
    return Problem(
        Span(first.start(1), first.start(1) + len(first[1].rstrip()), block),
        marker.message,
        f"Write {shown} {rest}.",
        Fix(tuple(edits)),
    )
