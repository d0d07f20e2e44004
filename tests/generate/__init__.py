"""Generators of Markdoc documents, random and typical.

One grammar has two drivers. With `random.Random(seed)` it makes tens of thousands of documents quickly and the same
ones every time; with Hypothesis (`documents()`) the same choices shrink to the smallest failure.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from .blocks import blocks, frontmatter
from .edits import Edit, edits
from .mutate import mutate, reline, soup
from .pages import PAGES

__all__ = ["PAGES", "Edit", "document", "documents", "edits", "many", "seeds"]


def document(rng: Random) -> str:
    """One document: from the grammar, a mutated typical page, or random tokens."""
    pick = rng.random()
    if pick < 0.12:
        return soup(rng)
    if pick < 0.32:
        text = mutate(rng, rng.choice(PAGES), rng.randint(0, 5))
    else:
        text = frontmatter(rng) if rng.random() < 0.06 else ""
        text += "\n".join(blocks(rng, rng.randint(1, 7), depth=0))
        text += rng.choice(["", "\n", "\n", "\n\n", "\n   ", " \n"])
        if rng.random() < 0.15:
            text = mutate(rng, text, rng.randint(1, 3))
    if rng.random() < 0.06:
        text = rng.choice(["\n", "\n\n", "  \n", "\t\n", "\ufeff", "\u2028\n", "\n\x0c\n"]) + text
    return reline(rng, text)


def many(seed: int, count: int) -> list[str]:
    """`count` documents that depend only on the seed."""
    return [document(Random(f"{seed}/{index}")) for index in range(count)]


def documents() -> st.SearchStrategy[str]:
    """Documents for Hypothesis: half of them from its choices, which shrink, half from a seed, which vary more."""
    return st.one_of(st.randoms(use_true_random=False), seeds()).map(document)


def seeds() -> st.SearchStrategy[Random]:
    """Plain generators of random numbers."""
    return st.integers(0, 2**48).map(Random)
