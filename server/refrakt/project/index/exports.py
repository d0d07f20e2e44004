"""What a file exports to the other files of its site: the facts that rules on other files may query.

Each fact is declared here once, as an `Export`: the name of its keys, how it is read off a file, and the table that indexes it.
Everything else follows from the declarations. The index updates a table when its export has changed, and the keys of the terms that
have changed are invalidated; a `TrackedSite` records the same keys when a rule queries the table. Exports contain no offsets, so
a page exports the same before and after most keystrokes.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from refrakt.project.index.entity_records import PAGE, EntityRecord, declared_entities, page_entity
from refrakt.project.index.export_tables import (
    CountTable,
    ExportTable,
    NameTable,
    OrderedRecordTable,
    PathTable,
    RecordTable,
    ValueTable,
)
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import normal_url
from refrakt.project.index.media_attributes import media_paths_of
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tag_use import TagUseTable, uses_by_tag
from refrakt.project.pages.named_files import file_name
from refrakt.project.pages.page_facts import PageFacts

Key = tuple[str, ...]
"""What a rule depends on: an export and a term, `("url", "/docs/setup")`, a part of that, `("anchors", "content/a.md", "linux")`,
or all terms, `("url",)`."""

INCLUDED: Key = ("included",)
"""Everything that partials and layouts export; for a page that includes too many to track each."""

V = TypeVar("V")
T_co = TypeVar("T_co", bound=ExportTable[Any], covariant=True)
_EMPTY: Mapping[str, Any] = {}
_DIGITS = re.compile(r"[0-9]+")
_SPACE = re.compile(r"\s")
_LONGEST_ID = 100


class ServedPage(NamedTuple):
    """What others see of the page at a URL."""

    is_generated: bool
    """Whether the config makes the page of an entity. A written page at the same URL wins."""
    draft: bool
    redirect: str | None
    title: str | None


class ExportingFile(NamedTuple):
    """What exports are read from."""

    file: IndexedFile
    records: tuple[EntityRecord, ...]
    """The entities it declares, and the pages that the config makes of them."""
    urls: Mapping[str, ServedPage]
    facts: PageFacts
    partials: tuple[str, ...]
    """The partials it includes."""
    routed: bool = False
    """Whether its site is not refrakt's own, and may refer to pages by any key of their frontmatter."""


@dataclass(frozen=True, eq=False)
class Export(Generic[V, T_co]):
    """One fact about files that rules on other files may query."""

    name: str
    """The first part of its keys."""
    read: Callable[[ExportingFile], Mapping[str, V]]
    """The terms under which a file is found, each with a value."""
    table: Callable[[], T_co]
    """Makes the table that indexes it."""
    visible: Callable[[V], object] = lambda value: value
    """What queries can see of a value. A change of the rest updates the table and invalidates nothing."""
    parts: Callable[[V], frozenset[str]] | None = None
    """The parts of a value that can be queried one by one."""

    def key(self, term: str) -> Key:
        return self.name, term

    def part_key(self, term: str, part: str) -> Key:
        return self.name, term, part

    @property
    def terms_key(self) -> Key:
        """For a query that depends on which terms there are."""
        return (self.name,)

    def invalidated_keys(self, old: Mapping[str, V], new: Mapping[str, V]) -> Iterator[Key]:
        """The keys whose queries have another result, after a file exported something else."""
        if old.keys() != new.keys():
            yield self.terms_key
        for term in old.keys() | new.keys():
            if term not in old or term not in new or self.visible(old[term]) != self.visible(new[term]):
                yield self.key(term)
                if self.parts is not None:
                    before, after = (self.parts(each[term]) if term in each else frozenset() for each in (old, new))
                    yield from (self.part_key(term, part) for part in before ^ after)


class PageExports(dict[Export[Any, Any], Mapping[str, Any]]):
    """All that a file exports. What it does not export is left out."""

    def of(self, export: Export[V, Any]) -> Mapping[str, V]:
        return self.get(export, _EMPTY)

    def differences(self, new: PageExports) -> Iterator[tuple[Export[Any, Any], Mapping[str, Any], Mapping[str, Any]]]:
        """The exports that have changed, each as it was and as it is."""
        for export in EXPORTS if self and new else (self or new):
            before, after = self.get(export, _EMPTY), new.get(export, _EMPTY)
            if before != after:
                yield export, before, after


