"""Pairs opening and closing tags that do not match.

One mistake makes several problems: a tab left open leaves the tabs around it open too, and their closing tags do not match.
Only the tab is reported. A tag that is closed in a list item and opened outside of it, or the reverse, leaves the tags around it
open as well; only its closing tag is reported.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from refrakt.markdoc.document import Document
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.tree import BlockText, TagSyntax
from refrakt.rules.name_suggestion import nearest
from refrakt.rules.parse_limits import unread_from
from refrakt.rules.problem_spans import tag_named_at
from refrakt.rules.tag_containers import containers_of

_FURTHEST = 300
"""How many open tags are searched for the intended one."""

Key = tuple[BlockText | None, int]


def key_of(tag: TagSyntax) -> Key:
    return tag.block, tag.start


@dataclass(slots=True)
class TagPairs:
    """Pairs of opening and closing tags besides those of Markdoc."""

    consequences: set[Key] = field(default_factory=set)
    """Tags whose problem disappears with that of another tag."""
    waiting: set[str] = field(default_factory=set)
    """Names of closing tags whose opening tags cannot be parsed."""
    close_before: dict[Key, tuple[TagSyntax, tuple[str, ...]]] = field(default_factory=dict)
    """An opening tag, the closing tag it had to be closed before, and what is to be closed there, innermost first.

    Where several are open, the fix of the innermost closes them all.
    """
    misnamed: dict[Key, TagSyntax] = field(default_factory=dict)
    """A closing tag, and the opening tag that it was intended for."""
    crossed: dict[Key, tuple[TagSyntax, TagSyntax]] = field(default_factory=dict)
    """A closing tag that comes too early, the tag that is open inside, and where that one is closed."""
    misplaced: dict[Key, tuple[TagSyntax, TagSyntax]] = field(default_factory=dict)
    """A closing tag and its opening tag in another list item, quote or cell."""
    unread_from: int | None = None
    """Where the first text begins that was not read: tags in it may open or close others."""

    def is_read(self, document: Document, tag: TagSyntax | None) -> bool:
        """Whether the text up to a tag was read; None is the end of the page."""
        if self.unread_from is None:
            return True
        return tag is not None and document.offsets(tag.span)[0] < self.unread_from


@dataclass(slots=True)
class _Opened:
    tag: TagSyntax
    unclosed: bool = False
    broken: bool = False


@document_cache(1)
def tag_pairs(document: Document) -> TagPairs:
    """Find the pairs. Only called if some tags do not match."""
    return _Pairing(document).run()


class _Pairing:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.result = TagPairs(unread_from=unread_from(document))
        self.unclosed: set[Key] = set()
        self.stray: set[Key] = set()
        for problem in document.problems:
            if problem.id == "missing-closing" and (tag := tag_named_at(document, problem.span, "open")):
                self.unclosed.add(key_of(tag))
            elif problem.id == "missing-opening" and (tag := tag_named_at(document, problem.span, "close")):
                self.stray.add(key_of(tag))
        self.stack: list[_Opened] = []
        self.crossing: dict[Key, Key] = {}
        """Tags that are open where one around them is closed, and that closing tag."""

    def run(self) -> TagPairs:
        for tag in self.document.tags():
            if tag.kind == "open" and tag.terminated:
                self.stack.append(_Opened(tag, unclosed=key_of(tag) in self.unclosed))
            elif tag.kind == "broken" or not tag.terminated:
                if tag.name and _is_closing(tag):
                    self._half_closed(tag)
                elif tag.name:
                    self.stack.append(_Opened(tag, broken=True))
            elif tag.kind == "close":
                if key_of(tag) in self.stray:
                    self._stray(tag)
                else:
                    self._closed(tag)
        return self.result

    def _from_the_top(self) -> range:
        """The open tags, innermost first, up to the limit."""
        size = len(self.stack)
        return range(size - 1, max(size - _FURTHEST, 0) - 1, -1)

    def _closed(self, closing: TagSyntax) -> None:
        """A closing tag with its opening tag: invalid tags in between are dropped, unclosed ones are recorded."""
        for index in self._from_the_top():
            opened = self.stack[index]
            if opened.tag.name == closing.name and not opened.broken and not opened.unclosed:
                early = self.crossing.pop(key_of(opened.tag), None)
                if early is not None:
                    self.result.crossed[early] = (opened.tag, closing)
                elif not self._is_in_same_container(opened.tag, closing):
                    self._misplaced(closing, opened.tag)
                del self.stack[index:]
                return

    def _is_in_same_container(self, opening: TagSyntax, closing: TagSyntax) -> bool:
        return containers_of(self.document, opening) == containers_of(self.document, closing)

    def _misplaced(self, closing: TagSyntax, opening: TagSyntax) -> None:
        self.result.misplaced[key_of(closing)] = (closing, opening)
        self.result.consequences |= {key_of(closing), key_of(opening)}

    def _half_closed(self, closing: TagSyntax) -> None:
        """A closing tag that cannot be parsed: after its fix it closes a tag."""
        opened = self.stack[-1] if self.stack else None
        if opened is not None and opened.unclosed and opened.tag.name == closing.name:
            self.result.consequences.add(key_of(opened.tag))
            self.stack.pop()

    def _stray(self, closing: TagSyntax) -> None:
        index = next((n for n in self._from_the_top() if self.stack[n].tag.name == closing.name), None)
        if index is not None:
            self._named(closing, index)
            return
        opened = self.stack[-1] if self.stack else None
        if opened is None or not (opened.unclosed or opened.broken):
            return
        if opened.broken:
            # Its name is known only after its fix.
            if nearest(closing.name, [opened.tag.name]):
                self.result.consequences.add(key_of(closing))
                self.stack.pop()
            return
        self.result.misnamed[key_of(closing)] = opened.tag
        self.result.consequences.add(key_of(opened.tag))
        self.stack.pop()

    def _named(self, closing: TagSyntax, index: int) -> None:
        """A tag of this name is open: the open tags inside of it are the cause."""
        opened = self.stack[index]
        inside = self.stack[index + 1 :]
        result = self.result
        if opened.broken:
            result.consequences.add(key_of(closing))
            result.waiting.add(closing.name)
        elif opened.unclosed and not inside:
            if not self._is_in_same_container(opened.tag, closing):
                self._misplaced(closing, opened.tag)
            elif result.misplaced:
                result.consequences |= {key_of(closing), key_of(opened.tag)}
        elif any(each.unclosed for each in inside):
            names = [each for each in reversed(inside) if each.unclosed]
            for each in names:
                result.close_before[key_of(each.tag)] = (closing, ())
            result.close_before[key_of(names[0].tag)] = (closing, tuple(each.tag.name for each in names))
            result.consequences |= {key_of(closing), key_of(opened.tag)}
        else:
            whole = [each for each in inside if not each.broken]
            if len(whole) == 1:
                # Its closing tag comes later.
                self.crossing[key_of(whole[0].tag)] = key_of(closing)
                result.consequences.add(key_of(opened.tag))
                del self.stack[index]
                return
            if not whole:
                return
        del self.stack[index:]


def _is_closing(tag: TagSyntax) -> bool:
    text = tag.block.text[tag.start + 2 : tag.name_start] if tag.block is not None else ""
    return "/" in text
