"""Names of layouts, icons, tints and backgrounds."""

from __future__ import annotations

from pathlib import Path

from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.project.index.site_spec import specs_of
from refrakt.project.site import find_project

from .site_checks import check_site, check_site_fix

THEME = (
    '{"site": {"contentDir": "./content", "theme": {"package": "@refrakt-md/lumina"}, "tints": {"sea": {}},'
    ' "icons": {"boat": "<svg/>"}, "backgrounds": {"waves": {}}}}'
)
PAGE = """
        -- content/index.md --
        ---
        layout: {}
        tint: {}
        icon: {}
        ---
        {{% hint tint="{}" bg="{}" %}}
        {{% icon name="{}" /%}} ![an icon](icon:{})
        {{% /hint %}}
        -- refrakt.config.json --
        """


def test_existing_names() -> None:
    page = PAGE.format("docs", "sea", "🚢", "warm", "waves", "boat", "hint/note")
    check_site(page + THEME)


def test_unknown_names() -> None:
    check_site(
        """
        -- content/index.md --
        ---
        layout: dosc
                ^^^^ warning[unknown-layout]: unknown layout 'dosc'; did you mean 'docs'?
        tint: se
              ^^ warning[unknown-tint]: unknown tint 'se'; did you mean 'sea'?
        icon: ship
              ^^^^ warning[unknown-icon]: unknown icon 'ship'
        ---
        {% hint tint="wram" bg="wvaes" %}
                      ^^^^ warning[unknown-tint]
                                ^^^^^ warning[unknown-background]: unknown background 'wvaes'; did you mean 'waves'?
        {% icon name="hint/nope" /%} ![an icon](icon:baot)
                      ^^^^^^^^^ warning[unknown-icon]
                                                     ^^^^ warning[unknown-icon]
        {% /hint %}
        -- refrakt.config.json --
        """
        + THEME
    )


def test_names_of_another_theme_are_not_checked() -> None:
    page = PAGE.format("anything", "at", "all", "goes", "here", "and", "there")
    check_site(page + THEME.replace("@refrakt-md/lumina", "somebodys-theme"))


def test_the_intended_name() -> None:
    before = PAGE.format("docs", "sea", "star", "wram", "waves", "boat", "star") + THEME
    check_site_fix("unknown-tint", before, before.replace("wram", "warm"))
    before = PAGE.format("docs", "sea", "star", "warm", "waves", "rokcet", "star") + THEME
    check_site_fix("unknown-icon", before, before.replace("rokcet", "rocket"))


def test_a_layout_of_a_route_rule(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    rules = '"routeRules": [{"pattern": "docs/**", "layout": "dosc"}, {"pattern": "**", "layout": "default"}], "tints"'
    (tmp_path / "refrakt.config.json").write_text(THEME.replace('"tints"', rules))
    (spec,) = specs_of(find_project(tmp_path))
    (problem,) = spec.problems
    assert (problem.code, problem.severity) == ("unknown-layout", "warning")
    assert problem.message == "the theme has no layout 'dosc'; did you mean 'docs'?"
    text = (tmp_path / "refrakt.config.json").read_text()
    assert text[slice(*problem.span.bounds)] == '"dosc"'
    line, column = line_and_column(line_starts(text), problem.span.start)
    assert text.splitlines()[line - 1][column - 1 :].startswith('"dosc"')
