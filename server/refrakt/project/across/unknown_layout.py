"""A page that asks for a layout the theme does not have.

The layouts of the shipped theme are `default`, `docs`, `blog-article` and `plan`. On a site with another theme nothing is said.
What the config's `routeRules` ask for is looked at as well, and told where it stands in the config.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from ..pages.facts import Reference
from .naming import unknown_in_theme
from .registry import Told, reference_rule


@reference_rule("unknown-layout", "warning", "layout", fixable=True)
def unknown_layout(look: Look, reference: Reference) -> Iterator[Told]:
    yield from unknown_in_theme(look, reference, "layout", look.spec.names.layouts)
