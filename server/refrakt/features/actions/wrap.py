"""Wrapping what is selected in a rune: whole blocks in one of those that make something of them, words in one for words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..answers import Action, Changes, Range, Replacement
from ..reference import listed
from ..supposing import supposed
from .asked import Asked
from .content import same_content
from .registry import offers
from .rewriting import around_blocks
from .selecting import Blocks, selected_blocks, selected_words
from .suiting import opening, suiting

KIND = "refactor.rewrite"
_MOST = 8


@offers(KIND, rank=20)
def wrap(asked: Asked) -> Iterator[Action]:
    blocks = selected_blocks(asked)
    if blocks is not None:
        yield from _in_blocks(asked, blocks)
        return
    words = selected_words(asked)
    if words is not None:
        yield from _in_line(asked, words[1])


def _in_blocks(asked: Asked, blocks: Blocks) -> Iterator[Action]:
    if not can_be_wrapped(asked, blocks):
        return
    for rune in suiting(asked, blocks)[:_MOST]:
        yield Action(f"Wrap in {rune.name}", KIND, partial(wrapped, asked, blocks, f"{{% {rune.name} %}}", rune.name))


def can_be_wrapped(asked: Asked, blocks: Blocks) -> bool:
    """Whether blocks, and what stands around them, stay what they are with tags before and behind them."""
    # A rune for lines that fills an item of a list is right there, and would be wrong within another.
    runes = (asked.page.site.vocabulary.get(each.tag) for each in blocks.nodes if each.tag)
    if not blocks.ends_line or any(rune is not None and rune.inline for rune in runes):
        return False
    after = supposed(blocks.document, around_blocks(blocks, "{% x %}", "{% /x %}"))
    return same_content(blocks.document, after)


def wrapped(asked: Asked, blocks: Blocks, head: str, name: str) -> Changes | None:
    """Blocks between an opening and a closing tag."""
    return asked.rewritten(around_blocks(blocks, head, f"{{% /{name} %}}"))


def _in_line(asked: Asked, place: Range) -> Iterator[Action]:
    for rune in listed(asked.page.site.vocabulary):
        head = opening(rune, rune.name) if rune.inline and not rune.self_closing else None
        if head is not None:
            tags = (
                Replacement(Range(place.start, place.start), head),
                Replacement(Range(place.end, place.end), f"{{% /{rune.name} %}}"),
            )
            yield Action(f"Wrap in {rune.name}", KIND, partial(asked.rewritten, tags))
