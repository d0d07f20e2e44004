"""The rules of agents that need nothing but the file."""

from __future__ import annotations

import re

from refrakt.plugins.name_suggestion import did_you_mean, nearest
from refrakt_forge.definitions.agent import CACHE_SOURCE_FIELDS, MOST_TOKENS, PROVIDERS
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.documents.source_node import FieldPath
from refrakt_forge.names import parse_reference
from refrakt_forge.validation.definition_fields import check_shared_fields, warn_about_shared_fields
from refrakt_forge.validation.field_checks import FieldChecks, is_number
from refrakt_forge.validation.tool_rules import check_tool, warn_about_tool

_CODEX = re.compile(r"codex://[^/\s]+/[^/\s]+/\S+")


def check_agent(checks: FieldChecks, document: SourceDocument) -> None:
    """The errors of an agent."""
    check_shared_fields(checks, "agent")
    if checks.required("E105", ("llm",), "`llm` is missing, with `provider` and `model`") and checks.mapping(
        "E105", ("llm",)
    ):
        _check_model(checks)
    if checks.required("E110", ("tools",), "`tools` is missing; without tools it is an empty list"):
        checks.texts("E110", ("tools",))
    if document.format != "markdown":
        checks.text("E113", ("system_prompt",))
    elif not document.body:
        checks.report("E114", ("system_prompt",), "the body of a Markdown agent is its prompt and must not be empty")
    _check_custom_tools(checks)
    if checks.mapping("E116", ("caching",)):
        _check_caching(checks)
    checks.mapping("E117", ("config",))


def _check_model(checks: FieldChecks) -> None:
    if checks.required("E106", ("llm", "provider"), "`provider` is missing"):
        checks.choice("E106", ("llm", "provider"), PROVIDERS)
    if checks.required("E107", ("llm", "model"), "`model` is missing"):
        checks.text("E107", ("llm", "model"))
    checks.check(
        "E108",
        ("llm", "temperature"),
        lambda value: is_number(value) and 0 <= value <= 1,
        "`temperature` must be a number from 0 to 1",
    )
    checks.check(
        "E109",
        ("llm", "max_tokens"),
        lambda value: is_number(value) and 1 <= value <= MOST_TOKENS,
        f"`max_tokens` must be a number from 1 to {MOST_TOKENS:,}",
    )


def _check_custom_tools(checks: FieldChecks) -> None:
    node = checks.root.get("custom_tools")
    if not checks.is_written("custom_tools") or node is None:
        return
    if node.kind != "list":
        checks.report("E115", ("custom_tools",), "`custom_tools` must be a list of tools")
        return
    for n, each in enumerate(node.items):
        if each.kind != "mapping":
            checks.report("E115", ("custom_tools", n), "a custom tool must be a mapping")
            continue
        check_tool(checks.nested(each, ("custom_tools", n)))


def _check_caching(checks: FieldChecks) -> None:
    flag: FieldPath = ("caching", "enabled")
    if checks.required("E116", flag, "`enabled` is missing"):
        checks.check("E116", flag, lambda value: isinstance(value, bool), "`enabled` must be true or false")
    sources: FieldPath = ("caching", "cache_sources")
    node = checks.root.get(*sources)
    if not checks.is_written(*sources) or node is None:
        checks.report("E116", sources, "`cache_sources` is missing")
        return
    if node.kind != "list":
        checks.report("E116", sources, "`cache_sources` must be a list")
        return
    for n, each in enumerate(node.items):
        path = (*sources, n)
        if each.kind != "mapping":
            checks.report("E116", path, "a cache source must be a mapping")
            continue
        checks.choice("E116", (*path, "type"), tuple(CACHE_SOURCE_FIELDS))
        if checks.required("E116", (*path, "label"), "`label` is missing"):
            checks.text("E116", (*path, "label"))
        for name in CACHE_SOURCE_FIELDS.values():
            checks.text("E116", (*path, name))
        checks.check("E116", (*path, "ttl"), is_number, "`ttl` must be a number of seconds")


def warn_about_agent(checks: FieldChecks, document: SourceDocument) -> None:
    """The warnings of an agent."""
    warn_about_shared_fields(checks, "agent")
    _warn_about_cache_sources(checks)
    if document.format != "markdown" and checks.is_missing("system_prompt") and not checks.is_written("extends"):
        checks.report("W313", ("system_prompt",), "the agent has no `system_prompt`")
    tools = checks.root.get("tools")
    listed = (
        {parse_reference(each.value).name for each in tools.items if isinstance(each.value, str)} if tools else set()
    )
    custom = checks.root.get("custom_tools")
    for n, each in enumerate(custom.items if custom is not None else ()):
        name = each.get("name")
        if name is not None and isinstance(name.value, str) and name.value in listed:
            checks.report(
                "W320", ("custom_tools", n, "name"), "this custom tool replaces the listed tool of the same name"
            )
        if each.kind == "mapping":
            warn_about_tool(checks.nested(each, ("custom_tools", n)), nested=True)


def _warn_about_cache_sources(checks: FieldChecks) -> None:
    caching = checks.root.get("caching")
    for key in caching.members if caching is not None else ():
        if key not in ("enabled", "cache_sources"):
            likely = ["cache_sources"] if key == "sources" else nearest(key, ("enabled", "cache_sources"))
            checks.report("W303", ("caching", key), f"unknown key{did_you_mean(likely)}", likely, key=True)
    sources = checks.root.get("caching", "cache_sources")
    for n, each in enumerate(sources.items if sources is not None else ()):
        kind = each.get("type")
        field = CACHE_SOURCE_FIELDS.get(str(kind.value)) if kind is not None else None
        if field is None:
            continue
        path: FieldPath = ("caching", "cache_sources", n, field)
        value = checks.value(*path)
        if value in (None, ""):
            checks.report("W311", path, f"a cache source of this type needs `{field}`")
        elif field == "uri" and (not isinstance(value, str) or _CODEX.fullmatch(value) is None):
            checks.report("W311", path, "`uri` must have the form `codex://org/project/path`")
