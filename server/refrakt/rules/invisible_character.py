"""A character that nobody can see.

Zero-width spaces, control characters and the like come along when text is copied. They break links, searches and the names
of tags, and look like nothing. The fix removes them. Joiners that a script or an emoji needs are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.tree import BlockText, Node, Span

from .finding import Edit, Found
from .page import Here
from .registry import rule

_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"
_ALWAYS = "\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb"
_JOINERS = "\u200c\u200d"
_TAGS = "\U000e0000-\U000e007f"
_SUSPECT = re.compile(f"[{_CONTROLS}{_ALWAYS}{_JOINERS}{_TAGS}]")
_NAMES = {
    "\u200b": "a zero-width space",
    "\u200c": "a zero-width non-joiner",
    "\u200d": "a zero-width joiner",
    "\u2060": "a word joiner",
    "\ufeff": "a byte order mark",
}


@rule("invisible-character", "warning", node="text code tag error", fixable=True)
def invisible_character(here: Here) -> Iterator[Found]:
    for start, end, block in stretches(here.node):
        for found in _SUSPECT.finditer(block.text, start, end):
            if _is_meant(block.text, found.start()):
                continue
            char = found.group()
            name = _NAMES.get(char, f"a control character (U+{ord(char):04X})")
            span = Span(found.start(), found.end(), block)
            yield Found(span, f"there is {name} here that nobody can see", "Remove it.", [Edit(span, "")])


def stretches(node: Node) -> Iterator[tuple[int, int, BlockText]]:
    """What of a node is text that somebody has typed: all of a text, of a tag only what stands between its signs."""
    block = node.block
    if block is None:
        return
    content = node.attributes.get("content") if node.type in ("text", "code") else None
    if isinstance(content, str) and content.isprintable() and "\ufffd" not in content:
        # Nearly every text: all that is unseen counts as not printable, and NUL is read as U+FFFD.
        return
    if node.type not in ("tag", "error"):
        yield node.start, min(node.end, len(block.text)), block
    for tag in (node.open, node.close):
        if tag is not None and tag.block is not None and node.type in ("tag", "error"):
            yield tag.start, tag.end, tag.block


def _is_meant(text: str, at: int) -> bool:
    """Joiners hold emoji and some scripts together, and flags are spelt with tag characters."""
    char = text[at]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if char in _JOINERS:
        return bool(before and after) and not (before.isascii() or after.isascii())
    if "\U000e0000" <= char <= "\U000e007f":
        lead = text[:at].rstrip("".join(map(chr, range(0xE0000, 0xE0080))))
        return lead.endswith("\U0001f3f4")
    return char == "\ufeff" and at == 0
