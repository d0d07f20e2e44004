"""A Markdoc site that is not refrakt's own: what was recognised, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from refrakt.project.frameworks.glob_patterns import glob_matches
from refrakt.project.frameworks.next_routes import Router
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.schema_entry import SchemaEntry
from refrakt.project.frameworks.slugs import ANY_SLUGS, SlugCode, SlugRule
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


class SourceRewrites(NamedTuple):
    """What code of a site may change in the text of pages before Markdoc parses it."""

    tags: bool = False
    links: bool = False
    headings: bool = False

    def with_others(self, other: SourceRewrites) -> SourceRewrites:
        return SourceRewrites(*(one or another for one, another in zip(self, other, strict=True)))


NOTHING_REWRITTEN = SourceRewrites()


class DeclaredFrontmatter(NamedTuple):
    """The frontmatter that a site declares for the pages in a folder."""

    folder: str
    """Empty for all pages."""
    schema: FrontmatterSchema
    entries: str = ""
    """A glob pattern of the pages that it applies to; of the others in the folder it is only a description. Empty for all."""


@dataclass(frozen=True)
class MarkdocSite:
    """One site. Paths are relative to its folder unless they are `Path`s. The folder contains its pages and its package."""

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
    named_images: frozenset[str] = frozenset()
    """The images of the package, if a component or a transform of the site may find them by any part of their path."""
    slugs: SlugCode = ANY_SLUGS
    """How the ids of headings are made."""
    code_ids: frozenset[str] = frozenset()
    """Ids in the code of the site, which layouts and components may add to any page."""
    frontmatter: tuple[DeclaredFrontmatter, ...] = ()
    rewrites: SourceRewrites = NOTHING_REWRITTEN
    """What the code of the site changes in the pages that it parses itself; see `rewrites_of`."""
    problems: tuple[Problem, ...] = ()
    watched: tuple[Path, ...] = ()
    """All files that were read or looked for."""

    @property
    def code_folder(self) -> Path:
        """The folder of its package."""
        return self.folder / self.routes.code_folder

    @cached_property
    def partial_names(self) -> Mapping[str, str]:
        """The names of partials by their files."""
        return {file: name for name, file in self.partials.items()}

    def may_find_image(self, path: str) -> bool:
        """Whether a component of the site may find an image by a relative path."""
        return not path.startswith(".") and any(f"/{each}".endswith(f"/{path}") for each in self.named_images)

    def has_page(self, path: Path) -> bool:
        """Whether a file in its folder is a page or partial. Markdown that a CMS edits and Astro renders is not Markdoc."""
        return (
            path.name.endswith(self.endings)
            and self.routes.page_kind(path.relative_to(self.folder).as_posix()) is not None
        )

    @property
    def slug_rules(self) -> tuple[SlugRule, ...]:
        """The rules that the ids of headings may follow."""
        return self.slugs.rules

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

    def rewrites_of(self, path: str) -> SourceRewrites:
        """What code changes in a page before Markdoc parses it. The plugin of a framework reads its pages as they are."""
        return NOTHING_REWRITTEN if self.routes.is_file_route(path) else self.rewrites

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
        around = [each for each in self.frontmatter if not each.folder or path.startswith(f"{each.folder}/")]
        of_all = next((each.schema for each in around if not each.folder), None)
        if of_all is not None:
            return of_all
        if all(each.entries for each in around):
            around = [each for each in around if glob_matches((each.entries,), path)] or around
        if len(around) != 1 or any(part.startswith("_") for part in path.removeprefix(around[0].folder).split("/")):
            return None
        declared = around[0]
        is_entry = not declared.entries or glob_matches((declared.entries,), path)
        return declared.schema if is_entry else replace(declared.schema, checked=False)
