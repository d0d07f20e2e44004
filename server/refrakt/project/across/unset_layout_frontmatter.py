"""A page without a frontmatter key that the layout around it, or a partial it takes in, shows.

Something is missing on the page, and the page itself does not tell what. A layout that asks first, with `if` or a `default`, can do
without the key, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from ..index.problem import Related
from .registry import Told, file_rule
from .words import WHOLE


@file_rule("unset-layout-frontmatter", "hint")
def unset_layout_frontmatter(look: Look) -> Iterator[Told]:
    entry = look.entry
    if entry.kind != "page" or entry.facts.incomplete:
        return
    asking: dict[str, tuple[str, str]] = {}
    for each in look.around():
        for key in look.needs(each):
            if key not in entry.facts.frontmatter:
                asking.setdefault(key, (each.kind, each.path))
    for key, (kind, path) in asking.items():
        related = (Related(path, 0, 0, f"the {kind} that shows it"),)
        yield Told(*WHOLE, f"the frontmatter has no '{key}', which {path} shows", f"Add {key}.", related=related)
