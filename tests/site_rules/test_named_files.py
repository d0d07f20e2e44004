"""Content files that tags of a plain site name: its components may include them, as partials."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.test_plain_sites import NEXT, write
from refrakt.project.pages.named_files import is_named, names_content_file
from site_rules.site_checks import site_in
from site_rules.test_routed_sites import FOUND, check

BROKEN = "See [there](other.md), [that](./that) and [below](#below).\n"


@pytest.mark.parametrize(
    "tag",
    [
        '{% box title="shared/menu.md" /%}',
        '{% box title="/pages/shared/menu.md" /%}',
        '{% box title="../shared/menu.md" /%}',
        '{% box title="menu.md" /%}',
        '{% box title="Menu.md" /%}',
        '{% box title=["menu.md"] /%}',
        '{% partial file="menu.md" /%}',
    ],
)
def test_a_file_that_a_tag_names_depends_on_the_pages_that_include_it(tag: str) -> None:
    files = f"-- pages/index.md --\n{FOUND}\n-- pages/a/index.md --\n{tag}\n-- pages/shared/menu.md --\n{BROKEN}"
    check(files)


def test_its_other_links_are_checked() -> None:
    check(
        """
-- pages/a/index.md --
{% box title="menu.md" /%}
-- pages/shared/menu.md --
See [there](/nowhere).
            ^^^^^^^^ error[broken-link]
"""
    )


@pytest.mark.parametrize("tag", ['{% box href="menu.md" /%}', '{% box title="enu.md" /%}', '{% box title="menu" /%}'])
def test_other_tags_do_not_include_a_file(tag: str) -> None:
    check(
        f"""
-- pages/a/index.md --
{tag.replace('href="menu.md"', 'href="/shared/menu"')}
-- pages/shared/menu.md --
See [there](other.md).
            ^^^^^^^^ error[broken-link]
"""
    )


def test_a_page_has_the_headings_of_the_file_that_it_includes() -> None:
    check(
        f"""
-- pages/index.md --
{FOUND}
[more](#more)

{{% box title="more.md" /%}}
-- pages/other.md --
[more](#more)
       ^^^^^ warning[broken-fragment]
-- pages/shared/more.md --
## More
"""
    )


def test_the_file_is_checked_again_when_a_tag_begins_to_name_it(tmp_path: Path) -> None:
    files = {**NEXT, "pages/index.md": "Text\n", "pages/shared/menu.md": BROKEN}
    index = site_in(write(tmp_path, files), files)
    assert {each.code for each in index.problems("pages/shared/menu.md")} == {"broken-link"}
    named = site_in(tmp_path, {**files, "pages/index.md": '{% box title="menu.md" /%}\n'})
    index.put(named.entries["pages/index.md"])
    assert not index.problems("pages/shared/menu.md")


@pytest.mark.parametrize(
    ("tag", "attribute", "value", "expected"),
    [
        ("box", "from", "a b/menu.md", True),
        ("box", "targetHref", "menu.md", False),
        ("box", "button-link", "menu.md", False),
        ("box", "from", "https://example.com/menu.md", False),
        ("box", "from", "menu", False),
        ("include", "from", "shared/menu", True),
        ("code-snippet", "primary", "menu", True),
        ("include", "from", "picture.png", False),
        ("box", "from", "x" * 400 + ".md", False),
    ],
)
def test_which_values_name_content_files(tag: str, attribute: str, value: str, expected: bool) -> None:
    assert names_content_file(tag, attribute, value) is expected


def test_a_name_is_the_end_of_a_path() -> None:
    assert is_named("docs/shared/menu.mdoc", ["@/shared/menu.md"])
    assert not is_named("docs/shared/menu.md", ["other/menu.md"])
    assert not is_named("docs/submenu.md", ["menu.md"])
