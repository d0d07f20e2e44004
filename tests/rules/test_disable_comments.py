"""Comments that disable rules for a line or for a part of a page."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from refrakt.markdoc.document import parse
from refrakt.project.page_problems import with_severities
from refrakt.project.site import find_project
from refrakt.rules.disable_comments import suppressed_lines
from refrakt.rules.page import Page
from refrakt.rules.page_checker import check

from .checking import check_fix, check_problems, page_of


def lines(text: str) -> dict[int, frozenset[str]]:
    return suppressed_lines(parse(dedent(text).lstrip("\n")))


def test_a_part_of_a_page() -> None:
    found = lines("""
        [//]: # (refrakt-disable unknown-rune)

        {% x /%}

        [//]: # (refrakt-enable unknown-rune)

        {% y /%}
    """)
    assert found == {line: frozenset({"unknown-rune"}) for line in (1, 2, 3)}


def test_without_an_end_it_lasts_to_the_end_of_the_page() -> None:
    assert sorted(lines("a\n\n<!-- refrakt-disable -->\n\nb\n\nc\n")) == [3, 4, 5, 6, 7]


def test_an_end_without_codes_ends_everything() -> None:
    found = lines("[//]: # (refrakt-disable a, b)\n\nx\n\n[//]: # (refrakt-enable)\n\ny\n")
    assert found == {line: frozenset({"a", "b"}) for line in (1, 2, 3)}


def test_parts_overlap() -> None:
    found = lines("[//]: # (refrakt-disable a)\n\n[//]: # (refrakt-disable-next-line b)\nx\n")
    assert found[3] == {"a", "b"}


@pytest.mark.parametrize(
    "text", ["refrakt-disable a\n\nx\n", "`refrakt-disable`\n", "[//]: # (refrakt-disables a)\n\nx\n"]
)
def test_only_comments_count(text: str) -> None:
    assert lines(text) == {}


def test_a_misspelt_code() -> None:
    check_problems("""
        [//]: # (refrakt-disable-next-line unknow-rune)
                                           ^^^^^^^^^^^ warning[unknown-rule-code]: no rule has the code `unknow-rune`
        Words.
    """)
    check_fix("[//]: # (refrakt-disable brokn-link)\n\nx\n", "[//]: # (refrakt-disable broken-link)\n\nx\n")


def test_a_misspelt_code_in_frontmatter() -> None:
    check_problems("""
        ---
        title: T
        refrakt:
          rules:
            unknow-rune: off
            ^^^^^^^^^^^ warning[unknown-rule-code]: no rule has the code `unknow-rune`; did you mean `unknown-rune`?
        ---
    """)


def test_a_wrong_severity_in_frontmatter() -> None:
    check_problems("""
        ---
        title: T
        refrakt:
          rules:
            unknown-rune: warn
                          ^^^^ warning[unknown-severity]: `unknown-rune` can be error, warning, info, hint or off
            broken-link: off
            unknown-attribute: 3
                               ^ warning[unknown-severity]: `unknown-attribute` can be error, warning, info, hint or off
            unknown-variable: [off]
                              ^^^^^ warning[unknown-severity]: `unknown-variable` can be error, warning, info, hint or off
            my-own-code: hint
        ---
    """)
    check_fix(
        "---\nrefrakt.rules:\n  broken-link: warn\n---\n\nx\n",
        "---\nrefrakt.rules:\n  broken-link: warning\n---\n\nx\n",
    )


def test_a_code_of_a_plugin_is_not_reported() -> None:
    check_problems("[//]: # (refrakt-disable-next-line my-own-code)\nWords.\n")


def reported(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "."}}')
    site = find_project(tmp_path).site()
    page = Page(parse(text, site.options), site.surroundings, "a.md")  # type: ignore[union-attr]
    found = with_severities(page, site, check(page))  # type: ignore[arg-type]
    return [f"{each.code}: {each.message}" for each in found]


def test_an_unused_comment(tmp_path: Path) -> None:
    used = "[//]: # (refrakt-disable-next-line unknown-rune)\n{% hnit /%}\n"
    assert reported(tmp_path, used) == []
    unused = "[//]: # (refrakt-disable-next-line unknown-rune)\nWords.\n"
    assert reported(tmp_path, unused) == ["unused-disable: `unknown-rune` reports nothing here"]
    across = "[//]: # (refrakt-disable-next-line broken-link)\nWords.\n"
    assert reported(tmp_path, across) == [], "only the index knows the problems across pages"


def test_problems_of_a_plugin_do_not_make_a_comment_unused(tmp_path: Path) -> None:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "."}}')
    site = find_project(tmp_path).site()
    text = "[//]: # (refrakt-disable-next-line unknown-rune)\n{% hnit /%}\n"
    page = Page(parse(text, site.options), site.surroundings, "a.md")  # type: ignore[union-attr]
    assert with_severities(page, site, []) == []  # type: ignore[arg-type]


def test_a_page_that_is_not_read_to_its_end_has_no_unused_comments() -> None:
    deep = "".join("> " for _ in range(600)) + "x\n"
    page = page_of(f"[//]: # (refrakt-disable-next-line unknown-rune)\nWords.\n\n{deep}")
    assert {each.code for each in check(page)} == {"too-deep"}
