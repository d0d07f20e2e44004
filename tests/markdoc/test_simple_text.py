"""The fast path for simple text builds the same tree as the inline parser."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from refrakt.markdoc import tree_builder
from refrakt.markdoc.document import parse
from refrakt.markdoc.inline_parser import SIMPLE_TEXT

WORDS = [
    "word",
    "two words",
    " ",
    "  ",
    ".",
    ", ",
    ") ",
    "é",
    "\u00a0",
    "\u2014",
    "𝒳",
    "'",
    '"quoted"',
    "|",
    "\\|",
    ">",
    "#",
]
MARKUP = [
    "`code`",
    "` padded `",
    "`**`",
    "`a\nb`",
    "``",
    "`",
    "**",
    " **",
    "** ",
    "**.",
    "**strong**",
    "**`both`**",
    "*",
    "***",
    "\n",
]
FRAMES = [
    "{}",
    "# {}",
    "- {}\n- x",
    "> {}",
    "1. a\n\n   {}",
    "| a | b |\n|---|---|\n| {} | x |",
    "{{% hint %}}\n{}\n{{% /hint %}}",
]
NEVER = re.compile(r"(?!)")

texts = st.lists(st.sampled_from([*WORDS, *MARKUP]), min_size=1, max_size=8).map("".join)


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts, st.sampled_from(FRAMES))
def test_fast_path_builds_the_same_tree(monkeypatch: pytest.MonkeyPatch, text: str, frame: str) -> None:
    page = frame.format(text)
    short = parse(page).to_json(positions=True)
    with monkeypatch.context() as patched:
        patched.setattr(tree_builder, "SIMPLE_TEXT", NEVER)
        assert short == parse(page).to_json(positions=True)


@pytest.mark.parametrize("text", ["see `a` and `b`", "**strong** words", "a **b `c` d**: e", "`{% tag %}`", "`a\nb`"])
def test_simple_texts_use_the_fast_path(text: str) -> None:
    assert SIMPLE_TEXT.fullmatch(text)


@pytest.mark.parametrize(
    "text", ["a**b**", "** a**", "**a **", "**a**b", "**a", "``a``", "`a", "*a*", "a\nb", "[a](b)", "***a***", "**`a`*"]
)
def test_other_texts_do_not_use_the_fast_path(text: str) -> None:
    assert not SIMPLE_TEXT.fullmatch(text)
