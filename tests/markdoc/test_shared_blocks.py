"""Blocks and positions that the versions of a document share."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generate import document, edits
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.shared_blocks import common_prefix_and_suffix

OPTIONS = ParseOptions(fences="escaped")
quickly = settings(max_examples=60, suppress_health_check=list(HealthCheck))


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
def test_common_prefix_and_suffix(one: list[int], other: list[int]) -> None:
    begin, end = common_prefix_and_suffix(one, other)
    assert one[:begin] == other[:begin]
    assert one[len(one) - end :] == other[len(other) - end :]
    assert begin + end <= min(len(one), len(other))
    if begin + end < min(len(one), len(other)):
        assert one[begin] != other[begin]
        assert one[-1 - end] != other[-1 - end]


def known(page: Document) -> object:
    """All positions that are derived from the previous version."""
    return (
        [page.index_of(block.source) for block in page.blocks],
        [page.index_of(node.block) for node in page.tree.children],
        [page.line_of(block.source) for block in page.blocks],
        [page.line_start(line) for line in range(page.text.count("\n") + 3)],
        [page.block_at_line(line) for line in range(page.text.count("\n") + 3)],
        [*page.blocks_containing("{%")],
        [*page.blocks_containing("\u200d")],
    )


@quickly
@given(st.randoms(use_true_random=False))
def test_positions_equal_those_of_a_new_document(luck: Random) -> None:
    text = "\n\n".join(document(luck) for _ in range(luck.randrange(1, 4)))
    versions = [parse(text, OPTIONS)]
    for edit in edits(luck, text, 6):
        if luck.random() < 0.7:
            versions[-1].blocks_containing("{%")
        versions.append(versions[-1].edit(*edit))
    # Blocks store their last index: a lookup in one version must not affect another.
    luck.shuffle(versions)
    for version in versions:
        assert known(version) == known(parse(version.text, OPTIONS))


def test_keystroke_keeps_the_rest_of_the_tree() -> None:
    text = "".join(f"## Part {n}\n\n{{% hint %}}\nSome words.\n{{% /hint %}}\n\n" for n in range(100))
    before = parse(text, OPTIONS)
    at = text.index("words", len(text) // 2)
    after = before.edit(at, at, "x")
    begin, end = common_prefix_and_suffix(before.tree.children, after.tree.children)
    assert len(after.tree.children) - begin - end == 1
    begin, end = common_prefix_and_suffix(before.blocks, after.blocks)
    assert len(after.blocks) - begin - end <= 3


def test_line_starts_for_all_line_ends() -> None:
    page = parse("a\r\nb\rc\n\nd", OPTIONS)
    assert [page.line_start(line) for line in range(6)] == [0, 3, 5, 7, 8, None]
    assert [parse("", OPTIONS).line_start(line) for line in (0, 1)] == [0, None]
