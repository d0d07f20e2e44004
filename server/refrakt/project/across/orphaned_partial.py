"""A partial that no file takes in.

Perhaps nobody needs it any more; perhaps somebody misspelt its name. Templates that `entityRoutes` names are in use. Only
files of the site's own `_partials` folder are looked at: those of other roots may be there for other sites.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from .registry import Told, file_rule
from .words import WHOLE


@file_rule("orphaned-partial", "hint")
def orphaned_partial(look: Look) -> Iterator[Told]:
    entry = look.entry
    if entry.kind != "partial" or not entry.path.startswith(look.spec.content_path) or ":" in entry.name:
        return
    if entry.name in look.spec.entity_routes.templates:
        return
    if not look.is_used(entry.name):
        yield Told(*WHOLE, f"no page takes in the partial '{entry.name}'", "Remove it, or use it.")
