"""The examples in the documentation of site rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from refrakt.markdoc.document import parse
from refrakt.rules.page import Page
from refrakt.rules.page_checker import check
from refrakt.rules.registry import site_rules
from rules.rule_examples import rule_examples

from .site_checks import read_files, site_in

NO_EXAMPLE = {"unreadable-page": "the file is not text"}


def test_rules_without_an_example_have_none() -> None:
    assert all("**Example**" not in site_rules()[code].doc for code in NO_EXAMPLE)


@pytest.mark.parametrize("code", [code for code in site_rules() if code not in NO_EXAMPLE])
def test_an_example_has_only_the_problem_of_its_rule(code: str, tmp_path: Path) -> None:
    example, instead = rule_examples(site_rules()[code])
    assert set(_codes(tmp_path / "example", example)) == {code}
    assert _codes(tmp_path / "instead", instead) == []


def _codes(folder: Path, fixture: str) -> list[str]:
    """The problems of all pages, alone and between them."""
    index = site_in(folder, read_files(fixture))
    found = [each.code for path in index.entries for each in index.problems(path)]
    for path in index.entries:
        document = parse((folder / path).read_text("utf-8"), index.spec.options)
        found += [each.code for each in check(Page(document, index.spec.context.surroundings, path))]
    return found
