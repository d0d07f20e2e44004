"""Every rule of definitions: a document that breaks it, with the field and the text at its range."""

from __future__ import annotations

import pytest

from refrakt_forge.documents.read_document import read_document
from refrakt_forge.names import Kind
from refrakt_forge.validation.validate import field_errors, field_warnings, strict_errors

from .forge_project import agent, markdown_agent, tool

MODEL = "llm:\n  provider: anthropic\n  model: opus\n"
BODY = """\
implementation:
  type: python
  python:
    module: tools.sample
    function: run
"""


def _found(kind: Kind, text: str, format: str = "yaml") -> list[tuple[str, str, str]]:
    """Code, field and text of each problem."""
    document = read_document(text, format)  # type: ignore[arg-type]
    problems = [*field_errors(kind, document), *field_warnings(kind, document)]
    return [(each.code, each.field, text[each.span.start : each.span.end]) for each in problems]


def test_valid_definitions_have_no_problems() -> None:
    assert _found("agent", agent()) == []
    assert _found("agent", markdown_agent(), "markdown") == []
    assert _found("tool", tool()) == []


def test_ranges_after_a_byte_order_mark() -> None:
    """As the buffer of an editor may begin."""
    for value in ("!t z", "!!python/name:os.system"):
        text = f"\ufeffname: é\nx: {value}\n"
        assert _found("agent", text) == [("E007", "", value)]


AGENTS = [
    ("name: a\n", "", ("E101", "name", "type")),
    ("name: a\n", "name: a b\n", ("E101", "name", "a b")),
    ("name: a\n", "name: 5\n", ("E101", "name", "5")),
    ("type: agent\n", "type: agnet\n", ("E102", "type", "agnet")),
    ("type: agent\n", "", ("E102", "type", "name")),
    ("version: 1.0.0\n", "version: 1.0.0-rc.1\n", ("E104", "version", "1.0.0-rc.1")),
    ("version: 1.0.0\n", "", ("E104", "version", "name")),
    (MODEL, "", ("E105", "llm", "name")),
    (MODEL, "llm: opus\n", ("E105", "llm", "opus")),
    ("provider: anthropic", "provider: antropic", ("E106", "llm.provider", "antropic")),
    ("  provider: anthropic\n", "", ("E106", "llm.provider", "llm")),
    ("  model: opus\n", "", ("E107", "llm.model", "llm")),
    ("  model: opus\n", "  model: [x]\n", ("E107", "llm.model", "[x]")),
    ("model: opus", "model: opus\n  temperature: 1.5", ("E108", "llm.temperature", "1.5")),
    ("model: opus", "model: opus\n  temperature: true", ("E108", "llm.temperature", "true")),
    ("model: opus", "model: opus\n  max_tokens: 200001", ("E109", "llm.max_tokens", "200001")),
    ("tools: []\n", "", ("E110", "tools", "name")),
    ("tools: []\n", "tools: [a, 1]\n", ("E110", "tools.1", "1")),
    ('tags: ["x"]', "tags: x", ("E111", "tags", "x")),
    ("tools: []\n", "tools: []\nextends: [a]\n", ("E112", "extends", "[a]")),
    ("system_prompt: Be brief.", "system_prompt: 1", ("E113", "system_prompt", "1")),
    ("tools: []\n", "tools: []\ncustom_tools: 1\n", ("E115", "custom_tools", "1")),
    ("tools: []\n", "tools: []\ncustom_tools: [1]\n", ("E115", "custom_tools.0", "1")),
    ("tools: []\n", "tools: []\ncaching: 1\n", ("E116", "caching", "1")),
    ("tools: []\n", "tools: []\ncaching: {cache_sources: []}\n", ("E116", "caching.enabled", "caching")),
    ("tools: []\n", "tools: []\ncaching: {enabled: 1, cache_sources: []}\n", ("E116", "caching.enabled", "1")),
    ("tools: []\n", "tools: []\ncaching: {enabled: true}\n", ("E116", "caching.cache_sources", "caching")),
    ("tools: []\n", "tools: []\ncaching: {enabled: true, cache_sources: x}\n", ("E116", "caching.cache_sources", "x")),
    (
        "tools: []\n",
        "tools: []\ncaching: {enabled: true, cache_sources: [{type: file, label: l, path: 5}]}\n",
        ("E116", "caching.cache_sources.0.path", "5"),
    ),
    (
        "tools: []\n",
        "tools: []\ncaching: {enabled: true, cache_sources: [{type: file, label: l, path: p, ttl: soon}]}\n",
        ("E116", "caching.cache_sources.0.ttl", "soon"),
    ),
    (
        "tools: []\n",
        "tools: []\ncaching: {enabled: true, cache_sources: [x]}\n",
        ("E116", "caching.cache_sources.0", "x"),
    ),
    ("tools: []\n", "tools: []\nconfig: 1\n", ("E117", "config", "1")),
    ("description: An agent", "description: [x]", ("E118", "description", "[x]")),
    ("tools: []\n", "tools: []\nauthor: 1\n", ("E119", "author", "1")),
    ("description: An agent\n", "", ("W301", "description", "name")),
    ("description: An agent", "description: ''", ("W301", "description", "''")),
    ('tags: ["x"]\n', "", ("W302", "tags", "name")),
    ('tags: ["x"]\n', "tags: []\n", ("W302", "tags", "[]")),
    ("tools: []\n", "tools: []\nprompt: x\n", ("W303", "prompt", "prompt")),
    ("tools: []\n", "tools: [a, a]\n", ("W312", "tools.1", "a")),
    ("system_prompt: Be brief.\n", "", ("W313", "system_prompt", "name")),
]


