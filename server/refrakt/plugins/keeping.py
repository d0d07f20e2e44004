"""What a plugin has made of texts, kept from one day to the next.

It lies in the user's cache folder with everything else that refrakt remembers, never in a project: `refrakt cache clear` forgets
it. A text is known by its content, so nothing that is kept gets stale, and another version of the plugin's code begins anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

import markdown_it

import refrakt
from refrakt.project.index.cache import PageCache, digest, key
from refrakt.project.index.code_marks import code_marks, summed


class Kept:
    """What a package makes of texts. Nothing here raises or waits long; where nothing can be kept, nothing is."""

    def __init__(self, package: Path, what: str) -> None:
        """`package` is the folder of the code that makes `what`."""
        self._maker = _version(package)
        self._what = what

    def get(self, texts: Iterable[str]) -> dict[str, str]:
        """What was made of these texts, where it is known."""
        keys = {self._key(text): text for text in texts}
        with closing(PageCache.open()) as cache:
            return {keys[each]: made for each, made in cache.get(keys).items()}

    def put(self, made: Mapping[str, str]) -> None:
        """Keep what was made of each of these texts."""
        with closing(PageCache.open()) as cache:
            cache.put({self._key(text): each for text, each in made.items()})

    def _key(self, text: str) -> bytes:
        return key(digest(text.encode("utf-8", "surrogatepass")), self._what, self._maker)


@cache
def _version(package: Path) -> str:
    """What else the answer depends on: the package's own code, and the code that reads Markdoc."""
    engine = Path(refrakt.__file__).parent / "markdoc"
    code = [*code_marks(package, package), *code_marks(engine, engine)]
    return summed(sys.version, markdown_it.__version__, *map(repr, code))
