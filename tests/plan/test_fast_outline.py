"""The fast outline of a page equals the parsed one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from refrakt_plan.scanner.fast_outline import fast_outline
from refrakt_plan.scanner.outline import parse_outline

INDENTS = ("", "", "", " ", "  ", "   ", "    ", "\t", "      ")
CONTAINERS = ("", "", "", "- ", "* ", "1. ", "2. ", "> ", "- [ ] ", "- - ", "> - ", "| ", "+   ")
PIECES = (
    "words and more",
    "# First",
    "## Second `code` here",
    "### Third **bold**",
    "## Closed ##",
    "# For {% $name %}",
    "## A & B: c_d_e",
    "#not a heading",
    "##",
    "```",
    "````",
    "```md",
    "~~~",
    "~~~ x",
    "```inline```",
    '{% ref "X" /%}',
    'see {% ref "Y" /%}, {% xref "Z" /%} and `code`',
    '`{% ref "code" /%}`',
    '`` {% ref "double" /%} `` `',
    'a `b {% ref "half" /%}',
    '\\`{% ref "escaped" /%}`',
    '[{% ref "link" /%}](/x)',
    '<b {% ref "angle" /%}>',
    '{% ref "a`b" /%} `c` {% ref "d`e" /%}',
    '{% ref "a\\"b" /%}',
    '{% ref id="named" /%}',
    "{% ref 'single' /%}",
    '{% ref "odd"  /%}',
    '{% ref "no end"',
    "{% hint %}",
    "{% /hint %}",
    "{% /work %}",
    "{% $variable %}",
    "text {% .class %}",
    "a | b",
    "--- | ---",
    "- | -",
    '| a `b | {% ref "cell" /%}` |',
    'x | {% ref "cell" /%} `a',
    "---",
    "===",
    "[label]: /target",
    '[{% ref "T" /%}][label]',
    "<!-- comment",
    "-->",
    "{% comment %}",
    "%}",
    "*emphasis",
    "over* lines",
    "&amp; &copy;",
    "\\# escaped",
    "",
    "",
    "",
)
line = st.tuples(st.sampled_from(INDENTS), st.sampled_from(CONTAINERS), st.sampled_from(PIECES)).map("".join)
lines = st.lists(line, max_size=14).map("\n".join)
openings = st.sampled_from(
    [
        '{% work id="WORK-1" status="ready" %}\n',
        '{% work id="WORK-1" status="ready" %}\n\n',
        '\n{% spec id="S" %}\n',
        '  {% work id="W" %}\n',
        '{% work id="W" %} words\n',
        "{% work id='W' %}\n",
        '{% work\n  id="W" %}\n',
        '{% work id="W" /%}\n',
        '---\na: 1\n---\n{% work id="W" %}\n',
        "words\n",
        "{% task %}\n",
    ]
)
closings = st.sampled_from(
    ["\n{% /work %}\n", "\n\n{% /work %}\n\n", "\n{% /work %}", "\n {% /work %}\n", "\n{% /work %}\nx", "", "\n"]
)
pages = st.tuples(openings, lines, closings).map("".join)


@given(pages)
@settings(max_examples=400)
@example('{% work id="W" %}\n- a\n\n  ```\nb\n  ```\n\n## C\n{% /work %}\n')
@example('{% work id="W" %}\n> ```\n> # A\n\n# B\n{% /work %}\n')
@example('{% work id="W" %}\n1. a\n    ```\n    # b\n    ```\n# c\n{% /work %}\n')
@example('{% work id="W" %}\n    - {% ref "X" /%}\n{% /work %}\n')
@example(
    '{% work id="W" %}\n- a\n- b | {% ref "X" /%} `c\n--- | ---\n{% ref "a`b" /%} `c` {% ref "Y" /%}\n\n{% /work %}\n'
)
@example('{% work id="W" %}\n| a `b | {% ref "X" /%}` |\n- | -\n{% /work %}\n')
@example('{% work id="W" %}\n1. a\n\n   b `c\n2. d {% ref "X" /%} e`\n{% /work %}\n')
@example('{% work id="W" %}\n- a\n\n    b `c {% ref "X" /%}\n    > d `e` {% ref "Y" /%}\n{% /work %}\n')
def test_the_outline_equals_that_of_the_parser(text: str) -> None:
    assert fast_outline(text) in (None, parse_outline(text))


@pytest.mark.fuzz
@given(pages)
@settings(max_examples=5_000)
def test_the_outline_equals_that_of_the_parser_many_times(text: str) -> None:
    assert fast_outline(text) in (None, parse_outline(text))


def test_a_usual_page_has_a_fast_outline() -> None:
    text = (
        '{% work id="WORK-1" status="ready" %}\n\n# The `title` of it\n\nProse with {% ref "SPEC-1" /%} and `{% ref "no" /%}`.\n\n'
        '## Acceptance Criteria\n\n- [ ] One\n- [x] Two, **{% ref "SPEC-2" /%}**\n\n```md\n# sample {{% ref "no" /%}}\n```\n\n'
        '## Blocked by\n\n- {% ref "WORK-2" /%} — later\n\n{% /work %}\n'
    )
    found = fast_outline(text)
    assert found is not None
    assert [each.text for each in found.headings] == ["The title of it", "Acceptance Criteria", "Blocked by"]
    assert [each.id for each in found.references] == ["SPEC-1", "SPEC-2", "WORK-2"]
    assert len(found.fences) == 1


@pytest.mark.parametrize(
    "body",
    [
        "- # In a list",
        "> ## In a quote",
        "  ## Indented",
        "{% hint %}\n## In a tag\n{% /hint %}",
        "```\nnever closed",
        "- ```\n  code\n  ```",
        "{% ref 'x' /%}",
        "carriage\r\nreturn",
        "``` {% .class %}\n```",
    ],
)
def test_difficult_pages_are_left_to_the_parser(body: str) -> None:
    assert fast_outline('{% work id="W" %}\n\n' + body + "\n\n{% /work %}\n") is None


@pytest.mark.slow
def test_nearly_all_pages_of_a_real_plan_have_a_fast_outline(shared: Path) -> None:
    texts = [path.read_text("utf-8") for path in (shared / "corpus/refrakt/plan").rglob("*.md")]
    skimmed = {text: found for text in texts if (found := fast_outline(text)) is not None}
    assert all(found == parse_outline(text) for text, found in skimmed.items())
    assert len(skimmed) > 0.95 * len(texts)
