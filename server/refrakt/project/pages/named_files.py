"""Content files that attributes of tags name, such as `{% include from="nav.md" /%}` with a tag of the site.

A component of the site may show such a file in the page, as a partial: then its relative links, its fragments and its URL depend on
the pages that include it. How the component finds the file is not known, so a name may be the end of any path.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

PARTIAL_TAG = "partial"
_ENDINGS = (".md", ".mdoc", ".markdoc", ".mdx")
_LONGEST = 300
_LINKS = re.compile(r"(?i)(?:.*[-_])?(?:href|url|link|to)|.*(?:Href|Url|URL|Link|To)")
"""The names of attributes that are links. A link to a page does not include it."""
_INCLUDES = re.compile(r"(?i)(?:.*[-_])?(?:include|partial|snippet|import|embed|transclude|fragment|reuse)(?:[-_].*)?")
"""The names of tags that include a file, also by a name without an ending."""
_PATH = re.compile(r"[^\s:?#*<>|\"']+")
_START = re.compile(r"(?:[@~]?/|\.{1,2}/)*")


def names_content_file(tag: str, attribute: str, value: str) -> bool:
    """Whether the value of an attribute names a content file that the tag may include."""
    value = value.strip()
    if len(value) > _LONGEST or value.startswith("//") or not _PATH.fullmatch(value.replace(" ", "_")):
        return False
    if value.lower().endswith(_ENDINGS):
        return _LINKS.fullmatch(attribute) is None
    return _INCLUDES.fullmatch(tag) is not None and not posixpath.splitext(value)[1]


def path_end(name: str) -> str:
    """The end of the path that a name means, without the ending of the file."""
    path = name[len(_START.match(name)[0]) :]  # type: ignore[index]
    bare, ending = posixpath.splitext(path)
    return bare if ending.lower() in _ENDINGS else path


def file_name(path: str) -> str:
    """The name under which a file, or a name of it, is found: the last segment without the ending, in lower case."""
    return posixpath.basename(path_end(path)).lower()


def is_named(path: str, names: Iterable[str]) -> bool:
    """Whether one of these names is the end of a path, in any case of letters."""
    bare = f"/{posixpath.splitext(path)[0]}".lower()
    return any(bare.endswith(f"/{path_end(each).lower()}") for each in names)
