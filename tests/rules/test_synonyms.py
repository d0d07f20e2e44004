"""Names of other tools, and what is meant by them."""

from __future__ import annotations

import pytest

from refrakt.markdoc.document import parse
from refrakt.rules.page import Page, Site
from refrakt.rules.page_checker import check
from refrakt.runes.packages import BUNDLED, bundled
from refrakt.runes.synonyms import (
    ATTRIBUTE_GROUPS,
    FUNCTIONS,
    RUNE_SYNONYMS,
    VALUE_GROUPS,
    attribute_synonyms,
    folded,
    respelled,
    value_synonyms,
)
from refrakt.runes.vocabulary import vocabulary

from .checking import check_fix, page_of

ALL = vocabulary(map(bundled, BUNDLED))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("{% warning %}\nA\n{% /warning %}\n", '{% hint type="warning" %}\nA\n{% /hint %}\n'),
        ('{% tip type="note" %}\nA\n{% /tip %}\n', '{% hint type="note" %}\nA\n{% /hint %}\n'),
        ("{% admonition %}\nA\n{% /admonition %}\n", "{% hint %}\nA\n{% /hint %}\n"),
        ("{% note %}\nA\n{% /note %}\n", '{% hint type="note" %}\nA\n{% /hint %}\n'),
        ("{% Hint %}\nA\n{% /Hint %}\n", "{% hint %}\nA\n{% /hint %}\n"),
        ("{% hints %}\nA\n{% /hints %}\n", "{% hint %}\nA\n{% /hint %}\n"),
        ('{% hint kind="note" %}\nA\n{% /hint %}\n', '{% hint type="note" %}\nA\n{% /hint %}\n'),
        ('{% hint type="danger" %}\nA\n{% /hint %}\n', '{% hint type="caution" %}\nA\n{% /hint %}\n'),
        ('{% hint "note" %}\nA\n{% /hint %}\n', '{% hint type="note" %}\nA\n{% /hint %}\n'),
        (
            '{% embed src="https://a.org/b" %}\nA\n{% /embed %}\n',
            '{% embed url="https://a.org/b" %}\nA\n{% /embed %}\n',
        ),
        ('{% grid columns="3px" %}\nA\n{% /grid %}\n', "{% grid columns=3 %}\nA\n{% /grid %}\n"),
    ],
)
def test_a_name_with_the_same_meaning_is_fixed_and_is_one_problem(wrong: str, right: str) -> None:
    assert len(check(page_of(wrong))) == 1
    check_fix(wrong, right)


def test_a_short_name_is_no_typing_error() -> None:
    (problem,) = check(page_of("{% tip %}\nA\n{% /tip %}\n"))
    assert "'hint'" in problem.message
    assert problem.fix is not None
    assert problem.fix.applicability == "unsafe"


def test_a_synonym_is_not_used_for_a_known_name() -> None:
    site = Site(vocabulary(map(bundled, BUNDLED), aliases={"warning": "details"}))
    assert check(Page(parse("{% warning %}\nA\n{% /warning %}\n"), site)) == []


def test_a_placeholder_is_not_safe() -> None:
    (problem,) = check(page_of("{% embed %}\nA\n{% /embed %}\n"))
    assert problem.code == "missing-attribute"
    assert problem.fix is not None
    assert problem.fix.applicability == "placeholder"


def test_the_tables_name_what_exists() -> None:
    plan = {"work", "bug", "decision", "spec", "milestone", "backlog"}
    for name, synonyms in RUNE_SYNONYMS.items():
        assert name == folded(name)
        for each in synonyms:
            assert each.rune in ALL.names or each.rune in plan
    assert set(FUNCTIONS.values()) <= {"equals", "not", "and", "or", "default", "debug"}
    assert all(len(each) > 1 for each in (*ATTRIBUTE_GROUPS, *VALUE_GROUPS))


def test_spellings_and_meanings() -> None:
    assert respelled("codeGroup", ["codegroup", "card"]) == "codegroup"
    assert respelled("cards", ["card", "grid"]) == "card"
    assert respelled("class", ["clas"]) is None
    assert value_synonyms("middle", ["left", "center"]) == ["center"]
    assert value_synonyms("banana", ["left", "center"]) == []
    assert attribute_synonyms("heading", ["title", "name"]) == ["title", "name"]
