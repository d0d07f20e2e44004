"""Lists and reads the resources of the plugin, and says when one has changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import mcp_types as types

from refrakt.plugins import CommandContext, RefraktError, Resource, ResourceContent, files_below
from refrakt.plugins import plugin_calls as calls
from refrakt.plugins.message_quoting import quoted
from refrakt.plugins.name_suggestion import did_you_mean, nearest
from refrakt.plugins.resource_uris import UriTemplate, parse_template, parse_uri
from refrakt_forge.mcp_server.protocol_errors import protocol_error
from refrakt_forge.plugin import plugin

TIMEOUT = 30.0
MAX_RESOURCE = 1_000_000
"""Characters of a resource."""
_LONGEST_SHOWN = 120


def list_resources() -> list[types.Resource]:
    """The resources with a fixed URI."""
    return [
        types.Resource(uri=template.text, name=each.name, description=each.description, mime_type=each.mime_type)
        for template, each in _templates()
        if template.fixed is not None
    ]


def list_templates() -> list[types.ResourceTemplate]:
    """The templates of the others."""
    return [
        types.ResourceTemplate(
            uri_template=template.text, name=each.name, description=each.description, mime_type=each.mime_type
        )
        for template, each in _templates()
        if template.fixed is None
    ]


def find_resource(uri: str) -> tuple[Resource, dict[str, str]]:
    """The resource of a URI, with the values of its variables and query."""
    parsed = parse_uri(uri)
    for template, each in sorted(_templates(), key=lambda pair: pair[0].fixed is None):
        values = template.match(parsed)
        if values is not None:
            return each, {**parsed.query, **values}
    shown = uri[:_LONGEST_SHOWN]
    message = f"no resource at {quoted(shown)}{did_you_mean(nearest(shown, [each.uri for each in plugin.resources]))}"
    raise RefraktError("RESOURCE_NOT_FOUND", message, "`resources/list` and `resources/templates/list` list them")


async def read_resource(uri: str, context: CommandContext, version: str) -> types.TextResourceContents:
    """The content of a URI; raises `MCPError`."""
    try:
        resource, values = find_resource(uri)
        content: ResourceContent = await calls.run(
            plugin.namespace, resource.uri, lambda: resource.read(values, context), TIMEOUT, context.log
        )
        if len(content.text) > MAX_RESOURCE:
            message = f"the resource has {len(content.text):,} characters, more than {MAX_RESOURCE:,}"
            raise RefraktError("RESOURCE_FAILED", message, "open the file instead")
    except RefraktError as error:
        raise protocol_error(error, version, uri=uri[:_LONGEST_SHOWN]) from None
    return types.TextResourceContents(uri=uri, mime_type=content.mime_type, text=content.text)


def check_uri(uri: str) -> None:
    """Refuse to watch what is not a resource. Raises `MCPError`."""
    try:
        find_resource(uri)
    except RefraktError as error:
        raise protocol_error(error, uri=uri[:_LONGEST_SHOWN]) from None


def resource_version(uri: str, context: CommandContext) -> object:
    """A value that changes when the files of a resource do."""
    try:
        resource, _ = find_resource(uri)
        return tuple(map(_stamp, _files(resource.files(context)))) if resource.files is not None else None
    except RefraktError:
        return None  # an invalid configuration has no files; correcting it is a change


def _files(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        yield str(path)
        yield from (entry.path for entry in files_below(path))


def _stamp(path: str) -> object:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return path, None
    return path, status.st_mtime_ns, status.st_size, status.st_ino


def _templates() -> list[tuple[UriTemplate, Resource]]:
    return [(parse_template(each.uri), each) for each in plugin.resources]
