"""Properties of problems and fixes for any link target."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from refrakt.markdoc.document import parse
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.page_facts import PageFacts
from refrakt.rules.apply_fixes import apply_fixes

from .site_checks import site_in

SITE = {
    "content/docs/setup.md": "## Linux\n",
    "content/docs/two words.md": "",
    "content/café.md": "## Über uns\n",
    "content/index.md": "",
    "static/Logo.png": "",
}
STEPS = st.sampled_from(
    [
        "/",
        "//",
        ".",
        "..",
        "docs",
        "setup",
        "setpu",
        "Setup.md",
        "two words",
        "café",
        "cafe",
        "caf%C3%A9",
        "logo.png",
        "a.md",
    ]
    + [
        "index",
        ".html",
        "%00",
        "%",
        "%2e",
        "#",
        "#linus",
        "#über-un",
        "?",
        "?a=b",
        "\\",
        "(",
        ")",
        "&amp;",
        "{",
        "|",
        "*",
        "'",
    ]
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> SiteIndex:
    return site_in(tmp_path_factory.mktemp("site"), SITE)


PAGE = "content/docs/page.md"


def read(index: SiteIndex, text: str) -> PageFacts:
    """Make this the text of a page."""
    facts = facts_of(parse(text, index.spec.options), index.spec.context.vocabulary)
    index.put(index_file(index.spec, PAGE, "page", "docs/page.md", facts))
    return facts


@given(st.lists(STEPS, max_size=6).map("".join), st.booleans())
@example("/docs/%00.png", False)
@example("../Logo.PNG?a=b#c", True)
def test_any_target(index: SiteIndex, target: str, bracketed: bool) -> None:
    before, after = ("[a](<", ">) rest\n") if bracketed else ("[a](", ") rest\n")
    text = before + target + after
    read(index, text)
    for problem in index.problems(PAGE):
        assert len(before) - 1 <= problem.span.start <= problem.span.end <= len(text) - len(after) + 1
        if problem.fix:
            fixed = apply_fixes(text, [problem]).text
            assert fixed.startswith(before)
            assert fixed.endswith(after)
            assert len(read(index, fixed).links) == 1
            assert problem.code not in [each.code for each in index.problems(PAGE)]


def test_problems_are_sorted_by_offset(tmp_path: Path) -> None:
    text = "".join(f"[a](/gone/{number})\n" for number in range(50))
    index = site_in(tmp_path, {"content/index.md": text})
    starts = [each.span.start for each in index.problems("content/index.md")]
    assert starts == sorted(starts)
    assert len(starts) == 50
