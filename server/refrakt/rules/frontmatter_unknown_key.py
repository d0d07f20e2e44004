"""A frontmatter key that is nearly a known one.

Pages may have any keys, so one that nobody knows is fine. This one looks like a typing error. The fix writes the known key.
"""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz.distance import DamerauLevenshtein

from .finding import Edit, Found
from .frontmatter_type import KNOWN_KEYS
from .page import Page
from .registry import page_rule


@page_rule("frontmatter-unknown-key", "hint", fixable=True)
def frontmatter_unknown_key(page: Page) -> Iterator[Found]:
    frontmatter = page.document.frontmatter
    root = frontmatter.root if frontmatter is not None else None
    if frontmatter is None or root is None or root.kind != "mapping" or frontmatter.problems:
        return
    known = [*KNOWN_KEYS, *page.site.frontmatter_keys]
    for key, _ in root.entries:
        name = key.value
        if not isinstance(name, str) or len(name) < 3 or name in known:
            continue
        near = next((each for each in known if _is_close(name, each)), None)
        if near is not None and near not in root.names:
            message = f"no site knows the key '{name}'; did you mean '{near}'?"
            yield Found(key.span, message, f"Write {near}.", [Edit(key.span, near)])


def _is_close(name: str, known: str) -> bool:
    """One slip of the finger, or another way to write the same words. Short words are often near each other by chance."""
    folded, target = (each.lower().replace("_", "-") for each in (name, known))
    if folded == target or folded.replace("-", "") == target.replace("-", ""):
        return True
    return len(known) > 4 and DamerauLevenshtein.distance(folded, target) == 1
