"""The invariants of generate.invariants, checked on generated documents.

The quick half runs with every `make test`; `make fuzz` checks many more documents and the large adversarial ones.
"""

from __future__ import annotations

import json
import os
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generate import PAGES, document, documents, edits, many, seeds
from generate.invariants import MODES, broken, formatting_changes, incremental_mismatch, invalid_spans, order_violations
from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions

SEED = int(os.environ.get("REFRAKT_SEED", "7"))
MANY = int(os.environ.get("REFRAKT_DOCUMENTS", "20000"))

quickly = settings(max_examples=60, suppress_health_check=list(HealthCheck))
modes = st.sampled_from(MODES)


@quickly
@given(documents(), modes)
def test_spans_match_the_source(text: str, options: ParseOptions) -> None:
    assert [*invalid_spans(parse(text, options))] == []


@quickly
@given(documents(), modes)
def test_siblings_are_in_order_and_inside_their_parents(text: str, options: ParseOptions) -> None:
    assert [*order_violations(parse(text, options))] == []


@quickly
@given(documents(), modes)
def test_formatting_preserves_the_tree_and_is_idempotent(text: str, options: ParseOptions) -> None:
    assert [*formatting_changes(parse(text, options))] == []


@quickly
@given(st.one_of(st.randoms(use_true_random=False), seeds()), modes)
def test_incremental_equals_full(rng: Random, options: ParseOptions) -> None:
    text = document(rng)
    assert [*incremental_mismatch(text, edits(rng, text, 6), options)] == []


@quickly
@given(st.randoms(use_true_random=False), modes)
def test_a_version_may_be_edited_more_than_once(rng: Random, options: ParseOptions) -> None:
    """Blocks are shared between versions; caches of one version must not affect the others."""
    text = "\n\n".join(rng.choice(PAGES) for _ in range(2))
    first = parse(text, options)
    for _ in range(4):
        start = rng.randrange(len(text) + 1)
        other = first.edit(
            start, min(start + rng.randrange(4), len(text)), rng.choice(["x", "\n\n", "{% /hint %}", ""])
        )
        assert other.to_json() == parse(other.text, options).to_json()
    assert first.to_json() == parse(text, options).to_json()


@given(st.text(st.characters(codec=None, categories=None)), modes)
def test_any_text_is_parsed(text: str, options: ParseOptions) -> None:
    """Lone surrogates and control characters included, and the result can be written as JSON."""
    read = parse(text, options)
    assert read.text == text
    assert json.loads(json.dumps(read.to_json(positions=True)))["type"] == "document"


@quickly
@given(st.binary(max_size=400), modes)
def test_any_bytes_are_parsed(data: bytes, options: ParseOptions) -> None:
    for text in (data.decode("latin-1"), data.decode("utf-8", "replace"), data.decode("utf-8", "surrogateescape")):
        assert [*order_violations(parse(text, options))] == []


@pytest.mark.parametrize("options", MODES)
@pytest.mark.parametrize("page", range(len(PAGES)))
def test_typical_pages_satisfy_all_invariants(page: int, options: ParseOptions) -> None:
    assert broken(PAGES[page], options) == []


@pytest.mark.parametrize("page", range(len(PAGES)))
def test_a_page_can_be_typed_from_start_to_end(page: int) -> None:
    """Type a page character by character: every prefix is parsed incrementally."""
    typed = parse("")
    for at, char in enumerate(PAGES[page]):
        typed = typed.edit(at, at, char)
        if at % 7 == 0:
            assert typed.to_json(positions=True) == parse(PAGES[page][: at + 1]).to_json(positions=True)
    assert typed.to_json(positions=True) == parse(PAGES[page]).to_json(positions=True)


@pytest.mark.fuzz
def test_many_documents_satisfy_all_invariants() -> None:
    failed = {}
    for index, text in enumerate(many(SEED, MANY)):
        if wrong := broken(text, MODES[index % len(MODES)]):
            failed[index] = (text, wrong[0])
    assert not failed, f"seed {SEED}: {len(failed)} of {MANY} documents; {[*failed.items()][:3]}"


@pytest.mark.fuzz
def test_many_edits_equal_a_full_parse() -> None:
    failed = {}
    for index, text in enumerate(many(SEED + 1, MANY // 4)):
        steps = edits(Random(f"{SEED}/{index}"), text, 10)
        if wrong := [*incremental_mismatch(text, steps, MODES[index % len(MODES)])]:
            failed[index] = (text, steps, wrong[0])
    assert not failed, f"seed {SEED}: {len(failed)} of {MANY // 4} documents; {[*failed.items()][:2]}"
