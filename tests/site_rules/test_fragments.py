"""Links with fragments."""

from __future__ import annotations

import pytest

from .site_checks import check_site, check_site_fix


def test_a_missing_fragment() -> None:
    check_site("""
        -- content/index.md --
        [a](/setup#linus) [b](setup.md?q#linus "title") [c](#linux) [d][e]
                  ^^^^^^ warning[broken-fragment]: '/setup' has no fragment '#linus'; did you mean '#linux'?
                                        ^^^^^^ warning[broken-fragment]
                                                            ^^^^^^ warning[broken-fragment]: this page has no fragment '#linux'

        [e]: </setup#the other>
                    ^^^^^^^^^^ warning[broken-fragment]: '/setup' has no fragment '#the other'
        -- content/setup.md --
        ## Linux
    """)


@pytest.mark.parametrize(
    "fragment", ["", "top", "TOP", "linux", "own", "in-a-rune", "shared", "foot", "para", "%C3%BCber", ":~:text=a"]
)
def test_existing_fragments(fragment: str) -> None:
    check_site(f"""
        -- content/index.md --
        [a](/docs/setup#{fragment})
        -- content/docs/_layout.md --
        {{% layout %}}
        {{% region name="footer" %}}
        ## Foot
        {{% /region %}}
        {{% /layout %}}
        -- content/docs/setup.md --
        ## Linux

        ## Über

        ## Windows {{% #own %}}

        A paragraph {{% #para %}}

        {{% hint %}}
        ## In a rune
        {{% /hint %}}

        {{% partial file="outer.md" /%}}
        -- content/_partials/outer.md --
        {{% partial file="inner.md" /%}}
        -- content/_partials/inner.md --
        ## Shared
    """)


@pytest.mark.parametrize(
    "line", ['{% collection type="page" /%}', "## {% $page.title %}", '{% partial file="plugin:a.md" /%}']
)
def test_fragments_of_a_build_are_not_reported(line: str) -> None:
    check_site(f"""
        -- content/index.md --
        [a](/setup#anything)
        -- content/setup.md --
        {line}
    """)


def test_the_intended_fragment() -> None:
    site = """
        -- content/index.md --
        [a](/setup?a=b#{}) [b](<setup.md#{}>)
        -- content/setup.md --
        ## Linux

        ## The `data` channel (new)

        ## Über uns
    """
    check_site_fix("broken-fragment", site.format("linus", "Linux"), site.format("linux", "linux"))
    fragment = "the-data-channel-new"
    check_site_fix(
        "broken-fragment",
        site.format(fragment, fragment),
        site.format("the-channel-%28new%29", "the-channel-%28new%29"),
    )
    check_site_fix("broken-fragment", site.format("über-un", "über un"), site.format("über-uns", "über-uns"))


def test_fragments_of_a_plain_site_are_not_checked() -> None:
    check_site("""
        -- index.md --
        [a](#anything)
        -- markdoc.config.json --
        {}
        -- refrakt.config.json --
        {}
    """)
