"""Signs of mistakes: a rule that declares some misses nothing by running only where one is."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.rules import page_checker, signs
from refrakt.rules.page import Page, Site
from refrakt.rules.page_checker import check
from refrakt.rules.problem import Problem
from refrakt.rules.registry import page_rule_table, page_rules
from refrakt.rules.signs import Signs, sign, signs_in

from .checking import site_with_all_runes
from .rule_examples import rule_examples

MORE = (
    "Text with an unpaired surrogate \ud800 and [a wiki link](<x>) [[setup]] ==marked==\n",
    "#Heading\n\n＃ Wide\n\n\\## Escaped\n\n####### Seven\n\n    # Indented\n",
    "-Oak\n-Ash\n\n• One\n• Two\n\n٣.Three\n\n*\u00a0Item\n",
    "'''js\na\n'''\n\n`` `\nb\n```\n\n“””\nc\n“””\n",
    "a | b\n|--|--|\n1 | 2\n\n| a |\n| :-- |\n\nTitle\n-----\n",
    "<b>bold</b> < br> </p>\n\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n",
    "isnâ€™t &amp;quot; \\u2019s one.\\nTwo \u202ex\u200by\n",
)


def _texts() -> list[str]:
    examples = Path(__file__).parents[2] / "examples"
    pages = [each.read_text("utf-8") for each in sorted(examples.rglob("*.md")) if "node_modules" not in each.parts]
    documented = [rule_examples(each)[0] for each in page_rules().values() if "**Example**" in each.doc]
    return [*documented, *pages, *MORE]


def _problems(document: Document, site: Site) -> list[Problem]:
    return [replace(each, span=each.span._replace(block=None), fix=None) for each in check(Page(document, site))]


@pytest.mark.parametrize("refrakt", [True, False])
def test_all_rules_on_all_blocks_find_nothing_more(refrakt: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    site = site_with_all_runes()
    if not refrakt:
        site = replace(site, vocabulary=replace(site.vocabulary, refrakt=False))
    texts = _texts()
    options = ParseOptions(fences="escaped")
    found = [_problems(parse(text, options), site) for text in texts]
    signs.signs_in("")  # declares all signs
    every = frozenset(signs._PATTERNS.values())
    for module in [each for name, each in sys.modules.items() if name.startswith("refrakt.rules.")]:
        for name in ("signs_of", "signs_in", "signs_in_prose"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, lambda _: every)
    monkeypatch.setattr(page_checker, "_signs_of", lambda _: every)
    assert sum(map(len, found)) > 50
    for text, problems in zip(texts, found, strict=True):
        assert _problems(parse(text, options), site) == problems, text


def test_the_signs_of_a_text() -> None:
    wiki, underline = sign("[["), sign(pattern=r"\n={2,}[ \t]*(?:\n|\z)")
    assert {wiki, underline} & signs_in("See [[setup]].\n") == {wiki}
    assert {wiki, underline} & signs_in("Setup\n==") == {underline}
    assert signs_in("A text that is right, with *emphasis*.\n") == frozenset()
    assert wiki in signs_in("\ud800 [[setup]]")


def test_only_rules_that_declare_no_signs_run_without_one() -> None:
    table = page_rule_table(refrakt=True)
    nothing: Signs = frozenset()
    assert "link-syntax" in {each.code for each in table.for_blocks}
    assert not table.for_block(nothing)
    assert "list-item-syntax" not in {each.code for each in table.for_node("paragraph", nothing)}
    assert set(table.for_node("tag", nothing)) < set(table.by_node["tag"])
