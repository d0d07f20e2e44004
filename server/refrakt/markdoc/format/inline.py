"""Formatting of the inline content of a paragraph, heading, item or cell.

Inline nodes are first converted to fragments: literal text, markup, breaks. Text is escaped after that, because escapes depend on
the adjacent fragments, and annotations are inserted where they keep texts separate.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from markdown_it.common.utils import unescapeAll

from refrakt.markdoc.format.block_sequence import closes_inside, is_own_content
from refrakt.markdoc.format.block_style import DEFAULT, Style, closing_of, contents_of, opening_of
from refrakt.markdoc.format.escapes import (
    TRIMMED,
    Edge,
    code_span,
    escape_all,
    escape_minimal,
    is_stripped_at_end,
    is_stripped_at_start,
    link_target,
)
from refrakt.markdoc.format.values import format_annotations, format_opening, format_value
from refrakt.markdoc.tree import Annotation, Node, Span
from refrakt.markdoc.values import Function, Variable

_EMPHASIS = {"strong": "**", "em": "*", "s": "~~"}
_AUTOLINK = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^<>\x00-\x20%]*")


AnnotationGroups = Sequence[Sequence[Annotation]]
"""The annotations of a block, grouped by tag."""


class InlineFragment(NamedTuple):
    """`text` is not escaped yet; `markup` and `break` are final."""

    kind: Literal["text", "markup", "break"]
    content: str
    emphasised: bool = False


def format_inline(
    inline: Node, annotations: AnnotationGroups = (), style: Style = DEFAULT, heading: bool = False
) -> str:
    """The source of an inline node, lines separated by `\\n`, without a margin."""
    fragments = _fragments(inline, style)
    if annotations:
        fragments = _insert_annotations(fragments, annotations)
    if not style.escape_all_text:
        return "".join(
            escape_minimal(each.content, each.emphasised) if each.kind == "text" else each.content for each in fragments
        )
    parts: list[str] = []
    for index, fragment in enumerate(fragments):
        if fragment.kind != "text":
            parts.append(fragment.content)
            continue
        before, after = _edge(fragments, index - 1), _edge(fragments, index + 1)
        parts.append(escape_all(fragment.content, before, after, heading))
    return "".join(parts)


def _fragments(inline: Node, style: Style) -> list[InlineFragment]:
    """The fragments of an inline node, without blocks that an unclosed inline tag moved into it."""
    fragments: list[InlineFragment] = []
    first = -1
    pending: list[tuple[Node | None, str, str]] = [(node, "", "") for node in reversed(contents_of(inline))]
    while pending:
        node, parent, ending = pending.pop()
        if node is None:
            if parent in _EMPHASIS:
                _trim_last(fragments)
            fragments.append(InlineFragment("markup", ending))
            continue
        if not is_own_content(node, inline):
            continue
        opening, ending = _delimiters(node, style)
        if not closes_inside(node, inline):
            ending = ""
        if style.has_text_rules and (written := _unlike_source(node, style)):
            fragments.append(InlineFragment("markup", written))
            continue
        match node.type:
            case "text" if isinstance(node.attributes.get("content"), str):
                content = node.attributes["content"]
                if parent in _EMPHASIS and len(fragments) == first:
                    content = content.lstrip(TRIMMED)
                fragments.append(InlineFragment("text", content, parent in _EMPHASIS))
                continue
            case "softbreak" | "hardbreak":
                fragments.append(InlineFragment("break", opening))
                continue
        fragments.append(InlineFragment("markup", opening))
        if node.type in _EMPHASIS:
            first = len(fragments)
        if ending:
            pending.append((None, node.type, ending))
        if node.type != "link" or ending:
            pending.extend((child, node.type, "") for child in reversed(contents_of(node)))
    return fragments


def _unlike_source(node: Node, style: Style) -> str:
    """The source of a text that `typographer` has changed, and of a link that `linkify` made; empty for others."""
    if node.type == "text" and node.open is None:
        source = style.source(node.span)
        return source if node.attributes.get("content") not in (source, unescapeAll(source)) else ""
    if node.type == "link" and node.children and node.children[0].start == node.start:
        return style.source(node.span)  # other links begin with a bracket
    return ""


def _delimiters(node: Node, style: Style) -> tuple[str, str]:
    """The source before and after a node's children."""
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
            return f"![{attributes.get('alt') or ''}]{_target(node, 'src', style.escape_all_text)}", ""
        case "hardbreak":
            return "\\\n", ""
        case "softbreak":
            return "\n", ""
        case "text":
            return f"{{% {_value(attributes.get('content'))} %}}", ""
        case "comment":
            return f"<!-- {attributes.get('content', '')} -->", ""
        case "tag" if style.escape_all_text and node.close is not None and not contents_of(node):
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
    return "[", f"]{_target(node, 'href', style.escape_all_text)}"


