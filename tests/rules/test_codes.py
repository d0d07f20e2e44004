"""Requirements for the declarations of rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from refrakt.rules.registry import Rule, all_rules, page_rule_table, page_rules, site_rules
from refrakt.rules.tag_repair import PAIRING_ERRORS

NEVER_REPORTED = {"function-undefined", "variable-undefined"} | {
    f"parameter-{what}" for what in ("undefined", "type-invalid", "missing-required")
}
"""Errors that the validator does not report here: rules check values instead."""


def test_page_rules_and_site_rules_share_no_code() -> None:
    assert len(all_rules()) == len(page_rules()) + len(site_rules())


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.code)
def test_a_declaration_is_complete(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z]+(?:-[a-z]+)*", rule.code)
    title, blank, *rest = rule.doc.split("\n")
    assert title == rule.summary
    assert title.endswith(".")
    assert blank == ""
    assert len(" ".join(rest).split()) > 10


def test_most_problems_of_a_page_have_a_fix() -> None:
    rules = page_rules().values()
    assert sum(each.fixable for each in rules) / len(rules) >= 0.6


def test_every_markdoc_error_is_reported_by_a_rule(repository: Path) -> None:
    manual = (repository / "docs" / "problems.md").read_text("utf-8")
    ids = set(re.findall(r"^\| `([a-z-]+)`", manual, re.MULTILINE)) - all_rules().keys()
    assert ids - page_rule_table(refrakt=False).by_error.keys() - PAIRING_ERRORS == NEVER_REPORTED
