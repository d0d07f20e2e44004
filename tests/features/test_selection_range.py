"""Selection ranges from the cursor `$0` outwards."""

from __future__ import annotations

import itertools
import random

import pytest

from refrakt.features.selection_range import selection_ranges
from refrakt.markdoc.document import parse
from refrakt.markdoc.tree import Span

from .checking import read, site_with_all_runes


def check_selection(fixture: str, *expected: str) -> None:
    """These are selected one after the other; further steps may lie between them."""
    text, offset = read(fixture)
    found = [text[start:end] for start, end, _ in selection_ranges(parse(text, site_with_all_runes().options), offset)]
    steps = iter(found)
    missing = [each for each in expected if each not in steps]
    assert not missing, f"{missing} not in order in {found}"
    assert found[-1] == text


def test_from_a_word_to_the_page() -> None:
    text = """
        # Top

        ## Part

        {% hint type="note" %}
        Some wo$0rds
        here.
        {% /hint %}

        ## Other
        """
    hint = '{% hint type="note" %}\nSome words\nhere.\n{% /hint %}'
    check_selection(
        text, "words", "Some words", "Some words\nhere.", "\nSome words\nhere.\n", hint, f"## Part\n\n{hint}"
    )


def test_from_a_value_to_its_tag() -> None:
    check_selection(
        '{% hint title="One t$0wo" type="note" %}\nx\n{% /hint %}\n',
        "two",
        "One two",
        '"One two"',
        'title="One two"',
        'title="One two" type="note"',
        'hint title="One two" type="note"',
        '{% hint title="One two" type="note" %}',
        '{% hint title="One two" type="note" %}\nx\n{% /hint %}',
    )


def test_a_closing_tag() -> None:
    check_selection("{% hint %}\nx\n{% /hi$0nt %}\n", "hint", "{% /hint %}", "{% hint %}\nx\n{% /hint %}")


def test_a_half_typed_tag() -> None:
    check_selection('text\n\n{% hint type="no$0\n\nmore\n', "no", '{% hint type="no')


def test_formatted_text_and_links() -> None:
    check_selection("Some **bo$0ld** text\n", "bold", "**bold**", "Some **bold** text")
    check_selection("See [the se$0tup](/docs/setup).\n", "setup", "the setup", "[the setup](/docs/setup)")


def test_items_and_lists() -> None:
    check_selection(
        "- one\n- t$0wo\n  - deep\n- three\n",
        "two",
        "- two\n  - deep",
        "- one\n- two\n  - deep\n- three",
    )


def test_cells_and_rows() -> None:
    check_selection(
        "| a | b |\n|---|---|\n| c$0c d | e |\n", "cc", "cc d", "| cc d | e |", "| a | b |\n|---|---|\n| cc d | e |"
    )


def test_frontmatter() -> None:
    check_selection(
        '---\ntitle: "A $0b"\nseo:\n  x: 1\n---\n\nText\n',
        "b",
        "A b",
        '"A b"',
        'title: "A b"',
        'title: "A b"\nseo:\n  x: 1',
        '---\ntitle: "A b"\nseo:\n  x: 1\n---',
    )
    check_selection("---\nseo:\n  wo$0rd: 1\n---\n", "word", "word: 1", "seo:\n  word: 1")


def test_an_empty_page() -> None:
    assert selection_ranges(parse(""), 0) == [Span(0, 0)]


@pytest.mark.parametrize("seed", range(6))
def test_every_range_contains_the_one_before(seed: int) -> None:
    pieces = [
        "# A\n\n",
        "text 😀 *em **b** c*\r\n",
        '{% hint type="x" a=[1, {b: 2}] %}\n',
        "{% /hint %}\n\n",
        '- a\n  - b {% icon name="x" /%}\n\n',
        '> q\n> {% card\n>   title="x"\n> %}\n\n',
        "```js\ncode\n```\n",
        "| a |\n|---|\n| {% b %} |\n\n",
        '{% half type="\n',
        "---\na: 1\n---\n",
        '[a](/b "c")\n',
    ]
    rng = random.Random(seed)
    text = "".join(rng.choice(pieces) for _ in range(25))
    document = parse(text, site_with_all_runes().options)
    for offset in range(len(text) + 1):
        found = selection_ranges(document, offset)
        assert found[0].start <= offset <= found[0].end
        assert found[-1] == Span(0, len(text))
        for inner, outer in itertools.pairwise(found):
            assert outer.start <= inner.start <= inner.end <= outer.end
            assert outer != inner
