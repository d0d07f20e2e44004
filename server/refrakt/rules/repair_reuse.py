"""Reuses the repairs of an earlier version of a page while text beside its tags is typed.

A page with an opened tag that is not closed yet is what a writer has on screen while typing, so the search for the mistake must
not be repeated for every character. A change is *quiet* if it cannot change which repairs are found: one text is replaced by
another one in the same block, and neither has tags or the names of the tags that do not match.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import repeat
from typing import NamedTuple

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.document_cache import clear_with_documents
from refrakt.markdoc.shared_blocks import common_prefix_and_suffix
from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.repair_candidates import TagRepair

_SIGNS = ("{%", "%}", ":::", "<!--")
_DELIMITERS = frozenset("{}()[]<>%&$#|/\\=")
"""A name without any of them beside it is a word of the text."""
_MOST_KEPT = 4


class PageChange(NamedTuple):
    """What differs between two versions of a page."""

    old: Sequence[Block]
    new: Sequence[Block]
    """The blocks with another text."""
    rebuilt: Sequence[tuple[Block, Block]]
    """Blocks beside them that were parsed again, with the same text."""
    content_end: int
    """Of the old blocks: the end of their last line with text."""
    start: int
    end: int
    """Of the characters that are replaced, in the old text."""
    text: str
    """What replaces them."""

    @property
    def growth(self) -> int:
        return len(self.text) - (self.end - self.start)

    def moved(self, offset: int) -> int | None:
        """An offset of the old text in the new one; None if its character is replaced."""
        if offset < self.start:
            return offset
        return offset + self.growth if offset >= self.end else None


def page_change(old: Document, new: Document) -> PageChange:
    before, after = common_prefix_and_suffix(old.blocks, new.blocks)
    was, now = old.blocks[before : len(old.blocks) - after], new.blocks[before : len(new.blocks) - after]
    rebuilt: list[tuple[Block, Block]] = []
    begin = old.start_of(before)
    while was and now and _is_rebuilt(was[0], now[0]):
        begin += len(was[0].text)
        rebuilt.append((was.pop(0), now.pop(0)))
    while was and now and _is_rebuilt(was[-1], now[-1]):
        rebuilt.append((was.pop(), now.pop()))
    one, other = ("".join(each.text for each in blocks) for blocks in (was, now))
    first, last = common_prefix_and_suffix(one, other)
    content_end = begin + len(one.rstrip())
    end = begin + len(one) - last
    return PageChange(was, now, rebuilt, content_end, begin + first, end, other[first : len(other) - last])


def _is_rebuilt(old: Block, new: Block) -> bool:
    return old.text == new.text and old.kind == new.kind and old.unclosed == new.unclosed


def is_quiet(change: PageChange, names: Collection[str]) -> bool:
    """Whether a change leaves the repairs of tags with these names as they are: it is in one block, which stays one."""
    return len(change.old) == len(change.new) < 2 and all(map(_is_quiet, change.old, change.new, repeat(names)))


def _is_quiet(old: Block, new: Block, names: Collection[str]) -> bool:
    return (
        _shape(old) == _shape(new)
        and old.kind == "leaf"
        and not any(_may_have_tags(each, names) for each in (old, new))
    )


def _shape(block: Block) -> tuple[object, ...]:
    """What the places of missing tags depend on: the kinds of nodes, and the space around the text."""
    text = block.text
    content = text.strip()
    at = text.find(content)
    return block.kind, [node.type for node in block.nodes], text[:at], text[at + len(content) :]


def _may_have_tags(block: Block, names: Collection[str]) -> bool:
    if block.tags or block.unclosed or block.frontmatter is not None or block.problems:
        return True
    text = block.text.lower()
    if any(each in text for each in _SIGNS):
        return True
    return not _DELIMITERS.isdisjoint(text) and any(each.lower() in text for each in names)


def moved_repairs(repairs: Iterable[TagRepair], change: PageChange) -> list[TagRepair] | None:
    """The repairs after a quiet change; None if one of them is in the replaced characters."""
    moved = []
    for each in repairs:
        start = change.moved(each.start)
        edits = [_moved_edit(edit, change) for edit in each.edits]
        related = each.related
        if related is not None:
            at = change.moved(related.start)
            related = None if at is None else related._replace(start=at, end=at + related.end - related.start)
        if start is None or None in edits or (related is None) != (each.related is None):
            return None
        end = start + each.end - each.start
        moved.append(replace(each, start=start, end=end, edits=tuple(filter(None, edits)), related=related))
    return moved


def _moved_edit(edit: TextEdit, change: PageChange) -> TextEdit | None:
    start, end = edit.span.bounds
    if start == end == change.content_end:
        return edit.shifted(change.growth)  # a tag that is inserted after the text stays there
    if end <= change.start:
        return edit
    return edit.shifted(change.growth) if start >= change.end else None


# Versions of pages with their repairs applied -------------------------------------------------------------------------


class _Edited(NamedTuple):
    document: Document
    edits: tuple[TextEdit, ...]
    result: Document


_edited: deque[_Edited] = deque(maxlen=_MOST_KEPT)
clear_with_documents(_edited.clear)


def edited(document: Document, edits: Iterable[TextEdit]) -> Document:
    """The page after some edits. Of those that overlap, the last is applied.

    If an earlier version of the page was edited in the same way, only what has changed since is applied to its result.
    """
    wanted = tuple(_apart(edits))
    for known in reversed(_edited):
        result = _again(known, document, wanted)
        if result is not None:
            break
    else:
        result = document
        for edit in reversed(wanted):
            result = result.edit(*edit.span.bounds, edit.new)
    _edited.append(_Edited(document, wanted, result))
    return result


def _apart(edits: Iterable[TextEdit]) -> list[TextEdit]:
    """The edits that are applied, in the order of the text."""
    kept: list[TextEdit] = []
    for edit in sorted(edits, key=lambda each: each.span.bounds, reverse=True):
        if not kept or edit.span.end <= kept[-1].span.start:
            kept.append(edit)
    return kept[::-1]


def _again(known: _Edited, document: Document, wanted: tuple[TextEdit, ...]) -> Document | None:
    if len(known.edits) != len(wanted) or known.document.options != document.options:
        return None
    if known.document is document:
        return known.result if known.edits == wanted else None
    change = page_change(known.document, document)
    shift = 0
    for each, other in zip(known.edits, wanted, strict=True):
        if each.span.end <= change.start and other == each:
            shift += each.growth
        elif each.span.start < change.end or other != each.shifted(change.growth):
            return None
    return known.result.edit(change.start + shift, change.end + shift, change.text)
