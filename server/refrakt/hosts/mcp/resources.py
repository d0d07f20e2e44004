"""Resources: what can be read at an address instead of being asked for with a tool.

An address is looked up among our services, then among what plugins bring. What belongs to a site or a plan that is not there is
not listed, and reading it says what is missing.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import anyio
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, Resource, ResourceTemplate, TextResourceContents
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from refrakt.errors import RefraktError
from refrakt.plugins import running
from refrakt.plugins.contract import Answer, CliPlugin
from refrakt.plugins.contract import Resource as PluginResource
from refrakt.rules.words import nearest
from refrakt.services.page_detail import PageQuery, page_at, page_detail
from refrakt.services.pages import INDEX, pages
from refrakt.services.pages_index import IndexQuery, pages_index, site_pages
from refrakt.services.payload import as_json, from_json
from refrakt.services.reference import Lookup, chosen, described, reference
from refrakt.services.registry import Service, declared, services
from refrakt.services.surface import Surface

from .addresses import LONGEST as LONGEST_ADDRESS
from .addresses import Address, Template, address, template
from .looking import View
from .results import pretty, refused
from .working import Workers

SECONDS = 60.0
LONGEST = 1_000_000
"""How many characters a resource may have."""
JSON = "application/json"
RUNE = "refrakt://rune/{name}{?site}"
PAGE = "refrakt://pages/{+url}{?site}"
_ABOUT_RUNE = "Everything about one rune: attributes, content, an example."
_ABOUT_PAGE = "Everything about the page at an address: headings, links, references, problems, the tree of its body."
NOT_FOUND = -32002
"""What a resource that is not there was answered with until 2025-11-25; later versions have no number of its own for it."""
_SHOWN = 120
"""How many characters of an address are told again."""
_MISSING = ("RESOURCE_NOT_FOUND", "PLAN_DIR_MISSING", "SITE_CONFIG_MISSING")
_BROKEN = ("RESOURCE_FAILED", "TOOL_TIMEOUT")

log = logging.getLogger("refrakt.mcp")


@dataclass(frozen=True, slots=True)
class Source:
    """Where the resources of one form come from."""

    template: Template
    name: str
    about: str
    mime_type: str = JSON
    service: Service | None = None
    owner: tuple[CliPlugin, PluginResource] | None = None
    here: bool = True
    """Whether the project has what it needs."""

    def read(self, at: Address, values: dict[str, str], view: View) -> Answer:
        """What is at this address. Runs in a thread."""
        if self.service is not None:
            return _read_service(self, self.service, at, values, view)
        assert self.owner is not None, "a source is a service or a plugin's"
        plugin, resource = self.owner
        context = view.for_plugin(plugin)
        what = f"{plugin.namespace} {resource.uri}"
        given = {**at.query, **values}
        answer = running.run_now(plugin.namespace, what, lambda: resource.read(given, context), SECONDS, context.log)
        if not isinstance(answer, Answer):
            raise RefraktError("RESOURCE_FAILED", f"{what} gave no answer", "Tell the plugin's author.")
        return answer


def sources(here: Surface) -> Iterator[Source]:
    """Every form an address can have, those without a variable first."""
    found: dict[str, Source] = {}
    for each in (*_of_services(here), *_of_plugins(here)):
        found.setdefault(each.template.text, each)  # a form that is taken cannot be taken again
    yield from sorted(found.values(), key=lambda each: each.template.fixed is None)


def listed(here: Surface) -> list[Resource]:
    """The resources of a project that have one address each."""
    return [
        Resource(uri=each.template.fixed, name=each.name, description=each.about, mime_type=each.mime_type)
        for each in sources(here)
        if each.here and each.template.fixed is not None
    ]


def templates(here: Surface) -> list[ResourceTemplate]:
    """The forms of the others, and of those that take a query."""
    return [
        ResourceTemplate(
            uri_template=each.template.text, name=each.name, description=each.about, mime_type=each.mime_type
        )
        for each in sources(here)
        if each.here and each.template.fixed != each.template.text
    ]


async def read(uri: str, look: Callable[[], View], workers: Workers, version: str) -> TextResourceContents:
    """What is at an address; an `MCPError` tells why there is nothing, in the numbers of a protocol version."""

    def work() -> Answer:
        view = look()
        at = address(uri)
        source, values = find(at, view.surface)
        return source.read(at, values, view)

    try:
        with anyio.fail_after(SECONDS):
            answer = await workers.run(work)
        if len(answer.text) > LONGEST:
            message = f"it has {len(answer.text)} characters"
            raise RefraktError("RESOURCE_FAILED", message, f"At most {LONGEST} can be sent; ask for a part of it.")
    except RefraktError as error:
        raise refusal(error, uri, version) from None
    except TimeoutError:
        late = RefraktError("RESOURCE_FAILED", f"no answer within {SECONDS:g} seconds", "Ask for less at once.")
        raise refusal(late, uri, version) from None
    except Exception:
        log.exception("a resource could not be read")
        broken = RefraktError("RESOURCE_FAILED", "it could not be read", "The log has the details.")
        raise refusal(broken, uri, version) from None
    return TextResourceContents(uri=uri, mime_type=answer.mime_type, text=answer.text)


def find(at: Address, here: Surface) -> tuple[Source, dict[str, str]]:
    """Where an address leads, with the values of its variables."""
    for source in sources(here):
        values = source.template.match(at)
        if values is None:
            continue
        if not source.here:
            raise _unavailable(source)
        if source.owner is None:
            source.template.check(at)  # a plugin is given the whole query, and judges it itself
        return source, values
    schemes = list(dict.fromkeys(each.template.scheme for each in sources(here)))
    if not at.uri.startswith(tuple(schemes)):
        message = f"`{at.uri[:_SHOWN]}` is no address of a resource here"
        raise RefraktError("INVALID_ARGS", message, f"They begin with {' or '.join(schemes)}.")
    known = [each.template.text for each in sources(here) if each.here]
    close = nearest(at.uri[:_SHOWN], known)
    guess = f"Did you mean {' or '.join(close)}? " if close else ""
    hint = f"{guess}There are: {', '.join(known)}."
    raise RefraktError("RESOURCE_NOT_FOUND", f"nothing is at {at.uri[:_SHOWN]}", hint)


def made_of(uri: str, view: View) -> object:
    """What changes when the resource at an address does.

    The project always counts: one that has changed is another object. So do the lists, since they say what there is.
    """
    surroundings = view.context.project, view.surface.tool_names(), view.surface.templates()
    try:
        at = address(uri)
        source, values = find(at, view.surface)
        if source.template.text in (INDEX, PAGE):
            return surroundings, _pages_made_of(at.query.get("site"), values.get("url"), view)
        plugin, resource = source.owner or (None, None)
        if plugin is None or resource is None or resource.files is None:
            return surroundings
        files, context = resource.files, view.for_plugin(plugin)
        what = f"{plugin.namespace} {resource.uri}"
        paths = running.run_now(plugin.namespace, what, lambda: list(files(context)), SECONDS, context.log)
    except RefraktError:
        return surroundings
    return surroundings, view.versions(paths)


def refusal(error: RefraktError, uri: str, version: str) -> MCPError:
    """An error in the shape the protocol has for it."""
    code = {"NOT_FOUND": "RESOURCE_NOT_FOUND", "TOOL_FAILED": "RESOURCE_FAILED"}.get(error.code, error.code)
    if code in _BROKEN:
        number = INTERNAL_ERROR
    elif code in _MISSING and version not in MODERN_PROTOCOL_VERSIONS:
        number = NOT_FOUND
    else:
        number = INVALID_PARAMS
    return refused(error, number, errorCode=code, uri=uri if len(uri) <= LONGEST_ADDRESS else uri[:_SHOWN])


def _of_services(here: Surface) -> Iterator[Source]:
    for name, service in services().items():
        if service.resource is not None:
            form, offered = template(service.resource), name in here.services
            yield Source(form, service.module, service.about, service=service, here=offered)
    for text, name, about, run in ((RUNE, "rune", _ABOUT_RUNE, reference), (PAGE, "page", _ABOUT_PAGE, pages)):
        beside = declared(run)
        yield Source(template(text), name, about, service=beside, here=beside.name in here.services)


def _of_plugins(here: Surface) -> Iterator[Source]:
    for plugin in here.plugins.loaded:
        for each in plugin.resources:
            form, at_home = template(each.uri), here.plugins.at_home(plugin)
            yield Source(form, each.name, each.description, each.mime_type, owner=(plugin, each), here=at_home)


def _unavailable(source: Source) -> RefraktError:
    plugin = source.owner[0] if source.owner is not None else None
    given_up = running.switched_off(plugin.namespace) if plugin is not None else None
    if plugin is not None and given_up is not None:
        return running.off(plugin.namespace, given_up)
    if plugin is not None and plugin.missing is not None:
        return plugin.missing
    if source.service is not None:
        hint = "Add refrakt.config.json with a `site`, or markdoc.config.json; refrakt://detect shows what was found."
        return RefraktError("SITE_CONFIG_MISSING", f"{source.name} is about a site, and there is none", hint)
    hint = "refrakt://detect shows what was found."
    return RefraktError("RESOURCE_NOT_FOUND", f"{source.name} has nothing to tell here", hint)


def _read_service(source: Source, service: Service, at: Address, values: dict[str, str], view: View) -> Answer:
    given, context, form = {**at.query, **values}, view.context, source.template.text
    if form == RUNE:
        (rune,) = chosen(context.site(at.query.get("site")), Lookup(rune=values["name"]))
        return Answer(pretty(described(rune)))
    if form == INDEX:
        return Answer(_dense(as_json(pages_index(context, from_json(IndexQuery, given)))))
    if form == PAGE:
        return Answer(_dense(as_json(page_detail(context, from_json(PageQuery, given)))))
    return Answer(pretty(as_json(service.answer(context, given))))


def _dense(data: Any) -> str:
    """JSON without a space too much: laid out, a list of a thousand pages would be twice as long."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _pages_made_of(site: str | None, url: str | None, view: View) -> object:
    """What changes when the list of a site's pages does, or one of its pages. The index tells when it knows more."""
    known = view.context.known_pages(site)
    done = known.indexing is None
    if url is None:
        return done, [
            (each.url, each.entry.path, each.title, each.layout, each.entry.facts.runes, each.entry.facts.frontmatter)
            for each in site_pages(known)
        ]
    page = page_at(known, url)
    path = page.entry.path
    with known.index.lock:
        problems = known.site.problems(path)
    return done, page.url, page.title, page.layout, problems, view.versions([view.context.project.root / path])
