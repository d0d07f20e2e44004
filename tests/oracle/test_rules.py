"""Problems, compared with recordings of the reference's validator and language server."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from refrakt.rules.page import Page, Site
from refrakt.rules.page_checker import check
from refrakt.rules.problem import Problem
from rules.checking import all_runes, page_of, site_with_all_runes

ORACLE = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "oracle"
CORPUS = ORACLE.parent / "corpus" / "refrakt"

pytestmark = pytest.mark.recorded

CODES = {
    "attribute-type-invalid": {"wrong-type", "coercible-value", "value-not-allowed"},
    "attribute-value-invalid": {"value-not-allowed", "coercible-value"},
    "attribute-undefined": {"unknown-attribute"},
    "tag-undefined": {"unknown-rune"},
    "tag-placement-invalid": {"wrong-place"},
    "attribute-missing-required": {"missing-attribute"},
    "child-invalid": {"child-invalid"},
}
"""What we call the problems the reference has."""

MISTAKEN = {
    "ok-partial": "the partial is there",
    "ok-partial-nested": "the partial is there",
    "missing-partial-in-fence": "a sample in a fence",
    "in-fence": "a sample in a fence",
    "in-fence-unclosed": "a sample in a fence",
    "bad-syntax-quote": "the reference names only the closing tag, we the one that cannot be read",
}
"""Cases in which the reference reports a wrong problem or range."""

RIGHT_ERRORS = {
    ("blog/whats-new-in-0-4.md", "value-not-allowed"),
    ("extend/security/index.md", "unclosed-tag"),
    ("runes/aggregate.md", "unknown-attribute"),
    ("runes/showcase.md", "value-not-allowed"),
    ("runes/snippet.md", "unknown-attribute"),
}
"""Errors on the reference's own pages; each has been reviewed."""


@cache
def recorded(name: str) -> list[dict[str, Any]]:
    path = ORACLE / name
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        if name.endswith(".jsonl.gz"):
            return [json.loads(line) for line in file]
        found: list[dict[str, Any]] = json.load(file)["diagnostics"]
        return found


DIAGNOSTICS = recorded("lsp/patched-all-plugins.json.gz")
PAGES = sorted((CORPUS / "site" / "content").rglob("*.md"))


def line_of(page: Page, problem: Problem) -> int:
    return page.document.position(page.document.offsets(problem.span)[0])[0]


@cache
def with_partials() -> Site:
    return Site(all_runes(), partials=("header.md", "nested/foot.md"))


@pytest.mark.parametrize("case", DIAGNOSTICS, ids=[case["name"] for case in DIAGNOSTICS])
def test_problems_of_the_reference_are_found(case: dict[str, Any]) -> None:
    page = page_of(case["text"], with_partials())
    found = check(page)
    theirs = {each["range"]["start"]["line"] for each in case["diagnostics"] if each["severity"] == 1}
    ours = {line_of(page, each) for each in found if each.severity == "error"}
    if case["name"] not in MISTAKEN:
        assert bool(theirs & ours) == bool(theirs)
    if any(each["severity"] == 2 for each in case["diagnostics"]):
        assert found or case["name"] in MISTAKEN


@pytest.mark.parametrize("case", DIAGNOSTICS, ids=[case["name"] for case in DIAGNOSTICS])
def test_spans_are_shorter_than_lines(case: dict[str, Any]) -> None:
    page = page_of(case["text"], with_partials())
    for problem in check(page):
        start, end = page.document.offsets(problem.span)
        assert start < end
        assert page.document.position(start)[0] == page.document.position(end)[0]


def test_problems_on_the_pages_of_the_reference_are_found() -> None:
    missed = []
    for record in recorded("pages/main.jsonl.gz"):
        expected = [each for each in record.get("validateErrorsEscaped") or () if "softbreak" not in each["message"]]
        if not expected:
            continue
        text = (CORPUS / record["file"]).read_text("utf-8")
        frontmatter = re.match(r"---\n.*?\n---\n?", text, re.DOTALL)
        shift = frontmatter.group().count("\n") if frontmatter else 0
        page = page_of(text, path=record["file"])
        ours = {(each.code, line_of(page, each) - shift) for each in check(page)}
        missed += [
            (record["file"], each["id"], each["lines"])
            for each in expected
            if not any((code, line) in ours for code in CODES[each["id"]] for line in range(*each["lines"][:2]))
        ]
    assert missed == []


def test_no_error_on_a_correct_page() -> None:
    root = CORPUS / "site" / "content"
    found = {
        (path.relative_to(root).as_posix(), each.code)
        for path in PAGES
        for each in check(page_of(path.read_text("utf-8"), path=path.as_posix()))
        if each.severity == "error"
    }
    assert found == RIGHT_ERRORS


def test_no_error_on_a_fixture_the_reference_finds_correct() -> None:
    good = [
        each
        for each in recorded("fixtures/fixtures.jsonl.gz")
        if each.get("validate") == [] and not each.get("synthetic")
    ]
    assert good
    wrong = {
        (each["rune"], problem.code)
        for each in good
        for problem in check(page_of(each["source"], site_with_all_runes()))
        if problem.severity == "error"
    }
    assert wrong == set()
