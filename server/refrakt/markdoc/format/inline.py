"""The inside of a paragraph, heading, item or cell as one text.

The inline nodes are first laid out as a row of pieces: literal text, markup, breaks. Only then is the text escaped, because
what needs an escape depends on the neighbours, and annotations are put where they keep the pieces apart as they were.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from ..tree import Annotation, Node, Span
from ..values import Function, Variable
from .escapes import TRIMMED, Edge, code_span, guarded, link_target, plain, swallowed_at_end, swallowed_at_start
from .steps import belongs, closes_inside
from .style import DEFAULT, Style, closing_of, contents_of, opening_of
from .value import format_annotations, format_opening, format_value

_EMPHASIS = {"strong": "**", "em": "*", "s": "~~"}
_AUTOLINK = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^<>\x00-\x20%]*")


Groups = Sequence[Sequence[Annotation]]
"""The annotations of a block, those from one pair of `{% %}` together."""


class Piece(NamedTuple):
    """`text` is still to be escaped; `markup` and `break` stand as they are."""

    kind: Literal["text", "markup", "break"]
    content: str
    emphasised: bool = False


def format_inline(inline: Node, annotations: Groups = (), style: Style = DEFAULT, heading: bool = False) -> str:
    """The text in an inline node as source, lines separated by `\\n`, without any margin."""
    pieces = _pieces(inline, style)
    if annotations:
        pieces = _place(pieces, annotations)
    if not style.careful:
        return "".join(plain(each.content, each.emphasised) if each.kind == "text" else each.content for each in pieces)
    parts: list[str] = []
    for index, piece in enumerate(pieces):
        if piece.kind != "text":
            parts.append(piece.content)
            continue
        before, after = _edge(pieces, index - 1), _edge(pieces, index + 1)
        parts.append(guarded(piece.content, before, after, heading))
    return "".join(parts)


def _pieces(inline: Node, style: Style) -> list[Piece]:
    """The nodes laid out in a row. What an unclosed inline tag has swallowed is no inline content and is left out."""
    pieces: list[Piece] = []
    first = -1
    pending: list[tuple[Node | None, str, str]] = [(node, "", "") for node in reversed(contents_of(inline))]
    while pending:
        node, parent, ending = pending.pop()
        if node is None:
            if parent in _EMPHASIS:
                _trim_last(pieces)
            pieces.append(Piece("markup", ending))
            continue
        if not belongs(node, inline):
            continue
        opening, ending = _around(node, style)
        if not closes_inside(node, inline):
            ending = ""
        match node.type:
            case "text" if isinstance(node.attributes.get("content"), str):
                content = node.attributes["content"]
                if parent in _EMPHASIS and len(pieces) == first:
                    content = content.lstrip(TRIMMED)
                pieces.append(Piece("text", content, parent in _EMPHASIS))
                continue
            case "softbreak" | "hardbreak":
                pieces.append(Piece("break", opening))
                continue
        pieces.append(Piece("markup", opening))
        if node.type in _EMPHASIS:
            first = len(pieces)
        if ending:
            pending.append((None, node.type, ending))
        if node.type != "link" or ending:
            pending.extend((child, node.type, "") for child in reversed(contents_of(node)))
    return pieces


def _around(node: Node, style: Style) -> tuple[str, str]:
    """What is written before a node's children and after them."""
    attributes = node.attributes
    match node.type:
        case "strong" | "em" | "s":
            marker = str(attributes.get("marker") or _EMPHASIS[node.type])
            return marker, marker
        case "code":
            content = attributes.get("content", "")
            return code_span(content if isinstance(content, str) else format_value(content)), ""
        case "link":
            return _link(node, style)
        case "image":
            if _is_reference(node, style):
                return style.source(node.span), ""
            return f"![{attributes.get('alt') or ''}]{_target(node, 'src', style.careful)}", ""
        case "hardbreak":
            return "\\\n", ""
        case "softbreak":
            return "\n", ""
        case "text":
            return f"{{% {_value(attributes.get('content'))} %}}", ""
        case "comment":
            return f"<!-- {attributes.get('content', '')} -->", ""
        case "tag" if style.careful and node.close is not None and not contents_of(node):
            # Alone on its line a tag in one part would be a block.
            return format_opening(node, "%}"), f"{{% /{node.tag} %}}"
        case "tag":
            return opening_of(node), closing_of(node)
        case "error":
            return style.source(node.span), ""
    return "", ""


