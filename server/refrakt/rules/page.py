"""What a rule sees: a page, the site it belongs to, and the place being looked at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from refrakt.markdoc.builtins import with_builtins
from refrakt.markdoc.document import Document
from refrakt.markdoc.schema import MarkdocConfig
from refrakt.markdoc.tree import MarkdocError, Node, TagSyntax
from refrakt.rules.frontmatter_schema import FrontmatterSchema
from refrakt.rules.registry import Category
from refrakt.runes.markdoc_schema import markdoc_config
from refrakt.runes.resolution import ContentResolution
from refrakt.runes.resolver import resolve
from refrakt.runes.rune import Attribute, Rune
from refrakt.runes.synonyms import RUNE_SYNONYMS
from refrakt.runes.vocabulary import Vocabulary

PAGE_VARIABLES: Mapping[str, Any] = {
    "frontmatter": None,
    "page": dict.fromkeys(("url", "path", "dir", "slug", "title", "draft")),
    "file": dict.fromkeys(("path", "created", "modified")),
}
"""What the content pipeline of a refrakt site provides. None: its members are known only at build time."""


@dataclass(frozen=True)
class Site:
    """The surroundings of a page. A snippet has the default ones."""

    vocabulary: Vocabulary
    partials: Collection[str] | None = None
    """The names of the partials; None if they are unknown."""
    variables: Mapping[str, Any] | None = None
    """The site's own variables; None if they are unknown."""
    declared_variables: Collection[str] = ()
    """The names of variables that its config declares, besides those."""
    frontmatter_keys: Collection[str] = ()
    functions: Collection[str] = ()
    """Functions of its own."""
    nodes: Mapping[str, tuple[Attribute, ...]] = field(default_factory=dict)
    """Attributes that Markdown's own nodes take on it."""
    open_nodes: Collection[str] | None = ()
    """The nodes that may take other attributes; None for all."""
    has_unknown_functions: bool = False
    frontmatter_schema: Callable[[str], FrontmatterSchema | None] = lambda path: None
    """The declared frontmatter of a page, by its path."""
    is_partial: Callable[[str], bool] = lambda path: "_partials" in path.split("/")[:-1]
    """Whether a file, by its path, may be included by pages, which pass variables and are its parents."""

    unchecked: Callable[[str], frozenset[Category]] = lambda path: frozenset()
    """The categories of rules that do not apply to a page, by its path, because Markdoc gets another text than the file has."""

    @cached_property
    def config(self) -> MarkdocConfig:
        """The site for Markdoc's validator. Partials and variables have rules of their own."""
        return with_builtins(markdoc_config(self.vocabulary, functions=self.functions, nodes=self.nodes))

    @cached_property
    def verbatim_tags(self) -> frozenset[str]:
        """The names of runes whose body is no Markdown."""
        names, runes = self.vocabulary.names, self.vocabulary.runes
        return frozenset(name for name, own in names.items() if runes[own].verbatim)

    @cached_property
    def verbatim_names(self) -> frozenset[str]:
        """The same, with the names that other tools use for these runes."""
        own = {self.vocabulary.names[each] for each in self.verbatim_tags}
        others = (name for name, meant in RUNE_SYNONYMS.items() if any(each.rune in own for each in meant))
        return self.verbatim_tags | {each for each in others if each not in self.vocabulary.names}


@dataclass(slots=True)
class Page:
    document: Document
    site: Site
    path: str | None = None
    frontmatter: Mapping[str, Any] | None = None
    """Frontmatter that is not part of the text."""
    verbatim_blocks: tuple[Document, set[int]] | None = field(default=None, init=False, repr=False, compare=False)
    """The indexes of blocks of a document that are no Markdown, once they were needed."""

    @property
    def unchecked(self) -> frozenset[Category]:
        """The categories of rules that do not apply to it."""
        return self.site.unchecked(self.path.replace("\\", "/")) if self.path is not None else frozenset()

    @property
    def is_partial(self) -> bool:
        """Whether other pages may include it."""
        return self.path is not None and self.site.is_partial(self.path.replace("\\", "/"))


@dataclass(slots=True)
class RuleContext:
    """One node, or an error of Markdoc's validator in it, and its parents."""

    page: Page
    node: Node
    parents: tuple[Node, ...] = ()
    problem: MarkdocError | None = None
    _resolution: list[ContentResolution] = field(default_factory=list)

    @property
    def vocabulary(self) -> Vocabulary:
        return self.page.site.vocabulary

    @property
    def rune(self) -> Rune | None:
        """The rune of a tag."""
        return self.vocabulary.get(self.node.tag) if self.node.type == "tag" and self.node.tag else None

    @property
    def resolution(self) -> ContentResolution | None:
        """The body of the tag, matched with its content model; None without one."""
        rune = self.rune
        if rune is None or rune.deferred or rune.content is None:
            return None
        if not self._resolution:
            self._resolution.append(resolve(rune.content, self.node))
        return self._resolution[0]

    @property
    def is_verbatim(self) -> bool:
        """Whether the node is in a body that is no Markdown."""
        verbatim = self.page.site.verbatim_tags
        return bool(verbatim) and any(each.tag in verbatim for each in self.parents)

    @property
    def syntax(self) -> TagSyntax | None:
        """The tag as typed."""
        return self.node.open

    def text(self, start: int, end: int) -> str:
        """A span in the node's block."""
        block = self.node.block
        return block.text[start:end] if block is not None else ""
