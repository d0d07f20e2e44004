"""Links between pages: broken ones, those to drafts and to redirects."""

from __future__ import annotations

from pathlib import Path

import pytest

from .site_checks import check_site, check_site_fix, site_in


def test_a_link_to_a_missing_page() -> None:
    check_site("""
        -- content/index.md --
        See [setup](/docs/setpu) and [the rest](/nowhere/at/all).
                    ^^^^^^^^^^^ error[broken-link]: no page is served at '/docs/setpu'; did you mean '/docs/setup'?
                                                ^^^^^^^^^^^^^^^ error[broken-link]: no page is served at '/nowhere/at/all'
        -- content/docs/setup.md --
        # Setup
    """)


@pytest.mark.parametrize(
    "target",
    [
        "/docs/setup",
        "/docs/setup/",
        "/docs/setup?tab=linux#linux",
        "/docs/setup.html",
        "/docs/setup.md",
        "/docs/1-setup.md#linux",
        "/docs/",
        "/docs/index.html",
        "/docs/index",
        "setup",
        "./setup/",
        "../docs/setup",
        "guide/../setup",
        "1-setup.md",
        "./index.md",
        "../index.md",
        "/",
        "..",
        "/caf%C3%A9",
        "/café",
        "</two words>",
        "/two%20words",
        "<../two words.md>",
        "/releases/v1.2",
        "/old/address",
        "https://example.com/nowhere",
        "//example.com/nowhere",
        "mailto:someone@example.com",
        "",
        "#",
        "#top",
        "/app/settings",
        "/demo",
        "/demo/index.html",
        "/manual.pdf",
        "../../README.md",
    ],
)
def test_names_that_a_build_resolves(target: str) -> None:
    check_site(f"""
        -- content/docs/guide.md --
        # Guide

        [a link]({target}), [another][there], {{% cite href="/docs/setup" /%}}

        [there]: {target or "/"}
        -- content/docs/1-setup.md --
        ## Linux
        -- content/docs/setup.md --
        ---
        slug: old/address
        ---
        -- content/docs/index.md --
        -- content/index.md --
        -- content/café.md --
        -- content/two words.md --
        -- content/releases/v1.2.md --
        -- README.md --
        -- static/demo/index.html --
        -- static/manual.pdf --
        -- refrakt.config.json --
        {{"site": {{"contentDir": "./content", "authoring": {{"elsewhere": ["/app/**"]}}}}}}
    """)


def test_samples_have_no_links() -> None:
    check_site("""
        -- content/index.md --
        `[a](/nowhere)`

        ```markdown
        [a](/nowhere)
        ```

        - ~~~
          [a](/nowhere)
          ~~~
    """)


def test_the_span_of_every_kind_of_link() -> None:
    check_site("""
        -- content/index.md --
        > - [a](</no such.md> "title") [b][label]
                 ^^^^^^^^^^^ error[broken-link]: page 'no such.md' does not exist

        [label]: /gone "Gone"
                 ^^^^^ error[broken-link]: no page is served at '/gone'

        {% card href="/gone/too" %}
                      ^^^^^^^^^ error[broken-link]
        # Card
        {% /card %}
    """)


def test_a_redirect_to_nowhere() -> None:
    check_site("""
        -- content/index.md --
        ---
        redirect: /gone
                  ^^^^^ error[broken-link]
        ---
    """)


def test_relative_links_in_partials_and_layouts_are_not_checked() -> None:
    check_site("""
        -- content/_layout.md --
        {% layout %}
        [a](gone) [b](gone.md) [c](#gone) [d](/gone)
                                              ^^^^^ error[broken-link]
        {% /layout %}
        -- content/_partials/note.md --
        [a](gone) [b](gone.md) [c](#gone) [d](/gone)
                                              ^^^^^ error[broken-link]
        -- content/index.md --
        {% partial file="note.md" /%}
    """)