def _value(value: object) -> str:
    """An interpolated value. `@name` is read as a bare list of path steps."""
    if isinstance(value, list) and value:
        return "@" + format_value(Variable(tuple(value)))[1:]
    return format_value(value) if isinstance(value, Function | Variable) else str(value)


def _link(node: Node, style: Style) -> tuple[str, str]:
    if _is_reference(node, style) and node.children:
        return "[", style.source(Span(node.children[-1].end, node.end, node.block))
    if _is_autolink(node):
        return f"<{node.attributes['href']}>", ""
    return "[", f"]{_target(node, 'href', style.careful)}"


def _is_reference(node: Node, style: Style) -> bool:
    """Whether a link or image is written with a label whose definition stands elsewhere on the page."""
    return style.source(Span(max(node.end - 1, 0), node.end, node.block)) == "]"


def _is_autolink(node: Node) -> bool:
    """Whether a link's address is its own text. Markdown decodes what is encoded in such a text, hence the exceptions."""
    href = node.attributes.get("href", "")
    if not isinstance(href, str) or node.attributes.get("title") or len(node.children) != 1:
        return False
    text = node.children[0]
    if text.type != "text" or text.attributes.get("content") != href:
        return False
    return bool(_AUTOLINK.fullmatch(href)) and "xn--" not in href and plain(href, emphasised=False) == href


def _target(node: Node, name: str, careful: bool) -> str:
    address = node.attributes.get(name, "")
    if not isinstance(address, str):
        address = format_value(address)
    return link_target(address, str(node.attributes.get("title") or ""), careful)


def _trim_last(pieces: list[Piece]) -> None:
    """Emphasis cannot end in white space. Nothing that was read does, but a tree may have been built by hand."""
    if pieces[-1].kind == "text":
        pieces[-1] = pieces[-1]._replace(content=pieces[-1].content.rstrip(TRIMMED))


def annotations_of(node: Node) -> Groups:
    """What is annotated on a node."""
    annotations = node.annotations
    sizes = [len(mark.attributes) for mark in node.marks]
    if sum(sizes) != len(annotations):
        return [[annotation] for annotation in annotations]
    ends = [*accumulate(sizes)]
    return [annotations[end - size : end] for size, end in zip(sizes, ends, strict=True) if size]


def _place(pieces: list[Piece], groups: Groups) -> list[Piece]:
    """Put the annotations of a block where they are needed.

    They normally stand at the end. But `a {% .x %} b` is two texts and would become one, and white space beside an
    annotation is part of the text and would be lost at the end of a line: at such a place an annotation has to stay.
    """
    needed = [at for at in range(len(pieces) + 1) if _keeps_apart(pieces, at)]
    if len(needed) > len(groups):
        needed = []
    standing = {at: list(group) for at, group in zip(needed, groups, strict=False)}
    for group in groups[len(needed) :]:
        standing.setdefault(len(pieces), []).extend(group)
    placed: list[Piece] = []
    for at in range(len(pieces) + 1):
        if at in standing:
            placed.append(Piece("markup", format_annotations(standing[at])))
        placed.extend(pieces[at : at + 1])
    return placed


def _keeps_apart(pieces: list[Piece], at: int) -> bool:
    """Whether something has to stand before piece `at` to keep it and the one before as they are."""
    before = pieces[at - 1] if at else None
    after = pieces[at] if at < len(pieces) else None
    if before is not None and before.kind == "text":
        if after is not None and after.kind == "text":
            return True
        return swallowed_at_end(before.content, _edge(pieces, at))
    return after is not None and after.kind == "text" and swallowed_at_start(after.content, _edge(pieces, at - 1))


def _edge(pieces: list[Piece], at: int) -> Edge:
    if not 0 <= at < len(pieces):
        return Edge.TEXT
    return Edge.BREAK if pieces[at].kind == "break" else Edge.INSIDE