def exports_of(file: IndexedFile | None, spec: SiteSpec) -> PageExports:
    """What a file exports; nothing where there is no file."""
    if file is None:
        return PageExports()
    source = _exporting(file, spec)
    return PageExports({export: found for export in EXPORTS if (found := export.read(source))})


def invalidated_keys(old: PageExports, new: PageExports) -> Iterator[Key]:
    """The keys whose queries have another result, after a file exported something else."""
    changed = False
    for export, before, after in old.differences(new):
        changed = True
        yield from export.invalidated_keys(before, after)
    if changed and any(export in exports for export in (PARTIAL, LAYOUT) for exports in (old, new)):
        yield INCLUDED


def _exporting(file: IndexedFile, spec: SiteSpec) -> ExportingFile:
    records: list[EntityRecord] = []
    urls: dict[str, None] = {normal_url(file.url): None} if file.url is not None else {}
    for each in declared_entities(file, spec.routes):
        pages = spec.entity_routes.pages(each) if spec.entity_routes.rules else ()
        urls |= dict.fromkeys(normal_url(page.url) for page in pages)
        records.append(each._replace(start=0, end=0, url=pages[-1].url if pages else each.url))
        records += [EntityRecord(PAGE, page.url, page.title, each.path, page.url, 0, 0, "site", {}) for page in pages]
    is_page = file.kind == "page"
    served = ServedPage(not is_page, file.facts.draft, redirect_of(file), file.facts.title if is_page else None)
    at_urls = dict.fromkeys(urls, served)
    partials = tuple(spec.partial_name(file.path, each) for each in file.facts.partials)
    return ExportingFile(file, tuple(records), at_urls, file.facts, partials, spec.markdoc is not None)


# URLs and files -------------------------------------------------------------------------------------------------------


def redirect_of(file: IndexedFile) -> str | None:
    """The URL to which a page redirects."""
    redirect = file.facts.frontmatter.get("redirect")
    return redirect.strip() or None if isinstance(redirect, str) else None


def _lower_urls(source: ExportingFile) -> dict[str, ServedPage]:
    return {url.lower(): page for url, page in source.urls.items()}


def _url_folders(source: ExportingFile) -> dict[str, int]:
    return dict.fromkeys((posixpath.dirname(each) for each in source.urls if each != "/"), 1)


def _page_path(source: ExportingFile) -> dict[str, Mapping[str, ServedPage]]:
    return {source.file.name: source.urls} if source.file.kind == "page" else {}


def _title(source: ExportingFile) -> dict[str, str | None]:
    file = source.file
    return {file.facts.title.lower(): file.url} if file.kind == "page" and file.facts.title is not None else {}


def _frontmatter_keys(source: ExportingFile) -> dict[str, str]:
    """The keys whose values may identify a page, with these values."""
    if not source.routed or source.file.kind != "page":
        return {}
    values = ((key, str(value)) for key, value in source.facts.frontmatter.items() if type(value) in (str, int))
    return {key: value for key, value in values if value and len(value) <= _LONGEST_ID and not _SPACE.search(value)}


def _frontmatter_values(source: ExportingFile) -> dict[str, None]:
    return {f"{key}:{value}": None for key, value in _frontmatter_keys(source).items()}


URL = Export("url", lambda source: source.urls, lambda: PathTable(lambda page: page.is_generated))
"""The files served at a URL: a page, or the item of a plan that a page is made of."""
LOWER_URL = Export("lower url", _lower_urls, PathTable)
URL_FOLDER = Export("url folder", _url_folders, CountTable)
"""How many files are served directly below a URL."""
PAGE_PATH = Export("page path", _page_path, PathTable)
"""The page at a path below the content folder."""
TITLE = Export("title", _title, PathTable)
"""The pages with a title, in lower case."""
FRONTMATTER_VALUE = Export("frontmatter value", _frontmatter_values, PathTable)
"""The pages with a value of a key, `KEY:VALUE`. Links on some sites refer to them in this way."""
FRONTMATTER_KEY = Export("frontmatter key", lambda source: dict.fromkeys(_frontmatter_keys(source), 1), CountTable)
"""How many pages have a key."""

