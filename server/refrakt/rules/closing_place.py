"""Where the content of an unclosed tag ends, and where that of a closing tag without an opening one begins.

The content model decides: a part of a rune ends where the next part begins. Otherwise content hardly reaches beyond the section of
its page. If only one place is left, it is certain; if there are several, the first is a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.problem_spans import line_end, line_start
from refrakt.rules.tag_moves import is_alone
from refrakt.rules.tag_sequence import TagToken
from refrakt.runes.rune import Rune
from refrakt.runes.vocabulary import Vocabulary

_MOST_PARTS = 200
"""How many blocks after an unclosed tag are considered."""


class Insertion(NamedTuple):
    """Where a tag is to be inserted."""

    edit: TextEdit
    certain: bool


class _Part(NamedTuple):
    """A block after an unclosed tag, or a pair of tags with its content."""

    start: int
    end: int
    node: Node | None = None
    name: str = ""
    """Of the tag, if it is one."""


def closing_place(
    document: Document, vocabulary: Vocabulary, tokens: Sequence[TagToken], token: TagToken, parent: TagToken | None
) -> Insertion | None:
    """Where an unclosed tag is to be closed; `parent` is the closing tag of the tag around it."""
    text = document.text
    closing = f"{{% /{token.name} %}}"
    if not is_alone(text, token) or token.containers:
        return _at_line_end(document, token, closing)
    rune = vocabulary.get(token.name)
    if not vocabulary.refrakt:
        # Without content models, only a closing tag of the parent limits the content.
        return _before(text, parent, token, closing) if parent is not None and parent.start > token.end else None
    parts = _parts(document, tokens, token, parent)
    last, certain = _last_part(vocabulary, rune, parts, parent is not None)
    if last is None:
        at, new = token.end, f"\n{closing}"
        return Insertion(TextEdit(Span(at, at), new), False)
    indent = text[line_start(text, token.start) : token.start]
    at = last.start + len(text[last.start : last.end].rstrip())
    return Insertion(TextEdit(Span(at, at), f"\n{indent}{closing}"), certain)


def _before(text: str, parent: TagToken, token: TagToken, closing: str) -> Insertion | None:
    if not is_alone(text, parent):
        return None
    indent = text[line_start(text, token.start) : token.start]
    return Insertion(TextEdit(Span(parent.start, parent.start), f"{closing}\n{indent}"), True)


def _at_line_end(document: Document, token: TagToken, closing: str) -> Insertion:
    """The end of the cell or of the line of a tag in text."""
    text = document.text
    cell = next((each for each in reversed(token.containers) if each.name == "table cell"), None)
    end = line_end(text, token.end)
    if cell is not None:
        end = document.offsets(Span(cell.start, cell.end, cell.block))[1]
    return Insertion(TextEdit(Span(end, end), closing), False)


def _parts(document: Document, tokens: Sequence[TagToken], token: TagToken, parent: TagToken | None) -> list[_Part]:
    """The blocks after an unclosed tag, up to the closing tag of its parent. A pair of tags is one part."""
    limit = parent.start if parent is not None else len(document.text)
    partners = _partners(tokens)
    found: list[_Part] = []
    at = document.block_at(token.start) + 1
    while at < len(document.blocks) and len(found) < _MOST_PARTS:
        start, block = document.start_of(at), document.blocks[at]
        if start >= limit:
            break
        end = start + len(block.text)
        if block.kind == "open":
            opening = start + block.tags[0].start
            end = partners.get(opening, limit)  # an unclosed one reaches as far as its parent
            found.append(_Part(start, end, None, block.tags[0].name))
            at = document.block_at(end - 1) + 1
            continue
        if block.kind == "close":
            break
        node = block.nodes[0] if block.nodes else None
        if node is not None:
            name = node.tag or "" if node.type == "tag" else ""
            found.append(_Part(start, min(end, limit), node, name))
        at += 1
    return found


def _partners(tokens: Sequence[TagToken]) -> dict[int, int]:
    """The end of the closing tag of each opening tag, by its start."""
    found: dict[int, int] = {}
    stack: list[TagToken] = []
    for each in tokens:
        if each.kind == "open":
            stack.append(each)
        elif each.kind == "close":
            match = next((n for n in range(len(stack) - 1, -1, -1) if each.closes(stack[n])), None)
            if match is not None:
                found[stack[match].start] = each.end
                del stack[match:]
    return found


def _last_part(
    vocabulary: Vocabulary, rune: Rune | None, parts: list[_Part], in_parent: bool
) -> tuple[_Part | None, bool]:
    """The last part of the content of a rune, and whether that is certain."""
    if not parts:
        return None, False
    if rune is None:
        return parts[0], False
    if rune.owns_content and not in_parent:
        return parts[-1], True
    own = [n for n, each in enumerate(parts) if _is_part_of(vocabulary, each.name, rune)]
    if rune.parents:
        sibling = next((n for n, each in enumerate(parts) if _is_rune(vocabulary, each.name, rune)), None)
        if sibling is not None:
            return (parts[sibling - 1], True) if sibling else (None, False)
        return parts[-1], in_parent
    if own and own[0] == 0:
        run = next((n for n in range(len(parts)) if n not in own), len(parts))
        return parts[run - 1], True
    section = next(
        (n for n, each in enumerate(parts) if n and each.node is not None and each.node.type == "heading"), None
    )
    inside = parts[:section] if section is not None else parts
    return inside[0], len(inside) == 1


def _is_rune(vocabulary: Vocabulary, name: str, rune: Rune) -> bool:
    return bool(name) and vocabulary.names.get(name) == rune.name


def _is_part_of(vocabulary: Vocabulary, name: str, rune: Rune) -> bool:
    part = vocabulary.get(name) if name else None
    return part is not None and rune.name in part.parents


def opening_place(
    document: Document, vocabulary: Vocabulary, tokens: Sequence[TagToken], token: TagToken
) -> Insertion | None:
    """Where the opening tag of a closing tag is to be inserted: before its parts, or before the block above it."""
    text = document.text
    if not is_alone(text, token) or token.containers:
        return None
    rune = vocabulary.get(token.name)
    starts = {end: start for start, end in _partners(tokens).items()}
    at = token.start
    first: int | None = None
    while True:
        before = len(text[:at].rstrip())
        start = starts.get(before)
        if start is None:
            break
        name = next((each.name for each in tokens if each.start == start), "")
        if rune is None or not _is_part_of(vocabulary, name, rune):
            break
        first = at = start
    if first is None:
        index = document.block_at(max(token.start - 1, 0))
        block = document.blocks[index]
        if block.kind != "leaf" or block.frontmatter is not None or index == document.block_at(token.start):
            return None
        first = document.start_of(index)
    return Insertion(TextEdit(Span(first, first), f"{{% {token.name} %}}\n"), False)
