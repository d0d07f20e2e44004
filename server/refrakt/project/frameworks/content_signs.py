"""Signs of Markdoc in a text, for folders without code.

Markdoc closes tags with `{% /name %}` or `/%}`; Liquid and Nunjucks with `{% endname %}`. Code is skipped, because manuals show
tags of all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from refrakt.project.frameworks.site_files import SiteFiles

TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "fixtures", "__fixtures__", "test-data", "testdata"})
"""Folders whose files are samples for programs."""
FEWEST_SIGNS = 3
MOST_FILES = 400
"""How many files of a folder are read."""
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
_CODE_SPAN = re.compile(r"(?<!`)`++[^`\n]++`++")
_MARKDOC = re.compile(r"\{%\s*+/[a-zA-Z][\w-]*+\s*+%\}|/%\}")
_LIQUID = re.compile(
    r"\{%-?\s*+end(?:if|for|raw|unless|case|block|comment|macro|capture|highlight)\s*+-?%\}",
)


def markdoc_signs(text: str) -> int | None:
    """The number of closing tags of Markdoc outside of code; None if the text has those of another language."""
    plain = _CODE_SPAN.sub("", without_fences(text))
    return None if _LIQUID.search(plain) else sum(1 for _ in _MARKDOC.finditer(plain))


def without_fences(text: str) -> str:
    """A text without its fenced code."""
    parts = []
    at = 0
    while (opening := _FENCE.search(text, at)) is not None:
        parts.append(text[at : opening.start()])
        sign, length = opening[1][0], len(opening[1])
        at = len(text)
        for closing in _FENCE.finditer(text, opening.end()):
            if closing[1][0] == sign and len(closing[1]) >= length:
                at = closing.end()
                break
    parts.append(text[at:])
    return "".join(parts)


def files_with_tags(files: SiteFiles, paths: Iterable[str]) -> list[str]:
    """The files with Markdoc tags, if there are enough of them to be sure and none of another language. Samples of tests are
    skipped."""
    found, signs = [], 0
    content = (path for path in paths if TEST_FOLDERS.isdisjoint(path.split("/")))
    for path in islice(content, MOST_FILES):
        text = files.text(path)
        count = markdoc_signs(text) if text is not None else 0
        if count is None:
            return []
        if count:
            signs += count
            found.append(path)
    return found if signs >= FEWEST_SIGNS else []
