"""Extracts the facts of a document, in one walk over its tree or over the changed part of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from operator import attrgetter
from typing import Any, Literal

from refrakt.markdoc.document import Document
from refrakt.markdoc.frontmatter import Frontmatter
from refrakt.markdoc.tree import AttributeSyntax, Node, Span, TagSyntax
from refrakt.markdoc.values import Variable, to_json
from refrakt.project.frameworks.slugs import HeadingText, slug
from refrakt.project.pages.entities import EntityDeclaration, declared_by
from refrakt.project.pages.facts_cache import (
    DefinedTarget,
    Definitions,
    FactsCache,
    PartFacts,
    ReadVersion,
    ShiftedPart,
    children_of,
    merged,
    parts_of,
    shifted,
    shifted_heading,
    shifted_link,
    shifted_tag,
)
from refrakt.project.pages.heading_ids import heading_id, heading_text, numbered_headings, own_id, slug_text
from refrakt.project.pages.html_elements import html_element
from refrakt.project.pages.link_destinations import LinkDestinations, without_space
from refrakt.project.pages.named_files import PARTIAL_TAG, names_content_file
from refrakt.project.pages.page_facts import (
    Anchor,
    EntityFact,
    Filter,
    Heading,
    Link,
    PageFacts,
    Reference,
    Silence,
    TagUse,
)
from refrakt.project.pages.reference_attributes import (
    ANYWHERE,
    BRINGERS,
    FILTERS,
    FRONTMATTER,
    FRONTMATTER_LINKS,
    FRONTMATTER_RUNE,
    HINTED,
    HINTS,
    HREF,
    ICON_SCHEME,
    IDS,
    LINKS,
    LISTS,
    MEDIA_PATH,
    OPTIONAL,
    PREVIEWS,
    REFERENCES,
    SCHEMES,
    ReferenceKind,
)
from refrakt.rules.disable_comments import suppressed_lines
from refrakt.rules.expressions import expressions
from refrakt.rules.parse_limits import unread_from
from refrakt.runes.vocabulary import Vocabulary

_VARIABLE = "frontmatter"
_PLAIN_VARIABLE = "markdoc"
"""The variable that has the frontmatter on sites that are not refrakt's own."""
_HTML_ID = re.compile(r"""\b(?:id|name)\s*+=\s*+["']([^"'\s]{1,200})["']""")
_LONGEST_ID_TEXT = 200
"""Longer texts of attributes do not become ids."""
_TITLE = re.compile(r"title|heading", re.IGNORECASE)
"""Keys of the frontmatter that layouts show as headings."""
_EMPTY = PartFacts()
_NAME = re.compile(r"[\w.:+-]{1,40}")
"""An attribute value that is recorded: others are texts and paths, which are not repeated on other pages."""


def facts_of(document: Document, vocabulary: Vocabulary, cache: FactsCache | None = None) -> PageFacts:
    """The facts of a page. The vocabulary resolves the names of runes and what they declare.

    With the cache of a buffer, only the parts that have changed since its last version are read. Safe for all threads.
    """
    if cache is None:
        return _read(document, vocabulary, None).facts
    with cache.lock:
        cached = cache.of(vocabulary)
        if cached is None or cached.document is not document:
            cached = _read(document, vocabulary, cached)
            cache.store(cached)
        return cached.facts


def _read(document: Document, vocabulary: Vocabulary, cached: ReadVersion | None) -> ReadVersion:
    definitions: Definitions = {}
    if cached is not None and cached.definitions:
        definitions |= {each: cached.definitions[each] for each in document.blocks if each in cached.definitions}
    reader = _FactCollector(document, vocabulary, LinkDestinations(document, definitions))
    first = reader.frontmatter()
    # The text of a heading may be a frontmatter value.
    if cached is not None and (cached.facts.frontmatter, cached.facts.incomplete) == (reader.data, reader.incomplete):
        parts = parts_of(document, cached, reader.part)
    else:
        parts = [reader.part(node) for node in children_of(document)]
    facts = _merge(document, reader, [ShiftedPart(first), *filter(None, parts)])
    return ReadVersion(vocabulary, document, facts, children_of(document), parts, definitions)


