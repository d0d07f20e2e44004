"""Which rule the ids of headings follow on a site: by the imports of the code that renders headings.

A fragment is reported only if no id that the code may make is equal to it, so what cannot be known of the code counts as well:
options of a package, functions of the site itself, other packages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from refrakt.project.frameworks.code_constants import imported_names
from refrakt.project.frameworks.site_files import SiteFiles
from refrakt.project.frameworks.slugs import SLUG_RULES, SlugCertainty, SlugCode, SlugRule

MOST_FILES = 2_000
_SINDRESORHUS = "@sindresorhus/slugify"
_GITHUB = frozenset({"github-slugger", "rehype-slug"})
_OWN_ID = re.compile(r"\.replace\(\s*+/\\s\+?/g\s*+,\s*+[\"']-[\"']")
"""`.replace(/\\s+/g, '-')`, which the function of Markdoc's own site contains."""
_OWN_SLUG = re.compile(
    r"\.replace(?:All)?\(\s*+(?:/(?:[^/\n\\]|\\.)++/\w*+|[\"'][^\"'\n]*+[\"'])\s*+,\s*+[\"'][-_][\"']"
)
"""A function of the site that makes slugs: `.replace(/[^a-z]/g, '-')`."""
_OTHER_PACKAGE = re.compile(
    r"(?:@[\w.-]+/)?[\w.-]*(?:slug|kebab|param-?case|transliterat|limax)[\w./-]*", re.IGNORECASE
)
"""A package that makes slugs by a rule of its own. Files of the site begin with a dot, or an alias and a slash."""
_SLUG_CALL = re.compile(r"\b\w*slug\w*\s*+\(((?:[^(){},]|\([^()]*+\))*+),\s*+(\{[^{}]*+[{}]|[^\s){])", re.IGNORECASE)
"""A call with a second argument: an object, up to one inside of it, or the first character of something else."""
_OPTION = re.compile(r"(?:^|[{,])\s*+(?:[\"']?(\w++)[\"']?\s*+(?=[:,}])|(\.\.\.))")
_LETTER_OPTIONS = frozenset(
    {"separator", "lowercase", "decamelize", "preserveLeadingUnderscore", "preserveTrailingDash", "preserveCharacters"}
)
"""Options that change signs and cases, but no letters."""
_SHARED_COUNTER = re.compile(r"^(?:export\s++)?(?:const|let|var)\s++\w++\s*+=\s*+slugifyWithCounter\(", re.MULTILINE)
"""A counter at the top of a module, which numbers the headings of all pages."""
_ID = re.compile(r"""\bid\s*+[=:]\s*+\{?\s*+["'`]([^"'`\s${}]{1,100})["'`]""")
"""`id="top"` or `id: 'top'`."""
_ANY_ID = re.compile(r"\bid\s*+[=:]")


@dataclass
class _Signs:
    """What the files of a site show about its slugs."""

    rules: set[SlugRule]
    has_options: bool = False
    has_own_code: bool = False
    is_unknown: bool = False
    counts_all_pages: bool = False

    def read(self, text: str) -> bool:
        """Read a file; returns whether it shows anything."""
        names = imported_names(text)
        is_heading = "heading" in text.lower()
        found: set[SlugRule] = set()
        if any(name.startswith(_SINDRESORHUS) for name in names):
            found.add("sindresorhus")
            options = list(_options(text))
            self.has_options = self.has_options or bool(options)
            self.is_unknown = self.is_unknown or not _LETTER_OPTIONS.issuperset(options)
            self.counts_all_pages = self.counts_all_pages or _SHARED_COUNTER.search(text) is not None
        if names & _GITHUB:
            found.add("github")
        if "generateID" in text or (_OWN_ID.search(text) and is_heading):
            found.add("markdoc")
        if is_heading and ".toLowerCase(" in text and _OWN_SLUG.search(text) is not None:
            self.has_own_code = True
        others = (name for name in names if name not in _GITHUB and not name.startswith(_SINDRESORHUS))
        is_other = (is_heading or _ANY_ID.search(text) is not None) and any(map(_OTHER_PACKAGE.fullmatch, others))
        self.is_unknown = self.is_unknown or is_other
        self.rules |= found
        return bool(found) or is_other

    @property
    def certainty(self) -> SlugCertainty:
        if self.is_unknown:
            return "none"
        is_package = len(self.rules) == 1 and "markdoc" not in self.rules
        return "exact" if is_package and not self.has_options and not self.has_own_code else "letters"


def _options(text: str) -> Iterator[str]:
    """The options of calls that make slugs; an empty name for what is not written in place."""
    for call in _SLUG_CALL.finditer(text):
        given = call[2]
        if not given.startswith("{") or given.endswith("{"):
            yield ""
        for found in _OPTION.finditer(given):
            yield found[1] or ""


def slug_code(files: SiteFiles, paths: Iterable[str], astro: bool) -> SlugCode:
    """How the source files of a site make ids of headings; by any of the rules if none is recognised."""
    signs = _Signs({"github"} if astro else set())
    for path in list(paths)[:MOST_FILES]:
        text = files.searched(path)
        if "slug" not in text and "generateID" not in text and "heading" not in text.lower():
            continue
        if signs.read(text):
            files.has(path)
    rules = tuple(rule for rule in SLUG_RULES if rule in signs.rules) or SLUG_RULES
    return SlugCode(rules, signs.certainty, signs.counts_all_pages)


def code_ids(files: SiteFiles, paths: Iterable[str]) -> frozenset[str]:
    """The constant ids in the source files of a site."""
    return frozenset(found[1] for path in list(paths)[:MOST_FILES] for found in _ID.finditer(files.searched(path)))
