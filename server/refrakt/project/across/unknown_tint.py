"""A tint that neither the theme nor the site's config has.

The colours stay as they are around it. The `tints` of the config come on top of those of the theme. On a site with another theme
nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from ..pages.facts import Reference
from .naming import unknown_in_theme
from .registry import Told, reference_rule


@reference_rule("unknown-tint", "warning", "tint", fixable=True)
def unknown_tint(look: Look, reference: Reference) -> Iterator[Told]:
    yield from unknown_in_theme(look, reference, "tint", look.spec.names.tints)
