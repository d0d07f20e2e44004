"""`reference`: the runes of a site, for people who write and for agents.

The JSON has the shape that tools for refrakt sites know: names, attributes in three groups, the content model. Runes that are
only ever made by other runes are left out, and so are Markdoc's own tags, unless one is asked for by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from refrakt.errors import RefraktError
from refrakt.features.reference import listed, markdown, plugin_of, type_name
from refrakt.markdoc.values import UNDEFINED
from refrakt.project.site import SiteContext
from refrakt.runes.content import (
    Conditional,
    Content,
    Delimited,
    Field,
    Sections,
    Sequence,
)
from refrakt.runes.model import Attribute, Rune
from refrakt.runes.universal import UNIVERSAL
from refrakt.untrusted import LONGEST, one_line, quoted, quoted_names

from .context import Context
from .paging import page
from .payload import SHAPE
from .registry import service

_DEFERRED = "__deferred-body"
"""Where a site keeps the template of a rune that is filled in later. Tools that read this shape expect to see it."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """Which runes to tell about: one, those of a package, or all of a site."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    rune: str | None = None
    """A name or an alias; everything about this rune."""
    package: str | None = None
    """Only this package's runes: `marketing`."""
    site: str | None = None
    """Where the project has several."""
    detail: Literal["compact", "full"] = "compact"
    """All runes in one compact text, or each in full, in pages."""
    format: Literal["json", "markdown"] = "json"
    """Full details as data or as a page."""
    cursor: str | None = None
    """`nextCursor` of the page before."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Runes as data in `runes`, or as text."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    total: int
    """How many runes were asked for."""
    text: str | None = None
    runes: list[dict[str, Any]] | None = None
    next_cursor: str | None = None
    """Give it as `cursor` to go on."""


@service("refrakt.reference", needs="site", cli="reference", resource="refrakt://reference{?site,rune}")
def reference(context: Context, query: Lookup) -> Reference:
    """The site's vocabulary: every rune with attributes and content in one compact text; with `rune`, one in full."""
    from .reference_text import compact

    runes = chosen(context.site(query.site), query)
    if query.rune is None and query.detail == "compact" and query.format == "json":
        return Reference(len(runes), text=compact(runes))
    taken, cursor = page(runes, query.cursor, described)
    if query.format == "json":
        return Reference(len(runes), runes=taken, next_cursor=cursor)
    names = {each["name"] for each in taken}
    return Reference(len(runes), text=markdown([rune for rune in runes if rune.name in names]), next_cursor=cursor)


def chosen(site: SiteContext, query: Lookup) -> list[Rune]:
    """The runes that were asked for, core's first, in the order of their names within a package."""
    if query.rune is not None:
        rune = _named(site, query.rune)
        if query.package is not None and rune.package != _package(site, query.package):
            raise RefraktError(
                "NOT_FOUND", f"{quoted(rune.name)} is a rune of {quoted(rune.package)}", "Leave --package out."
            )
        return [rune]
    found = listed(site.vocabulary)
    if query.package is not None:
        wanted = _package(site, query.package)
        found = [rune for rune in found if rune.package == wanted]
    return found


def _named(site: SiteContext, name: str) -> Rune:
    from refrakt.rules.words import did_you_mean, nearest

    rune = site.vocabulary.get(name)
    if rune is None:
        names = nearest(name, site.vocabulary.names)
        message = f"no rune is called '{one_line(name, LONGEST)}'{did_you_mean(names)}"
        raise RefraktError("NOT_FOUND", message, "Without a name all runes are listed.")
    return rune


def _package(site: SiteContext, name: str) -> str:
    for package in site.vocabulary.packages:
        if name in (package.name, package.short):
            return package.name
    known = quoted_names(list(dict.fromkeys(package.short for package in site.vocabulary.packages)))
    message = f"this site uses no package called '{one_line(name, LONGEST)}'; there are: {known}"
    raise RefraktError("NOT_FOUND", message, "Without a package the runes of all are listed.")


