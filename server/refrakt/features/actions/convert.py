"""What is written in plain Markdown as the rune that is made for it: a table as a `datatable`, a quote as a `hint`.

The rune's content model must have a place for it, and its sample must show that it is meant for such a thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.runes.vocabulary import Vocabulary

from ..answers import Action, Changes, Range, Replacement
from ..reference import listed
from .asked import Asked
from .registry import offers
from .rewriting import marks_before
from .selecting import Blocks, block_at
from .suiting import has_room, is_for_blocks, kind_of, reads, suits, usual_kinds
from .wrap import can_be_wrapped, wrapped

KIND = "refactor.rewrite"
_KINDS = frozenset({"blockquote", "table", "list:ordered", "list:unordered", "fence", "image"})
_QUOTED = "hint"
"""What a remark is written as that used to be a quote."""
_MOST = 4


@offers(KIND, rank=30)
def convert(asked: Asked) -> Iterator[Action]:
    blocks = block_at(asked, lambda node: kind_of(node) in _KINDS)
    if blocks is None or not blocks.ends_line:
        return
    words = asked.page.site.vocabulary
    kind = kind_of(blocks.nodes[0])
    if _has_its_rune(words, blocks, kind) or (kind == "fence" and not _is_on_first_line(asked, blocks)):
        return
    if not has_room(words, blocks):
        return
    if kind == "blockquote":
        yield from _unquoted(asked, blocks, words)
    if not can_be_wrapped(asked, blocks):
        return
    found = [
        rune
        for rune in listed(words)
        if is_for_blocks(rune, words) and usual_kinds(rune) - {"paragraph"} == {kind} and suits(words, blocks, rune)
    ]
    found.sort(key=lambda rune: (rune.category != "Content", rune.name))
    for rune in found[:_MOST]:
        yield Action(
            f"Convert to {rune.name}", KIND, partial(wrapped, asked, blocks, f"{{% {rune.name} %}}", rune.name)
        )


def _has_its_rune(words: Vocabulary, blocks: Blocks, kind: str) -> bool:
    """Whether a rune around is made for this already."""
    runes = (words.get(node.tag or "") for node in blocks.parents if node.type == "tag")
    return any(rune is not None and kind in usual_kinds(rune) for rune in runes)


def _is_on_first_line(asked: Asked, blocks: Blocks) -> bool:
    """Whether the cursor is where a code block begins, and not in the code."""
    position = asked.document.position
    return position(asked.place.start)[0] == position(blocks.place.start)[0]


def _unquoted(asked: Asked, blocks: Blocks, words: Vocabulary) -> Iterator[Action]:
    rune = words.get(_QUOTED)
    quote = blocks.nodes[0]
    if rune is not None and reads(words, rune, quote.children):
        yield Action(f"Convert to {rune.name}", KIND, partial(_without_marks, asked, blocks, rune.name))


def _without_marks(asked: Asked, blocks: Blocks, name: str) -> Changes | None:
    """A quote without the signs at the beginning of its lines, between tags."""
    document, place = asked.document, blocks.place
    marks = marks_before(document, place.start)
    lines = asked.text[place.start : place.end].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    bare = [lines[0].removeprefix(">").removeprefix(" ")]
    for line in lines[1:]:
        inner = line.removeprefix(marks) if line.startswith(marks) else line.lstrip(" \t")
        # A line may go on with a quote without its sign.
        quoted = inner.lstrip(" ")
        bare.append(quoted[1:].removeprefix(" ") if quoted.startswith(">") else inner)
    body = [f"{marks}{line}".rstrip() if not line.strip() else f"{marks}{line}" for line in bare]
    new = "\n".join([f"{{% {name} %}}", *body, f"{marks}{{% /{name} %}}"])
    return asked.rewritten([Replacement(Range(*place), new)], anew=place)
