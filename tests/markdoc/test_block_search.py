"""Which blocks of a document pass a test: recorded, and updated by edits."""

from __future__ import annotations

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document


def _has_link(block: Block) -> bool:
    return any(node.type == "link" for top in block.nodes for node in (top, *top.walk()))


def test_an_edit_tests_new_blocks_only() -> None:
    tested: list[str] = []

    def has_mark(block: Block) -> bool:
        tested.append(block.text)
        return "!" in block.text

    document = Document("".join(f"Paragraph {number}\n\n" for number in range(200)))
    assert document.blocks_where(has_mark) == []
    tested.clear()
    at = document.text.index("150")
    document = document.edit(at, at, "!")
    assert [document.blocks[each].text.strip() for each in document.blocks_where(has_mark)] == ["Paragraph !150"]
    assert len(tested) < 60


def test_the_result_equals_that_of_a_new_document() -> None:
    text = "One\n\n[a] and [b]\n\n- [a]\n\nLast\n"
    document = Document(text)
    document.blocks_where(_has_link)
    for new in ("\n[b]: /b\n", "\n[a]: /a\n", "\n\n[a]\n"):
        document = document.edit(len(document.text), len(document.text), new)
        expected = list(Document(document.text).blocks_where(_has_link))
        assert expected
        assert list(document.blocks_where(_has_link)) == expected


def test_blocks_by_keys_are_those_of_a_new_document() -> None:
    def keys(block: Block) -> frozenset[int]:
        return frozenset(map(len, block.text.split()))

    document = Document("One\n\nTwo three\n\n- four\n\nFive\n")
    document.blocks_by(keys)
    for at, new in ((0, "A\n\nlonger text\n\n"), (8, "x"), (20, "\n\n- seven\n\n"), (3, " [b]\n\n[b]: /b\n\n")):
        document = document.edit(at, at, new)
        found = {key: list(indexes) for key, indexes in document.blocks_by(keys).items() if indexes}
        assert found == {key: list(indexes) for key, indexes in Document(document.text).blocks_by(keys).items()}
