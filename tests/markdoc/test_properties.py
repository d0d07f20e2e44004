"""Promises that hold for every document, tried on documents nobody would write. generate.promises says what they are.

The quick half runs with every `make test`; `make fuzz` asks for many more documents and for the large hostile ones.
"""

from __future__ import annotations

import json
import os
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generate import PAGES, document, documents, edits, many, seeds
from generate.promises import MODES, broken, broken_spans, disorder, stale, unfaithful
from refrakt.markdoc import Options, parse

SEED = int(os.environ.get("REFRAKT_SEED", "7"))
MANY = int(os.environ.get("REFRAKT_DOCUMENTS", "20000"))

quickly = settings(max_examples=150, suppress_health_check=list(HealthCheck))
modes = st.sampled_from(MODES)


@quickly
@given(documents(), modes)
def test_spans_are_sources(text: str, options: Options) -> None:
    assert [*broken_spans(parse(text, options))] == []


@quickly
@given(documents(), modes)
def test_siblings_are_in_order_and_inside_their_parents(text: str, options: Options) -> None:
    assert [*disorder(parse(text, options))] == []


@quickly
@given(documents(), modes)
def test_formatting_changes_nothing_and_comes_to_rest(text: str, options: Options) -> None:
    assert [*unfaithful(parse(text, options))] == []


@quickly
@given(st.one_of(st.randoms(use_true_random=False), seeds()), modes)
def test_incremental_equals_full(rng: Random, options: Options) -> None:
    text = document(rng)
    assert [*stale(text, edits(rng, text, 6), options)] == []


@quickly
@given(st.randoms(use_true_random=False), modes)
def test_a_version_may_be_edited_more_than_once(rng: Random, options: Options) -> None:
    """Blocks are shared between versions; what one of them learns must not reach the others."""
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
def test_any_text_is_read(text: str, options: Options) -> None:
    """Lone surrogates and control characters included, and the result can be written as JSON."""
    read = parse(text, options)
    assert read.text == text
    assert json.loads(json.dumps(read.to_json(positions=True)))["type"] == "document"


@quickly
@given(st.binary(max_size=400), modes)
def test_any_bytes_are_read(data: bytes, options: Options) -> None:
    for text in (data.decode("latin-1"), data.decode("utf-8", "replace"), data.decode("utf-8", "surrogateescape")):
        assert [*disorder(parse(text, options))] == []


@pytest.mark.parametrize("options", MODES)
@pytest.mark.parametrize("page", range(len(PAGES)))
def test_sensible_pages_keep_every_promise(page: int, options: Options) -> None:
    assert broken(PAGES[page], options) == []


@pytest.mark.parametrize("page", range(len(PAGES)))
def test_a_page_can_be_typed_from_start_to_end(page: int) -> None:
    """Every prefix of a page is a document an editor will show, and each follows from the one before."""
    typed = parse("")
    for at, char in enumerate(PAGES[page]):
        typed = typed.edit(at, at, char)
        if at % 7 == 0:
            assert typed.to_json(positions=True) == parse(PAGES[page][: at + 1]).to_json(positions=True)
    assert typed.to_json(positions=True) == parse(PAGES[page]).to_json(positions=True)


@pytest.mark.fuzz
def test_many_documents_keep_every_promise() -> None:
    failed = {}
    for index, text in enumerate(many(SEED, MANY)):
        if wrong := broken(text, MODES[index % len(MODES)]):
            failed[index] = (text, wrong[0])
    assert not failed, f"seed {SEED}: {len(failed)} of {MANY} documents; {[*failed.items()][:3]}"


@pytest.mark.fuzz
def test_many_edits_equal_a_full_reading() -> None:
    failed = {}
    for index, text in enumerate(many(SEED + 1, MANY // 4)):
        steps = edits(Random(f"{SEED}/{index}"), text, 10)
        if wrong := [*stale(text, steps, MODES[index % len(MODES)])]:
            failed[index] = (text, steps, wrong[0])
    assert not failed, f"seed {SEED}: {len(failed)} of {MANY // 4} documents; {[*failed.items()][:2]}"
