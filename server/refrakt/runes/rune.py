"""Rune definitions: a rune is a Markdoc tag with a defined meaning.

A definition is data: name, attributes and content model. Each rune has a file of its own, written with `rune(...)` and the
shorthands below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Literal

from refrakt.markdoc.tree import Level
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.content_model import EMPTY, ContentModel, Needed
from refrakt.runes.rune_theme import RuneTheme
from refrakt.runes.source_location import SourceLocation

if TYPE_CHECKING:
    from refrakt.markdoc.html import Renderable
    from refrakt.runes.output.rune_builder import RuneBuilder

TypeName = Literal["String", "Number", "Boolean", "Array", "Object", "SpaceSeparatedList"]


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a rune."""

    name: str
    about: str = ""
    type: TypeName | tuple[TypeName, ...] = "String"
    required: bool = False
    default: Any = UNDEFINED
    values: tuple[Any, ...] = ()
    """The allowed values; any value if empty."""
    pattern: str | None = None
    """A JavaScript regular expression the value must match."""
    level: Level | None = None
    """The severity of an invalid value; error by default."""
    deprecated: str | None = None
    """The attribute to use instead."""
    rewrite: Callable[[Any], Any] | None = None
    """Converts a value of the deprecated attribute to one of the new attribute, if they differ."""
    checked: bool = True
    """Whether its type and values are known; if not, no value of it is reported."""
    location: SourceLocation | None = None
    """Where the site's schema defines it."""
    key: SourceLocation | None = field(default=None, compare=False)
    """The key of its definition in an object literal, if it is known exactly; quotes are part of it."""
    read_by_name: bool = field(default=True, compare=False)
    """Whether code of the site may use its name: a component that gets it, or a function of the tag."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Attributes that several runes share."""

    name: str
    attributes: tuple[Attribute, ...]


HEADING = "$heading"
"""The title template for the first heading in a rune."""

Relation = tuple[str, str]
"""The name of a relation between two entities, and of its inverse."""


@dataclass(frozen=True, slots=True)
class EntityDefinition:
    """The entity that a rune declares, which pages can reference by its id or title, list and count.

    `id` and `title` are templates with attributes in braces, such as `{name}`; a title may also be `HEADING` or empty.
    """

    type: str
    id: str = "{id}"
    title: str = HEADING
    scope: Literal["site", "page"] = "site"
    """Whether its id is unique on the site, or on its page."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Attributes that have another name in queries."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """The default values of attributes."""
    relations: Mapping[str, Relation] = field(default_factory=dict)
    """Attributes that refer to other entities by id."""
    section_relations: Mapping[str, Relation] = field(default_factory=dict)
    """Known sections whose references are relations."""
    reference_relation: Relation | None = None
    """The relation of all other references in it."""
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The order of the values of a field in lists; that of the attribute's values by default."""

    def value_order(self, field: str, attributes: Iterable[Attribute]) -> tuple[Any, ...]:
        """The order of the values of a field; empty if they are sorted as text."""
        if field in self.orders:
            return self.orders[field]
        return next((each.values for each in attributes if self.fields.get(each.name, each.name) == field), ())


@dataclass(frozen=True, slots=True, eq=False)
class Rune:
    """A rune of a package. `package` is filled in by the package that holds it."""

    name: str
    about: str
    attributes: tuple[Attribute, ...] = ()
    """Its own attributes, without those of the preset and the universal ones."""
    content: ContentModel | None = EMPTY
    """The content model; None if any content is allowed and nothing is extracted from it."""
    aliases: tuple[str, ...] = ()
    category: str | None = None
    schema_type: str | None = None
    """The schema.org type it publishes."""
    preset: Preset | None = None
    universal: bool = True
    """Whether it takes the universal attributes."""
    self_closing: bool = False
    inline: bool | None = None
    parents: tuple[str, ...] = ()
    """The allowed parent runes; any parent if empty."""
    internal: bool = False
    """Created by other runes rather than written; not part of the reference."""
    deferred: bool = False
    """Its body is a template that is expanded later, so its content is not checked."""
    verbatim: bool = field(default=False, kw_only=True)
    """Its body is taken as typed: Markdown in it has no meaning."""
    needs: Needed | None = field(default=None, kw_only=True)
    """What its body must have, if its model accepts more."""
    sample: str = ""
    """A sample page."""
    snippet: tuple[str, ...] = ()
    """The snippet of editors, with `${1:placeholders}`; derived from the attributes if empty."""
    package: str = ""
    entity: EntityDefinition | None = None
    """The entity it declares, if any."""
    build: Callable[[RuneBuilder], Renderable] | None = None
    """Creates its output from its attributes and content; without it, the output is a generic wrapper."""
    rendered_as: str = ""
    """The `data-rune` of its output; its name if empty."""
    theme: RuneTheme | None = None
    part_themes: Mapping[str, RuneTheme] = field(default_factory=dict)
    """The themes of further elements in its output that have a `data-rune`."""
    catalogued: bool = False
    """Whether it comes from a catalogue or schema of the project, whose texts are untrusted."""
    open: bool = False
    """Whether it may have attributes that are not listed."""
    location: SourceLocation | None = None
    """Where the site's schema defines it."""
    key: SourceLocation | None = None
    """The key of its definition in an object literal, if it is known exactly; quotes are part of it."""
    export: SourceLocation | None = None
    """The name of its definition as an export of a module, if that is known exactly."""
    component: str = ""
    """The component that renders it, by its name in the schema."""
    transforms: bool = False
    """Whether a function of the site's schema transforms it, or may: then any tag may have a meaning in it."""
    children: tuple[str, ...] | None = None
    """The node types that a site's schema allows in it; None if it allows any."""
    slots: tuple[str, ...] = ()

    @property
    def every_attribute(self) -> Mapping[str, Attribute]:
        """All attributes by name, in the order own, preset, universal. A universal attribute overrides an own one."""
        return _attributes(self)

    @property
    def owns_content(self) -> bool:
        """Whether all references in it are relations of its entity, so that moving content out of it removes relations."""
        return self.entity is not None and self.entity.reference_relation is not None


