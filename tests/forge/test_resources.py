"""The resources of Forge in both servers: what they contain, what they hide, and who is notified of changes."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from mcp import Client
from mcp.client.subscriptions import ResourceUpdated
from mcp_types import ResourceTemplateReference, TextResourceContents

from agents.mcp_clients import ERAS, PATIENCE, News, refused
from refrakt_forge import resources
from refrakt_forge.cache_layout import CacheEntry, download_file, manifest_file
from refrakt_forge.definitions.definition_schema import definition_schema
from refrakt_forge.documents.read_document import read_document
from refrakt_forge.mcp_server import protocol_errors, resource_requests, resource_watch
from refrakt_forge.names import KINDS, Kind
from refrakt_forge.registries.cache_store import write_entry
from refrakt_forge.validation.definition_fields import FORK_KEYS, KNOWN_KEYS

from .forge_project import ForgeProject, agent, markdown_agent, tool
from .forge_servers import Connect
from .test_validation import AGENTS, TOOLS

pytestmark = pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed")
FIXED = [
    "forge://agents",
    "forge://schema/agent",
    "forge://tools",
    "forge://schema/tool",
    "forge://plugins",
    "forge://config",
    "forge://cache",
]
TEMPLATES = [
    "forge://agent/{name}",
    "forge://tool/{name}",
    "forge://plugin/{name}",
    "forge://plugin/{scope}/{name}",
    "forge://cache/{kind}/{entry}",
]
UPDATED = "notifications/resources/updated"


@pytest.fixture(autouse=True)
def _definitions(forge: ForgeProject) -> None:
    forge.write(
        {
            "agents/a.yaml": agent(description="Local"),
            "agents/b/agent.md": markdown_agent("b"),
            "agents/broken.yaml": "name: [",
            "tools/t.yaml": tool(),
            "plugins/@acme/p/plugin.json": json.dumps({"name": "@acme/p", "version": "1.0.0", "agents": []}),
            "plugins/flat/plugin.json": json.dumps({"name": "flat", "version": "2.0.0"}),
            "plugins/bad/plugin.json": "{",
        }
    )
    forge.write_global(
        {
            "registry/agents/a@9.0.0/agent.yaml": agent(version="9.0.0"),
            "registry/agents/g@1.0.0/agent.yaml": agent("g"),
            "registry/agents/g@2.0.0/agent.yaml": agent("g", "2.0.0"),
        }
    )


async def _read(connected: Client, uri: str) -> TextResourceContents:
    (content,) = (await connected.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content


async def _data(connected: Client, uri: str) -> Any:
    return json.loads((await _read(connected, uri)).text)


@pytest.mark.parametrize("era", ERAS)
async def test_resources_are_listed(connect: Connect, era: str) -> None:
    async with connect(era) as connected:
        listed = [each.uri for each in (await connected.list_resources()).resources]
        templates = (await connected.list_resource_templates()).resource_templates
    assert [each for each in listed if each.startswith("forge:")] == FIXED
    assert [each.uri_template for each in templates if each.uri_template.startswith("forge:")] == TEMPLATES


async def test_definitions(connect: Connect) -> None:
    async with connect() as connected:
        rows = await _data(connected, "forge://agents")
        yaml, markdown = await _read(connected, "forge://agent/a"), await _read(connected, "forge://agent/b")
        newest, chosen = await _read(connected, "forge://agent/g"), await _read(connected, "forge://agent/g%40%5E1")
        broken = await _read(connected, "forge://agent/broken")
        tools = await _data(connected, "forge://tools")
    assert [(each["name"], each["source"]) for each in rows["agents"]] == [
        ("a", "local"),
        ("b", "local"),
        ("broken", "local"),
        ("g", "global"),
    ]
    assert rows["agents"][2]["invalid"] is True
    assert rows["total"] == 4
    assert [each["uri"] for each in tools["tools"]] == ["forge://tool/t"]
    assert (yaml.text, yaml.mime_type) == (agent(description="Local"), "application/yaml")
    assert (markdown.text, markdown.mime_type) == (markdown_agent("b"), "text/markdown")
    assert "version: 2.0.0" in newest.text
    assert "version: 1.0.0" in chosen.text
    assert broken.text == "name: ["


async def test_plugins(connect: Connect) -> None:
    async with connect() as connected:
        rows = (await _data(connected, "forge://plugins"))["plugins"]
        plain, scoped = await _data(connected, "forge://plugin/flat"), await _data(connected, "forge://plugin/@acme/p")
        encoded = await _data(connected, "forge://plugin/%40acme%2Fp")
        broken = await refused(connected.read_resource("forge://plugin/bad"))
    assert [(each["name"], each["uri"]) for each in rows if "error" not in each] == [
        ("@acme/p", "forge://plugin/@acme/p"),
        ("flat", "forge://plugin/flat"),
    ]
    assert plain == {"name": "flat", "version": "2.0.0"}
    assert scoped == encoded
    assert scoped["agents"] == []
    assert broken.error.data["errorCode"] == "RESOURCE_FAILED"


async def test_config_and_schemas(connect: Connect, forge: ForgeProject) -> None:
    registry = {"name": "r", "type": "manifest", "url": "https://user:c4nary@h.example/?token=c4nary"}
    forge.write({"config.json": json.dumps({"registries": [registry], "password": "c4nary"})})
    async with connect() as connected:
        content = await _read(connected, "forge://config")
        schema = await _read(connected, "forge://schema/tool")
    assert "c4nary" not in content.text
    assert json.loads(content.text)["sources"] == [".fractary/config.json"]
    assert schema.mime_type == "application/schema+json"
    assert json.loads(schema.text) == definition_schema("tool")


async def test_the_cache(connect: Connect, forge: ForgeProject) -> None:
    cache = forge.home / ".fractary" / "cache"
    now = int(time.time() * 1000)
    index, text = "https://r.example/registry.json", "https://r.example/a.yaml"
    manifest = {"plugins": [{"name": "@a/b", "homepage": "https://u:c4nary@h.example/"}]}
    write_entry(manifest_file(cache, "r", index), CacheEntry(index, now, 3600, manifest, "tag"))
    write_entry(download_file(cache, text), CacheEntry(text, now, 0, f"x: see {text}", None, "sha256:0"))
    (cache / "manifests" / "corrupted.json").write_text("{")
    async with connect() as connected:
        listed = await _data(connected, "forge://cache")
        rows = {(each["kind"], each.get("url")): each for each in listed["entries"]}
        found = await _data(connected, rows["manifests", index]["uri"])
        download = await _data(connected, rows["downloads", text]["uri"])
        gone = await refused(connected.read_resource("forge://cache/manifests/corrupted"))
        outside = await refused(connected.read_resource("forge://cache/manifests/..%2F..%2Fconfig"))
    assert listed["location"] == "~/.fractary/cache"
    assert listed["total"] == 3
    assert rows["manifests", index]["fresh"] is True
    assert rows["manifests", None]["corrupted"] is True
    assert found["content"]["plugins"][0] == {"name": "@a/b", "homepage": "https://h.example/"}
    assert (found["url"], found["ttl"], found["etag"]) == (index, 3600, "tag")
    assert download["content"] == f"x: see {text}"
    assert {gone.error.data["errorCode"], outside.error.data["errorCode"]} == {"RESOURCE_NOT_FOUND"}


async def test_an_entry_that_is_too_long_is_refused(connect: Connect, forge: ForgeProject) -> None:
    cache, url = forge.home / ".fractary" / "cache", "https://r.example/registry.json"
    write_entry(manifest_file(cache, "r", url), CacheEntry(url, 0, 0, "x" * resources.LARGEST))
    async with connect() as connected:
        uri = (await _data(connected, "forge://cache"))["entries"][0]["uri"]
        error = (await refused(connected.read_resource(uri))).error
    assert error.data["errorCode"] == "RESOURCE_FAILED"


async def test_long_lists_have_pages(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "LARGEST", 300)
    names: list[str] = []
    async with connect() as connected:
        uri = "forge://agents"
        while True:
            page = await _data(connected, uri)
            names += [each["name"] for each in page["agents"]]
            if "nextCursor" not in page:
                break
            uri = f"forge://agents?cursor={page['nextCursor']}"
        error = (await refused(connected.read_resource("forge://agents?cursor=99"))).error
    assert names == ["a", "b", "broken", "g"]
    assert error.data["errorCode"] == "INVALID_ARGS"


async def test_secrets_in_the_implementation_of_a_tool_are_hidden(connect: Connect, forge: ForgeProject) -> None:
    token = "sk-abcdefghijklmnopqrstuvwxyz"
    body = "type: python\n  python:\n    module: tools.sample\n    function: run"
    called = "type: http\n  http: {method: GET, url: 'https://u:c4nary@h.example/x', headers: {a: '" + token + "'}}"
    forge.write({"tools/secret.yaml": tool("secret", description=f"about {token}").replace(body, called)})
    forge.write({"tools/torn.yaml": f"name: [\npassword: {token}\n"})
    async with connect() as connected:
        text = (await _read(connected, "forge://tool/secret")).text
        torn = (await _read(connected, "forge://tool/torn")).text
    assert text.count(token) == 1, "prose is unchanged"
    assert "c4nary" not in text
    assert "method: GET, url: 'https://h.example/x', headers: {a: '***'}" in text
    assert token not in torn


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("forge://agent/gone", "RESOURCE_NOT_FOUND"),
        ("forge://agent/..%2F..%2Fetc%2Fpasswd", "VALIDATION_ERROR"),
        ("forge://tool/a%00b", "VALIDATION_ERROR"),
        ("forge://plugin/..%2Fx", "VALIDATION_ERROR"),
        ("forge://plugin/gone", "RESOURCE_NOT_FOUND"),
        ("forge://cache/other/x", "RESOURCE_NOT_FOUND"),
        ("forge://nothing/here", "RESOURCE_NOT_FOUND"),
    ],
)
@pytest.mark.parametrize("era", ERAS)
async def test_what_does_not_exist(connect: Connect, era: str, uri: str, code: str) -> None:
    async with connect(era) as connected:
        error = (await refused(connected.read_resource(uri))).error
    assert error.data["errorCode"] == code
    missing = code == "RESOURCE_NOT_FOUND" and era == "legacy"
    assert error.code == (protocol_errors.RESOURCE_NOT_FOUND if missing else -32602)


async def test_a_file_that_disappears_is_reported(connect: Connect, forge: ForgeProject) -> None:
    (forge.root / ".fractary/agents/binary.yaml").write_bytes(b"\xff\xfe\xff")
    async with connect() as connected:
        error = (await refused(connected.read_resource("forge://agent/binary"))).error
    assert error.data["errorCode"] == "RESOURCE_FAILED"


async def test_a_resource_that_is_too_long_is_refused(connect: Connect, forge: ForgeProject) -> None:
    forge.write({"agents/long.md": markdown_agent("long", "x" * 1_010_000)})
    async with connect() as connected:
        error = (await refused(connected.read_resource("forge://agent/long"))).error
    assert error.data["errorCode"] == "RESOURCE_FAILED"


@pytest.mark.parametrize(
    ("template", "name", "typed", "others", "expected"),
    [
        ("forge://agent/{name}", "name", "", {}, ["a", "b", "broken", "g"]),
        ("forge://agent/{name}", "name", "br", {}, ["broken"]),
        ("forge://tool/{name}", "name", "t", {}, ["t"]),
        ("forge://plugin/{name}", "name", "fl", {}, ["flat"]),
        ("forge://plugin/{scope}/{name}", "scope", "@", {}, ["@acme"]),
        ("forge://plugin/{scope}/{name}", "name", "", {"scope": "@acme"}, ["p"]),
        ("forge://cache/{kind}/{entry}", "kind", "d", {}, ["downloads"]),
        ("forge://cache/{kind}/{entry}", "entry", "", {"kind": "manifests"}, ["r-0"]),
        ("forge://cache/{kind}/{entry}", "entry", "", {"kind": "downloads"}, []),
    ],
)
async def test_variables_are_completed(
    connect: Connect, forge: ForgeProject, template: str, name: str, typed: str, others: dict[str, str], expected: Any
) -> None:
    forge.write_global({"cache/manifests/r-0.json": "{}"})
    async with connect() as connected:
        reference = ResourceTemplateReference(type="ref/resource", uri=template)
        argument = {"name": name, "value": typed}
        found = (await connected.complete(reference, argument, context_arguments=others)).completion
    assert found.values == expected


async def test_an_unknown_template_is_not_completed(connect: Connect) -> None:
    async with connect() as connected:
        reference = ResourceTemplateReference(type="ref/resource", uri="forge://x/{name}")
        error = await refused(connected.complete(reference, {"name": "name", "value": ""}))
        fixed = ResourceTemplateReference(type="ref/resource", uri="forge://agents")
        nothing = (await connected.complete(fixed, {"name": "name", "value": ""})).completion
    assert error.error.code == -32602
    assert nothing.values == []


# Subscriptions --------------------------------------------------------------------------------------------------------

CHANGES = [
    ("forge://agent/a", ".fractary/agents/a.yaml", agent("a", "1.2.0")),
    ("forge://agents", ".fractary/agents/new.yaml", agent("new")),
    ("forge://config", ".fractary/config.json", '{"registries": []}'),
    ("forge://plugins", ".fractary/plugins/new/plugin.json", "{}"),
    ("forge://agents", "~/.fractary/registry/agents/g@3.0.0/agent.yaml", agent("g", "3.0.0")),
    ("forge://cache", "~/.fractary/cache/manifests/new.json", "{}"),
]


@pytest.mark.parametrize(("uri", "path", "text"), CHANGES)
async def test_a_subscriber_is_notified(
    connect: Connect, forge: ForgeProject, monkeypatch: pytest.MonkeyPatch, uri: str, path: str, text: str
) -> None:
    monkeypatch.setattr(resource_watch, "PAUSE", 0.05)
    (forge.home / ".fractary" / "cache" / "manifests").mkdir(parents=True)
    news = News()
    async with connect("legacy", news=news) as connected:
        await connected.subscribe_resource(uri)
        target = forge.home / path.removeprefix("~/") if path.startswith("~") else forge.root / path
        await asyncio.to_thread(_write, target, text)
        assert await news.next(UPDATED) == uri


def _write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)


async def test_a_stream_has_updates(connect: Connect, forge: ForgeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource_watch, "PAUSE", 0.05)
    async with (
        connect("auto") as connected,
        connected.listen(resource_subscriptions=["forge://agent/a", "forge://tools"]) as stream,
    ):
        forge.write({"agents/a.yaml": agent("a", "3.0.0")})
        async with asyncio.timeout(PATIENCE):
            assert await stream.__anext__() == ResourceUpdated("forge://agent/a")


async def test_nothing_is_compared_without_subscriptions(forge: ForgeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    from .forge_servers import connect_to

    monkeypatch.setattr(resource_watch, "PAUSE", 0.01)
    compared: list[str] = []
    real = resource_requests.resource_version

    def recorded(uri: str, context: Any) -> object:
        compared.append(uri)
        return real(uri, context)

    monkeypatch.setattr(resource_watch, "resource_version", recorded)
    async with connect_to("alone", forge.root)() as connected:
        await connected.subscribe_resource("forge://agents")
        await connected.subscribe_resource("forge://agents")
        while len(compared) < 3:
            await asyncio.sleep(0.01)
        await connected.unsubscribe_resource("forge://agents")
        await asyncio.sleep(0.05)
        count = len(compared)
        await asyncio.sleep(0.1)
        assert len(compared) == count
        unknown = await refused(connected.subscribe_resource("forge://nothing"))
        monkeypatch.setattr(resource_watch, "MAX_SUBSCRIPTIONS", 1)
        await connected.subscribe_resource("forge://tools")
        many = await refused(connected.subscribe_resource("forge://agents"))
    assert unknown.error.data["errorCode"] == "RESOURCE_NOT_FOUND"
    assert "at most 1" in many.error.message


# Schemas --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_has_the_known_keys(kind: Kind) -> None:
    assert set(definition_schema(kind)["properties"]) == {*KNOWN_KEYS[kind], *FORK_KEYS}


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_agrees_with_the_rules(kind: Kind) -> None:
    """What validation reports as an error is invalid, what it warns about is valid."""
    text, cases = (agent(), AGENTS) if kind == "agent" else (tool(), TOOLS)
    checker = jsonschema.Draft202012Validator(definition_schema(kind))
    checker.check_schema(definition_schema(kind))
    assert checker.is_valid(read_document(text, "yaml").data)
    for old, new, (code, *_) in cases:
        data = read_document(text.replace(old, new), "yaml").data
        assert checker.is_valid(data) == code.startswith("W"), (code, new)
