"""The table of contents: the rune where the site has it, else links to headings whose ids are known."""

from __future__ import annotations

import pytest

from .checking import plain_markdoc
from .code_action_requests import action_titled, request_at, text_after_action, titles_at

TITLE = "Insert a table of contents"
KIND = "source.insertTableOfContents"
PAGE = "# Bees\n{}\n## Spring\n\nText.\n\n### The [first] week\n\n## Autumn {{% #end %}}\n"


def test_the_rune_of_the_site() -> None:
    request = request_at(PAGE.format("$0\nEarly."))
    assert text_after_action(request, action_titled(request, TITLE)) == PAGE.format("\n{% toc /%}\n\nEarly.")


def test_links_where_the_site_has_no_such_rune() -> None:
    request = request_at(PAGE.format("\n$0"), plain_markdoc())
    links = "- [Spring](#spring)\n  - [The \\[first\\] week](#the-[first]-week)\n- [Autumn](#end)\n"
    after = text_after_action(request, action_titled(request, TITLE))
    assert after == PAGE.format(f"\n{links}")
    assert TITLE not in titles_at(f"{after}\n$0", site=plain_markdoc())


@pytest.mark.parametrize(
    "fixture",
    [
        "# Bees\n\n$0\n\n## Spring\n",
        PAGE.format("\n$0Early.\n"),
        PAGE.format("\n```\n$0\n```\n"),
        PAGE.format("\n{% hint %}\n$0\n{% /hint %}\n"),
        "---\ntitle: Bees\n$0\n---\n" + PAGE.format(""),
        PAGE.format("\n{% toc /%}\n$0\n"),
        PAGE.format("\n{% table-of-contents depth=2 /%}\n\n$0\n"),
    ],
)
def test_it_is_not_offered(fixture: str) -> None:
    assert TITLE not in titles_at(fixture)


def test_an_id_that_only_a_build_knows() -> None:
    page = PAGE.format("\n$0\n## Bees of {% $name %}\n")
    assert TITLE in titles_at(page, KIND)
    assert titles_at(page, KIND, site=plain_markdoc()) == []