@pytest.mark.parametrize(("old", "new", "expected"), AGENTS)
def test_rules_of_agents(old: str, new: str, expected: tuple[str, str, str]) -> None:
    text = agent()
    assert old in text
    assert _found("agent", text.replace(old, new)) == [expected]


def test_an_empty_body_is_an_error() -> None:
    assert [each[:2] for each in _found("agent", markdown_agent(body=""), "markdown")] == [("E114", "system_prompt")]


def test_cache_sources() -> None:
    sources = """\
caching:
  enabled: true
  sources: []
  cache_sources:
    - {type: file, label: a}
    - {type: codex, label: b, uri: 'http://x'}
    - {type: other, label: c}
    - {type: glob, pattern: '*'}
    - {type: inline, label: d, content: x}
"""
    assert sorted(each[:2] for each in _found("agent", agent(more=sources))) == [
        ("E116", "caching.cache_sources.2.type"),
        ("E116", "caching.cache_sources.3.label"),
        ("W303", "caching.sources"),
        ("W311", "caching.cache_sources.0.path"),
        ("W311", "caching.cache_sources.1.uri"),
    ]


def test_custom_tools_are_tools() -> None:
    custom = "custom_tools:\n  - {name: t, type: tool, version: 1.0.0, parameters: {p: {type: text, required: true}}}\n"
    found = [each[:2] for each in _found("agent", agent(tools=["t@^1"], more=custom))]
    assert found == [
        ("E206", "custom_tools.0.parameters.p.type"),
        ("E209", "custom_tools.0.implementation"),
        ("W320", "custom_tools.0.name"),
    ]