# Text on a page, partials and layouts ---------------------------------------------------------------------------------


class IncludedPartials(NamedTuple):
    """The partials that a file includes, and whether a build may add anchors to it that the index cannot know."""

    partials: tuple[str, ...]
    has_unknown_anchors: bool


def required_frontmatter(facts: PageFacts) -> list[str]:
    """The frontmatter keys that a text shows without a condition or a default."""
    if "if" in facts.runes:
        return []
    found = (each.name for each in facts.references if each.kind == "frontmatter" and each.hint is None)
    return list(dict.fromkeys(found))


def _named_as(kind: str) -> Callable[[ExportingFile], dict[str, None]]:
    return lambda source: {source.file.name: None} if source.file.kind == kind else {}


def _anchors(source: ExportingFile) -> dict[str, tuple[frozenset[str], list[str]]]:
    facts = source.facts
    ids = facts.fragments.union(facts.possible_ids)
    return {source.file.path: (ids, [each.text for each in facts.headings if each.id is not None])} if ids else {}


def _included_partials(source: ExportingFile) -> dict[str, IncludedPartials]:
    found = IncludedPartials(source.partials, source.facts.open_ended)
    return {source.file.path: found} if found.partials or found.has_unknown_anchors else {}


def _frontmatter_variables(source: ExportingFile) -> dict[str, object]:
    names = [each.name for each in source.facts.references if each.kind == "frontmatter"]
    return {source.file.path: (names, required_frontmatter(source.facts))} if names else {}


class _NoTable(dict[str, None]):
    """For what a query reads off the facts of one file."""

    def update_file(self, path: str, old: Mapping[str, object], new: Mapping[str, object]) -> None:
        return


PARTIAL = Export("partial", _named_as("partial"), PathTable)
LAYOUT = Export("layout", _named_as("layout"), PathTable)
"""The layout of a folder below the content folder."""
ANCHORS = Export("anchors", _anchors, _NoTable, parts=lambda anchors: anchors[0])
"""The ids of the anchors of a file and the texts of its headings, by path; each id can be queried alone."""
INCLUDES = Export("includes", _included_partials, ValueTable[IncludedPartials])
"""What a file includes, by path."""
INCLUDED_PARTIAL = Export("included partial", lambda source: dict.fromkeys(source.partials, 1), CountTable)
"""How many files include a partial."""
FRONTMATTER_VARIABLES = Export("frontmatter variables", _frontmatter_variables, _NoTable)
"""The frontmatter keys that a file shows, by path."""


def _named_files(source: ExportingFile) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name in source.facts.named_files:
        found.setdefault(file_name(name), set()).add(name)
    return found


NAMED_FILE = Export("named file", _named_files, NameTable)
"""The content files that tags name, by `file_name`."""

# Tags -----------------------------------------------------------------------------------------------------------------

TAG = Export("tag", lambda source: uses_by_tag(source.facts.tags), TagUseTable)
"""How a site that is not refrakt's own uses its tags, by name."""

MEDIA_PATHS = Export("media paths", lambda source: media_paths_of(source.facts), NameTable)
"""The values of an attribute that look like paths of media files, by tag and attribute (`media_attribute`)."""


def link_style(target: str) -> str | None:
    """How an absolute link to a page is written: `route`, or the ending of a file; None for another link."""
    path = target.partition("#")[0].partition("?")[0]
    if not path.startswith("/") or path.startswith("//") or path == "/":
        return None
    name = path.rpartition("/")[2]
    ending = name[name.rindex(".") :] if "." in name else ""
    return ending if ending in (".md", ".html") else None if ending else "route"


def _link_styles(source: ExportingFile) -> dict[str, int]:
    styles = {link_style(each.target) for each in source.facts.links if each.kind == "link"}
    return dict.fromkeys(sorted(filter(None, styles)), 1)


LINK_STYLE = Export("link style", _link_styles, CountTable)
"""How many files write absolute links to pages in a style (`link_style`)."""

# Entities -------------------------------------------------------------------------------------------------------------