def test_a_base_path() -> None:
    check_site("""
        -- content/index.md --
        [a](/manual/setup) [b](/setup) [c](setup) [d](/another/site) [e](/manual/setpu) [f](/manual)
                                                                         ^^^^^^^^^^^^^ error[broken-link]
        [g](/manual/setup.md) [h](/setup.md) [i](/manual/gone.md)
                                                 ^^^^^^^^^^^^^^^ error[broken-link]
        -- content/setup.md --
        -- refrakt.config.json --
        {"site": {"contentDir": "./content", "authoring": {"basePath": "/manual"}}}
    """)


def test_a_plain_site_checks_links_to_files_only() -> None:
    check_site("""
        -- docs/index.md --
        [a](/anything) [b](anything) [c](gone.md) [d](setup.md#nothing)
                                         ^^^^^^^ error[broken-link]: page 'docs/gone.md' does not exist
        [e](other.mdoc) [f](/gone.md) [g](gone.mdoc)
                                          ^^^^^^^^^ error[broken-link]
        -- docs/setup.md --
        -- docs/other.mdoc --
        -- markdoc.config.json --
        {}
        -- refrakt.config.json --
        {}
    """)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("/docs/setpu", "/docs/setup"),
        ("/docs/setpu/?a=b#linux", "/docs/setup/?a=b#linux"),
        ("/docs/setpu.html", "/docs/setup.html"),
        ("/guide/setup", "/docs/setup"),
        ("/Docs/Setup", "/docs/setup"),
        ("../docs/setpu", "setup"),
        ("./setpu", "./setup"),
        ("setpu.md#linux", "setup.md#linux"),
        ("./setpu.md", "./setup.md"),
        ("../setup.md", "setup.md"),
        ("/docs/setpu.md", "/docs/setup.md"),
        ("</setup of café.md>", "</news/setup of café.md>"),
        ("/caf%C3%A9s", "/caf%C3%A9"),
        ("/cafés#x", "/café#x"),
        ("</cafés#x y>", "</café#x y>"),
        ("/docs/setpu#%C3%BC", "/docs/setup#%C3%BC"),
    ],
)
def test_the_fix_keeps_the_style_of_the_target(before: str, after: str) -> None:
    site = """
        -- content/docs/guide.md --
        [a]({})
        -- content/docs/setup.md --
        -- content/news/setup of café.md --
        -- content/café.md --
        -- static/logo.png --
    """
    check_site_fix("broken-link", site.format(before), site.format(after))


@pytest.mark.parametrize("target", ["/docs/step-3", "/guide/usage", "/anything/else"])
def test_ambiguous_targets_have_no_fix(target: str, tmp_path: Path) -> None:
    pages = ("docs/step-2", "docs/usage", "news/usage")
    index = site_in(tmp_path, {"content/index.md": f"[a]({target})", **{f"content/{each}.md": "" for each in pages}})
    assert [(each.code, each.fix) for each in index.problems("content/index.md")] == [("broken-link", None)]


def test_a_link_to_a_draft() -> None:
    check_site("""
        -- content/index.md --
        [a](/next) [b](next.md)
            ^^^^^ warning[link-to-draft]: '/next' is a draft
                       ^^^^^^^ warning[link-to-draft]
        -- content/next.md --
        ---
        draft: true
        ---
        [myself](/next), [another](/later)
        -- content/later.md --
        ---
        draft: true
        ---
    """)


def test_a_link_to_a_redirect() -> None:
    before = """
        -- content/index.md --
        [a](/old#part) [b](old.md)
        -- content/old.md --
        ---
        redirect: /new
        ---
        -- content/new.md --
        ## Part
    """
    check_site("""
        -- content/index.md --
        [a](/old) [b](old.md)
            ^^^^ hint[link-to-redirect]: '/old' redirects to '/new'
                      ^^^^^^ hint[link-to-redirect]
        -- content/old.md --
        ---
        redirect: /new
        ---
        -- content/new.md --
    """)
    check_site_fix("link-to-redirect", before, before.replace("(/old#", "(/new#"))
