"""Pages as they would be: changes made together are those made one by one."""

from __future__ import annotations

import random

from refrakt.features.preview_edit import preview_edits
from refrakt.markdoc.document import parse
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.markdoc.tree_equality import same_tree


def test_close_and_distant_edits() -> None:
    chance = random.Random(3)
    text = "".join(f"## Part {number} 😀\n\n- a\n- b\n\n{'word ' * chance.randint(1, 400)}\n\n" for number in range(30))
    document = parse(text)
    for _ in range(20):
        ends = sorted(chance.sample(range(len(text)), 12))
        changes = [
            TextEdit(Span(start, start if chance.random() < 0.5 else end), chance.choice(["", "x", "\n\n# y\n\n"]))
            for start, end in zip(ends[::2], ends[1::2], strict=True)
            if end - start < 5_000
        ]
        expected = text
        for (start, end, _), new in reversed(changes):
            expected = expected[:start] + new + expected[end:]
        found = preview_edits(document, chance.sample(changes, len(changes)))
        assert found.text == expected
        assert same_tree(found.tree, parse(expected).tree)


def test_no_edits() -> None:
    document = parse("x\n")
    assert preview_edits(document, ()) is document