def _merge(document: Document, reader: _FactCollector, parts: list[ShiftedPart]) -> PageFacts:
    headings = merged(parts, attrgetter("headings"), shifted_heading)
    if reader.slug_rules:
        headings = numbered_headings(headings, reader.slug_rules)
    links = list(merged(parts, attrgetter("links"), shifted_link))
    references = list(merged(parts, attrgetter("references"), shifted))
    if any(each.part.defined for each in parts):
        _find_definitions(parts, links, references, reader.destinations)
    return PageFacts(
        _title(reader.data, headings),
        reader.data,
        tuple(dict.fromkeys(chain.from_iterable([each.part.runes for each in parts]))),
        headings,
        merged(parts, attrgetter("anchors"), shifted),
        tuple(links),
        tuple(references),
        merged(parts, attrgetter("entities"), shifted),
        merged(parts, attrgetter("filters"), shifted),
        merged(parts, attrgetter("tags"), shifted_tag),
        tuple(_silenced(document)),
        any(each.part.open_ended for each in parts) or unread_from(document) is not None,
        tuple(dict.fromkeys(chain.from_iterable([each.part.possible_ids for each in parts]))),
        reader.incomplete,
        tuple(dict.fromkeys(chain.from_iterable([each.part.named_files for each in parts]))),
    )


def _find_definitions(
    parts: list[ShiftedPart], links: list[Link], references: list[Reference], destinations: LinkDestinations
) -> None:
    """Fill in the spans of targets that are written in definitions."""
    before, named = 0, 0
    for part, _ in parts:
        for among, at, inside, target in part.defined:
            offsets = destinations.defined(inside, target)
            if offsets is not None and among == "links":
                links[before + at] = links[before + at]._replace(written=offsets)
            elif offsets is not None:
                icon = references[named + at]
                references[named + at] = icon._replace(start=offsets[0] + len(ICON_SCHEME), end=offsets[1])
        before, named = before + len(part.links), named + len(part.references)


def _title(data: Mapping[str, Any], headings: Iterable[Heading]) -> str | None:
    title = data.get("title")
    if isinstance(title, str) and title.strip():
        return title.strip()
    return next((each.text for each in headings if each.level == 1), None) or None


def _silenced(document: Document) -> Iterator[Silence]:
    for line, codes in suppressed_lines(document).items():
        start, end = document.line_start(line), document.line_start(line + 1)
        if start is not None:
            yield Silence(start, end if end is not None else document.tree.end + 1, tuple(sorted(codes)))


