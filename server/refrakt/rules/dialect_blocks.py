"""Admonitions that mark each line of their content: GitHub alerts in quotations, MkDocs admonitions by indentation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.dialect_attributes import TITLE_ATTRIBUTES, quoted
from refrakt.rules.dialect_names import NamedRune, note_of_type, rune_named
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.prose_text import prose_blocks
from refrakt.rules.signs import sign
from refrakt.runes.vocabulary import Vocabulary

_ALERT = re.compile(r"^([ \t]{0,3}>[ \t]*)((?:\*\*)?\\?\[![ \t]*([A-Za-z][\w-]*)\\?\](?:\*\*)?[+-]?)([^\n\r]*)")
_QUOTE_MARK = re.compile(r"^[ \t]{0,3}>[ ]?", re.MULTILINE)
_ADMONITION = re.compile(
    r"""^[ \t]{0,3}((!!!|\?\?\?\+?)[ \t]*([A-Za-z][\w-]*)(?:[ \t]+inline(?:[ \t]+end)?)?(?:[ \t]+"([^"\n\r]*)")?)[ \t]*$""",
    re.MULTILINE,
)
_TAB = re.compile(r"""^[ \t]{0,3}(===[!+]?[ \t]+"[^"\n\r]+")[ \t]*$""", re.MULTILINE)
_ALERT_SIGN = sign("[!")
_ADMONITION_SIGN = sign("!!!", "???")
_TAB_SIGN = sign("===")
_INDENT = re.compile(r"(?: {4}|\t)")
_LINES = re.compile(r"[^\n]*\n?")


def quoted_alerts(page: Page) -> Iterator[Problem]:
    """`> [!NOTE]`: the type of a note in the first line of a quotation."""
    for block in prose_blocks(page, _ALERT_SIGN):
        found = _ALERT.match(block.text)
        named = _note(found[3], page.site.vocabulary) if found is not None else None
        if found is None or named is None:
            continue
        node = next((each for each in block.block.nodes if each.type == "blockquote"), None)
        if node is None:
            continue
        title = found[4].strip()
        body = _QUOTE_MARK.sub("", block.source.text[found.end() : node.end]).strip("\n")
        if title and not body:
            title, body = "", title  # the text is on the line of the type
        head, exact = _with_title(named, title)
        new = f"{{% {head} %}}\n{body}\n{{% /{named.name} %}}"
        yield Problem(
            Span(found.start(2), found.end(2), block.source),
            f"`{found[2]}` is a GitHub alert and is shown as text",
            f"Write {{% {head} %}} … {{% /{named.name} %}}.",
            Fix((TextEdit(Span(found.start(), node.end, block.source), new),), "safe" if exact else "unsafe"),
        )


def indented_admonitions(page: Page) -> Iterator[Problem]:
    """`!!! note` and `??? note` with an indented body."""
    vocabulary, document = page.site.vocabulary, page.document
    for block in prose_blocks(page, _ADMONITION_SIGN):
        for found in _ADMONITION.finditer(block.text):
            named, exact = _indented_rune(found, vocabulary)
            if named is None:
                continue
            head, complete = _with_title(named, found[4] or "")
            edits = _dedented(document, block.index, found.end(), f"{{% /{named.name} %}}")
            edits.insert(0, TextEdit(Span(found.start(1), found.end(1), block.source), f"{{% {head} %}}"))
            yield Problem(
                Span(found.start(1), found.end(1), block.source),
                f"`{found[1]}` is a MkDocs admonition and is shown as text",
                f"Write {{% {head} %}} … {{% /{named.name} %}}.",
                Fix(tuple(edits), "safe" if exact and complete else "unsafe"),
            )
    if vocabulary.get("tabs") is not None:
        for block in prose_blocks(page, _TAB_SIGN):
            for found in _TAB.finditer(block.text):
                message = f"`{found[1]}` is a MkDocs tab and is shown as text"
                yield Problem(
                    Span(found.start(1), found.end(1), block.source), message, "Write {% tabs %} … {% /tabs %}."
                )


def _note(type: str, vocabulary: Vocabulary) -> NamedRune | None:
    return note_of_type(type, vocabulary) or rune_named(type, vocabulary)


def _indented_rune(found: re.Match[str], vocabulary: Vocabulary) -> tuple[NamedRune | None, bool]:
    """The rune of an admonition; of a collapsible one, `details`, which has no type."""
    note = _note(found[3], vocabulary)
    details = vocabulary.get("details") if found[2].startswith("?") else None
    if details is not None:
        return NamedRune("details", details), found[3].lower() in ("details", "collapse", "collapsible")
    return note, note is not None and note.exact and not found[2].startswith("?")


def _with_title(named: NamedRune, title: str) -> tuple[str, bool]:
    """The name and attributes of a tag with a title, and whether the rune takes one."""
    head = f"{named.name}{named.attribute}"
    if not title:
        return head, named.exact
    taker = next((each for each in TITLE_ATTRIBUTES if each in named.rune.every_attribute), None)
    return (f"{head} {taker}={quoted(title)}", named.exact) if taker is not None else (head, False)


def _dedented(document: Document, index: int, start: int, closing: str) -> list[TextEdit]:
    """Edits that remove the indentation of the lines below an admonition and close it after the last of them."""
    edits: list[TextEdit] = []
    last = Span(start, start, document.blocks[index].source)
    for block in (document.blocks[at] for at in range(index, len(document.blocks))):
        at = block.text.find("\n", start) + 1 if block is document.blocks[index] else 0
        done = at == 0 and block is document.blocks[index]
        while not done and at < len(block.text):
            line = _line_at(block, at)
            indent = _INDENT.match(block.text, at)
            if line.strip() and indent is None:
                done = True
            elif indent is not None and line.strip():
                edits.append(TextEdit(Span(at, indent.end(), block.source), ""))
                end = at + len(line.rstrip())
                last = Span(end, end, block.source)
            at += len(line)
        if not edits and block is document.blocks[index] and start < len(block.text.rstrip()):
            # The lines below it are not indented.
            end = len(block.text.rstrip())
            return [TextEdit(Span(end, end, block.source), f"\n{closing}")]
        if done and (block is not document.blocks[index] or at < len(block.text)):
            break
    return [*edits, TextEdit(last, f"\n{closing}")]


def _line_at(block: Block, at: int) -> str:
    found = _LINES.match(block.text, at)
    return found[0] if found is not None else ""
