"""The table of codes is what the rules say, and every rule has its page in the manual."""

from __future__ import annotations

import re
from pathlib import Path

from refrakt.project.across.registry import site_rules
from refrakt.rules.codes import CODES, PAGE_CODES, SITE_CODES
from refrakt.rules.registry import rules, table

NEVER_TOLD = {"function-undefined", "variable-undefined"} | {
    f"parameter-{what}" for what in ("undefined", "type-invalid", "missing-required")
}
"""Problems of the validator that it is never asked for: rules of our own look at values."""


def test_the_table_is_what_the_rules_say() -> None:
    for known, codes in ((rules(), PAGE_CODES), (site_rules(), SITE_CODES)):
        said = [(rule.code, rule.severity, rule.fixable, rule.about.split("\n", 1)[0]) for rule in known.values()]
        assert said == [tuple(code) for code in codes]


def test_a_code_means_one_thing() -> None:
    assert len({each.code for each in CODES}) == len(CODES)


def test_codes_are_plain_words() -> None:
    assert [code.code for code in CODES if not re.fullmatch(r"[a-z]+(?:-[a-z]+)*", code.code)] == []


def test_every_rule_has_a_page() -> None:
    pages = {code: rule.about for code, rule in rules().items()} | {
        code: rule.about for code, rule in site_rules().items()
    }
    for code, about in pages.items():
        title, blank, *rest = about.split("\n")
        assert title.endswith(".")
        assert blank == ""
        assert len(" ".join(rest).split()) > 10, code


def test_most_problems_can_be_mended_by_a_machine() -> None:
    assert sum(code.fixable for code in PAGE_CODES) / len(PAGE_CODES) >= 0.6


def test_no_problem_of_markdoc_is_kept_back(repository: Path) -> None:
    manual = (repository / "docs" / "problems.md").read_text("utf-8")
    ids = set(re.findall(r"^\| `([a-z-]+)`", manual, re.MULTILINE)) - {code.code for code in CODES}
    assert ids - table().by_problem.keys() == NEVER_TOLD
