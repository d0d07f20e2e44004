"""Completion below `.fractary`: in block and flow style, in front matter and JSON, in texts that are not complete."""

from __future__ import annotations

import pytest

from refrakt_forge.editor.cursor_at import cursor_at
from refrakt_forge.index.file_texts import buffer_document

from .forge_project import ForgeProject, agent, markdown_agent, tool
from .open_definition import OpenDefinition, open_definition

PROVIDERS = ["anthropic", "openai", "google"]
AGENT_KEYS = {"name", "type", "version", "description", "llm", "tools", "tags", "system_prompt", "extends", "config"}


@pytest.fixture
def library(forge: ForgeProject) -> ForgeProject:
    forge.write({"tools/search.yaml": tool("search", "1.2.0"), "tools/fetch.yaml": tool("fetch")})
    forge.write({"agents/basis.yaml": agent("basis"), "agents/a.yaml": agent()})
    forge.write_global({f"registry/tools/search@{each}/tool.yaml": tool("search", each) for each in ("1.0.0", "2.0.0")})
    return forge


def in_agent(forge: ForgeProject, text: str) -> OpenDefinition:
    return open_definition(forge, "agents/a.yaml", text)


@pytest.mark.parametrize(
    "text",
    [
        "llm:\n  provider: $0\n",
        "llm:\n  provider:$0\n",
        "llm:\n  provider: an$0\n  model: x\n",
        "llm:\n  model: x\n  provider: 'an$0'\n",
        "llm: {provider: $0}\n",
        "llm: {model: x, provider: an$0",
        "llm: {\n  model: x,\n  provider: $0\n}\n",
        "llm:\r\n  provider: $0\r\n",
        "tools:\n- a\nllm:\n    provider: $0 # who\n",
    ],
)
def test_values_of_a_key(library: ForgeProject, text: str) -> None:
    assert in_agent(library, text).labels == PROVIDERS


@pytest.mark.parametrize(
    "text",
    [
        "llm:\n  model: $0\n",
        "# provider: $0\n",
        "system_prompt: |\n  llm:\n    provider: $0\n",
        "system_prompt: >\n  $0\n",
        "description: some\n  words $0\n",
        "llm:\n  provider: anthropic $0\n",
        "unknown:\n  $0\n",
        "llm: {provider: a} $0",
        "llm: {provider: a $0}",
        "$0---\n",
        "name: a\n\t$0\n",
    ],
)
def test_where_nothing_is_offered(library: ForgeProject, text: str) -> None:
    assert in_agent(library, text).labels == []


def test_keys_of_each_level(library: ForgeProject) -> None:
    assert set(in_agent(library, "$0").labels) >= AGENT_KEYS
    assert set(in_agent(library, "name: a\n$0\nllm:\n  model: x\n").labels) >= AGENT_KEYS - {"name", "llm"}
    assert not {"name", "llm"} & set(in_agent(library, "name: a\n$0\nllm:\n  model: x\n").labels)
    assert in_agent(library, "llm:\n  model: x\n  te$0\n").labels == ["provider", "temperature", "max_tokens"]
    assert in_agent(library, "llm: {model: x, $0}\n").labels == ["provider", "temperature", "max_tokens"]
    assert in_agent(library, "caching:\n  $0\n").labels == ["enabled", "cache_sources"]
    source = "caching:\n  enabled: true\n  cache_sources:\n    - type: file\n      $0\n    - label: b\n"
    assert in_agent(library, source).labels == ["label", "path", "pattern", "content", "uri", "ttl"]
    first = "caching:\n  cache_sources:\n    - $0\n      type: file\n    - label: b\n"
    assert in_agent(library, first).labels == ["label", "path", "pattern", "content", "uri", "ttl"]
    parameter = "parameters:\n  q:\n    type: object\n    required: true\n    properties:\n      r:\n        $0\n"
    nested = open_definition(library, "tools/x.yaml", parameter).labels
    assert nested == ["type", "required", "description", "default", "enum", "items", "properties"]
    custom = "custom_tools:\n  - name: x\n    implementation:\n      type: bash\n      bash:\n        $0\n"
    assert in_agent(library, custom).labels == ["command", "sandbox"]


@pytest.mark.parametrize(
    ("text", "label", "result"),
    [
        ("ver$0\n", "version", "version: \n"),
        ("ver$0: 1.0.0\n", "version", "version: 1.0.0\n"),
        ('"ver$0": 1.0.0\n', "version", '"version": 1.0.0\n'),
        ("ll$0\n", "llm", "llm:\n  $0\n"),
        ("to$0\n", "tools", "tools:\n  - $0\n"),
        ("caching:\n  cache_sources:\n  - ty$0\n", "type", "caching:\n  cache_sources:\n  - type: \n"),
        ("llm: {pro$0}\n", "provider", "llm: {provider: }\n"),
        ("llm:\n  provider:$0\n", "google", "llm:\n  provider: google\n"),
        ("caching:\n  enabled: $0\n", "true", "caching:\n  enabled: true\n"),
        ("tools:\n  $0\n", "fetch", "tools:\n  - fetch\n"),
        ("tools: [fe$0]\n", "fetch", "tools: [fetch]\n"),
        ('tools: ["se$0"]\n', "search", 'tools: ["search"]\n'),
        ("tools:\n  - search@$0\n", "search@^2.0.0", "tools:\n  - search@^2.0.0\n"),
        ("extends: ba$0\n", "basis", "extends: basis\n"),
    ],
)
def test_what_is_inserted(library: ForgeProject, text: str, label: str, result: str) -> None:
    assert in_agent(library, text).accepted(label) == result


