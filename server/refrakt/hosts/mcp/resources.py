"""Resources: data that clients read by URI instead of calling a tool.

A URI is matched against our services, then against the resources of plugins. Resources that need a site or a plan are not listed
without one; reading them reports what is missing.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import anyio
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, ResourceTemplate, TextResourceContents
from mcp_types import Resource as McpResource
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from refrakt.command_input import from_json
from refrakt.errors import RefraktError
from refrakt.hosts.mcp.project_view import ProjectView
from refrakt.hosts.mcp.tool_results import pretty, protocol_error
from refrakt.hosts.mcp.worker_threads import WorkerThreads
from refrakt.plugins import plugin_calls
from refrakt.plugins.contract import CliPlugin, Resource, ResourceContent
from refrakt.plugins.resource_uris import MAX_URI, ResourceUri, UriTemplate, parse_template, parse_uri
from refrakt.rules.name_suggestion import nearest
from refrakt.services.available_tools import AvailableTools
from refrakt.services.context import Context
from refrakt.services.contracts import contracts_document
from refrakt.services.inspect import InspectInput, inspect, inspections
from refrakt.services.json_payload import as_json
from refrakt.services.page_detail import PageDetailInput, page_at, page_detail
from refrakt.services.pages import INDEX, pages
from refrakt.services.pages_index import PagesIndexInput, pages_index, site_pages
from refrakt.services.registry import Service, missing_site, service_of, services

TIMEOUT = 60.0
MAX_RESOURCE = 1_000_000
"""Characters of a resource."""
MAX_FILES = 10_000
"""Files and folders that a resource may depend on."""
JSON = "application/json"
RUNE = "refrakt://rune/{name}{?attrs*,site}"
PAGE = "refrakt://pages/{+url}{?site}"
_RUNE_DESCRIPTION = "What a rune becomes: HTML, selectors, elements. Query keys are attributes of the rune."
_PAGE_DESCRIPTION = "Everything about the page at a URL: headings, links, references, problems, syntax tree."
NOT_FOUND = -32002
"""The error code of a missing resource until 2025-11-25; later versions have none."""
_MAX_QUOTED_URI = 120
_MISSING = ("RESOURCE_NOT_FOUND", "PLAN_DIR_MISSING", "SITE_CONFIG_MISSING")
_BROKEN = ("RESOURCE_FAILED", "TOOL_TIMEOUT")

log = logging.getLogger("refrakt.mcp")


@dataclass(frozen=True, slots=True)
class ResourceSource:
    """What provides the resources of one URI template: a service or a plugin."""

    template: UriTemplate
    name: str
    description: str
    mime_type: str | None = JSON
    service: Service | None = None
    plugin_resource: tuple[CliPlugin, Resource] | None = None
    available: bool = True
    """Whether the project has what it needs."""

    def read(self, uri: ResourceUri, values: dict[str, str], view: ProjectView) -> ResourceContent:
        """The content of a URI. Runs in a thread."""
        if self.service is not None:
            return _read_service(self, self.service, uri, values, view)
        assert self.plugin_resource is not None, "a source is a service or a plugin's resource"
        plugin, resource = self.plugin_resource
        context = view.plugin_context(plugin)
        label = f"{plugin.namespace} {resource.uri}"
        variables = {**uri.query, **values}
        content: ResourceContent | None = plugin_calls.run_blocking(
            plugin.namespace, label, lambda: _plain_content(resource.read(variables, context)), TIMEOUT, context.log
        )
        if content is None:
            raise RefraktError("RESOURCE_FAILED", f"{label} returned no content", "report it to the plugin's author")
        return content


def _plain_content(content: Any) -> ResourceContent | None:
    """The content that a plugin has returned; None if it is invalid."""
    if not isinstance(content, ResourceContent):
        return None
    parts: list[Any] = [content.text, content.mime_type]
    return content if all(type(each) is str for each in parts) else None


def resource_sources(surface: AvailableTools) -> Iterator[ResourceSource]:
    """All sources, those without variables in the path first."""
    found: dict[str, ResourceSource] = {}
    for each in (*_service_sources(surface), *_plugin_sources(surface)):
        found.setdefault(each.template.text, each)  # the first of two with the same template wins
    yield from sorted(found.values(), key=lambda each: each.template.fixed is None)


def list_resources(surface: AvailableTools) -> list[McpResource]:
    """The resources with a fixed URI."""
    return [
        McpResource(uri=uri, name=each.name, description=each.description, mime_type=each.mime_type)
        for each in resource_sources(surface)
        if each.available and each.template.fixed is not None
        for uri in (
            surface.uris(each.template.fixed, each.template) if each.service is not None else [each.template.fixed]
        )
    ]


def list_templates(surface: AvailableTools) -> list[ResourceTemplate]:
    """The templates of all other resources, and of those with a query."""
    return [
        ResourceTemplate(
            uri_template=each.template.text, name=each.name, description=each.description, mime_type=each.mime_type
        )
        for each in resource_sources(surface)
        if each.available and each.template.fixed != each.template.text
    ]


async def read_resource(
    uri: str, get_view: Callable[[], ProjectView], workers: WorkerThreads, version: str, underscores: bool
) -> TextResourceContents:
    """The content of a URI; raises `MCPError` with the error codes of a protocol version."""

    def read() -> ResourceContent:
        view = get_view()
        parsed = parse_uri(uri)
        source, values = find_source(parsed, view)
        return source.read(parsed, values, view)

    try:
        with anyio.fail_after(TIMEOUT):
            content = await workers.run(read)
        if len(content.text) > MAX_RESOURCE:
            message = f"resource of {len(content.text)} characters is too long"
            raise RefraktError("RESOURCE_FAILED", message, f"request a part of at most {MAX_RESOURCE} characters")
    except RefraktError as error:
        raise resource_error(error.for_agent(underscores), uri, version) from None
    except TimeoutError:
        late = RefraktError("RESOURCE_FAILED", f"no answer within {TIMEOUT:g} seconds", "request less at once")
        raise resource_error(late, uri, version) from None
    except Exception:
        log.exception("reading a resource failed")
        broken = RefraktError("RESOURCE_FAILED", "the resource could not be read", "see the log for details")
        raise resource_error(broken, uri, version) from None
    return TextResourceContents(uri=uri, mime_type=content.mime_type, text=content.text)


def find_source(uri: ResourceUri, view: ProjectView) -> tuple[ResourceSource, dict[str, str]]:
    """The source of a URI, with the values of its variables."""
    surface = view.available_tools
    for source in resource_sources(surface):
        values = source.template.match(uri)
        if values is None:
            continue
        if not source.available:
            raise _unavailable(source, view.context)
        if source.plugin_resource is None:
            source.template.check_query(uri)  # a plugin gets the whole query and checks it itself
        return source, values
    schemes = list(dict.fromkeys(each.template.scheme for each in resource_sources(surface)))
    if not uri.uri.startswith(tuple(schemes)):
        message = f"`{uri.uri[:_MAX_QUOTED_URI]}` is not a resource URI of this project"
        raise RefraktError("INVALID_ARGS", message, f"known schemes: {' or '.join(schemes)}")
    names = [each.template.text for each in resource_sources(surface) if each.available]
    close = nearest(uri.uri[:_MAX_QUOTED_URI], names)
    guess = f"did you mean {' or '.join(close)}? " if close else ""
    hint = f"{guess}known URIs: {', '.join(names)}"
    raise RefraktError("RESOURCE_NOT_FOUND", f"no resource at `{uri.uri[:_MAX_QUOTED_URI]}`", hint)


def resource_version(uri: str, view: ProjectView) -> object:
    """A value that changes when the resource at a URI does.

    It includes the project, which is a new object after a change, and the lists of tools and resources.
    """
    surroundings = view.context.project, view.available_tools.tool_names(), view.available_tools.templates()
    try:
        parsed = parse_uri(uri)
        source, values = find_source(parsed, view)
        if source.template.text in (INDEX, PAGE):
            return surroundings, _pages_version(parsed.query.get("site"), values.get("url"), view)
        plugin, resource = source.plugin_resource or (None, None)
        if plugin is None or resource is None or resource.files is None:
            return surroundings
        files, context = resource.files, view.plugin_context(plugin)
        label = f"{plugin.namespace} {resource.uri}"
        paths = plugin_calls.run_blocking(
            plugin.namespace, label, lambda: [*map(Path, islice(files(context), MAX_FILES))], TIMEOUT, context.log
        )
    except RefraktError:
        return surroundings
    return surroundings, view.versions(paths)


def resource_error(error: RefraktError, uri: str, version: str) -> MCPError:
    """The JSON-RPC error of a failed read."""
    code = {"NOT_FOUND": "RESOURCE_NOT_FOUND", "TOOL_FAILED": "RESOURCE_FAILED"}.get(error.code, error.code)
    if code in _BROKEN:
        number = INTERNAL_ERROR
    elif code in _MISSING and version not in MODERN_PROTOCOL_VERSIONS:
        number = NOT_FOUND
    else:
        number = INVALID_PARAMS
    return protocol_error(error, number, errorCode=code, uri=uri if len(uri) <= MAX_URI else uri[:_MAX_QUOTED_URI])


def _service_sources(surface: AvailableTools) -> Iterator[ResourceSource]:
    for name, service in services().items():
        if service.resource is not None:
            template, available = parse_template(service.resource), name in surface.services
            yield ResourceSource(template, service.module, service.about, service=service, available=available)
    for text, name, description, function in (
        (RUNE, "rune", _RUNE_DESCRIPTION, inspect),
        (PAGE, "page", _PAGE_DESCRIPTION, pages),
    ):
        service = service_of(function)
        available = service.name in surface.services
        yield ResourceSource(parse_template(text), name, description, service=service, available=available)


def _plugin_sources(surface: AvailableTools) -> Iterator[ResourceSource]:
    for plugin in surface.plugins.loaded:
        for each in plugin.resources:
            yield ResourceSource(
                parse_template(each.uri),
                each.name,
                each.description,
                each.mime_type,
                plugin_resource=(plugin, each),
                available=surface.plugins.is_active(plugin),
            )


def _unavailable(source: ResourceSource, context: Context) -> RefraktError:
    plugin = source.plugin_resource[0] if source.plugin_resource is not None else None
    disabled_by = plugin_calls.disabled_by(plugin.namespace) if plugin is not None else None
    if plugin is not None and disabled_by is not None:
        return plugin_calls.disabled_error(plugin.namespace, disabled_by)
    if plugin is not None and plugin.missing is not None:
        return plugin.missing
    if source.service is not None:
        return missing_site(context)
    hint = "read `refrakt://detect` for what was found"
    return RefraktError("RESOURCE_NOT_FOUND", f"`{source.name}` has no data in this project", hint)


def _read_service(
    source: ResourceSource, service: Service, uri: ResourceUri, values: dict[str, str], view: ProjectView
) -> ResourceContent:
    variables, context, template = {**uri.query, **values}, view.context, source.template.text
    if template == RUNE:
        attributes = {key: value for key, value in uri.query.items() if key != "site"}
        results = inspections(context, InspectInput(values["name"], attributes, site=uri.query.get("site")))
        return ResourceContent(pretty(results[0] if len(results) == 1 else {"results": results}))
    if service.module == "contracts":
        return ResourceContent(_dense(contracts_document(context, uri.query.get("site"))))
    if template == INDEX:
        return ResourceContent(_dense(as_json(pages_index(context, from_json(PagesIndexInput, variables)))))
    if template == PAGE:
        return ResourceContent(_dense(as_json(page_detail(context, from_json(PageDetailInput, variables)))))
    if service.module == "detect":
        variables = {"detail": "full"}
    return ResourceContent(pretty(as_json(service.answer(context, variables))))


def _dense(data: Any) -> str:
    """JSON without spaces: indented, a list of a thousand pages would be twice as long."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _pages_version(site: str | None, url: str | None, view: ProjectView) -> object:
    """A value that changes when the list of a site's pages does, or one of its pages, or when the index is complete."""
    indexed = view.context.known_pages(site)
    is_complete = indexed.indexing is None
    if url is None:
        return is_complete, [
            (each.url, each.entry.path, each.title, each.layout, each.entry.facts.runes, each.entry.facts.frontmatter)
            for each in site_pages(indexed)
        ]
    page = page_at(indexed, url)
    path = page.entry.path
    with indexed.index.lock:
        problems = indexed.site.problems(path)
    return is_complete, page.url, page.title, page.layout, problems, view.versions([view.context.project.root / path])
