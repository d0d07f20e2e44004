"""Which rule the ids of headings follow on a site: by the imports of the code that renders headings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from refrakt.project.frameworks.code_constants import imported_names
from refrakt.project.frameworks.site_files import SiteFiles
from refrakt.project.frameworks.slugs import SLUG_RULES, SlugRule

MOST_FILES = 2_000
_OWN_ID = re.compile(r"\.replace\(\s*+/\\s\+?/g\s*+,\s*+[\"']-[\"']")
"""`.replace(/\\s+/g, '-')`, which the function of Markdoc's own site contains."""
_ID = re.compile(r"""\bid\s*+[=:]\s*+\{?\s*+["'`]([^"'`\s${}]{1,100})["'`]""")
"""`id="top"` or `id: 'top'`."""


def slug_rules(files: SiteFiles, paths: Iterable[str], astro: bool) -> tuple[SlugRule, ...]:
    """The rules that the source files of a site use; all rules if none is recognised."""
    found: set[SlugRule] = {"github"} if astro else set()
    for path in list(paths)[:MOST_FILES]:
        before = len(found)
        text = files.searched(path)
        if "slug" not in text and "generateID" not in text and "heading" not in text.lower():
            continue
        names = imported_names(text)
        if any(name.startswith("@sindresorhus/slugify") for name in names):
            found.add("sindresorhus")
        if names & {"github-slugger", "rehype-slug"}:
            found.add("github")
        if "generateID" in text or (_OWN_ID.search(text) and "heading" in text.lower()):
            found.add("markdoc")
        if len(found) > before:
            files.has(path)
    return tuple(rule for rule in SLUG_RULES if rule in found) or SLUG_RULES


def code_ids(files: SiteFiles, paths: Iterable[str]) -> frozenset[str]:
    """The constant ids in the source files of a site."""
    return frozenset(found[1] for path in list(paths)[:MOST_FILES] for found in _ID.finditer(files.searched(path)))
