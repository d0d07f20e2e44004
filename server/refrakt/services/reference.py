"""`reference`: the runes of a site, for authors and agents.

The JSON has the shape that tools for refrakt sites expect: names, attributes in three groups, the content model. Runes that only
other runes create are left out, and Markdoc's own tags, unless they are named.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.features.rune_reference import listed_runes, package_of, reference_markdown, type_name
from refrakt.markdoc.values import UNDEFINED
from refrakt.project.site import SiteContext
from refrakt.runes.content_model import (
    Conditional,
    ContentModel,
    Delimited,
    Field,
    FieldSequence,
    Sections,
)
from refrakt.runes.packages import package_with_rune
from refrakt.runes.rune import Attribute, Rune
from refrakt.runes.universal_attributes import UNIVERSAL
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.pagination import page
from refrakt.services.registry import service
from refrakt.untrusted import LONGEST, one_line, quoted, quoted_names

_DEFERRED = "__deferred-body"
"""The attribute with the template of a deferred rune. Tools that read this shape expect it."""


@dataclass(frozen=True, slots=True)
class ReferenceInput:
    """The runes to describe: one, those of a package, or all of a site."""

    rune: str | None = option(None, positional=True)
    """a rune to get everything about"""
    package: str | None = None
    """only this package, like `marketing`"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    detail: Literal["compact", "full"] = option("compact", shell=False)
    """one compact text, or each rune in full"""
    format: Literal["json", "markdown"] = option("json", shell=False)
    """of full details"""
    cursor: str | None = option(None, shell=False, described=False)
    """`nextCursor` of the previous page"""


@dataclass(frozen=True, slots=True)
class RuneReference(JsonPayload):
    """Runes as data in `runes`, or as text."""

    total: int
    """Number of selected runes."""
    text: str | None = None
    runes: list[dict[str, Any]] | None = None
    next_cursor: str | None = None
    """Pass it as `cursor` to get the next page."""


@service("refrakt.reference", needs="site", cli="reference", resource="refrakt://reference{?site,rune}")
def reference(context: Context, query: ReferenceInput) -> RuneReference:
    """Describe the site's runes: all with attributes and content in one compact text; with `rune`, one in full."""
    from refrakt.services.compact_reference import compact

    runes = selected_runes(context.site(query.site), query)
    if query.rune is None and query.detail == "compact" and query.format == "json":
        return RuneReference(len(runes), text=compact(runes))
    shown, cursor = page(context, runes, query.cursor, described)
    if query.format == "json":
        return RuneReference(len(runes), runes=[described(each) for each in shown], next_cursor=cursor)
    return RuneReference(len(runes), text=reference_markdown(shown), next_cursor=cursor)


def selected_runes(site: SiteContext, query: ReferenceInput) -> list[Rune]:
    """The selected runes by package, core first, then by name."""
    if query.rune is not None:
        rune = named_rune(site, query.rune)
        if query.package is not None and rune.package != _package(site, query.package):
            raise RefraktError(
                "NOT_FOUND", f"{quoted(rune.name)} is a rune of {quoted(rune.package)}", "Omit the package."
            )
        return [rune]
    found = listed_runes(site.vocabulary)
    if query.package is not None:
        package = _package(site, query.package)
        found = [rune for rune in found if rune.package == package]
    return found


def named_rune(site: SiteContext, name: str) -> Rune:
    """The rune of a site by name or alias."""
    from refrakt.rules.name_suggestion import did_you_mean, nearest

    rune = site.vocabulary.get(name)
    if rune is None:
        package = package_with_rune(name) if site.vocabulary.refrakt else None
        if package is not None:
            message = f"`{name}` is in `{package}`, which this site does not enable"
            raise RefraktError("NOT_FOUND", message, f"Add {package} to `plugins` in refrakt.config.json.")
        names = nearest(name, site.vocabulary.names)
        message = f"unknown rune '{one_line(name, LONGEST)}'{did_you_mean(names)}"
        raise RefraktError("NOT_FOUND", message, "{command:refrakt.reference} without a name lists all runes.")
    return rune


def _package(site: SiteContext, name: str) -> str:
    for package in site.vocabulary.packages:
        if name in (package.name, package.short):
            return package.name
    known = quoted_names(list(dict.fromkeys(package.short for package in site.vocabulary.packages)))
    message = f"unknown package '{one_line(name, LONGEST)}'; packages: {known}"
    raise RefraktError("NOT_FOUND", message, "Omit the package to list all runes.")


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
    data: dict[str, Any] = {
        "name": rune.name,
        "plugin": package_of(rune),
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
    return {key: value for key, value in data.items() if value is not None}


def _attribute(attribute: Attribute) -> dict[str, Any]:
    data: dict[str, Any] = {"type": type_name(attribute), "required": attribute.required}
    if attribute.values:
        data["matches"] = list(attribute.values)
    if attribute.pattern:
        data["pattern"] = attribute.pattern
    if attribute.default is not UNDEFINED:
        data["default"] = attribute.default
    if attribute.deprecated:
        data["deprecated"] = attribute.deprecated
    if attribute.about:
        data["about"] = attribute.about
    return data


def content_model(content: ContentModel) -> dict[str, Any]:
    """A content model as JSON; of a conditional one, the default."""
    if isinstance(content, Conditional):
        return content_model(content.default)
    if isinstance(content, FieldSequence):
        return {"type": "sequence", "fields": _fields(content.fields)}
    if isinstance(content, Delimited):
        return _delimited(content)
    if isinstance(content, Sections):
        return _sections(content)
    return {"type": "custom"}


def _fields(fields: Iterable[Field]) -> list[dict[str, Any]]:
    return [_field(each) for each in fields]


def _field(field: Field) -> dict[str, Any]:
    data: dict[str, Any] = {"name": field.name, "match": field.match}
    if field.optional:
        data["optional"] = True
    if field.greedy:
        data["greedy"] = True
    if field.template:
        data["template"] = field.template
    if field.emit:
        data["emitTag"] = field.emit
    return data


def _delimited(content: Delimited) -> dict[str, Any]:
    data: dict[str, Any] = {"type": "delimited", "delimiter": content.delimiter}
    if content.each is not None:
        return data | {"dynamicZones": True, "zoneModel": content_model(content.each)}
    zones = [{"name": zone.name, "type": "sequence", "fields": _fields(zone.fields)} for zone in content.zones]
    return data | {"zones": zones}


def _sections(content: Sections) -> dict[str, Any]:
    data: dict[str, Any] = {
        "type": "sections",
        "sectionHeading": content.heading,
        "fields": _fields(content.preamble),
        "sectionModel": content_model(content.body or FieldSequence()),
    }
    if content.emit:
        data["emitTag"] = content.emit
    if content.extract:
        data["headingExtract"] = {
            "fields": [
                {"name": each.name, "pattern": each.pattern} | ({"optional": True} if each.optional else {})
                for each in content.extract
            ]
        }
    if content.known:
        data["knownSections"] = {
            each.name: ({"alias": list(each.aliases)} if each.aliases else {}) | {"hasModel": each.model is not None}
            for each in content.known
        }
    if content.implicit is not None:
        data["implicitSection"] = {"attributes": dict(content.implicit)}
    return data
