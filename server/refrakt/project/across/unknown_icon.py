"""An icon that neither the theme nor the site's config has.

Nothing is drawn in its place. A name with a slash is looked for in a group, `hint/warning`; one without is one of the theme's
own or of the `icons` of the config. On a site with another theme, or with a package that is not known here, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..index.look import Look
from ..pages.facts import Reference
from .naming import unknown_in_theme
from .registry import Told, reference_rule

_NAME = re.compile(r"[A-Za-z0-9_/-]+")
"""What looks like a name; a picture sign in the frontmatter does not."""


@reference_rule("unknown-icon", "warning", "icon", fixable=True)
def unknown_icon(look: Look, reference: Reference) -> Iterator[Told]:
    if _NAME.fullmatch(reference.name):
        yield from unknown_in_theme(look, reference, "icon", look.spec.names.icons)
