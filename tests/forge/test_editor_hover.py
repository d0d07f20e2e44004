"""Hovers, navigation and code lenses below `.fractary`."""

from __future__ import annotations

from pathlib import Path

import pytest

from refrakt.plugins import CommandContext, Disk
from refrakt_forge.definitions.agent import CACHE_SOURCE_FIELDS
from refrakt_forge.definitions.tool import IMPLEMENTATIONS
from refrakt_forge.editor.config_fields import CONFIGS
from refrakt_forge.editor.definition_fields import AGENT, TOOL
from refrakt_forge.editor.format_field import FormatField, field_at
from refrakt_forge.names import KINDS
from refrakt_forge.validation.definition_fields import FORK_KEYS, KNOWN_KEYS

from .forge_project import ForgeProject, agent, markdown_agent, tool
from .open_definition import PROVIDER, OpenDefinition, open_definition
from .test_remote_definitions import Connect, yard

__all__ = ["yard"]


def at(forge: ForgeProject, text: str, name: str = "agents/a.yaml") -> OpenDefinition:
    return open_definition(forge, name, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("llm:\n  temper$0ature: 1\n", "**temperature**: number from 0 to 1\n\nHow much the answers vary.\n"),
        ("llm:\n  max_tokens: 1$0\n", "number from 1 to 200,000"),
        ("llm:\n  provider: open$0ai\n", "one of `anthropic`, `openai`, `google`, required"),
        ("to$0ols: []\n", "list of texts, required"),
        ("llm: {mo$0del: x}\n", "as the provider spells it"),
    ],
)
def test_the_meaning_of_keys_and_values(forge: ForgeProject, text: str, expected: str) -> None:
    assert expected in (at(forge, text).hover or "")


@pytest.mark.parametrize("text", ["a: [$0\n", "unkn$0own: 1\n", "name: a\n\n$0\n", "config:\n  own: {x: 1}\n# $0\n"])
def test_where_there_is_no_hover(forge: ForgeProject, text: str) -> None:
    assert at(forge, text).hover is None


def test_a_reference(forge: ForgeProject) -> None:
    forge.write({"tools/search.yaml": tool("search", "1.2.0", description="Finds *pages*")})
    card = at(forge, "tools: [sea$0rch@^1]\n").hover
    uri = (forge.root / ".fractary/tools/search.yaml").as_uri()
    assert card == (
        "**search** 1.2.0: tool, local\n\nFinds \\*pages\\*\n\n[.fractary/tools/search.yaml](" + uri + ")\n"
    )
    assert "is not in the range ^2" in (at(forge, "tools: [sea$0rch@^2]\n").hover or "")
    assert at(forge, "tools: [go$0ne]\n").hover is None
    forge.write({"tools/search.yaml": "name: search\n"})
    assert "The definition is invalid." in (at(forge, "tools: [sea$0rch]\n").hover or "")


def test_a_component_of_a_plugin(forge: ForgeProject) -> None:
    forge.write({"plugins/@acme/p/plugin.json": "{}", "plugins/@acme/p/tools/t.yaml": tool()})
    assert "tool, local, plugin @acme/p" in (at(forge, "tools: ['@acme/p/$0t']\n").hover or "")
    manifest = open_definition(forge, "plugins/@acme/p/plugin.json", '{"tools": [{"name": "$0t"}]}')
    assert "**t** 1.0.0" in (manifest.hover or "")
    locked = open_definition(forge, "plugins/forge/lockfile.json", '{"version": 1, "tools": {"$0t": {}}}')
    assert "**t** 1.0.0" in (locked.hover or "")


def test_inherited_fields(forge: ForgeProject) -> None:
    """Each field with the base that has it; a list with what is added."""
    forge.write_global(
        {
            "registry/agents/root@1.0.0/agent.yaml": agent("root", tools=["x"], more="author: Ann\n"),
            "registry/agents/basis@1.4.0/agent.yaml": agent("basis", "1.4.0", more="extends: root\n", tools=["y"]),
        }
    )
    own = "name: a\ntype: agent\nversion: 1.0.0\nextends: {0}basis@^1\n{1}tools: [z]\ntags: [x]\nllm:{2} {{}}\n"
    card = at(forge, own.format("$0", "", "")).hover or ""
    assert card.startswith("**basis** 1.4.0: agent, global\n")
    assert "- author from root 1.0.0: Ann\n" in card
    assert "- tools from basis 1.4.0: x, y\n" in card
    assert "- llm" not in card, "it is replaced"
    assert "Inherited from basis 1.4.0: x, y" in (at(forge, own.format("", "$0", "")).hover or "")
    replaced = at(forge, own.format("", "", "").replace("llm", "l$0lm").replace("{}", "5")).hover or ""
    assert "Takes precedence over that of basis 1.4.0: provider: anthropic, model: opus" in replaced


