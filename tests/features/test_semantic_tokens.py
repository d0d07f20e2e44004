"""Tokens, written below each line: the first letters of their kinds are under the characters.

    {% hint type="x" %}
    oo cccc pppposss oo

Capital letters are kinds with a modifier.
"""

from __future__ import annotations

import itertools
import random
from textwrap import dedent

import pytest

from refrakt.features.semantic_tokens.delta import TokenStream, tokens_delta
from refrakt.features.semantic_tokens.token_types import MODIFIERS, TYPES, TokenModifier, TokenType
from refrakt.features.semantic_tokens.vocabulary_names import name_classifier
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.text import line_starts
from refrakt.project.site import SiteContext
from refrakt.runes.vocabulary import Vocabulary

from .checking import plain_markdoc, site_with_all_runes

LETTERS = dict(zip(TYPES, "ckposnbvfadmyl", strict=True))


def stream() -> TokenStream:
    return TokenStream(len)


def tokens_in(document: Document, numbers: list[int]) -> list[tuple[int, int, int, TokenType, list[TokenModifier]]]:
    """The tokens as an editor decodes them: line, column, length, kind, modifiers."""
    assert len(numbers) % 5 == 0
    found = []
    line = column = 0
    for at in range(0, len(numbers), 5):
        lines, columns, length, kind, modifiers = numbers[at : at + 5]
        assert lines >= 0
        assert columns >= 0
        assert length > 0
        line, column = line + lines, columns if lines else column + columns
        names = [each for bit, each in enumerate(MODIFIERS) if modifiers >> bit & 1]
        found.append((line, column, length, TYPES[kind], names))
    return found


def painted(text: str, site: SiteContext | None = None) -> list[str]:
    """The lines of a page with letters for what they are."""
    site = site or site_with_all_runes()
    document = parse(text, site.options)
    starts = [*line_starts(text), len(text)]
    lines = [[" "] * (end - start) for start, end in itertools.pairwise(starts)]
    for line, column, length, kind, modifiers in tokens_in(
        document, stream().full(document, name_classifier(site.vocabulary))
    ):
        letter = LETTERS[kind]
        for at in range(column, column + length):
            assert lines[line][at] == " ", "tokens touch"
            lines[line][at] = letter.upper() if modifiers else letter
    return ["".join(each).rstrip() for each in lines]


def check_tokens(page: str, site: SiteContext | None = None) -> None:
    """Every second line shows what the line above it is."""
    lines = dedent(page).split("\n")[1:-1]
    text = "".join(f"{each}\n" for each in lines[::2])
    assert painted(text, site)[: len(lines[::2])] == [each.rstrip() for each in lines[1::2]]


def test_tags_and_values() -> None:
    check_tokens(
        """
        {% hint type="note" title=$page.title %}
        oo cccc ppppossssss pppppovvvvv ppppp oo
        {% /hint %}
        oo occcc oo
        """
    )
    check_tokens(
        """
        {% badge a=5 b=-1.5 c=true d=null e=[1, "x"] f={k: false} /%}
        oo ccccc pon ponnnn pobbbb pobbbb po n  sss  po p  bbbbb  ooo
        """
    )


def test_functions_variables_and_parameters() -> None:
    check_tokens(
        """
        {% if and($a, equals($b[0].c, x="d")) %}
        oo kk fff vv  ffffff vv n  p  aosss   oo
        {% /if %}
        oo okk oo
        """
    )
    check_tokens(
        """
        A {% $page.title %} and {% upper($x) %}.
          oo vvvvv ppppp oo     oo fffff vv  oo
        """
    )


def test_annotations() -> None:
    check_tokens(
        """
        # Title {% #top .wide level=2 %}
                oo DDDD ddddd pppppon oo
        """
    )


def test_unknown_names_and_deprecated_attributes() -> None:
    names = site_with_all_runes().vocabulary
    rune, attribute = next(
        (rune, each)
        for rune in names
        for each in rune.every_attribute.values()
        if each.deprecated and each.name.isalpha() and not rune.internal
    )
    (line, *_) = painted(f'{{% {rune.name} {attribute.name}="x" /%}}\n')
    assert line == f"oo {'c' * len(rune.name)} {'P' * len(attribute.name)}osss ooo"
    check_tokens(
        """
        {% hnit %}
        oo CCCC oo
        {% /hnit %}
        oo oCCCC oo
        """
    )


def test_no_unknown_names_while_packages_are_unknown() -> None:
    before = site_with_all_runes().vocabulary
    doubtful = Vocabulary(before.runes, before.names, unknown=("their-runes",))
    assert name_classifier(doubtful).classify("hnit") == ("class", ())


def test_half_typed_tags() -> None:
    check_tokens(
        """
        {% hint type="no
        oo cccc pppposss
        """
    )
    check_tokens(
        """
        {% hint ty %}
        oo cccc pp oo
        """
    )
    check_tokens(
        """
        a {%
          oo
        """
    )
    check_tokens(
        """
        {% hint title='one' %}
        oo cccc pppppo      oo
        """
    )


