"""A cache of what a plugin computes from texts, kept between runs.

It is part of the user's cache folder, never in a project; `refrakt cache clear` deletes it. The key contains a hash of the text, so
no entry is ever outdated, and another version of the plugin's code has other keys.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

import markdown_it

import refrakt
from refrakt.project.index.code_version import code_stamps, summed
from refrakt.project.index.page_cache import PageCache, digest, key


class PersistentCache:
    """What a package computes from texts. No method raises or blocks for long; without a cache folder nothing is stored."""

    def __init__(self, package: Path, kind: str) -> None:
        """`package` is the folder of the code, `kind` names what it computes."""
        self._code_version = _code_version(package)
        self._kind = kind

    def get(self, texts: Iterable[str]) -> dict[str, str]:
        """The cached values of these texts."""
        keys = {self._key(text): text for text in texts}
        with closing(PageCache.open()) as cache:
            return {keys[each]: value for each, value in cache.get(keys).items()}

    def put(self, values: Mapping[str, str]) -> None:
        """Store a value for each of these texts."""
        with closing(PageCache.open()) as cache:
            cache.put({self._key(text): value for text, value in values.items()})

    def _key(self, text: str) -> bytes:
        return key(digest(text.encode("utf-8", "surrogatepass")), self._kind, self._code_version)


@cache
def _code_version(package: Path) -> str:
    """What else a value depends on: the code of the package and of the Markdoc parser."""
    engine = Path(refrakt.__file__).parent / "markdoc"
    code = [*code_stamps(package, package), *code_stamps(engine, engine)]
    return summed(sys.version, markdown_it.__version__, *map(repr, code))