def test_the_file_is_not_parsed(library: ForgeProject) -> None:
    """A keystroke in a long file: only the lines around the cursor matter."""
    opened = in_agent(library, "llm:\n  provider: $0\nconfig:\n" + "".join(f"  k{n}: {n}\n" for n in range(5000)))
    before = buffer_document.cache_info().misses
    assert opened.labels == PROVIDERS
    assert buffer_document.cache_info().misses == before


def test_references_and_versions(library: ForgeProject) -> None:
    assert in_agent(library, "tools: [$0]\n").labels == ["fetch", "search"]
    assert in_agent(library, "extends: $0\n").labels == ["basis"], "not the agent itself"
    assert in_agent(library, "fork_of:\n  name: $0\n").labels == ["basis"]
    assert open_definition(library, "tools/x.yaml", "depends_on:\n  - $0\n").labels == ["fetch", "search"]
    versions = ["search@^2.0.0", "search@2.0.0", "search@^1.2.0", "search@1.2.0", "search@^1.0.0", "search@1.0.0"]
    assert in_agent(library, "tools: [search@$0]\n").labels == versions
    assert in_agent(library, "tools: [gone@$0]\n").labels == []


def test_the_documentation_of_items(library: ForgeProject) -> None:
    key = next(each for each in in_agent(library, "llm:\n  $0\n").items if each.label == "temperature")
    assert key.documentation is not None
    assert "number from 0 to 1" in key.documentation()
    found = next(each for each in in_agent(library, "tools: [$0]\n").items if each.label == "search")
    assert found.documentation is not None
    assert "**search** 1.2.0: tool, local" in found.documentation()
    assert found.detail == "tool, local"


def test_front_matter(library: ForgeProject) -> None:
    text = markdown_agent().replace("anthropic", "$0")
    assert open_definition(library, "agents/a/agent.md", text).labels == PROVIDERS
    body = markdown_agent(body="provider: $0")
    assert open_definition(library, "agents/a/agent.md", body).labels == []
    assert open_definition(library, "agents/a/agent.md", "---\nllm:\n  provider: $0").labels == PROVIDERS
    assert open_definition(library, "agents/a/agent.md", "name: $0").labels == []


@pytest.mark.parametrize(
    ("text", "label", "result"),
    [
        ('{"registries": [{$0', "url", '{"registries": [{"url": '),
        ('{"registries": [{"ty$0"}]}', "type", '{"registries": [{"type": }]}'),
        ('{"registries": [{"ty$0": "x"}]}', "type", '{"registries": [{"type": "x"}]}'),
        ('{"registries": [{"type": $0}]}', "stockyard", '{"registries": [{"type": "stockyard"}]}'),
        ('{"registries": [{"type": "ma$0"}]}', "manifest", '{"registries": [{"type": "manifest"}]}'),
        ('{"registries": [{"enabled": $0}]}', "true", '{"registries": [{"enabled": true}]}'),
        ('{"reg$0', "registries", '{"registries": [$0]'),
        ('{"registries": [{"name": "$0"}]}', "fractary-core", '{"registries": [{"name": "fractary-core"}]}'),
    ],
)
def test_json(forge: ForgeProject, text: str, label: str, result: str) -> None:
    assert open_definition(forge, "config.json", text).accepted(label) == result


def test_registry_names_come_from_the_configuration_of_the_user(forge: ForgeProject) -> None:
    forge.write_global({"config.json": '{"registries": [{"name": "ours", "url": "https://example.org"}]}'})
    opened = open_definition(forge, "config.json", '{"registries": [{"name": "fractary-core"}, {"name": $0}]}')
    assert opened.labels == ["ours"]


def test_json_outside_of_keys_and_values(forge: ForgeProject) -> None:
    for text in ('{"registries": []$0}', '{"registries": []}$0', "$0{}", '{"registries": [] $0', '{"install"$0: 1}'):
        assert open_definition(forge, "config.json", text).labels == [], text
    assert open_definition(forge, "plugins/forge/lockfile.json", '{"$0"}').labels == [], "it is never edited"


@pytest.mark.parametrize("format", ["yaml", "json", "markdown"])
def test_any_text_and_any_offset(format: str) -> None:
    """Nothing that is typed raises an error, and what is replaced is part of the line of the cursor."""
    text = '---\nname: a\ntools:\n- x\n - \'y\nllm: {a: [b, "c: {d", #e\n  - f: |\n\t g\n\n\r\n: z\n---\n}]' * 2
    for offset in range(len(text) + 1):
        found = cursor_at(text, format, offset)  # type: ignore[arg-type]
        if found is not None:
            assert found.span.start <= offset <= found.span.end
            assert "\n" not in text[found.span.start : found.span.end]