def test_in_quotes_tables_and_lists_and_over_lines() -> None:
    check_tokens(
        """
        > {% hint
          oo cccc
        >   type="x"
            pppposss
        > %}
          oo
        """
    )
    check_tokens(
        """
        | {% badge %}c{% /badge %} |
          oo ccccc oo oo occccc oo
        |---|

        """
    )
    check_tokens(
        """
        - a {% icon name="x" /%}
            oo cccc pppposss ooo
        """
    )


def test_tags_in_code_have_no_tokens() -> None:
    check_tokens(
        """
        `{% hint %}`

        ```

        {% hint %}

        ```

        """
    )


def test_links_and_images() -> None:
    check_tokens(
        """
        [a](/b#c "d") ![e](f.png) <https://g.h> [i][j]
            llll           lllll   lllllllllll
        """
    )


def test_frontmatter() -> None:
    check_tokens(
        """
        ---

        title: A b
        yyyyy  sss
        draft: true
        yyyyy  bbbb
        order: 3
        yyyyy  n
        tags: [x, "y"]
        yyyy   s  sss
        seo:
        yyy
          deep: null
          yyyy  bbbb
        ---

        """
    )


def test_a_token_of_several_lines_is_split() -> None:
    check_tokens(
        """
        ---

        about: |
        yyyyy  s
          one
          sss
          two
          sss
        ---

        """
    )
    document = parse("<!-- a\n  b -->\r\n", ParseOptions(comments=True))
    found = tokens_in(document, stream().full(document, name_classifier(plain_markdoc().vocabulary)))
    assert [each[:4] for each in found] == [(0, 0, 6, "comment"), (1, 2, 5, "comment")]


def test_an_alias_has_no_token_of_its_target() -> None:
    assert painted("---\na: &x {b: 1}\nc: *x\n---\n")[1:3] == ["y      y  n", "y"]


def test_columns_in_the_encoding_of_the_editor() -> None:
    text = '😀 {% hint title="😀" %}\n'
    document = parse(text, site_with_all_runes().options)
    wide = TokenStream(lambda piece: len(piece.encode("utf-16-le")) // 2)
    names = name_classifier(site_with_all_runes().vocabulary)
    assert tokens_in(document, wide.full(document, names))[0][1] == 3
    assert tokens_in(document, wide.full(document, names))[4][2] == 4
    assert tokens_in(document, TokenStream(lambda piece: len(piece.encode())).full(document, names))[0][1] == 5


def test_range_tokens_equal_full_tokens() -> None:
    text = "".join(f'## {number}\n\n{{% hint type="{number}" %}}\nx\n{{% /hint %}}\n\n' for number in range(50))
    document = parse(text, site_with_all_runes().options)
    names = name_classifier(site_with_all_runes().vocabulary)
    whole = tokens_in(document, stream().full(document, names))
    start, end = text.index("## 20"), text.index("## 30")
    part = tokens_in(document, stream().range(document, names, start, end))
    first, last = document.position(start)[0], document.position(end)[0]
    assert part == [each for each in whole if first <= each[0] <= last]
    assert stream().range(parse(""), names, 0, 0) == []


PIECES = [
    "# A\n\n",
    "text 😀 [a](/b)\r\n",
    '{% hint type="x" %}\n',
    "{% /hint %}\n\n",
    '- a {% icon name="x" /%}\n\n',
    '{% half type="\n',
    "---\na: 1\n---\n",
    "```\n{% x %}\n```\n\n",
    '> {% card\n>   title="x"\n> %}\n\n',
]


@pytest.mark.parametrize("seed", range(8))
def test_the_delta_turns_old_tokens_into_new_ones(seed: int) -> None:
    """Also: tokens from cached blocks equal those of a new parse."""
    rng = random.Random(seed)
    names = name_classifier(site_with_all_runes().vocabulary)
    document = parse("".join(rng.choice(PIECES) for _ in range(30)), site_with_all_runes().options)
    lasting = stream()
    before = lasting.full(document, names)
    for _ in range(60):
        size = len(document.text)
        start = rng.randint(0, size)
        end = min(size, start + rng.choice((0, 0, 1, 2, 10)))
        document = document.edit(start, end, rng.choice(["", "x", "\n", "%}", "{% ", '"', rng.choice(PIECES)]))
        now = lasting.full(document, names)
        assert now == stream().full(parse(document.text, site_with_all_runes().options), names)
        change = tokens_delta(before, now)
        if change is None:
            assert before == now
        else:
            assert change.start % 5 == change.delete_count % 5 == 0
            assert before[: change.start] + change.data + before[change.start + change.delete_count :] == now
        before = now


def test_the_delta_is_minimal() -> None:
    one, two, three = [1, 0, 3, 0, 0], [1, 2, 3, 0, 0], [0, 5, 1, 1, 0]
    assert tokens_delta(one * 3, one * 3) is None
    assert tokens_delta(one + two + one, one + three + one) == (5, 5, three)
    assert tokens_delta(one + one, one + one + one) == (10, 0, one)
    assert tokens_delta(one, []) == (0, 5, [])