def described(rune: Rune) -> dict[str, Any]:
    """One rune as JSON."""
    universal = {each.name for each in UNIVERSAL} if rune.universal else set()
    attributes: dict[str, Any] = {
        "own": {each.name: _attribute(each) for each in rune.attributes if each.name not in universal}
    }
    if rune.deferred:
        attributes["own"][_DEFERRED] = {"type": "string", "required": False, "about": "Set by the site, never written"}
    if rune.preset is not None:
        base = {each.name: _attribute(each) for each in rune.preset.attributes}
        attributes["base"] = {"name": rune.preset.name, "attributes": base}
    attributes["universal"] = [each.name for each in UNIVERSAL] if rune.universal else []
    told: dict[str, Any] = {
        "name": rune.name,
        "plugin": plugin_of(rune),
        "aliases": list(rune.aliases),
        "about": rune.about,
        "category": rune.category,
        "schemaType": rune.schema_type,
        "attributes": attributes,
        "contentModel": content_model(rune.content) if rune.content is not None else None,
        "parents": list(rune.parents) or None,
        "selfClosing": rune.self_closing or None,
        "example": rune.sample or None,
    }
    return {key: value for key, value in told.items() if value is not None}


def _attribute(attribute: Attribute) -> dict[str, Any]:
    told: dict[str, Any] = {"type": type_name(attribute), "required": attribute.required}
    if attribute.values:
        told["matches"] = list(attribute.values)
    if attribute.pattern:
        told["pattern"] = attribute.pattern
    if attribute.default is not UNDEFINED:
        told["default"] = attribute.default
    if attribute.deprecated:
        told["deprecated"] = attribute.deprecated
    if attribute.about:
        told["about"] = attribute.about
    return told


def content_model(content: Content) -> dict[str, Any]:
    """A content model in the shape the reference gives it. Of a conditional one, what holds without any condition."""
    if isinstance(content, Conditional):
        return content_model(content.default)
    if isinstance(content, Sequence):
        return {"type": "sequence", "fields": _fields(content.fields)}
    if isinstance(content, Delimited):
        return _delimited(content)
    if isinstance(content, Sections):
        return _sections(content)
    return {"type": "custom"}


def _fields(fields: Iterable[Field]) -> list[dict[str, Any]]:
    return [_field(each) for each in fields]


def _field(field: Field) -> dict[str, Any]:
    told: dict[str, Any] = {"name": field.name, "match": field.match}
    if field.optional:
        told["optional"] = True
    if field.greedy:
        told["greedy"] = True
    if field.template:
        told["template"] = field.template
    if field.emit:
        told["emitTag"] = field.emit
    return told


def _delimited(content: Delimited) -> dict[str, Any]:
    told: dict[str, Any] = {"type": "delimited", "delimiter": content.delimiter}
    if content.each is not None:
        return told | {"dynamicZones": True, "zoneModel": content_model(content.each)}
    zones = [{"name": zone.name, "type": "sequence", "fields": _fields(zone.fields)} for zone in content.zones]
    return told | {"zones": zones}


def _sections(content: Sections) -> dict[str, Any]:
    told: dict[str, Any] = {
        "type": "sections",
        "sectionHeading": content.heading,
        "fields": _fields(content.preamble),
        "sectionModel": content_model(content.body or Sequence()),
    }
    if content.emit:
        told["emitTag"] = content.emit
    if content.extract:
        told["headingExtract"] = {
            "fields": [
                {"name": each.name, "pattern": each.pattern} | ({"optional": True} if each.optional else {})
                for each in content.extract
            ]
        }
    if content.known:
        told["knownSections"] = {
            each.name: ({"alias": list(each.aliases)} if each.aliases else {}) | {"hasModel": each.model is not None}
            for each in content.known
        }
    if content.implicit is not None:
        told["implicitSection"] = {"attributes": dict(content.implicit)}
    return told