def test_definition_and_references(forge: ForgeProject) -> None:
    forge.write(
        {
            "agents/basis.yaml": agent("basis", tools=["t"]),
            "agents/a/agent.md": markdown_agent(more="extends: basis\n"),
            "tools/t.yaml": tool(),
            "tools/u.yaml": tool("u", more="depends_on: [t@^1]\n"),
        }
    )
    opened = at(forge, "extends: bas$0is\n", "agents/new.yaml")
    definition = opened.request("definition")
    assert opened.texts_at(definition.targets) == [(".fractary/agents/basis.yaml", "basis")]
    assert at(forge, "extends: go$0ne\n").request("definition") is None
    assert at(forge, "exten$0ds: basis\n").request("definition") is None
    found = at(forge, tool().replace("name: t", "name: $0t"), "tools/t.yaml")
    assert found.texts_at(found.request("references", False)) == [
        (".fractary/agents/basis.yaml", "t"),
        (".fractary/tools/u.yaml", "t@^1"),
    ]
    assert found.texts_at(found.request("references", True))[0] == (".fractary/tools/t.yaml", "t")
    assert found.texts_at(found.request("definition").targets) == [(".fractary/tools/t.yaml", "t")]


def test_references_count_open_buffers(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(), "tools/t.yaml": tool()})
    opened = at(forge, tool().replace("name: t", "name: $0t"), "tools/t.yaml")
    assert list(opened.request("references", False)) == []
    opened.others["agents/a.yaml"] = agent(tools=["t"])
    assert opened.texts_at(opened.request("references", False)) == [(".fractary/agents/a.yaml", "t")]


def test_workspace_symbols(forge: ForgeProject) -> None:
    forge.write({f"agents/{name}.yaml": agent(name) for name in ("reviewer", "previewer")})
    forge.write({"tools/view.yaml": tool("view"), "tools/broken.yaml": "view: [\n"})
    context = CommandContext(forge.root, {}, Disk(forge.root))
    found = PROVIDER.workspace_symbols("VIEW", context)
    assert [each.name for each in found] == ["view", "reviewer", "previewer"]
    (broken,) = PROVIDER.workspace_symbols("brok", context)
    assert broken.location.path == str(Path(".fractary/tools/broken.yaml"))


# Code lenses ------------------------------------------------------------------------------------------------------------

FORK = agent("mine", more="fork_of: {name: far, version: 1.0.0}\n")


def test_the_update_of_a_fork_comes_from_the_cache(forge: ForgeProject, yard: Connect) -> None:
    """The registry is never asked: only its cache is read."""
    registry = yard(far_1_0_0=agent("far"), far_1_2_0=agent("far", "1.2.0"))
    forge.write({"agents/mine.yaml": FORK})
    opened = at(forge, FORK, "agents/mine.yaml")
    assert opened.lenses == ["fork of far@1.0.0: update 1.2.0 available"]
    registry.agents["far@2.0.0"] = agent("far", "2.0.0")
    assert opened.lenses == ["fork of far@1.0.0: update 2.0.0 available, breaking"]
    registry.agents.clear()
    assert opened.lenses == ["fork of far@1.0.0"]
    assert registry.asked == []


def test_no_feature_uses_the_network(forge: ForgeProject, yard: Connect) -> None:
    registry = yard(far_1_0_0=agent("far"))
    forge.write({"agents/a.yaml": agent(), "agents/b.yaml": agent("b", more="extends: far\n")})
    opened = at(forge, agent(tools=["gone"], more="extends: $0b\n"))
    assert opened.problems == [], "a registry may have it"
    assert (opened.hover, opened.labels, opened.request("definition")) != (None, [], None)
    assert list(opened.request("references", True))
    assert opened.lenses == []
    assert registry.asked == []


# The tables -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_tables_have_the_keys_of_the_rules(kind: str) -> None:
    table = AGENT if kind == "agent" else TOOL
    assert set(table.fields) == {*KNOWN_KEYS[kind], *FORK_KEYS}


def test_the_tables_have_what_the_rules_require() -> None:
    source = field_at(AGENT, ("caching", "cache_sources", 0))
    assert source is not None
    assert set(CACHE_SOURCE_FIELDS.values()) < set(source.fields)
    assert set(IMPLEMENTATIONS) < set(TOOL.fields["implementation"].fields)
    required = {name for name, each in AGENT.fields.items() if each.required}
    assert required == {"name", "type", "version", "llm", "tools"}


def test_every_field_has_a_meaning() -> None:
    pending: list[FormatField] = [AGENT, TOOL, *CONFIGS.values()]
    seen: set[int] = set()
    while pending:
        each = pending.pop()
        if id(each) not in seen:
            seen.add(id(each))
            assert each.doc.endswith("."), each.doc
            pending += [*each.fields.values(), *filter(None, (each.items, each.entries))]
    assert len(seen) > 100
