"""What the text of a block must contain for a mistake to be in it.

Rules look for hundreds of mistakes, and nearly no text has one. The signs of all of them are one RE2 set: one pass over the text of
a block finds its signs, in a time that does not depend on how many there are. A rule runs only where it finds a sign of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import BlockText
from refrakt.rules.registry import page_rules

Sign = int
"""The number of a sign."""
Signs = frozenset[Sign]

_PATTERNS: dict[str, Sign] = {}
_MAX_MEMORY = 8 << 20
"""Of the compiled set, in bytes."""


def sign(*texts: str, pattern: str = "") -> Sign:
    """Declare a sign, when a module is loaded: one of these texts, or what a pattern matches. The syntax is that of RE2: it has no
    lookaround, `\\z` is the end of the text, and `\\w`, `\\s` and `\\b` are of ASCII."""
    source = "|".join([*map(re.escape, texts), *([pattern] if pattern else [])])
    return _PATTERNS.setdefault(source, len(_PATTERNS))


def signs_of(text: BlockText) -> Signs:
    """The signs in the text of a block, its code included. Kept with the text."""
    if text.signs is None:
        text.signs = signs_in(text.text)
    return text.signs


def signs_in(text: str) -> Signs:
    """The signs in a text."""
    found = _compiled().Match(
        text.encode("utf-8", "replace")
    )  # unpaired surrogates cannot be encoded, and are no part of a sign
    return _interned(tuple(found)) if found else NO_SIGNS


def blocks_by_sign(document: Document) -> Mapping[Sign, Sequence[int]]:
    """The indexes of the blocks of a document by their signs."""
    return document.blocks_by(_of_block)


def _of_block(block: Block) -> Signs:
    return signs_of(block.source)


NO_SIGNS: Signs = frozenset()


@lru_cache(4096)
def _interned(found: tuple[Sign, ...]) -> Signs:
    return frozenset(found)


@cache
def _compiled() -> Any:
    import re2

    page_rules()  # declares all signs
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    options.log_errors = False
    compiled = re2.Set.SearchSet(options)
    for source in _PATTERNS:
        compiled.Add(source)
    compiled.Compile()
    return compiled
