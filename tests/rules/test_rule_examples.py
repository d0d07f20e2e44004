"""The examples in the documentation of page rules."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.schema import MarkdocConfig, Schema, Slot
from refrakt.rules.frontmatter_schema import FrontmatterField, FrontmatterSchema
from refrakt.rules.page import Page, Site
from refrakt.rules.page_checker import check
from refrakt.rules.problem import Problem
from refrakt.rules.registry import page_rules
from refrakt.runes.rune import Package, Rune
from refrakt.runes.vocabulary import vocabulary

from .checking import all_runes, page_of
from .rule_examples import rule_examples

NO_EXAMPLE = {
    "too-deep": "needs hundreds of levels",
    "too-long": "needs a paragraph of many thousand characters",
}
OF_SLOTS = {"missing-slot", "unknown-slot"}
FIXED_ELSEWHERE = {"content-order", "frontmatter-shape", "parent-required", "unknown-slot"}
"""Rules with fixes for other pages than their examples."""


class SiteWithSlots(Site):
    """A Markdoc site with a tag `panel` that requires the slot `body`."""

    @cached_property
    def config(self) -> MarkdocConfig:
        config = super().config
        return replace(config, tags={**config.tags, "panel": Schema("panel", slots={"body": Slot(required=True)})})


def test_rules_without_an_example_have_none() -> None:
    assert all("**Example**" not in page_rules()[code].doc for code in NO_EXAMPLE)


@pytest.mark.parametrize("code", [code for code in page_rules() if code not in NO_EXAMPLE])
def test_an_example_has_only_the_problem_of_its_rule(code: str) -> None:
    example, instead = rule_examples(page_rules()[code])
    assert {each.code for each in _problems(code, example)} == {code}
    assert _problems(code, instead) == []


@pytest.mark.parametrize("code", [code for code in page_rules() if code not in NO_EXAMPLE])
def test_a_rule_is_declared_fixable_if_its_example_has_a_fix(code: str) -> None:
    example, _ = rule_examples(page_rules()[code])
    has_fix = any(each.fix for each in _problems(code, example))
    assert page_rules()[code].fixable == (has_fix or code in FIXED_ELSEWHERE)


@pytest.mark.parametrize("code", [code for code, rule in page_rules().items() if rule.sites == "refrakt"])
def test_a_rule_for_sites_of_refrakt_is_not_run_on_others(code: str) -> None:
    example, _ = rule_examples(page_rules()[code])
    runes = Package("custom", "custom", runes=all_runes().runes)
    assert code not in {each.code for each in check(page_of(example, Site(vocabulary([runes], refrakt=False))))}


@pytest.mark.parametrize(
    ("slots", "fixed"), [(["boddy"], ["body"]), (["body", "boddy"], []), (["other"], []), (["body"], [])]
)
def test_an_unknown_slot_gets_a_name_that_is_free(slots: list[str], fixed: list[str]) -> None:
    inner = "".join(f'{{% slot "{name}" %}}\nx\n{{% /slot %}}\n' for name in slots)
    found = _problems("unknown-slot", f"{{% panel %}}\n{inner}{{% /panel %}}\n")
    assert [each.new for problem in found for each in problem.edits] == [f'"{name}"' for name in fixed]
    assert sum(each.code == "unknown-slot" for each in found) == sum(name != "body" for name in slots)


def _problems(code: str, text: str) -> list[Problem]:
    if code == "frontmatter-mismatch":
        schema = FrontmatterSchema({"order": FrontmatterField("number")})
        site = Site(vocabulary([], refrakt=False), frontmatter_schema=lambda path: schema)
        return check(Page(parse(text), site, "boats.md"))
    if code not in OF_SLOTS:
        return check(page_of(text, Site(all_runes(), partials=("header.md",))))
    panel = Package("custom", "custom", runes={"panel": Rune("panel", "A panel.", content=None)})
    slotted = SiteWithSlots(vocabulary([panel], refrakt=False))
    return check(Page(parse(text, ParseOptions(slots=True)), slotted))
