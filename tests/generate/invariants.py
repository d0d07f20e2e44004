"""Invariants of every document. Each function yields the violations in a document.

- **Spans**: `text[span]` is the source of the node. A heading starts at its `#`, an item at its marker, a tag starts at
  `{%` and ends at `%}`; a text equals its source with escapes and entities decoded; the spans of tag names, attribute
  keys and values are exact.
- **Order**: siblings are in order and do not overlap; children are inside their parents, also in unbalanced trees.
- **Edits**: the document after any edits equals a full parse of the text.
- **Formatting**: the formatted text has an equal tree, and formatting it again changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from markdown_it.common.utils import unescapeAll

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_document
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tree import Node, TagSyntax

from .edits import Edit

MODES = tuple(ParseOptions(comments=bool(n & 1), indentation=bool(n & 2), slots=bool(n & 4)) for n in range(8))

BEGINNINGS = {
    "heading": r"#{1,6}(?:[ \t]|$)",
    "blockquote": r">",
    "list": r"[-+*]|[0-9]{1,9}[.)]",
    "item": r"[-+*]|[0-9]{1,9}[.)]",
    "fence": r"```|~~~",
    "hr": r"[-*_]",
    "code": r"`",
    "s": r"~~",
    "link": r"\[|<",
    "image": r"!\[",
    "comment": r"<!--",
    "html": r"<|\{%",  # also a tag that ends outside of its HTML block
    "tag": r"\{%",
    "error": r"\{%",
    "softbreak": r" *\n[ \t>]*$",
    "hardbreak": r"(?:  +|\\)\n[ \t>]*$",
}
ENDS: dict[str, str | tuple[str, ...]] = {
    "code": "`",
    "s": "~~",
    "image": (")", "]"),
    "link": (")", "]", ">"),
    "comment": "-->",
    "error": "%}",
    "tag": "%}",
}
UNTIDY = {"missing-closing", "missing-opening", "too-deep"}
ALWAYS_WHOLE = {"code", "image", "comment", "html", "error", "hr", "softbreak", "hardbreak"}
"""Nodes without content that an unmatched tag could change."""


def normalize(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")


def invalid_spans(document: Document) -> Iterator[str]:
    """Nodes and tags whose span does not match their source."""
    text = document.text
    if document.offsets(document.tree.span) != (0, len(text)):
        yield "the document's span is not the text"
    tidy = is_tidy(document)
    for node, parent in _with_parents(document.tree):
        start, end = document.offsets(node.span)
        if not 0 <= start <= end <= len(text):
            yield f"{node} is at {start}:{end} of {len(text)}"
            continue
        source = normalize(text[start:end])
        if _is_found_by_linkify(node, document):
            continue
        if (wrong := _position_violations(node, parent, source, tidy, document.options)) is not None:
            yield f"{node.type} {wrong}: {source!r}"
    for tag in document.tags():
        yield from (
            f"tag {normalize(text[slice(*document.offsets(tag.span))])!r}: {each}"
            for each in _tag_violations(document, tag)
        )


def is_tidy(document: Document) -> bool:
    """Whether the tree is balanced."""
    return not any(problem.id in UNTIDY for problem in document.problems)


def _is_found_by_linkify(node: Node, document: Document) -> bool:
    """Whether a node is a link without markup, or its text, at the same place."""
    if not document.options.linkify or node.type != "link" or len(node.children) != 1:
        return False
    return node.children[0].type == "text" and document.offsets(node.span) == document.offsets(node.children[0].span)


def _position_violations(node: Node, parent: Node, source: str, tidy: bool, options: ParseOptions) -> str | None:
    if node.type == "text":
        return _text_violations(node, parent, source, options)
    if not tidy and node.type not in ALWAYS_WHOLE:
        return None
    if node.type in BEGINNINGS and not re.match(BEGINNINGS[node.type], source):
        return "begins elsewhere"
    is_cut = node.open is not None and not node.open.terminated
    if node.type in ENDS and not is_cut and not source.endswith(ENDS[node.type]):
        return "ends elsewhere"
    if node.type in ("em", "strong"):
        marker = str(node.attributes["marker"])
        return None if source.startswith(marker) and source.endswith(marker) else "is not between its markers"
    if source != source.lstrip(" \t\n") and node.type not in ("softbreak", "hardbreak"):
        return "begins with white space"
    if node.type == "inline" and source != source.rstrip(" \t\n"):
        return "ends with white space"
    return None


_TYPED = re.compile(r"""\((?:c|tm|r|p)\)|[©®™§“”‘’'"….,?!–—+±-]""", re.IGNORECASE | re.ASCII)


def _text_violations(node: Node, parent: Node, source: str, options: ParseOptions) -> str | None:
    content = node.attributes.get("content")
    if options.linkify and parent.type == "link" and parent.span == node.span:
        return None  # the URL in a readable form
    if node.open is not None:
        return None if source.startswith("{%") and source.endswith("%}") else "is not its tag"
    if not isinstance(content, str) or (parent.type == "link" and not node.children and "://" in content):
        return None  # autolinks show their URL in a readable form
    if node.inline:
        # In a table, bars are unescaped before anything else is read.
        readings = [source, unescapeAll(source), unescapeAll(source.replace("\\|", "|"))]
        # An escaped tilde at the end of struck text is moved behind it by Markdown, away from where it was written.
        is_moved = content[:1] == "~" and content[1:] in readings
        if options.typographer:
            readings = [_TYPED.sub("", each) for each in readings]
            content = _TYPED.sub("", content)
        return None if content in readings or is_moved or "&#" in source else f"is not {content!r}"
    # In a fence inside a quote or a list, the lines of the source carry the container's prefix.
    lines, sources = content.split("\n"), source.split("\n")
    fits = len(lines) == len(sources) and all(map(_ends_with, sources, lines))
    return None if fits else f"is not {content!r}"


def _ends_with(source: str, line: str) -> bool:
    return source.endswith(line.lstrip(" \t"))


def _tag_violations(document: Document, tag: TagSyntax) -> Iterator[str]:
    start, end = document.offsets(tag.span)
    text = document.text
    if not text.startswith("{%", start):
        yield "does not begin with its bracket"
    if tag.terminated and not text.startswith("%}", end - 2):
        yield "does not end with its bracket"
    if tag.name and text[slice(*document.offsets(tag.name_span))] != tag.name:
        yield f"the name is not {tag.name!r}"
    last = start
    for attribute in tag.attributes:
        (key_start, key_end), (value_start, value_end) = (
            (at + start - tag.start for at in pair) for pair in (attribute.key, attribute.value)
        )
        if not (last <= key_start <= key_end <= end and start <= value_start <= value_end <= end):
            yield f"the attribute {attribute.annotation.name!r} is outside or out of order"
        last = max(key_end, value_end)
        if attribute.complete:
            yield from _attribute_violations(
                attribute.form, attribute.annotation, text[key_start:key_end], text[value_start:value_end]
            )


def _attribute_violations(form: str, annotation: Any, key: str, value: str) -> Iterator[str]:
    if form == "named" and key != annotation.name:
        yield f"the key {annotation.name!r} is not {key!r}"
    if form in ("id", "class"):
        written = annotation.value if form == "id" else annotation.name
        if value.lstrip("#.") != written:
            yield f"the shorthand {written!r} is not {value!r}"
        return
    if "\n" in value or "\r" in value or "\\|" in value:
        return  # it may contain a container's prefix, and in a table a bar is escaped
    again = next((tag for tag in parse(f"{{% x y={value} /%}}").tags()), None)
    if again is None or len(again.attributes) != 1 or again.attributes[0].annotation.value != annotation.value:
        yield f"the value {annotation.value!r} is not {value!r}"


def order_violations(document: Document) -> Iterator[str]:
    """Siblings out of order or overlapping, children outside of their parents."""
    for parent in (document.tree, *document.tree.walk()):
        outer = document.offsets(parent.span)
        # A slot may be anywhere among its siblings, so slots are in order among themselves.
        for group in (parent.children, list(parent.slots.values())):
            last = outer[0]
            for node in group:
                start, end = document.offsets(node.span)
                if start < last:
                    yield f"{node.type} at {start}:{end} in {parent.type} at {outer} begins before {last}"
                last = max(last, end)
            if last > outer[1]:
                yield f"{parent.type} at {outer} ends before its last child, at {last}"


def state(document: Document) -> dict[str, Any]:
    """A complete description of a document, to compare two of them."""
    return {
        "text": document.text,
        "tree": document.to_json(positions=True),
        "problems": [(each.id, each.level, each.message, document.offsets(each.span)) for each in document.problems],
        "tags": [
            (tag.kind, tag.name, tag.terminated, document.offsets(tag.span), *tag.attributes) for tag in document.tags()
        ],
    }


def incremental_mismatch(text: str, edits: Sequence[Edit], options: ParseOptions) -> Iterator[str]:
    """Edits after which the document differs from a full parse."""
    document = parse(text, options)
    before = state(document)
    first = document
    for number, edit in enumerate(edits):
        text = edit.apply(text)
        document = document.edit(*edit)
        fresh = state(parse(text, options))
        edited = state(document)
        for key, value in fresh.items():
            if edited[key] != _relative(key, value, fresh, edited):
                yield f"after edit {number} the {key} differ"
                return
    if state(first) != before:
        yield "the first version changed"


def _relative(key: str, value: Any, fresh: dict[str, Any], edited: dict[str, Any]) -> Any:
    """Attributes are placed relative to their block, and the ends of blocks may differ between engines."""
    if key != "tags" or len(value) != len(edited["tags"]):
        return value
    return [(*new[:4], *old[4:]) if new[:4] == old[:4] else new for new, old in zip(value, edited["tags"], strict=True)]


def meaning(tree: Any) -> Any:
    """A tree as JSON without positions and messages."""
    if isinstance(tree, dict):
        return {key: meaning(each) for key, each in tree.items() if key not in ("lines", "location", "message", "span")}
    return [meaning(each) for each in tree] if isinstance(tree, list) else tree


def formatting_changes(document: Document) -> Iterator[str]:
    """Ways in which formatting changes the tree or is not idempotent."""
    formatted = format_document(document)
    again = parse(formatted, document.options)
    if meaning(document.to_json()) != meaning(again.to_json()):
        yield f"the formatted text reads differently: {formatted!r}"
    elif (twice := format_document(again)) != formatted:
        yield f"formatting twice gives {twice!r} after {formatted!r}"


def broken(text: str, options: ParseOptions) -> list[str]:
    """All violations in one document."""
    document = parse(text, options)
    return [*invalid_spans(document), *order_violations(document), *formatting_changes(document)]


def _with_parents(tree: Node) -> Iterator[tuple[Node, Node]]:
    for parent in (tree, *tree.walk()):
        inner: Iterable[Node] = (*parent.slots.values(), *parent.children)
        for node in inner:
            yield node, parent
