"""Items of navigations."""

from __future__ import annotations

import pytest

from .site_checks import check_site, check_site_fix


@pytest.mark.parametrize(
    "item", ["setup", "Setup", "setup/", "guide/usage", "guide/", "guide/index", "/", "/DOCS/setup", "."]
)
@pytest.mark.parametrize("file", ["_layout.md", "index.md"])
def test_pages_relative_to_the_file_of_the_navigation(file: str, item: str) -> None:
    if item == ".":
        item = "[anything](https://example.com)"
    check_site(f"""
        -- content/docs/{file} --
        {{% nav %}}
        # Group

        - {item}
        {{% /nav %}}
        -- content/docs/setup.md --
        -- content/docs/guide/index.md --
        -- content/docs/guide/usage.md --
        -- content/index.md --
    """)


def test_missing_pages() -> None:
    check_site("""
        -- content/docs/_layout.md --
        {% nav %}
        - setpu
          ^^^^^ error[unresolved-nav]: no page is served at '/docs/setpu'; did you mean '/docs/setup'?
        - news
          ^^^^ error[unresolved-nav]: no page is served at '/docs/news'; did you mean '/news'
        - /nowhere/at-all
          ^^^^^^^^^^^^^^^ error[unresolved-nav]: no page is served at '/nowhere/at-all'
        - docs/setup
          ^^^^^^^^^^ error[unresolved-nav]: no page is served at '/docs/docs/setup'
        {% /nav %}
        -- content/docs/setup.md --
        -- content/news.md --
        -- content/_partials/nav.md --
        {% nav %}
        - anything
        - /else
          ^^^^^ error[unresolved-nav]
        {% /nav %}
        -- content/index.md --
        {% partial file="nav.md" /%}
    """)


def test_the_intended_page() -> None:
    site = """
        -- content/docs/index.md --
        {{% nav %}}
        - {}
        - {}
        - {}
        {{% /nav %}}
        -- content/docs/setup.md --
        -- content/news/today.md --
    """
    check_site_fix(
        "unresolved-nav",
        site.format("setpu", "today", "/docs/stup"),
        site.format("setup", "/news/today", "/docs/setup"),
    )


def test_a_base_path() -> None:
    check_site("""
        -- content/docs/index.md --
        {% nav %}
        - setup
        - gone
          ^^^^ error[unresolved-nav]: no page is served at '/manual/docs/gone'
        - /manual/docs/setup
        - /another/site
        {% /nav %}
        -- content/docs/setup.md --
        -- refrakt.config.json --
        {"site": {"contentDir": "./content", "authoring": {"basePath": "/manual"}}}
    """)