TOOLS = [
    ("name: t\n", "name: a:b\n", ("E201", "name")),
    ("type: tool\n", "type: agent\n", ("E202", "type")),
    ("version: 1.0.0\n", "version: 1\n", ("E204", "version")),
    ('tags: ["x"]', "tags: 1", ("E203", "tags")),
    ("parameters: {}\n", "", ("E205", "parameters")),
    ("parameters: {}\n", "parameters: []\n", ("E205", "parameters")),
    ("parameters: {}", "parameters: {p: {type: str, required: true}}", ("E206", "parameters.p.type")),
    ("parameters: {}", "parameters: {p: 1}", ("E206", "parameters.p")),
    ("parameters: {}", "parameters: {p: }", ("E206", "parameters.p")),
    ("parameters: {}", "parameters: {p: {type: string}}", ("E207", "parameters.p.required")),
    ("parameters: {}", "parameters: {p: {type: string, required: false, enum: x}}", ("E208", "parameters.p.enum")),
    (BODY, "", ("E209", "implementation")),
    (BODY, "implementation: {type: function}\n", ("E210", "implementation.type")),
    (BODY, "implementation: {type: http}\n", ("E211", "implementation.http")),
    (
        BODY,
        "implementation: {type: bash, bash: {command: '', sandbox: {enabled: true}}}\n",
        ("E212", "implementation.bash.command"),
    ),
    ("    function: run\n", "", ("E214", "implementation.python.function")),
    (
        BODY,
        "implementation: {type: http, http: {method: PATCH, url: 'https://x'}}\n",
        ("E215", "implementation.http.method"),
    ),
    (
        BODY,
        "implementation: {type: http, http: {method: GET, url: 'file:///x'}}\n",
        ("E216", "implementation.http.url"),
    ),
    (
        BODY,
        "implementation: {type: http, http: {method: GET, url: 'https://[x'}}\n",
        ("E216", "implementation.http.url"),
    ),
    (
        BODY,
        "implementation: {type: http, http: {method: GET, url: 'https://x', headers: {a: 1}}}\n",
        ("E217", "implementation.http.headers.a"),
    ),
    ("parameters: {}\n", "parameters: {}\ndepends_on: x\n", ("E218", "depends_on")),
    ("parameters: {}\n", "parameters: {}\noutput: x\n", ("E219", "output")),
    (
        "parameters: {}",
        "parameters: {p: {type: string, required: false, default: 1}}",
        ("W314", "parameters.p.default"),
    ),
    (
        "parameters: {}",
        "parameters: {p: {type: integer, required: false, default: true}}",
        ("W314", "parameters.p.default"),
    ),
    ("parameters: {}", "parameters: {p: {type: number, required: true, default: 1}}", ("W314", "parameters.p.default")),
    (
        "parameters: {}",
        "parameters: {p: {type: string, required: false, enum: [a], default: b}}",
        ("W314", "parameters.p.default"),
    ),
    (
        "parameters: {}",
        "parameters: {p: {type: string, required: true, properties: {}}}",
        ("W315", "parameters.p.properties"),
    ),
    ("parameters: {}", "parameters: {p: {type: array, required: true}}", ("W315", "parameters.p")),
    (
        BODY,
        "implementation: {type: bash, bash: {command: 'echo {{x}} ${HOME}', sandbox: {enabled: true}}}\n",
        ("W316", "implementation.bash.command"),
    ),
    (BODY, "implementation: {type: http, http: {method: GET, url: 'http://x'}}\n", ("W317", "implementation.http.url")),
    (BODY, "implementation: {type: bash, bash: {command: ls}}\n", ("W318", "implementation.bash.sandbox")),
]


@pytest.mark.parametrize(("old", "new", "expected"), TOOLS)
def test_rules_of_tools(old: str, new: str, expected: tuple[str, str]) -> None:
    text = tool()
    assert old in text
    assert [each[:2] for each in _found("tool", text.replace(old, new))] == [expected]


def test_the_sandbox() -> None:
    sandbox = "{allowlisted_commands: x, network_access: 1, max_execution_time: x, env_vars: [1]}"
    text = tool().replace(BODY, f"implementation: {{type: bash, bash: {{command: ls, sandbox: {sandbox}}}}}\n")
    errors = [field.rpartition(".")[2] for code, field, _ in _found("tool", text) if code == "E213"]
    assert errors == ["enabled", "allowlisted_commands", "network_access", "max_execution_time", "env_vars"]


def test_strict_only() -> None:
    text = agent().replace("model: opus", "model: ' '\n  max_tokens: 1.5")
    document = read_document(text, "yaml")
    assert field_errors("agent", document) == []
    assert [each.code for each in strict_errors(document)] == ["E109", "E107"]
    assert strict_errors(read_document("[", "yaml")) == []


def test_ranges_of_front_matter_and_json() -> None:
    text = markdown_agent().replace("provider: anthropic", "provider: x")
    assert ("E106", "llm.provider", "x") in _found("agent", text, "markdown")
    json = '\ufeff{"name": "a b", "type": "tool", "version": "1.0.0", "parameters": {}}'
    assert ("E201", "name", '"a b"') in _found("tool", json, "json")


@pytest.mark.parametrize(
    ("text", "format", "code"),
    [
        ('{"a": 1, "a": 2}', "json", "E003"),
        ("{", "json", "E002"),
        ("[]", "json", "E005"),
        ("a: &x [*x]\n", "yaml", "E002"),
        ("a: \x07\n", "yaml", "E002"),
        ("\n".join(f"k{n}: *a" for n in range(101)).replace("k0: *a", "k0: &a 1") + "\nz: *a\n", "yaml", "E006"),
        ("---\r\nname: a\r\n---\r\n", "markdown", "E101"),
        ("---\n---\nx\n", "markdown", "E005"),
    ],
)
def test_syntax(text: str, format: str, code: str) -> None:
    found = [each[0] for each in _found("agent", text, format)]
    assert code in found or (code == "E101" and "E102" in found)


def test_numbers_that_are_not_finite_stay_text() -> None:
    assert read_document("a: .nan\nb: -.inf\nc: 2.0\nd: 0.5\n", "yaml").data == {
        "a": "nan",
        "b": "-inf",
        "c": 2,
        "d": 0.5,
    }
