"""A background that the site's config does not have.

Nothing is drawn in its place. Backgrounds are the config's `backgrounds`; the shipped theme brings none. On a site with another
theme, or with a package that is not known here, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from ..pages.facts import Reference
from .naming import unknown_in_theme
from .registry import Told, reference_rule


@reference_rule("unknown-background", "warning", "background", fixable=True)
def unknown_background(look: Look, reference: Reference) -> Iterator[Told]:
    yield from unknown_in_theme(look, reference, "background", look.spec.names.backgrounds)
