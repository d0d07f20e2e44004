"""Rules for whole files: duplicate URLs and headings, partials."""

from __future__ import annotations

from .site_checks import check_site, check_site_fix


def test_two_files_at_one_url() -> None:
    check_site("""
        -- content/1-setup.md --
        ^ error[duplicate-route]: content/2-setup.md is also served at '/setup'
        # Setup
        -- content/2-setup.md --
        ^ error[duplicate-route]: content/1-setup.md is also served at '/setup'
        -- content/docs.md --
        ^ error[duplicate-route]: content/docs/index.md is also served at '/docs'
        -- content/docs/index.md --
        ^ error[duplicate-route]: content/docs.md is also served at '/docs'
        -- content/other.md --
        ---
        slug: another
        ---
    """)


def test_a_written_page_wins_over_a_generated_one() -> None:
    check_site("""
        -- content/specs/SPEC-001.md --
        ^ warning[duplicate-route]: the page generated from plan/specs/one.md has the same URL '/specs/SPEC-001'
        [the same](/specs/SPEC-001/#anything) [another](/specs/SPEC-002/#anything) [a third](/specs/SPEC-003/)
                                   ^^^^^^^^^ warning[broken-fragment]
                                                                                             ^^^^^^^^^^^^^^^^ error[broken-link]
        -- plan/specs/one.md --
        {% spec id="SPEC-001" status="draft" %}
        # One
        {% /spec %}
        -- plan/specs/two.md --
        {% spec id="SPEC-002" status="draft" %}
        # Two

        [not looked at](/nowhere) ![neither](gone.png)
        {% /spec %}
        -- refrakt.config.json --
        {"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"],
         "entityRoutes": [{"type": "spec", "url": "/specs/{id}/", "render": "{% $item.title %}"}]}}
    """)


def test_the_urls_of_a_plain_site_are_unknown() -> None:
    check_site("""
        -- docs.md --
        -- docs/index.md --
        -- markdoc.config.json --
        {}
        -- refrakt.config.json --
        {}
    """)


def test_headings_with_the_same_id() -> None:
    check_site("""
        -- content/index.md --
        # Use

        ## Options

        ## Other {% #options %}
        ^^^^^^^^^^^^^^^^^^^^^^^ info[duplicate-heading-id]: the id 'options' is used twice: an earlier heading also has it

        {% hint %}
        ## Options
        {% /hint %}
    """)


def test_a_heading_gets_an_id_of_its_own() -> None:
    before = """
        -- content/index.md --
        ## Options

        ## Options

        ### Options-2

        ## Options

        Options
        -------
    """
    after = """
        -- content/index.md --
        ## Options

        ## Options {% #options-3 %}

        ### Options-2

        ## Options {% #options-4 %}

        Options
        -------
    """
    check_site_fix("duplicate-heading-id", before, after)


def test_an_unused_partial() -> None:
    check_site("""
        -- content/_partials/old.md --
        ^ hint[orphaned-partial]: no page includes the partial 'old.md'
        Text.
        -- content/_partials/outer.md --
        {% partial file="inner/part.md" /%}
        -- content/_partials/inner/part.md --
        -- content/_partials/entity/spec.md --
        -- content/index.md --
        {% partial file="outer.md" /%}
        -- shared/terms.md --
        -- refrakt.config.json --
        {"fileRoots": {"shared": "./shared"}, "site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"],
         "entityRoutes": [{"type": "spec", "url": "/specs/{id}", "render-template": "entity/spec.md"}]}}
    """)


def test_partials_that_include_each_other() -> None:
    check_site("""
        -- content/_partials/self.md --
        {% partial file="self.md" /%}
                         ^^^^^^^ error[partial-cycle]: this partial includes itself
        -- content/_partials/a.md --
        {% partial file="b.md" /%}
                         ^^^^ error[partial-cycle]: this partial includes itself through 'b.md', 'c.md'
        -- content/_partials/b.md --
        {% partial file="c.md" /%}
                         ^^^^ error[partial-cycle]: this partial includes itself through 'c.md', 'a.md'
        -- content/_partials/c.md --
        {% partial file="a.md" /%} {% partial file="d.md" /%}
                         ^^^^ error[partial-cycle]: this partial includes itself through 'a.md', 'b.md'
        -- content/_partials/d.md --
        -- content/index.md --
        {% partial file="a.md" /%}
    """)
