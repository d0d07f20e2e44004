"""Outline, folding ranges, tokens, selections and linked names of any page are valid for an editor."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from generate import PAGES, many
from refrakt.features.folding import folding_ranges
from refrakt.features.linked_editing import linked_names
from refrakt.features.outline import outline
from refrakt.features.selection_range import selection_ranges
from refrakt.features.semantic_tokens.vocabulary_names import name_classifier
from refrakt.project.site import SiteContext

from .checking import page_of, plain_markdoc, site_with_all_runes
from .test_outline import check_spans
from .test_semantic_tokens import stream, tokens_in


def check_page(text: str, site: SiteContext, rng: Random, cursors: int = 20) -> None:
    page = page_of(text, site)
    document = page.document
    check_spans(outline(page), 0, len(text))
    assert all(0 <= fold.span.start <= fold.span.end <= len(text) for fold in folding_ranges(document))
    for one, next in pairwise(tokens_in(document, stream().full(document, name_classifier(site.vocabulary)))):
        assert one[0] < next[0] or (one[0] == next[0] and one[1] + one[2] <= next[1]), "tokens touch"
    for offset in (rng.randint(0, len(text)) for _ in range(cursors)):
        assert selection_ranges(document, offset)[-1].bounds == (0, len(text))
        linked = linked_names(document, offset)
        if linked is not None:
            opening, closing = linked
            assert opening.end <= closing.start
            assert any(start <= offset <= end for start, end, _ in linked)
            assert all(char.isalnum() or char in "_-" for span in linked for char in text[slice(*span.bounds)])


@pytest.mark.parametrize("site", [site_with_all_runes(), plain_markdoc()], ids=["refrakt", "plain"])
def test_sensible_pages(site: SiteContext) -> None:
    rng = Random(0)
    for text in PAGES:
        check_page(text, site, rng, 60)


@pytest.mark.parametrize("seed", range(4))
def test_any_page(seed: int) -> None:
    rng = Random(seed)
    for text in many(seed, 12):
        check_page(text, rng.choice([site_with_all_runes(), plain_markdoc()]), rng)
