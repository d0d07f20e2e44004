"""The queries that a site rule may make about a site, from one of its files.

Every query records its key as a dependency of the file. When the result may have changed, the key is invalidated and the file is
checked again, so a rule does not have to declare what it depends on. A rule must query the site through this class alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from refrakt.project.frameworks.markdoc_site import NOTHING_REWRITTEN, SourceRewrites
from refrakt.project.frameworks.slugs import alphanumeric, may_be_id, may_be_made_of
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.index.export_tables import ExportTable, PathTable, RecordTable
from refrakt.project.index.exports import (
    ALIAS,
    ANCHORS,
    ENTITY,
    ENTITY_NAME,
    FIELDS,
    FRONTMATTER_KEY,
    FRONTMATTER_VALUE,
    FRONTMATTER_VARIABLES,
    INCLUDED,
    INCLUDED_PARTIAL,
    INCLUDES,
    INCOMPLETE,
    LAYOUT,
    LOWER_URL,
    NAMED_FILE,
    PAGE_PATH,
    PARTIAL,
    SIMILAR_NAME,
    TITLE,
    TYPE,
    URL,
    URL_FOLDER,
    Export,
    Key,
    required_frontmatter,
    similarity_terms,
)
from refrakt.project.index.included_files import (
    IncludedFiles,
    anchor_texts,
    component_texts,
    heading_texts,
    included_files,
)
from refrakt.project.index.inclusion_cycles import CyclePath
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import Target, normal_url
from refrakt.project.index.media_attributes import media_attribute
from refrakt.project.index.name_candidates import NameCandidates, grouped_by_lower_case, moved_names
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tag_use import NearMiss
from refrakt.project.pages.named_files import file_name, is_named
from refrakt.project.pages.page_facts import Link, PageFacts

if TYPE_CHECKING:
    from refrakt.project.index.site_index import CycleKind, SiteIndex

_MOST_SUGGESTIONS = 3
_FEWEST_KEYS = 3
"""How many pages must have a key before a link by it can be broken."""

_Result = TypeVar("_Result")


FILE = "asset"
"""The first part of the keys of files."""


def file_key(path: str) -> Key:
    """The key for whether a file exists; of a folder, the path ends with a separator."""
    return FILE, path


def folder_key(path: str) -> Key:
    """The key for the names in a folder on disk."""
    return "folder", path


def cycle_key(kind: CycleKind, node: str) -> Key:
    """The key for the cycle that a partial, by name, or an item of a plan, by path, is part of."""
    return f"{kind} cycle", node


def near_miss_key(tag: str) -> Key:
    """The key for the tag that is probably meant by another."""
    return "near miss", tag


def media_attribute_key(term: str) -> Key:
    """The key for whether an attribute, after its tag, is the path of a media file."""
    return "media attribute", term


def reliable_fragments_key(language: str) -> Key:
    """The key for whether most fragments on the pages of a language are found."""
    return "reliable fragments", language


_MOST_SIBLINGS = 300
"""How many names of a folder are compared word by word."""


def _of_same_words(last: str, siblings: Sequence[str]) -> list[str]:
    """The names of a folder that have the words of a name in another order, or the only one with some of them missing or added."""
    words = set(last.split("-"))
    if len(siblings) > _MOST_SIBLINGS or not words - {""}:
        return []
    parts = {each: set(each.lower().rpartition("/")[2].split("-")) for each in siblings}
    same = [each for each, other in parts.items() if other == words]
    near = [each for each, other in parts.items() if other < words or words < other]
    return same or (near if len(near) == 1 else [])


class TrackedSite:
    """A site for queries from one of its files, with the dependencies of that file."""

    def __init__(self, index: SiteIndex, entry: IndexedFile) -> None:
        self._index = index
        self.entry = entry
        self.facts: PageFacts = entry.facts
        self.spec: SiteSpec = index.spec
        self.dependencies: set[Key] = set()
        self._page: tuple[Target | None, IndexedFile | None] = None, None
        self._layouts: dict[str, list[IndexedFile]] = {}
        self._unindexed: tuple[IndexedFile | None, dict[str, Any]] = None, {}
        """What was computed about a text that is not in the index."""

    @cached_property
    def folder(self) -> str:
        """The folder of this file below the content folder."""
        return self.entry.path.removeprefix(self.spec.content_path).rpartition("/")[0]

    # Declared exports -------------------------------------------------------------------------------------------------

    def lookup(self, export: Export[Any, ExportTable[_Result]], term: str) -> _Result | None:
        """What the files of the site export under a term; None for nothing."""
        self.dependencies.add((export.name, term))
        found: _Result | None = self._index.tables[export].get(term)
        return found

    def terms(self, export: Export[Any, ExportTable[Any]]) -> Collection[str]:
        """All terms under which files export something."""
        self.dependencies.add(export.terms_key)
        return self._index.table(export).keys()

    def _first(self, export: Export[Any, PathTable], term: str) -> IndexedFile | None:
        paths = self.lookup(export, term)
        return self._index.entries[paths[0]] if paths else None

    @property
    def is_complete(self) -> bool:
        """Whether every page and every pattern of the config could be read. If not, any URL, id or title may exist."""
        return self.spec.complete and not self.terms(INCOMPLETE)

    def is_incomplete(self, path: str) -> bool:
        """Whether the frontmatter of a file was not read."""
        return self.lookup(INCOMPLETE, path) is not None

    def near_miss(self, tag: str) -> NearMiss | None:
        """The tag that is probably meant by one that is used seldom."""
        self.dependencies.add(near_miss_key(tag))
        return self._index.near_miss(tag)

    # Cached results ---------------------------------------------------------------------------------------------------

    def cached(self, key: Hashable, compute: Callable[[], _Result]) -> _Result:
        """A result that all files share until the index changes.

        It must depend on the index alone. Dependencies are not part of it: record them each time.
        """
        results = self._index.cached_results
        if key not in results:
            results[key] = compute()
        found: _Result = results[key]
        return found

    def cached_query(self, key: Hashable, compute: Callable[[TrackedSite], _Result]) -> _Result:
        """The same for a result of queries: their dependencies are cached and recorded with it."""

        def compute_with_dependencies() -> tuple[_Result, frozenset[Key]]:
            site = TrackedSite(self._index, self.entry)
            return compute(site), frozenset(site.dependencies)

        found, dependencies = self.cached(key, compute_with_dependencies)
        self.dependencies |= dependencies
        return found

    def cached_for(self, entry: IndexedFile, what: str, compute: Callable[[], _Result]) -> _Result:
        """The same as `cached` for a result about one file."""
        if self._is_indexed(entry):
            return self.cached((what, entry.path), compute)
        if self._unindexed[0] is not entry:
            self._unindexed = entry, {}
        results = self._unindexed[1]
        if what not in results:
            results[what] = compute()
        found: _Result = results[what]
        return found

    def _is_indexed(self, entry: IndexedFile) -> bool:
        """Whether this is a file as the index has it, and not another text of it."""
        return entry is self._index.entries.get(entry.path)

    # Links ------------------------------------------------------------------------------------------------------------

    def target(self, link: Link) -> Target:
        """What a link on this file refers to."""
        return self.spec.target(link.target, self.entry.url, self.folder)

    def page_of(self, target: Target) -> IndexedFile | None:
        """The page of a target: the first of its candidates that exists."""
        # Each rule for links makes this query for the same target in turn.
        last_target, found = self._page
        if last_target is not target:
            found = self._find_page(target)
            self._page = target, found
        return found

    def _find_page(self, target: Target) -> IndexedFile | None:
        return next(self._pages(target), None)

    def _pages(self, target: Target) -> Iterator[IndexedFile]:
        """The pages of all candidates of a target, the most likely first."""
        if target.kind == "here":
            yield self.entry
            return
        if target.kind == "key":
            yield from (
                self._index.entries[each] for each in self.lookup(FRONTMATTER_VALUE, target.candidates[0]) or ()
            )
            return
        by_path = target.candidates if target.kind == "source" else target.files
        urls = target.candidates if target.kind != "source" else ()
        found = chain(map(self.page, urls), map(self.page_by_path, by_path))
        yield from (each for each in found if each is not None)

    def page(self, url: str) -> IndexedFile | None:
        """The file served at a URL: a page, or the item of a plan that a page is made of."""
        return self._first(URL, normal_url(url))

    def paths_at(self, url: str, most: int) -> Sequence[str]:
        """The first files that would be served at a URL. A written page comes before a generated one."""
        url = normal_url(url)
        return (self.lookup(URL, url) or [])[:most]

    def url_ignoring_case(self, url: str) -> str | None:
        """This URL in lower case, if a page is served there in any case of letters."""
        lower = normal_url(url).lower()
        return lower if self.lookup(LOWER_URL, lower) else None

    def page_ignoring_case(self, url: str) -> IndexedFile | None:
        """The page at a URL in any case of letters."""
        return self._first(LOWER_URL, normal_url(url).lower())

    def has_pages_in(self, folder: str) -> bool:
        """Whether a page is served directly below a URL, which ends with a slash."""
        return bool(self.lookup(URL_FOLDER, normal_url(folder)))

    def entry_at(self, path: str) -> IndexedFile | None:
        """The file of the site at a path below the project root."""
        return self._index.entries.get(path)

    def page_by_path(self, path: str) -> IndexedFile | None:
        """A page by its path below the content folder."""
        return self._first(PAGE_PATH, path)

    def is_reference_key(self, key: str) -> bool:
        """Whether links may refer to pages by a key of the frontmatter: several pages have it."""
        return (self.lookup(FRONTMATTER_KEY, key) or 0) >= _FEWEST_KEYS

    def nearest_keys(self, reference: str) -> list[str]:
        """Similar references by a key of the frontmatter."""
        names = self.terms(FRONTMATTER_VALUE)
        return self.cached("frontmatter values", lambda: NameCandidates(names)).nearest(reference)

    def nearest_urls(self, url: str) -> list[str]:
        """Similar URLs: those with the same last segment first, then those in the same folder."""
        return self._nearest(URL, url)

    def nearest_sources(self, path: str) -> list[str]:
        """The same for pages by their paths below the content folder."""
        return self._nearest(PAGE_PATH, path)

    def _nearest(self, export: Export[Any, PathTable], term: str) -> list[str]:
        kind, names = export.name, self.terms(export)
        tables = self._index.sorted_names
        if kind not in tables:
            # Grouped once: comparing every name with every broken link takes quadratic time on a large site.
            tables[kind] = sorted(names)
            for name in tables[kind]:
                folder, _, last = name.lower().rpartition("/")
                tables.setdefault(f"{kind} ends {last}", []).append(name)
                tables.setdefault(f"{kind} in {folder}", []).append(name)
                tables.setdefault(f"{kind} letters {alphanumeric(name)}", []).append(name)
        folder, _, last = term.lower().rpartition("/")
        same = moved_names(term, tables.get(f"{kind} ends {last}", ())) if last else []
        siblings = f"{kind} in {folder}"
        near = self.cached(siblings, lambda: NameCandidates(tables.get(siblings, ())))
        close = self.cached((siblings, term), lambda: near.nearest(term))
        letters = tables.get(f"{kind} letters {alphanumeric(term)}", ())  # another case, or `_` for `-`
        worded = _of_same_words(last, tables.get(siblings, ())) if not close and not letters else []
        return list(dict.fromkeys([*letters, *same[:_MOST_SUGGESTIONS], *close, *worded]))[:_MOST_SUGGESTIONS]

    # Anchors ----------------------------------------------------------------------------------------------------------

    def has_anchor(self, entry: IndexedFile, fragment: str) -> bool | None:
        """Whether a page, with its partials and layouts, has an anchor. None where only a build knows."""
        shown = self._shown_files(entry, fragment)
        if fragment in shown.anchors:
            return True
        if shown.has_unknown_anchors or fragment in shown.possible_ids:
            return None
        site = self.spec.markdoc
        if site is None:
            return False
        if fragment in site.code_ids:
            return None
        self.dependencies.update(ANCHORS.key(each.path) for each in shown.tracked_files)
        texts = self.cached_for(entry, "heading texts", lambda: heading_texts(shown))
        if may_be_id(fragment, site.slugs, texts, len(shown.files) > 1):
            return None
        others = self.cached_for(entry, "component texts", lambda: component_texts(shown))
        return None if may_be_made_of(fragment, others) else False

    def has_fragment(self, target: Target) -> bool | None:
        """Whether a page that a target may mean has its fragment. None where that is not known, or there is no such page."""
        found = [self.has_anchor(each, target.fragment) for each in self._pages(target)] if target.fragment else []
        return True if True in found else None if None in found or not found else False

    @property
    def has_reliable_fragments(self) -> bool:
        """Whether most fragments on pages in the language of this one are found: then the rule for ids is the right one."""
        language = self._index.language_of(self.entry)
        self.dependencies.add(reliable_fragments_key(language))
        return self._index.has_reliable_fragments(language)

    def file_with_anchor(self, entry: IndexedFile, fragment: str) -> IndexedFile | None:
        """The file that contains an anchor of a page: the page, one of its partials or its layouts."""
        shown = self._shown_files(entry, fragment)
        if fragment not in shown.anchors:
            return None
        return next((each for each in shown.files if fragment in self.own_anchors(each)[0]), None)

    def own_anchors(self, entry: IndexedFile) -> tuple[frozenset[str], bool]:
        """The ids of the anchors in one file, and whether a build may add others."""
        cached = self._index.anchors.get(entry.path) if self._is_indexed(entry) else None
        if cached is None:
            cached = entry.facts.fragments, entry.facts.open_ended
            if self._is_indexed(entry):
                self._index.anchors[entry.path] = cached
        return cached

    def anchors(self, entry: IndexedFile) -> dict[str, str]:
        """The anchors on a page, each with the text of its heading."""
        shown = self._included_files(entry)
        self.dependencies.update(ANCHORS.key(each.path) for each in shown.tracked_files)
        return self.cached_for(entry, "anchors", lambda: anchor_texts(shown))

    def nearest_anchors(self, entry: IndexedFile, fragment: str) -> list[str]:
        """The anchors on a page with similar names."""
        names = self.anchors(entry)
        return self.cached_for(entry, "nearest anchors", lambda: NameCandidates(names)).nearest(fragment)

    def _shown_files(self, entry: IndexedFile, fragment: str) -> IncludedFiles:
        shown = self._included_files(entry)
        for each in shown.tracked_files:
            self.dependencies.add((ANCHORS.name, each.path, fragment))
        return shown

    def _included_files(self, entry: IndexedFile) -> IncludedFiles:
        found = self.cached_for(entry, "included files", lambda: included_files(TrackedSite(self._index, entry)))
        self.dependencies |= found.dependencies
        return found

    def included_files(self) -> list[IndexedFile]:
        """The layouts around this page, and the partials that they and the page include."""
        return [*self._included_files(self.entry).files[1:]]

    # Files on disk ----------------------------------------------------------------------------------------------------

    def file_exists(self, path: str) -> bool:
        """Whether there is a file at an absolute path."""
        self.dependencies.add(file_key(path))
        return self.spec.is_file(path)

    def folder_exists(self, path: str) -> bool:
        """Whether there is a folder at an absolute path."""
        self.dependencies.add(file_key(path.rstrip(os.sep) + os.sep))
        return self.spec.is_folder(path)

    def sibling_names(self, path: str) -> Sequence[str]:
        """The names in the folder of an absolute path."""
        folder = os.path.dirname(path)
        self.dependencies.add(folder_key(folder))
        return self.spec.names_in(folder)

    def is_media_path(self, link: Link) -> bool:
        """Whether the attribute of a tag is the path of a media file, by its other values."""
        term = media_attribute(link)
        if term is None:
            return False
        self.dependencies.add(media_attribute_key(term))
        return self._index.is_media_attribute(term)

    def siblings_ignoring_case(self, path: str) -> Sequence[str]:
        """Those of them that differ from the name of the file in case at most."""
        names, folder = self.sibling_names(path), os.path.dirname(path)
        groups = self.cached(("lower-case names in", folder), lambda: grouped_by_lower_case(names))
        return groups.get(os.path.basename(path).lower(), ())

    def nearest_siblings(self, path: str) -> list[str]:
        """Those of them with similar names."""
        names, folder = self.sibling_names(path), os.path.dirname(path)
        return self.cached(("names in", folder), lambda: NameCandidates(names)).nearest(os.path.basename(path))

    # Partials and layouts ---------------------------------------------------------------------------------------------

    def partial(self, name: str) -> IndexedFile | None:
        """The partial with a name."""
        return self._first(PARTIAL, name)

    @cached_property
    def rewrites(self) -> SourceRewrites:
        """What code of a site that is not refrakt's own changes in this file before Markdoc parses it."""
        site = self.spec.markdoc
        path = self.entry.path.removeprefix(self.spec.content_path)
        return site.rewrites_of(path) if site is not None else NOTHING_REWRITTEN

    @cached_property
    def is_named_by_tags(self) -> bool:
        """Whether a tag names this file, on a site that is not refrakt's own: its components may include it as a partial."""
        if self.spec.markdoc is None:
            return False
        path = self.entry.path.removeprefix(self.spec.content_path)
        return is_named(path, self.lookup(NAMED_FILE, file_name(path)) or ())

    def includes(self, entry: IndexedFile) -> tuple[str, ...]:
        """The partials that a file includes."""
        found = self.lookup(INCLUDES, entry.path)
        if not self._is_indexed(entry):
            return tuple(self.spec.partial_name(entry.path, each) for each in entry.facts.partials)
        return found.partials if found is not None else ()

    def partial_cycle(self, partial: str) -> CyclePath | None:
        """The partials through which this one includes itself, from one that it includes; None without a cycle."""
        name = self.entry.name
        return self._cycle("partial", name, partial, self.partial(name))

    def expand_cycle(self, target: str) -> CyclePath | None:
        """The names through which this item of a plan expands itself, from the path of an item that it expands."""
        path = self.entry.path
        found = self._cycle("expand", path, target, self._index.entries.get(path))
        if found is None:
            return None
        graph, steps = self._index.cycles("expand"), found.first
        names = [graph.name(each, to) for each, to in pairwise(steps)]
        return CyclePath(tuple(names), found.more)

    def _cycle(self, kind: CycleKind, node: str, start: str, indexed: IndexedFile | None) -> CyclePath | None:
        self.dependencies.add(cycle_key(kind, node))
        graph = self._index.cycles(kind)
        if indexed is not self.entry:  # a text that is not in the index, or a file that another one hides
            return CyclePath() if graph.can_reach(start, node) else None
        cycle = graph.cycles.get(node)
        return cycle.path_between(start, node) if cycle is not None and start in cycle.edges else None

    def is_used(self, partial: str) -> bool:
        """Whether any file includes a partial."""
        return bool(self.lookup(INCLUDED_PARTIAL, partial))

    def layouts(self, page: IndexedFile | None = None) -> list[IndexedFile]:
        """The layouts around a page, or around this one, the outermost first."""
        folder = self.folder if page is None else page.name.rpartition("/")[0]
        found = self._layouts.get(folder)
        if found is None:
            steps = folder.split("/") if folder else []
            folders = ["/".join(steps[:count]) for count in range(len(steps) + 1)]
            found = self._layouts[folder] = [
                file for each in folders if (file := self._first(LAYOUT, each)) is not None
            ]
        return found

    def frontmatter_variables(self, entry: IndexedFile) -> list[str]:
        """The frontmatter keys that another file, such as a layout, shows."""
        self._depend_on_variables(entry)
        return list(dict.fromkeys(each.name for each in entry.facts.references if each.kind == "frontmatter"))

    def required_frontmatter(self, entry: IndexedFile) -> list[str]:
        """Those of them it shows without a condition or a default."""
        self._depend_on_variables(entry)
        return self.cached_for(entry, "required frontmatter", lambda: required_frontmatter(entry.facts))

    def _depend_on_variables(self, entry: IndexedFile) -> None:
        if INCLUDED not in self.dependencies:  # which covers the exports of every partial and layout
            self.dependencies.add(FRONTMATTER_VARIABLES.key(entry.path))

    # Entities ---------------------------------------------------------------------------------------------------------

    def entities(self, id: str, type: str | None = None) -> Sequence[EntityRecord]:
        """The declared entities with an id. Pages and headings, whose id is their URL, are not among them."""
        return self._records(ENTITY, id, type)

    def named(self, name: str, type: str | None = None) -> Sequence[EntityRecord]:
        """The declared entities with a title or name, in any case of letters."""
        return self._records(ENTITY_NAME, name.lower(), type)

    def entity_types(self, id: str) -> Collection[str]:
        """The types of the entities with an id."""
        return self._by_type(ENTITY, id, self._records(ENTITY, id, None)).keys()

    def _records(self, export: Export[Any, RecordTable], term: str, type: str | None) -> Sequence[EntityRecord]:
        records = self.lookup(export, term) or ()
        return self._by_type(export, term, records).get(type, ()) if type is not None and records else records

    def _by_type(
        self, export: Export[Any, RecordTable], term: str, records: Sequence[EntityRecord]
    ) -> dict[str, list[EntityRecord]]:
        def grouped() -> dict[str, list[EntityRecord]]:
            found: dict[str, list[EntityRecord]] = {}
            for each in records:
                found.setdefault(each.type, []).append(each)
            return found

        return self.cached((export.name, term, "by type"), grouped)

    def pages_titled(self, title: str) -> list[IndexedFile]:
        """The pages with a title, in any case of letters."""
        return [self._index.entries[each] for each in self.lookup(TITLE, title.lower()) or ()]

    def declaring_file(self, record: EntityRecord) -> IndexedFile:
        """The file that declares an entity."""
        self.dependencies.add(ENTITY.key(record.id))
        return self._index.entries[record.path]

    def is_alias(self, name: str) -> bool:
        """Whether a character has this alias."""
        return bool(self.lookup(ALIAS, name))

    def entity_with_alias(self, name: str) -> EntityRecord | None:
        """The character that has this alias."""
        if not self.is_alias(name):
            return None
        return next(each for all in self._index.records.values() for each in all if name in each.aliases)

    def nearest_names(self, name: str) -> list[str]:
        """Similar ids and titles, of those that begin or end alike."""
        terms = similarity_terms(name)
        self.dependencies.update(map(SIMILAR_NAME.key, terms))
        return self.cached(("nearest names", name), lambda: self._nearest_names(name.lower(), terms))

    def _nearest_names(self, name: str, terms: Collection[str]) -> list[str]:
        names: dict[str, str] = {}
        close: dict[str, None] = {}
        for term in sorted(terms):
            originals, candidates = self.cached(("similar names", term), partial(self._similar_names, term))
            found = candidates.nearest(name)
            close |= dict.fromkeys(found)
            names |= {each: originals[each] for each in found}
        return [names[each] for each in NameCandidates(close).nearest(name)][:_MOST_SUGGESTIONS]

    def _similar_names(self, term: str) -> tuple[dict[str, str], NameCandidates]:
        originals = {each.lower(): each for each in sorted(self._index.table(SIMILAR_NAME).get(term, ()))}
        return originals, NameCandidates(originals)

    def fields(self, type: str) -> frozenset[str]:
        """The fields that entities of a type have."""
        found = self.lookup(FIELDS, type)
        return self.cached(("fields", type), lambda: frozenset(found or ()))

    def has_type(self, type: str) -> bool:
        """Whether an entity of a type is declared."""
        return bool(self.lookup(TYPE, type))

    def types(self) -> Collection[str]:
        """The types of all declared entities."""
        return self.terms(TYPE)