def expanded_names(facts: PageFacts) -> tuple[tuple[str, str | None], ...]:
    """The entities that a text expands in place, each with the type it gives."""
    found = (each for each in facts.references if each.kind == "expand" and each.rune == "expand")
    return tuple((each.name, each.hint) for each in found)


def similarity_terms(name: str) -> set[str]:
    """The terms under which names similar to this one are found.

    A typing error is seldom at both ends of a name, and never in a number.
    """
    numbers = "-".join(_DIGITS.findall(name))
    return {f"begins {name[:1].lower()} {numbers}", f"ends {name[-1:].lower()} {numbers}"}


def _grouped(pairs: Iterable[tuple[str, EntityRecord]]) -> dict[str, list[EntityRecord]]:
    found: dict[str, list[EntityRecord]] = {}
    for term, record in pairs:
        found.setdefault(term, []).append(record)
    return found


def _visible_entities(records: Iterable[EntityRecord]) -> object:
    return {(each.type, each.id, each.names, each.aliases, each.href, each.scope) for each in records}


def _names(source: ExportingFile) -> set[str]:
    found = {name for each in source.records for name in (each.id, each.title) if name}
    title = source.facts.title if source.file.kind == "page" else None
    return found | {title} if title else found


def _similar_names(source: ExportingFile) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name in _names(source):
        for term in similarity_terms(name):
            found.setdefault(term, set()).add(name)
    return found


def _fields(source: ExportingFile) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for each in source.records:
        found.setdefault(each.type, set()).update(each.data)
    if source.file.kind == "page" and source.facts.frontmatter:
        found.setdefault(PAGE, set()).update(source.facts.frontmatter)
    return found


def _expanded(source: ExportingFile) -> dict[str, tuple[tuple[str, str | None], ...]]:
    found = expanded_names(source.facts) if source.file.kind == "plan" else ()
    return {source.file.path: found} if found else {}


def _exists(count: int) -> bool:
    return count > 0


def _of_entities(read: Callable[[ExportingFile], Mapping[str, V]]) -> Callable[[ExportingFile], Mapping[str, V]]:
    """Skip the files that declare no entities, which are most."""
    return lambda source: read(source) if source.records else {}


def _records_by_type(source: ExportingFile) -> dict[str, list[EntityRecord]]:
    """All entities of a file, pages among them. Only refrakt sites list them."""
    if source.routed:
        return {}
    page = page_entity(source.file)
    return _grouped((each.type, each) for each in (*source.records, *((page,) if page is not None else ())))


RECORDS = Export("records", _records_by_type, OrderedRecordTable)
"""The entities of a type with all their fields, for runes that list them."""
ENTITY = Export(
    "id",
    _of_entities(lambda source: _grouped((each.id, each) for each in source.records)),
    RecordTable,
    _visible_entities,
)
"""The declared entities, by id."""
ENTITY_NAME = Export(
    "entity name",
    _of_entities(lambda source: _grouped((name, each) for each in source.records for name in each.names)),
    RecordTable,
    _visible_entities,
)
"""The declared entities, by title or name in lower case."""
TYPE = Export("type", _of_entities(lambda source: Counter(each.type for each in source.records)), CountTable, _exists)
"""How many entities of a type are declared."""
ALIAS = Export(
    "alias",
    _of_entities(lambda source: Counter(alias for each in source.records for alias in each.aliases)),
    CountTable,
    _exists,
)
"""How many characters have an alias."""
SIMILAR_NAME = Export("similar name", _similar_names, NameTable)
"""Ids and titles, by the terms of `similarity_terms`."""
FIELDS = Export("fields", _fields, NameTable)
"""The fields that entities of a type have."""
EXPANDS = Export("expands", _expanded, ValueTable[tuple[tuple[str, str | None], ...]])
"""What an item of a plan expands, by path."""
INCOMPLETE = Export(
    "incomplete", lambda source: {source.file.path: True} if source.facts.incomplete else {}, ValueTable[bool]
)
"""The files whose frontmatter exceeds a limit and was not read, by path."""

EXPORTS: tuple[Export[Any, Any], ...] = tuple(each for each in globals().values() if isinstance(each, Export))
