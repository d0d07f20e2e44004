"""Frontmatter that the layouts and partials of a page render."""

from __future__ import annotations

import pytest

from .site_checks import check_site


def test_a_required_key_of_a_layout() -> None:
    check_site("""
        -- content/_layout.md --
        {% layout %}
        {% region name="footer" %}
        By {% $frontmatter.author %}, {% $frontmatter.year %}, {% $frontmatter.author %}
        {% /region %}
        {% /layout %}
        -- content/_partials/place.md --
        In {% $frontmatter.place %}.
        -- content/whole.md --
        ---
        author: Ada
        year: 1843
        place: London
        ---
        {% partial file="place.md" /%}
        -- content/part.md --
        ^ hint[unset-layout-frontmatter]: the frontmatter has no 'place', which content/_partials/place.md renders
        ^ hint[unset-layout-frontmatter]: the frontmatter has no 'year', which content/_layout.md renders
        ---
        author: Ada
        ---
        {% partial file="place.md" /%}
    """)


@pytest.mark.parametrize(
    "expression",
    [
        "{% if $frontmatter.author %}By {% $frontmatter.author %}{% /if %}",
        '{% default($frontmatter.author, "us") %}',
    ],
)
def test_an_optional_key_of_a_layout(expression: str) -> None:
    check_site(f"""
        -- content/_layout.md --
        {{% layout %}}
        {{% region name="footer" %}}
        {expression}
        {{% /region %}}
        {{% /layout %}}
        -- content/index.md --
        # Page
    """)
