"""A dynamic route whose pages are the files of one content folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS
from refrakt.project.frameworks.url_patterns import UrlPattern

_ENDINGS = (*MARKDOC_ENDINGS, ".mdx", ".json", ".yaml", ".yml", ".html")


@dataclass(frozen=True)
class FolderRoute:
    """A dynamic route, and the folder whose files it serves."""

    pattern: UrlPattern
    folders: tuple[str, ...]
    """The content folder, and the folders directly below it if the route has a parameter. Relative to the site."""
    has_parameter: bool = False
    constants: frozenset[str] = frozenset()
    """Strings of the code that may be URLs of their own, without slashes at both ends."""
    compared: frozenset[str] = frozenset()
    """Strings that the code compares with something, perhaps with a segment of the URL."""
    paths: frozenset[str] = frozenset()
    """The files of the folders in lower case: code often writes URLs so."""

    def decides(self, url: str) -> bool:
        """Whether a normal URL is served only if a file exists that does not; see `files`."""
        return self.is_only_file(url) and not self.has_file(url)

    def is_only_file(self, url: str) -> bool:
        """Whether the code has no other answer to a normal URL than a file of the folder."""
        steps = url.strip("/").split("/")
        return self.pattern.matches(url) and "/".join(steps) not in self.constants and self.compared.isdisjoint(steps)

    def has_file(self, url: str) -> bool:
        """Whether the folder has a file for a URL, in any case of letters."""
        return any(each.lower() in self.paths for each in self.files(url))

    def files(self, url: str) -> Iterator[str]:
        """The files that may be the page of a URL."""
        rest = url.strip("/")[len(self._prefix) :].lstrip("/")
        for tail in dict.fromkeys((rest, rest.partition("/")[2]) if self.has_parameter else (rest,)):
            for folder in self.folders:
                place = f"{folder}/{tail}".rstrip("/")
                yield from (f"{place}{ending}" for ending in _ENDINGS)
                yield from (f"{place}/{name}{ending}" for name in ("index", "page") for ending in _ENDINGS)

    @property
    def ends_like_prefix(self) -> bool:
        """Whether its folder is called like the URL above it."""
        return bool(self._prefix) and f"/{self.folders[0]}".endswith(f"/{self._prefix}")

    @cached_property
    def _prefix(self) -> str:
        return self.pattern.prefix.strip("/")