class _FactCollector:
    """Reads the parts of a page one by one."""

    def __init__(self, document: Document, vocabulary: Vocabulary, destinations: LinkDestinations) -> None:
        self.document = document
        self.vocabulary = vocabulary
        self.names = vocabulary.names
        self.slug_rules = vocabulary.slug_rules
        self.destinations = destinations
        self.data: dict[str, Any] = {}
        self.incomplete = document.frontmatter is not None and document.frontmatter.incomplete
        self.variables = {} if self.incomplete else {_VARIABLE: self.data}
        self._begin()
        self.visitors: dict[str, Callable[[Node, str | None], None]] = {
            "tag": self._tag,
            "heading": self._heading,
            "link": self._link,
            "image": self._image,
            "item": self._item,
            "text": self._text,
            "html": self._html,
        }

    @property
    def text(self) -> str:
        # Lazy: joining a long text takes longer than reading a paragraph without links and tags, which does not need it.
        return self.document.text

    def _begin(self) -> None:
        self.runes: dict[str, None] = {}
        self.headings: list[Heading] = []
        self.anchors: list[Anchor] = []
        self.links: list[Link] = []
        self.references: list[Reference] = []
        self.entities: list[EntityFact] = []
        self.declarations: list[EntityDeclaration] = []
        self.filters: list[Filter] = []
        self.tags: list[TagUse] = []
        self.open_ended = False
        self.possible_ids: dict[str, None] = {}
        self.defined: list[DefinedTarget] = []
        self.named_files: dict[str, None] = {}

    def _end(self) -> PartFacts:
        # The relations of an entity are inside of it, so they are in the same part.
        declared = [each.entity(self.headings, self.references) for each in self.declarations]
        part = PartFacts(
            tuple(self.runes),
            tuple(self.headings),
            tuple(self.anchors),
            tuple(self.links),
            tuple(self.references),
            (*self.entities, *declared),
            tuple(self.filters),
            tuple(self.tags),
            self.open_ended,
            tuple(self.possible_ids),
            tuple(self.defined),
            tuple(self.named_files),
        )
        self._begin()
        return part

    def frontmatter(self) -> PartFacts:
        """The facts of the frontmatter. It comes first because parts may use its values."""
        frontmatter = self.document.frontmatter
        if frontmatter is not None:
            self._frontmatter(frontmatter)
        return self._end()

    def part(self, node: Node) -> ShiftedPart | None:
        """The facts of a child of the root; None for none."""
        self._walk(node)
        part = self._end()
        return ShiftedPart(part) if part != _EMPTY else None

    def _walk(self, node: Node) -> None:
        # Not recursive: a page may nest deeper than the stack allows.
        pending: list[tuple[Node, str | None]] = [(node, None)]
        while pending:
            node, rune = pending.pop()
            kind = node.type
            visit = self.visitors.get(kind)
            if visit is not None:
                visit(node, rune)
            if node.annotations:
                self._anchor(node)
                self._variables(node)
            if kind == "tag" and node.tag:
                rune = self._canonical(node.tag)
            if node.children:
                pending += [(child, rune) for child in reversed(node.children)]
            if node.slots:
                pending += [(child, rune) for child in reversed([*node.slots.values()])]

    # Frontmatter -------------------------------------------------------------------------------------------------

    def _frontmatter(self, frontmatter: Frontmatter) -> None:
        self.data.update(to_json(frontmatter.data))
        if not self.vocabulary.refrakt:
            self._possible_ids(value for key, value in self.data.items() if _TITLE.search(key))
        for key, kind in FRONTMATTER.items():
            if (found := self._text_at(frontmatter, key)) is not None:
                self.references.append(Reference(kind, *found))
        for key, link in FRONTMATTER_LINKS.items():
            if (found := self._text_at(frontmatter, key)) is None:
                continue
            target, (start, end) = without_space(self.text, found[0], found[1:])
            if self.vocabulary.refrakt:
                self.links.append(Link(link, target, start, end, (start, end)))
            elif link == "image" and target.startswith("/") and MEDIA_PATH.fullmatch(target):
                # What a layout makes of it is not known: it is a path if others are, as for the attributes of tags.
                self.links.append(Link("media", target, start, end, (start, end), FRONTMATTER_RUNE, key))
        declared = self._text_at(frontmatter, "type")
        if declared is not None:
            id = self._text_at(frontmatter, "id")
            _, start, end = id or declared
            self.entities.append(EntityFact(declared[0], id[0] if id else None, None, start, end))

    def _text_at(self, frontmatter: Frontmatter, key: str) -> tuple[str, int, int] | None:
        """The text of a key and its span; None if there is none."""
        node = frontmatter.at(key)
        if node is None or not isinstance(node.value, str) or not node.value.strip():
            return None
        value = node.value.strip()
        start, end = self.document.offsets(node.span)
        at = self.text.find(value, start, end)
        return (value, at, at + len(value)) if at >= 0 else (value, start, end)

    # Tags --------------------------------------------------------------------------------------------------------

    def _canonical(self, tag: str) -> str:
        return self.names.get(tag, tag)

    def _tag(self, node: Node, _: str | None) -> None:
        tag = node.open
        if tag is None or not node.tag:
            return  # a closing tag alone
        self.runes.setdefault(node.tag)
        name = self._canonical(node.tag)
        attributes = _by_name(tag) if tag.attributes else {}
        if attributes:
            self._attributes(name, tag, attributes)
        if not self.vocabulary.refrakt:
            self._tag_use(node, tag, attributes)
        rune = self.vocabulary.runes.get(name)
        if not self.vocabulary.refrakt:
            self._possible_ids(attribute.annotation.value for attribute in attributes.values())
            self._possible_ids([_first_text(node)])
            self._named_files(name, attributes)
            return
        if rune is None:
            self.open_ended = self.open_ended or bool(self.vocabulary.unknown)
            return
        if rune.deferred or name in BRINGERS or (name in PREVIEWS and _text_of(attributes, "preview") == "drawer"):
            self.open_ended = True
        if rune.entity is not None:
            values = {key: each.annotation.value for key, each in attributes.items()}
            attribute_offsets = {key: self._inside(each, tag) for key, each in attributes.items()}
            found = declared_by(rune, node, values, attribute_offsets, self.document, self.variables)
            if found is not None:
                self.declarations.append(found)

    def _tag_use(self, node: Node, tag: TagSyntax, attributes: Mapping[str, AttributeSyntax]) -> None:
        closing = self.document.offsets(node.close.name_span) if node.close is not None else None
        written = tuple((key, _name_in(each.annotation.value)) for key, each in attributes.items())
        self.tags.append(TagUse(tag.name, *self.document.offsets(tag.name_span), closing, written))

    def _attributes(self, rune: str, tag: TagSyntax, attributes: Mapping[str, AttributeSyntax]) -> None:
        for key, attribute in attributes.items():
            value = attribute.annotation.value
            if not isinstance(value, str) or not value:
                continue
            offsets = self._inside(attribute, tag)
            reference = REFERENCES.get((rune, key)) or ANYWHERE.get(key)
            is_refrakt = self.vocabulary.refrakt
            link = "link" if key == HREF else LINKS.get((rune, key)) if is_refrakt else None
            if (rune, key) in FILTERS:
                self.filters.append(Filter(rune, key, value, *offsets))
            elif reference is not None and key in LISTS:
                self.references += self._listed(reference, value, *offsets, rune, key)
            elif reference is not None:
                hint = _text_of(attributes, "type") if rune in HINTED else HINTS.get((rune, key))
                if reference == "xref" and rune in PREVIEWS and _text_of(attributes, "preview") == "drawer":
                    reference = "expand"  # the page shows the entity itself
                self.references.append(Reference(reference, value, *offsets, hint, rune))
            elif link is not None:
                value, offsets = without_space(self.text, value, offsets)
                self.links.append(Link(link, value, *self.document.offsets(tag.span), offsets, rune))
            elif not is_refrakt and value.lstrip()[:1] == "/" and MEDIA_PATH.fullmatch(value.strip()):
                value, offsets = without_space(self.text, value, offsets)
                self.links.append(Link("media", value, *self.document.offsets(tag.span), offsets, rune, key))

    def _named_files(self, tag: str, attributes: Mapping[str, AttributeSyntax]) -> None:
        """The content files that a tag names. It may include them, with their headings."""
        for key, attribute in attributes.items():
            value = attribute.annotation.value
            for text in value if isinstance(value, list) else (value,):
                if isinstance(text, str) and names_content_file(tag, key, text):
                    self.named_files.setdefault(text.strip())
                    self.open_ended = self.open_ended or tag != PARTIAL_TAG

    def _possible_ids(self, values: Iterable[object]) -> None:
        """What a component or a layout may use as an id: a title becomes one as the text of a heading does."""
        for value in values:
            for text in value if isinstance(value, list) else (value,):
                if isinstance(text, str) and 0 < len(text) <= _LONGEST_ID_TEXT and not text.startswith(("/", "http")):
                    ids = (text, *(slug(rule, HeadingText(text, text)) for rule in self.slug_rules))
                    self.possible_ids.update((id, None) for id in ids if id)

    def _inside(self, attribute: AttributeSyntax, tag: TagSyntax) -> tuple[int, int]:
        """The span of a value, without its quotes."""
        start, end = self.document.offsets(Span(*attribute.value, tag.block))
        return (start + 1, end - 1) if self.text[start] == '"' else (start, end)

    def _listed(
        self, kind: ReferenceKind, value: str, start: int, end: int, rune: str, key: str
    ) -> Iterator[Reference]:
        at = start
        for name in filter(None, map(str.strip, value.split(","))):
            found = self.text.find(name, at, end)
            at = found + len(name) if found >= 0 else at
            if key != "source" or IDS.fullmatch(name):
                offsets = (found, at) if found >= 0 else (start, end)
                yield Reference(kind, name, *offsets, None, rune)

    # Markdown ----------------------------------------------------------------------------------------------------

    def _heading(self, node: Node, rune: str | None) -> None:
        start, end = self.document.offsets(node.span)
        level = node.attributes["level"]
        if type(level) is not int:
            # An annotation may set the level to anything; if it is not a number, the level is the number of `#`.
            source = self.text[start:end]
            level = len(source) - len(source.lstrip("#"))
        text = heading_text(node, self.variables)
        if self.slug_rules:
            self.headings.append(Heading(level, text, own_id(node), start, end, rune, self._slugs(node)))
            return
        id = heading_id(node, self.variables)
        self.open_ended = self.open_ended or id is None
        self.headings.append(Heading(level, text, id, start, end, rune))

    def _slugs(self, heading: Node) -> tuple[str, ...]:
        """What each rule of the site makes of a heading; empty for nothing. `numbered_headings` makes ids of it."""
        text = slug_text(heading, {_PLAIN_VARIABLE: self.variables})
        found = [slug(rule, text) if text is not None else None for rule in self.slug_rules]
        if None in found and own_id(heading) is None:
            self.open_ended = True
        return tuple(each or "" for each in found)

    def _text(self, node: Node, _: str | None) -> None:
        content = node.attributes.get("content")
        if isinstance(content, str):
            if self.slug_rules and "=" in content and "<" in content:
                self.possible_ids.update((found[1], None) for found in _HTML_ID.finditer(content))
        elif not node.annotations:
            self._variables(node)

    def _html(self, node: Node, rune: str | None) -> None:
        """The ids and links of an HTML element. Only links to pages count: other URLs may be anything."""
        start, end = self.document.offsets(node.span)
        element = html_element(self.text[start:end])
        if element is None:
            return
        self.possible_ids.update((each, None) for each in element.ids)
        if element.href is not None:
            first, last = (start + offset for offset in element.href)
            target, offsets = without_space(self.text, self.text[first:last], (first, last))
            self.links.append(Link("link", target, start, end, offsets, rune))

    def _link(self, node: Node, rune: str | None) -> None:
        target = node.attributes.get("href")
        if isinstance(target, str):
            offsets = self._written(node, target, "links")
            self.links.append(Link("link", target, *self.document.offsets(node.span), offsets, rune))

    def _image(self, node: Node, rune: str | None) -> None:
        target = node.attributes.get("src")
        if not isinstance(target, str):
            return
        icon = target.startswith(ICON_SCHEME)
        if not icon and target.startswith(SCHEMES):
            return
        offsets = self._written(node, target, "references" if icon else "links")
        start, end = self.document.offsets(node.span)
        if icon:
            begin, finish = (offsets[0] + len(ICON_SCHEME), offsets[1]) if offsets is not None else (start, end)
            self.references.append(Reference("icon", target.removeprefix(ICON_SCHEME), begin, finish))
        else:
            self.links.append(Link("image", target, start, end, offsets, rune))

    def _written(self, node: Node, target: str, among: Literal["links", "references"]) -> tuple[int, int] | None:
        """The span of the target of the next link; None if it is in a definition."""
        written = self.destinations.written(node, target)
        if isinstance(written, str):
            index = len(self.links if among == "links" else self.references)
            self.defined.append(DefinedTarget(among, index, written, target))
            return None
        return written

    def _item(self, item: Node, rune: str | None) -> None:
        """An item of a navigation without a link names a page by its slug."""
        if rune != "nav":
            return
        line = next((each for each in item.children if each.type in ("inline", "paragraph")), None)
        if line is not None and line.type == "paragraph":
            line = next((each for each in line.children if each.type == "inline"), None)
        if line is None or any(each.type == "link" or each.tag == "link" for each in line.children):
            return
        for each in line.children:
            content = each.attributes.get("content")
            if each.type == "text" and isinstance(content, str) and content.strip():
                start, end = self.document.offsets(each.span)
                source = self.text[start:end]
                start += len(source) - len(source.lstrip())
                self.references.append(Reference("nav", content.strip(), start, start + len(source.strip())))
                return

    def _anchor(self, node: Node) -> None:
        id = node.attributes.get("id")
        if not isinstance(id, str) or not id or node.type == "heading":
            return
        for tag in (*((node.open,) if node.open is not None else ()), *node.annotation_tags):
            attribute = _by_name(tag).get("id")
            if attribute is not None and attribute.annotation.value == id:
                self.anchors.append(Anchor(id, *self._inside(attribute, tag)))
                return

    def _variables(self, node: Node) -> None:
        for value, span, within in expressions(node):
            if isinstance(value, Variable) and value.path[0] == _VARIABLE and len(value.path) > 1:
                start, end = self.document.offsets(span)
                key = str(value.path[1])
                dotted = f"${_VARIABLE}.{key}"
                if self.text.startswith(dotted, start):
                    start, end = start + len(dotted) - len(key), start + len(dotted)
                hint = OPTIONAL if "default" in within else None
                self.references.append(Reference("frontmatter", key, start, end, hint))


def _first_text(tag: Node) -> str | None:
    """The text of the first line in a tag; None if it is not short."""
    node, inner = tag, tag.children
    while inner and not tag.inline and node.type != "inline":
        node, inner = inner[0], inner[0].children
    length, found = 0, []
    for each in node.walk():
        content = each.attributes.get("content") if each.type in ("text", "code") else None
        if isinstance(content, str):
            length += len(content)
            found.append(content)
            if length > _LONGEST_ID_TEXT:
                return None
    return "".join(found).strip() or None


def _by_name(tag: TagSyntax) -> dict[str, AttributeSyntax]:
    """The attributes of a tag by name; the last one of a name counts."""
    return {
        each.annotation.name: each for each in tag.attributes if each.complete and each.annotation.type == "attribute"
    }


def _text_of(attributes: Mapping[str, AttributeSyntax], name: str) -> str | None:
    value = attributes[name].annotation.value if name in attributes else None
    return value if isinstance(value, str) else None


def _name_in(value: object) -> str | None:
    return value if isinstance(value, str) and _NAME.fullmatch(value) else None
