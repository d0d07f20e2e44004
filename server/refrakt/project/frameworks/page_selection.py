"""Which files are pages besides those that the framework serves, and which of those are not: `authoring.pages` of the config."""

from __future__ import annotations

from dataclasses import dataclass

from refrakt.project.frameworks.glob_patterns import glob_matches
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS


@dataclass(frozen=True, slots=True)
class PageSelection:
    """Glob patterns for paths below the project root."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    folder: str = ""
    """The folder of the site below the project root."""
    plan: str | None = None
    """The folder of the plan. Its files are items of the plan and pages of no site."""

    def excludes(self, path: str) -> bool:
        """Whether a file, by its path below the site's folder, is left out."""
        if self.plan is not None and f"{self._full(path)}/".startswith(f"{self.plan}/"):
            return True
        return bool(self.exclude) and glob_matches(self.exclude, self._full(path))

    def includes(self, path: str) -> bool:
        """Whether a file is a page although the framework does not serve it."""
        return bool(self.include) and path.endswith(MARKDOC_ENDINGS) and glob_matches(self.include, self._full(path))

    def _full(self, path: str) -> str:
        return f"{self.folder}/{path}" if self.folder else path


ALL_SERVED = PageSelection()
"""Exactly the files that the framework serves."""
