"""The queries of runes."""

from __future__ import annotations

from .site_checks import check_site, check_site_fix

PLAN = '{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}'


def test_filters_that_cannot_be_read() -> None:
    check_site("""
        -- content/index.md --
        {% collection type="page" filter="draft:false url:/blog/* title:/^A/i" /%}

        {% collection type="page" filter="draft :x title:/(/" /%}
                                          ^^^^^ error[filter-syntax]: `draft` has no colon
                                                ^^ error[filter-syntax]: `:x` has no field
                                                         ^^^ error[filter-syntax]: this regular expression

        {% sandbox data="url:/blog/*" %}{% /sandbox %}
                         ^^^^^^^^^^^ error[filter-syntax]: this filter has no `type`
        {% sandbox data="type:page url:/blog/*" %}{% /sandbox %}
    """)


def test_unknown_types() -> None:
    rules = '"routeRules": [{"pattern": "t/**", "layout": "default", "entity": "tale"}], "plugins"'
    check_site(
        """
        -- content/index.md --
        {% collection type="page, work,tale" /%} {% aggregate type="recipe" /%} {% aggregate type="heading" /%}

        {% collection type="wrok" /%} {% collection type="page, song" /%}
                            ^^^^ warning[unknown-type]: no entity has the type 'wrok'; did you mean 'work'?
                                                                ^^^^ warning[unknown-type]: no entity has the type 'song'
        {% sandbox data="type:pag type:/^w/ type:w*" %}{% /sandbox %}
                              ^^^ warning[unknown-type]: no entity has the type 'pag'; did you mean 'page'?
        -- content/soup.md --
        ---
        type: recipe
        ---
        -- refrakt.config.json --
        """
        + PLAN.replace('"plugins"', rules)
    )


def test_misspelt_fields() -> None:
    check_site(
        """
        -- content/index.md --
        {% collection type="work" filter="stauts:ready weight:3" sort="-prioritty" group="milestone" /%}
                                          ^^^^^^ warning[unknown-field]: no work has a field 'stauts'; did you mean 'status'?
                                                                        ^^^^^^^^^ warning[unknown-field]
        {% aggregate type="recipe" group="coursse" /%} {% aggregate type="recipe" group="course" /%}
                                          ^^^^^^^ warning[unknown-field]: no recipe has a field 'coursse'; did you mean 'course'?
        -- content/soup.md --
        ---
        type: recipe
        course: starter
        ---
        -- refrakt.config.json --
        """
        + PLAN
    )


def test_the_intended_field() -> None:
    site = """
        -- content/index.md --
        {{% collection type="{}" filter="{}:ready" /%}}
        -- refrakt.config.json --
        """ + PLAN.replace("{", "{{").replace("}", "}}")
    check_site_fix("unknown-type", site.format("wrok", "status"), site.format("work", "status"))
    check_site_fix("unknown-field", site.format("work", "stauts"), site.format("work", "status"))
