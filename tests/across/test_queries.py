"""What runes that list, count or draw things ask for."""

from __future__ import annotations

from .checking import check_site, check_site_fix

PLAN = '{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}'


def test_filters_that_cannot_be_read() -> None:
    check_site("""
        -- content/index.md --
        {% collection type="page" filter="draft:false url:/blog/* title:/^A/i" /%}

        {% collection type="page" filter="draft :x title:/(/" /%}
                                          ^^^^^ error[filter-syntax]: `draft` says nothing
                                                ^^ error[filter-syntax]: `:x` names no field
                                                         ^^^ error[filter-syntax]: this regular expression

        {% sandbox data="url:/blog/*" %}{% /sandbox %}
                         ^^^^^^^^^^^ error[filter-syntax]: this names no type of things
        {% sandbox data="type:page url:/blog/*" %}{% /sandbox %}
    """)


def test_types_that_nothing_is_of() -> None:
    rules = '"routeRules": [{"pattern": "t/**", "layout": "default", "entity": "tale"}], "plugins"'
    check_site(
        """
        -- content/index.md --
        {% collection type="page, work,tale" /%} {% aggregate type="recipe" /%} {% aggregate type="heading" /%}

        {% collection type="wrok" /%} {% collection type="page, song" /%}
                            ^^^^ warning[unknown-type]: nothing on this site is a 'wrok'; did you mean 'work'?
                                                                ^^^^ warning[unknown-type]: nothing on this site is a 'song'
        {% sandbox data="type:pag type:/^w/ type:w*" %}{% /sandbox %}
                              ^^^ warning[unknown-type]: nothing on this site is a 'pag'; did you mean 'page'?
        -- content/soup.md --
        ---
        type: recipe
        ---
        -- refrakt.config.json --
        """
        + PLAN.replace('"plugins"', rules)
    )


def test_fields_that_look_like_a_typing_error() -> None:
    check_site(
        """
        -- content/index.md --
        {% collection type="work" filter="stauts:ready weight:3" sort="-prioritty" group="milestone" /%}
                                          ^^^^^^ hint[unknown-field]: no work has a field 'stauts'; did you mean 'status'?
                                                                        ^^^^^^^^^ hint[unknown-field]
        {% aggregate type="recipe" group="coursse" /%} {% aggregate type="recipe" group="course" /%}
                                          ^^^^^^^ hint[unknown-field]: no recipe has a field 'coursse'; did you mean 'course'?
        -- content/soup.md --
        ---
        type: recipe
        course: starter
        ---
        -- refrakt.config.json --
        """
        + PLAN
    )


def test_what_was_meant() -> None:
    site = """
        -- content/index.md --
        {{% collection type="{}" filter="{}:ready" /%}}
        -- refrakt.config.json --
        """ + PLAN.replace("{", "{{").replace("}", "}}")
    check_site_fix("unknown-type", site.format("wrok", "status"), site.format("work", "status"))
    check_site_fix("unknown-field", site.format("work", "stauts"), site.format("work", "status"))