def _attributes(rune: Rune) -> dict[str, Attribute]:
    from refrakt.runes.universal_attributes import UNIVERSAL

    found = {each.name: each for each in rune.attributes}
    if rune.preset is not None:
        for each in rune.preset.attributes:
            found.setdefault(each.name, each)
    if rune.universal:
        found |= {each.name: each for each in UNIVERSAL}
    return found


@dataclass(frozen=True, slots=True)
class Package:
    """A set of runes that are installed together."""

    name: str
    """The package name in a site's config, such as `@refrakt-md/marketing`."""
    short: str
    about: str = ""
    version: str = ""
    runes: Mapping[str, Rune] = field(default_factory=dict)


# Shorthands for rune definitions ------------------------------------------------------------------------------------


def rune(
    name: str,
    about: str,
    *,
    aliases: str = "",
    attributes: Iterable[Attribute] = (),
    content: ContentModel | None = EMPTY,
    category: str | None = None,
    schema_type: str | None = None,
    preset: Preset | None = None,
    universal: bool = True,
    self_closing: bool = False,
    inline: bool | None = None,
    parents: str = "",
    internal: bool = False,
    deferred: bool = False,
    verbatim: bool = False,
    needs: Needed | None = None,
    sample: str = "",
    snippet: str = "",
    entity: EntityDefinition | None = None,
    build: Callable[[RuneBuilder], Renderable] | None = None,
    rendered_as: str = "",
    theme: RuneTheme | None = None,
    part_themes: Mapping[str, RuneTheme] | None = None,
) -> Rune:
    """Define a rune. Aliases and parents are separated by spaces; sample and snippet are indented texts."""
    return Rune(
        name,
        about,
        tuple(attributes),
        content,
        tuple(aliases.split()),
        category,
        schema_type,
        preset,
        universal,
        self_closing,
        inline,
        tuple(parents.split()),
        internal,
        deferred,
        dedent(sample).strip("\n") + "\n" if sample else "",
        tuple(dedent(snippet).strip("\n").split("\n")) if snippet else (),
        entity=entity,
        build=build,
        rendered_as=rendered_as,
        theme=theme,
        part_themes=part_themes or {},
        verbatim=verbatim,
        needs=needs,
    )


def text(name: str, about: str, **more: Any) -> Attribute:
    """An attribute that takes text."""
    return Attribute(name, about, **more)


def number(name: str, about: str, **more: Any) -> Attribute:
    """An attribute that takes a number."""
    return Attribute(name, about, "Number", **more)


def flag(name: str, about: str, **more: Any) -> Attribute:
    """An attribute that is true or false."""
    return Attribute(name, about, "Boolean", **more)


def choice(name: str, values: str, about: str, **more: Any) -> Attribute:
    """An attribute with one of these values, separated by spaces."""
    return Attribute(name, about, values=tuple(values.split()), **more)


def words(name: str, about: str, **more: Any) -> Attribute:
    """An attribute with a list of words, separated by spaces."""
    return Attribute(name, about, "SpaceSeparatedList", **more)


def required(attribute: Attribute) -> Attribute:
    """The same attribute, but required."""
    return replace(attribute, required=True)
