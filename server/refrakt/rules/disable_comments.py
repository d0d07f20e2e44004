"""Comments that disable rules: for the next line, or from one comment to another.

`refrakt-disable-next-line CODES` applies to one line, `refrakt-disable CODES` up to `refrakt-enable` or to the end of the page.
Without codes, they apply to all rules.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple, cast

from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import BlockText, Span

DirectiveKind = Literal["disable-next-line", "disable", "enable"]

_NAME = "refrakt-disable"
_END = "refrakt-enable"
_DIRECTIVE = re.compile(
    r"(?:\[//\]: # \(|<!--)[ \t]*+refrakt-(disable-next-line|disable|enable)(?![-\w])([^)\n]*?)(?:\)|-->)"
)
_CODE = re.compile(r"[^\s,]+")


class Directive(NamedTuple):
    """A comment that disables or enables rules."""

    kind: DirectiveKind
    line: int
    """The line that it is on, from 0; of a comment over several lines, the last one."""
    codes: tuple[tuple[str, Span], ...]
    """The codes with their spans; none for all rules."""
    span: Span

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.codes)


def directives(document: Document) -> list[Directive]:
    """The directives of a page, in order."""
    blocks = document.blocks_containing(_NAME)
    if not blocks:
        return []
    indexes = sorted({*blocks, *document.blocks_containing(_END)})
    return [each for index in indexes for each in _in_block(document, document.blocks[index].source)]


def _in_block(document: Document, block: BlockText) -> Iterator[Directive]:
    first, begins = document.line_of(block), block.line_begins()
    for found in _DIRECTIVE.finditer(block.text):
        codes = tuple(
            (code.group(), Span(code.start(), code.end(), block))
            for code in _CODE.finditer(block.text, found.start(2), found.end(2))
        )
        line = first + bisect_right(begins, found.end()) - 1
        kind = cast(DirectiveKind, found.group(1))
        yield Directive(kind, line, codes, Span(found.start(), found.end(), block))


def suppressed_lines(document: Document) -> dict[int, frozenset[str]]:
    """The lines on which rules are disabled, and the codes of these; an empty set for all."""
    found: dict[int, frozenset[str]] = {}
    for directive, lines in _ranges(document, directives(document)):
        for line in lines:
            known = found.get(line)
            names = directive.names
            found[line] = names if known is None else known | names if known and names else frozenset()
    return found


def _ranges(document: Document, listed: Sequence[Directive]) -> Iterator[tuple[Directive, range]]:
    """The lines of each directive that disables something."""
    last = document.position(document.tree.end)[0]
    for index, each in enumerate(listed):
        if each.kind == "disable-next-line":
            yield each, range(each.line + 1, each.line + 2)
        elif each.kind == "disable":
            ends = (other.line for other in listed[index + 1 :] if _ends(other, each))
            yield each, range(each.line + 1, next(ends, last + 1))


def _ends(directive: Directive, disabled: Directive) -> bool:
    return directive.kind == "enable" and (not directive.codes or directive.names == disabled.names)


def unused_codes(
    document: Document, lines_by_code: dict[str, set[int]], checked: Collection[str]
) -> Iterator[tuple[str, Span]]:
    """The codes of directives that disable nothing, of those rules whose problems are all known."""
    for directive, lines in _ranges(document, directives(document)):
        for code, span in directive.codes:
            if code in checked and not any(line in lines for line in lines_by_code.get(code, ())):
                yield code, span