def _is_reference(node: Node, style: Style) -> bool:
    """Whether a link or image is written with a label whose definition is elsewhere on the page."""
    return style.source(Span(max(node.end - 1, 0), node.end, node.block)) == "]"


def _is_autolink(node: Node) -> bool:
    """Whether a link's address is its own text. Markdown decodes what is encoded in such a text, hence the exceptions."""
    href = node.attributes.get("href", "")
    if not isinstance(href, str) or node.attributes.get("title") or len(node.children) != 1:
        return False
    text = node.children[0]
    if text.type != "text" or text.attributes.get("content") != href:
        return False
    return bool(_AUTOLINK.fullmatch(href)) and "xn--" not in href and escape_minimal(href, emphasised=False) == href


def _target(node: Node, name: str, escape_all_text: bool) -> str:
    address = node.attributes.get(name, "")
    if not isinstance(address, str):
        address = format_value(address)
    return link_target(address, str(node.attributes.get("title") or ""), escape_all_text)


def _trim_last(fragments: list[InlineFragment]) -> None:
    """Emphasis cannot end in white space. No parsed tree has that, but a tree built in code may."""
    if fragments[-1].kind == "text":
        fragments[-1] = fragments[-1]._replace(content=fragments[-1].content.rstrip(TRIMMED))


def annotations_of(node: Node) -> AnnotationGroups:
    """The annotations of a node, grouped by tag."""
    annotations = node.annotations
    sizes = [len(tag.attributes) for tag in node.annotation_tags]
    if sum(sizes) != len(annotations):
        return [[annotation] for annotation in annotations]
    ends = [*accumulate(sizes)]
    return [annotations[end - size : end] for size, end in zip(sizes, ends, strict=True) if size]


def _insert_annotations(fragments: list[InlineFragment], groups: AnnotationGroups) -> list[InlineFragment]:
    """Insert the annotations of a block.

    They normally go to the end. But in `a {% .x %} b` the annotation separates two texts, and white space before an
    annotation would be stripped at the end of a line: there an annotation is needed.
    """
    needed = [at for at in range(len(fragments) + 1) if _needs_separator(fragments, at)]
    if len(needed) > len(groups):
        needed = []
    inserted_at = {at: list(group) for at, group in zip(needed, groups, strict=False)}
    for group in groups[len(needed) :]:
        inserted_at.setdefault(len(fragments), []).extend(group)
    result: list[InlineFragment] = []
    for at in range(len(fragments) + 1):
        if at in inserted_at:
            result.append(InlineFragment("markup", format_annotations(inserted_at[at])))
        result.extend(fragments[at : at + 1])
    return result


def _needs_separator(fragments: list[InlineFragment], at: int) -> bool:
    """Whether an annotation is needed before fragment `at` to preserve it and the one before."""
    before = fragments[at - 1] if at else None
    after = fragments[at] if at < len(fragments) else None
    if before is not None and before.kind == "text":
        if after is not None and after.kind == "text":
            return True
        return is_stripped_at_end(before.content, _edge(fragments, at))
    return after is not None and after.kind == "text" and is_stripped_at_start(after.content, _edge(fragments, at - 1))


def _edge(fragments: list[InlineFragment], at: int) -> Edge:
    if not 0 <= at < len(fragments):
        return Edge.TEXT
    return Edge.BREAK if fragments[at].kind == "break" else Edge.INSIDE
