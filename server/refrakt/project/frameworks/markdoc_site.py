"""A Markdoc site that is not refrakt's own: what was recognised, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from refrakt.project.frameworks.next_routes import Router
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.schema_entry import SchemaEntry
from refrakt.project.frameworks.slugs import SLUG_RULES, SlugRule
from refrakt.rules.frontmatter_schema import FrontmatterSchema
from refrakt.rules.problem import Problem

if TYPE_CHECKING:
    from refrakt.runes.javascript import SiteSchema

Framework = Literal["next", "astro", "svelte", "markdoc", "content"]
"""`markdoc`: own code around Markdoc. `content`: a folder without code."""

_PARTIAL_FOLDERS = frozenset({"partials", "_partials"})


@dataclass(frozen=True, slots=True)
class TokenizerOptions:
    """Options of Markdoc's tokenizer and parser, under the names that Markdoc gives them."""

    allowComments: bool = False
    allowIndentation: bool = False
    allowHTML: bool = False
    linkify: bool = False
    typographer: bool = False
    slots: bool = False
    known: bool = True
    """False if the site sets options that could not be read."""


@dataclass(frozen=True)
class MarkdocSite:
    """One site. Paths are relative to its folder unless they are `Path`s."""

    name: str
    folder: Path
    framework: Framework
    router: Router
    evidence: tuple[str, ...]
    """Why it was recognised, for `doctor`."""
    routes: RouteModel
    endings: tuple[str, ...]
    """The endings of its Markdoc files."""
    options: TokenizerOptions = TokenizerOptions()
    schema: SiteSchema | None = None
    schema_reason: str | None = None
    """Why there is no schema."""
    schema_entry: SchemaEntry | None = field(default=None, kw_only=True)
    """The modules to load for an export of the schema."""
    static_folders: tuple[str, ...] = ()
    partials: Mapping[str, str] = field(default_factory=dict)
    """The files of partials by name."""
    relative_partials: bool = False
    """Whether partials are also files relative to the page, as in Astro."""
    slug_rules: tuple[SlugRule, ...] = SLUG_RULES
    """The rules that the ids of headings may follow; with several, a fragment is wrong only if it is under all of them."""
    named_images: frozenset[str] = frozenset()
    """The images of the package, if a component or a transform of the site may find them by any part of their path."""
    code_ids: frozenset[str] = frozenset()
    """Ids in the code of the site, which layouts and components may add to any page."""
    frontmatter: Mapping[str, FrontmatterSchema] = field(default_factory=dict)
    """The declared frontmatter, by the folder of the pages; of all pages under the empty name."""
    problems: tuple[Problem, ...] = ()
    watched: tuple[Path, ...] = ()
    """All files that were read or looked for."""

    @cached_property
    def partial_names(self) -> Mapping[str, str]:
        """The names of partials by their files."""
        return {file: name for name, file in self.partials.items()}

    def may_find_image(self, path: str) -> bool:
        """Whether a component of the site may find an image by a relative path."""
        return not path.startswith(".") and any(f"/{each}".endswith(f"/{path}") for each in self.named_images)

    @property
    def variables(self) -> frozenset[str] | None:
        """The variables that pages can use; None if there may be others. In Astro every property of `<Content />` is one."""
        schema = self.schema
        if self.framework == "astro" or schema is None or schema.open_variables is not None:
            return None
        return frozenset(schema.variables) | {"markdoc"} if self.framework == "next" else frozenset(schema.variables)

    @property
    def functions(self) -> frozenset[str] | None:
        """The functions that the site defines besides Markdoc's; None if there may be others."""
        schema = self.schema
        return frozenset(schema.functions) if schema is not None and schema.open_functions is None else None

    def may_be_partial(self, path: str) -> bool:
        """Whether pages may include a file. Own code may read partials from anywhere; the names of their folders tell most."""
        if self.routes.page_kind(path) == "partial" or not _PARTIAL_FOLDERS.isdisjoint(path.split("/")[:-1]):
            return True
        schema = self.schema
        if schema is None:
            return False
        if any(f"/{path}".endswith(f"/{name.lstrip('./')}") for name in schema.partials):
            return True
        return schema.open_partials is not None and self.routes.url_of(path) is None

    def frontmatter_schema(self, path: str) -> FrontmatterSchema | None:
        """The declared frontmatter of a page; None if several declarations may apply, or the file is not an entry."""
        if "" in self.frontmatter:
            return self.frontmatter[""]
        folders = [each for each in self.frontmatter if path.startswith(f"{each}/")]
        if len(folders) != 1 or any(part.startswith("_") for part in path.removeprefix(folders[0]).split("/")):
            return None
        return self.frontmatter[folders[0]]
