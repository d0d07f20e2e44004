"""The folders from which a site takes its pages, each with its own rule for URLs.

Paths are relative to the folder of the site. A source decides by the path alone, so a new file is a page at once.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from refrakt.project.frameworks.glob_patterns import glob_matches
from refrakt.project.frameworks.slugs import github_slug
from refrakt.project.frameworks.url_patterns import normal_url

PageKind = Literal["page", "partial"]
Frontmatter = Mapping[str, Any]

_NOT_ROUTES = frozenset({"_app", "_document", "_error"})
_PARAMETER = re.compile(r"\[{1,2}(?:\.{3})?\w++\]{1,2}")
REPOSITORY_FILES = frozenset(
    {"readme", "changelog", "contributing", "code_of_conduct", "security", "license", "support", "agents", "claude"}
)
"""Files about a repository, at its top level."""


class PageSource(Protocol):
    """Where pages come from."""

    @property
    def folder(self) -> str: ...

    def kind(self, path: str) -> PageKind | None: ...

    def url(self, path: str, frontmatter: Frontmatter) -> str | None:
        """The URL of a page; None if it is not known."""
        ...


def below(folder: str, path: str) -> str | None:
    """The path below a folder; None for a path outside of it."""
    if not folder:
        return path
    return path[len(folder) + 1 :] if path.startswith(f"{folder}/") else None


def without_ending(path: str) -> str:
    return posixpath.splitext(path)[0]


def joined_url(prefix: str, path: str) -> str:
    """The URL of a path below a prefix. A last segment `index` is dropped."""
    steps = path.split("/")
    if steps[-1] == "index":
        steps.pop()
    return normal_url(f"{prefix}/{'/'.join(steps).replace('%', '%25')}")


@dataclass(frozen=True, slots=True)
class NextPages:
    """The pages router of Next.js."""

    folder: str
    endings: tuple[str, ...]

    def kind(self, path: str) -> PageKind | None:
        inside = below(self.folder, path)
        if inside is None or not inside.endswith(self.endings) or without_ending(inside) in _NOT_ROUTES:
            return None
        return "page"

    def url(self, path: str, frontmatter: Frontmatter) -> str | None:
        inside = below(self.folder, path)
        return joined_url("", without_ending(inside)) if inside is not None and "[" not in inside else None


@dataclass(frozen=True, slots=True)
class PageFiles:
    """Folders with a page file: `page` in the app router of Next.js, `+page` in SvelteKit."""

    folder: str
    endings: tuple[str, ...]
    name: str = "page"

    def kind(self, path: str) -> PageKind | None:
        inside = below(self.folder, path)
        if inside is None or not inside.endswith(self.endings) or app_route(posixpath.dirname(inside)) is None:
            return None
        return "page" if without_ending(posixpath.basename(inside)) == self.name else None

    def url(self, path: str, frontmatter: Frontmatter) -> str | None:
        inside = below(self.folder, path)
        route = app_route(posixpath.dirname(inside)) if inside is not None else None
        return route if route is not None and "[" not in route else None


def app_route(folder: str) -> str | None:
    """The route of a folder of the app router: without `(groups)` and `@slots`. None inside a `_private` folder."""
    steps = [step for step in folder.split("/") if step]
    if any(step.startswith("_") for step in steps):
        return None
    shown = (step for step in steps if not step.startswith("@") and not (step[0] == "(" and step[-1] == ")"))
    return "/" + "/".join(shown)


@dataclass(frozen=True, slots=True)
class AstroPages:
    """Markdoc files in `src/pages` of Astro."""

    folder: str
    endings: tuple[str, ...]

    def kind(self, path: str) -> PageKind | None:
        inside = below(self.folder, path)
        if inside is None or not inside.endswith(self.endings):
            return None
        return "partial" if any(step.startswith("_") for step in inside.split("/")) else "page"

    def url(self, path: str, frontmatter: Frontmatter) -> str | None:
        inside = below(self.folder, path)
        return joined_url("", without_ending(inside)) if inside is not None and "[" not in inside else None


@dataclass(frozen=True, slots=True)
class CollectionEntries:
    """The entries of a content collection of Astro, and the dynamic routes that serve them."""

    name: str
    folder: str
    patterns: tuple[str, ...]
    endings: tuple[str, ...]
    routes: tuple[str, ...] = ()
    has_index: bool = False
    """Whether an entry `index` at the top is the page above all others, as in Starlight."""

    def kind(self, path: str) -> PageKind | None:
        inside = below(self.folder, path)
        if inside is None or not inside.endswith(self.endings):
            return None
        if posixpath.basename(inside).startswith("_"):
            return "partial"
        return "page" if glob_matches(self.patterns, inside) else None

    def url(self, path: str, frontmatter: Frontmatter) -> str | None:
        inside = below(self.folder, path)
        if inside is None or not self.routes:
            return None
        entry = self.entry_id(inside, frontmatter)
        if entry == "index" and self.has_index:
            entry = ""
        return normal_url(_PARAMETER.sub(lambda _: entry, self.routes[0], count=1))

    def entry_id(self, inside: str, frontmatter: Frontmatter) -> str:
        """The id: `slug` of the frontmatter, else the path with each segment as a slug, without `index` at its end."""
        slug = frontmatter.get("slug")
        if isinstance(slug, str) and slug:
            return slug
        return "/".join(map(github_slug, without_ending(inside).split("/"))).removesuffix("/index")


@dataclass(frozen=True, slots=True)
class Mount:
    """A content folder whose files are served below a prefix by code of the site."""

    folder: str
    prefix: str
    endings: tuple[str, ...] = (".md", ".mdoc", ".markdoc")

    def kind(self, path: str) -> PageKind | None:
        inside = below(self.folder, path)
        return "page" if inside is not None and inside.endswith(self.endings) else None

    def url(self, path: str, frontmatter: Frontmatter) -> str | None:
        inside = below(self.folder, path)
        if inside is None:
            return None
        name = without_ending(inside)
        return joined_url(self.prefix, name.removesuffix("/page") if name != "page" else "index")


@dataclass(frozen=True, slots=True)
class ContentFolder:
    """A folder of pages whose URLs are not known, or are a key of the frontmatter; a file as well."""

    folder: str
    endings: tuple[str, ...] = (".md", ".mdoc", ".markdoc")
    url_key: str | None = None
    """The key of the frontmatter with the URL, `routing.frontmatter` of Markdoc's language server."""
    pattern: str = ""
    """A glob pattern below the folder; empty for all files."""

    def kind(self, path: str) -> PageKind | None:
        inside = path if path == self.folder else below(self.folder, path)
        if inside is None or not inside.endswith(self.endings):
            return None
        if self.pattern and not glob_matches((self.pattern,), inside):
            return None
        if "/" not in path and without_ending(path).lower() in REPOSITORY_FILES:
            return None
        return "page"

    def url(self, path: str, frontmatter: Frontmatter) -> str | None:
        value = frontmatter.get(self.url_key) if self.url_key is not None else None
        return normal_url(value) if isinstance(value, str) and value.startswith("/") else None


@dataclass(frozen=True, slots=True)
class PartialFolder:
    """A folder of partials; a file as well."""

    folder: str
    endings: tuple[str, ...] = (".md", ".mdoc", ".markdoc")
    without: tuple[str, ...] = ()
    """Folders in it without partials."""

    def kind(self, path: str) -> PageKind | None:
        if any(below(each, path) is not None for each in self.without):
            return None
        inside = "" if path == self.folder else below(self.folder, path)
        return "partial" if inside is not None and path.endswith(self.endings) else None

    def url(self, path: str, frontmatter: Frontmatter) -> str | None:
        return None
