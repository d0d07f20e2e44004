"""What a rune is: a Markdoc tag with a meaning.

A definition is data: what it is called, which attributes it takes, what it expects between its tags. Runes are written in
one file each; `rune(...)` and the short forms below are all such a file needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from textwrap import dedent
from typing import Any, Literal

from refrakt.markdoc.tree import Level
from refrakt.markdoc.values import UNDEFINED

from .content import EMPTY, Content

TypeName = Literal["String", "Number", "Boolean", "Array", "Object", "SpaceSeparatedList"]


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute a rune takes."""

    name: str
    about: str = ""
    type: TypeName | tuple[TypeName, ...] = "String"
    required: bool = False
    default: Any = UNDEFINED
    values: tuple[Any, ...] = ()
    """The allowed values; none means any."""
    pattern: str | None = None
    """A JavaScript regular expression the value must match."""
    level: Level | None = None
    """How bad a wrong value is; an error where nothing is said."""
    deprecated: str | None = None
    """The attribute to use instead."""
    rewrite: Callable[[Any], Any] | None = None
    """How an old value becomes one of the new attribute, where it is not the same."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Attributes that several runes share under one name."""

    name: str
    attributes: tuple[Attribute, ...]


HEADING = "$heading"
"""Stands for the first heading in a rune."""

Tie = tuple[str, str]
"""What one thing is to another, and what the other is to it."""


@dataclass(frozen=True, slots=True)
class EntityForm:
    """That a rune declares a thing, which pages can call by its id or its title, list and count.

    `id` and `title` are written with attributes in braces, such as `{name}`; a title may also be `HEADING`, or nothing.
    """

    type: str
    id: str = "{id}"
    title: str = HEADING
    scope: Literal["site", "page"] = "site"
    """Whether its id is the only one on the site, or on its page."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Attributes that queries know by another name."""
    usual: Mapping[str, Any] = field(default_factory=dict)
    """What an attribute counts as where it is not written."""
    ties: Mapping[str, Tie] = field(default_factory=dict)
    """Attributes that name other things by their ids."""
    section_ties: Mapping[str, Tie] = field(default_factory=dict)
    """Known sections whose references are ties."""
    mentions: Tie | None = None
    """What every other reference in it makes of the two."""


@dataclass(frozen=True, slots=True, eq=False)
class Rune:
    """A rune of a package. `package` is filled in by the package that holds it."""

    name: str
    about: str
    attributes: tuple[Attribute, ...] = ()
    """Its own; presets and universal attributes come on top."""
    content: Content | None = EMPTY
    """What stands between its tags; None where anything may and nothing is read from it."""
    aliases: tuple[str, ...] = ()
    category: str | None = None
    schema_type: str | None = None
    """The schema.org type it publishes."""
    preset: Preset | None = None
    universal: bool = True
    """Whether it takes the attributes that (nearly) every rune takes."""
    self_closing: bool = False
    inline: bool | None = None
    parents: tuple[str, ...] = ()
    """The runes it may stand in; none means anywhere."""
    internal: bool = False
    """Made by other runes rather than written: left out of the reference."""
    deferred: bool = False
    """Its body is a template that is filled in later, so its content is not checked."""
    sample: str = ""
    """A small page that uses it."""
    snippet: tuple[str, ...] = ()
    """What an editor inserts, with `${1:placeholders}`; made from the attributes where nothing is given."""
    package: str = ""
    entity: EntityForm | None = None
    """What it declares, where it does."""
    catalogued: bool = False
    """Whether it was read from a file of the project: its texts may be anybody's."""

    @property
    def every_attribute(self) -> Mapping[str, Attribute]:
        """All attributes by name, in the order own, preset, universal. A universal one beats an own one of its name."""
        return _attributes(self)

    @property
    def owns_content(self) -> bool:
        """Whether all references in it are ties of a thing it declares. What is moved out of it is lost to the thing."""
        return self.entity is not None and self.entity.mentions is not None


def _attributes(rune: Rune) -> dict[str, Attribute]:
    from .universal import UNIVERSAL

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
    """As sites name it, `@refrakt-md/marketing`."""
    short: str
    about: str = ""
    version: str = ""
    runes: Mapping[str, Rune] = field(default_factory=dict)


# Short forms, for rune definitions ------------------------------------------------------------------------------------


def rune(
    name: str,
    about: str,
    *,
    aliases: str = "",
    attributes: Iterable[Attribute] = (),
    content: Content | None = EMPTY,
    category: str | None = None,
    schema_type: str | None = None,
    preset: Preset | None = None,
    universal: bool = True,
    self_closing: bool = False,
    inline: bool | None = None,
    parents: str = "",
    internal: bool = False,
    deferred: bool = False,
    sample: str = "",
    snippet: str = "",
    entity: EntityForm | None = None,
) -> Rune:
    """Define a rune. Aliases and parents are words; sample and snippet are indented texts."""
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
    """An attribute that takes one of these words."""
    return Attribute(name, about, values=tuple(values.split()), **more)


def words(name: str, about: str, **more: Any) -> Attribute:
    """An attribute that takes words with spaces between them."""
    return Attribute(name, about, "SpaceSeparatedList", **more)


def required(attribute: Attribute) -> Attribute:
    """The same attribute, but it must be given."""
    return replace(attribute, required=True)
