"""Inlay hints, and their limits."""

from __future__ import annotations

from textwrap import dedent

import pytest

from refrakt.features.inlay_hints import InlayHint, inlay_hints
from refrakt.features.page_context import PageContext
from refrakt.markdoc.tree import Span
from refrakt.project.editor_settings import InlayHints

from .checking import page_of
from .sites import open_site

FIELDS = InlayHints(fields=True, defaults=False, titles=False)
DEFAULTS = InlayHints(fields=False, defaults=True, titles=False)
TITLES = InlayHints(fields=False, defaults=False, titles=True)


def with_hints(page: PageContext, hints: InlayHints, shown: Span | None = None) -> str:
    """A page with its hints in it, each written `‹so›`."""
    text = page.document.text
    for each in reversed(inlay_hints(page, shown or Span(0, len(text)), hints)):
        text = f"{text[: each.offset]}‹{each.label}›{text[each.offset :]}"
    return text


def check_hints(expected: str, hints: InlayHints) -> None:
    """A page has these hints, and no others."""
    expected = dedent(expected).lstrip("\n") if expected.startswith("\n") else expected
    bare = expected
    while "‹" in bare:
        before, _, rest = bare.partition("‹")
        bare = before + rest.partition("›")[2]
    assert with_hints(page_of(bare), hints) == expected


@pytest.mark.parametrize(
    "expected",
    [
        """
        {% hero %}
        New‹eyebrow›

        # Build things‹headline›

        With words.‹blurb›
        More words.

        - [Start](/start)‹actions›
        {% /hero %}
        """,
        """
        {% recipe %}
        # Bread‹headline›

        - flour‹ingredients›
        - water

        1. Mix‹steps›
        {% /recipe %}
        """,
        """
        {% tabs %}
        ## One‹tab›

        a

        ## Two‹tab›
        {% /tabs %}
        """,
        # A field that accepts anything has no hint.
        "{% hint %}\nx\n{% /hint %}\n",
        # A condition may become anything.
        '{% hero %}\n# a\n\n{% partial file="a.md" /%}\n{% /hero %}\n',
        "{% hnit %}\n# a\n{% /hnit %}\n",
        "{% hero %}\n# a\n",
        "Text, and {% badge %}x{% /badge %}.\n",
        "```\n{% hero %}\n# a\n{% /hero %}\n```\n",
    ],
)
def test_fields(expected: str) -> None:
    check_hints(expected, FIELDS)


def test_fields_in_quotes_and_after_emoji() -> None:
    check_hints("> {% hero %}\r\n> # 😀 a‹headline›\r\n> {% /hero %}\r\n", FIELDS)


@pytest.mark.parametrize(
    "expected",
    [
        '{% grid‹mode="columns"› %}\n{% /grid %}\n',
        '{% grid mode="auto" %}\n{% /grid %}\n',
        "{% hint %}\n{% /hint %}\n",
        "{% grid",
    ],
)
def test_defaults(expected: str) -> None:
    check_hints(expected, DEFAULTS)


def test_a_default_can_be_inserted() -> None:
    page = page_of("{% grid columns=2 %}\n{% /grid %}\n")
    (hint,) = inlay_hints(page, Span(0, 40), DEFAULTS)
    assert hint.text_edit is not None
    span, new = hint.text_edit
    text = page.document.text
    assert text[: span.start] + new + text[span.end :] == '{% grid columns=2 mode="columns" %}\n{% /grid %}\n'


SITE = """
-- refrakt.config.json --
{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/storytelling"]}}
-- content/docs/setup.md --
---
title: Setting up
---
## Linux
-- content/people.md --
{% character name="Veshra" id="v-1" %}
{% /character %}
-- content/long.md --
# A very long title that nobody would want to see in the middle of a line
"""


@pytest.mark.parametrize(
    "expected",
    [
        'See {% xref "/docs/setup"‹Setting up› /%}.',
        'See {% xref "/docs/setup#linux"‹Linux› /%}.',
        'See {% xref "/docs/setup" label="this" /%}.',
        'See {% xref "Setting up" /%} and {% xref "nobody" /%}.',
        '{% expand "/docs/setup"‹Setting up› /%}',
        "{% nav %}\n- docs/setup‹Setting up›\n- [x](/docs/setup)\n{% /nav %}",
        "[x](/docs/setup)",
    ],
)
def test_titles(expected: str) -> None:
    bare = expected.replace("‹Setting up›", "").replace("‹Linux›", "")
    with open_site(f"-- content/index.md --\n{bare}\n{SITE.lstrip()}") as here:
        assert with_hints(here.page, TITLES) == f"{expected}\n"
        for each in inlay_hints(here.page, Span(0, 99), TITLES):
            assert each.tooltip is not None
            assert "`/docs/setup" in each.tooltip()


def test_long_titles_are_cut() -> None:
    with open_site(f'-- content/index.md --\n{{% xref "/long" /%}}\n{SITE.lstrip()}') as here:
        (hint,) = inlay_hints(here.page, Span(0, 99), TITLES)
        assert len(hint.label) == 40
        assert hint.label.endswith("…")


def test_every_kind_can_be_disabled() -> None:
    page = page_of("{% hero %}\n# a\n{% /hero %}\n\n{% grid %}\n{% /grid %}\n")
    kinds = [each.kind for each in inlay_hints(page, Span(0, 99), InlayHints(True, True, True))]
    assert kinds == ["field", "default"]
    assert inlay_hints(page, Span(0, 99), InlayHints(False, False, False)) == []


def test_only_the_visible_part() -> None:
    rune = "{% hero %}\n# a\n{% /hero %}\n\n"
    page = page_of(rune * 200)
    start = len(rune) * 100
    found = inlay_hints(page, Span(start, start + 2 * len(rune) - 1), FIELDS)
    assert [each.offset for each in found] == [start + 14, start + len(rune) + 14]


def test_tooltips() -> None:
    page = page_of("{% hero %}\n# a\n{% /hero %}\n\n{% tabs %}\n## b\n{% /tabs %}\n")
    documentation = [_documentation(each) for each in inlay_hints(page, Span(0, 99), FIELDS)]
    assert documentation == [
        "`headline` of `hero`, in the zone `content`: a heading.",
        "In `tabs`, this heading starts a `tab`.",
    ]


def _documentation(hint: InlayHint) -> str:
    assert hint.tooltip is not None
    return hint.tooltip()


def test_no_hints_after_the_first_line_of_a_code_block() -> None:
    check_hints("{% codegroup %}\n```js\nx\n```\n{% /codegroup %}\n", FIELDS)
