"""The problems of open files below `.fractary`, with their ranges and fixes."""

from __future__ import annotations

import json

import pytest

from refrakt_forge.commands.definition_validate import validate_definition
from refrakt_forge.contract.definitions import DefinitionValidateInput
from refrakt_forge.workspace import forge_of

from .forge_project import ForgeProject, agent, markdown_agent, tool
from .open_definition import check_problems, fixed, open_definition

WRONG = """
    name: Über agent
          ^^^^^^^^^^ error[E101]: `name` must be letters, digits, `-`, `_` and `:`
    type: tool
          ^^^^ error[E102]: "tool": `type` must be one of `agent`
    version: 1.0
             ^^^ error[E104]: `version` is a number: quote it and write three parts, as in `"1.0.0"`
    description: 😀 wrong in many ways
    llm:
      provider: mistral
                ^^^^^^^ error[E106]: "mistral": `provider` must be one of `anthropic`, `openai`, `google`
      model: opus
      temperature: 2
                   ^ error[E108]: `temperature` must be a number from 0 to 1
      max_tokens: 0
                  ^ error[E109]: `max_tokens` must be a number from 1 to 200,000
    tools: search
           ^^^^^^ error[E110]: `tools` must be a list of texts
    tags: [x, y, x]
                 ^ info[W312]: "x" is listed twice
    systemprompt: Be brief.
    ^^^^^^^^^^^^ warning[W303]: unknown key "systemprompt"; did you mean 'system_prompt'?
    extends: base
             ^^^^ warning[W308]: unknown agent "base"
"""


def test_every_problem_is_at_its_value_or_key(forge: ForgeProject) -> None:
    check_problems(forge, "agents/bad.yaml", WRONG)


def test_problems_equal_those_of_validate(forge: ForgeProject) -> None:
    text = "\n".join(line for line in WRONG.splitlines() if "^" not in line)
    forge.write({"agents/bad.yaml": open_definition(forge, "agents/bad.yaml", text).text})
    opened = open_definition(forge, "agents/bad.yaml", text)
    result = validate_definition(forge_of(opened.context), "agent", DefinitionValidateInput(name="bad"))
    expected = [(each["code"], each["message"]) for each in (*result["errors"], *result["warnings"])]
    assert [(each.code, each.message) for each in opened.problems] == expected
    assert len(expected) >= 10


def test_a_tool(forge: ForgeProject) -> None:
    check_problems(
        forge,
        "tools/t/tool.yaml",
        """
        name: t
        type: tool
        version: 1.0.0
        description: A tool
        tags: [x]
        parameters:
          query:
            type: sting
                  ^^^^^ error[E206]: "sting": `type` must be one of `string`, `integer`, `number`, `boolean`, `object`, `array`
            required: yes
                      ^^^ error[E207]: `required` must be true or false
        implementation:
          type: http
          http:
            method: GET
            url: http://example.org
                 ^^^^^^^^^^^^^^^^^^ info[W317]: the URL is not https
        """,
    )


def test_an_empty_value_is_reported_at_its_key(forge: ForgeProject) -> None:
    opened = open_definition(forge, "agents/a.yaml", agent().replace("provider: anthropic", "provider:"))
    (problem,) = opened.problems
    assert (problem.code, opened.text[problem.span.start : problem.span.end]) == ("E106", "provider")


def test_front_matter(forge: ForgeProject) -> None:
    text = markdown_agent("a", "Say temperature: 2.").replace("  model: opus\n", "  model: opus\n  temperature: 2\n")
    opened = open_definition(forge, "agents/a/agent.md", text)
    (problem,) = opened.problems
    assert (problem.code, problem.span.start) == ("E108", text.index("temperature: 2") + len("temperature: "))


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("a: [\n", "E002", None),
        ("a: 1\na: 2\n", "E003", "a"),
        ("", "E005", ""),
        ("x: !!python/object:os {}\n", "E007", None),
    ],
)
def test_syntax(forge: ForgeProject, text: str, code: str, marked: str | None) -> None:
    opened = open_definition(forge, "agents/a.yaml", text)
    found = [each for each in opened.problems if each.code == code]
    assert len(found) == 1
    assert marked is None or opened.text[found[0].span.start : found[0].span.end] == marked


FIXES = [
    ("E104", "version: 1.0.0", "version: 1.0", 'version: "1.0.0"', "safe"),
    ("E104", "version: 1.0.0", "version: 1.10", 'version: "1.10.0"', "safe"),
    ("E104", "version: 1.0.0", "version: 'v2.1'", "version: '2.1.0'", "unsafe"),
    ("E106", "anthropic", "Anthropic", "anthropic", "safe"),
    ("E106", "anthropic", '"antropic"', '"anthropic"', "unsafe"),
    ("E108", "model: opus", 'model: opus\n  temperature: "0.5"', "model: opus\n  temperature: 0.5", "safe"),
    ("E102", "type: agent", "type: agnt", "type: agent", "unsafe"),
    ("W303", "description:", "Description:", "description:", "safe"),
    ("W303", "system_prompt:", "systemPrompt:", "system_prompt:", "safe"),
    ("W303", "description:", "descripton:", "description:", "unsafe"),
    ("W304", "name: a", "name: b", "name: a", "unsafe"),
    ("W307", "tools: []", "tools: [serch@^1]", "tools: [search@^1]", "unsafe"),
    ("W307", "tools: []", "tools:\n  - search@^3", "tools:\n  - search@1.2.0", "unsafe"),
    ("W312", 'tags: ["x"]', "tags: [x, y, x]", "tags: [x, y]", "safe"),
    ("W312", 'tags: ["x"]', "tags:\n- x\n- y\n- x", "tags:\n- x\n- y", "safe"),
]


@pytest.mark.parametrize(("code", "old", "written", "corrected", "applicability"), FIXES)
def test_fixes(forge: ForgeProject, code: str, old: str, written: str, corrected: str, applicability: str) -> None:
    forge.write({"agents/a.yaml": agent(), "tools/search.yaml": tool("search", "1.2.0")})
    opened = open_definition(forge, "agents/a.yaml", agent().replace(old, written))
    assert fixed(opened, code) == (applicability, agent().replace(old, corrected))
    after = open_definition(forge, "agents/a.yaml", agent().replace(old, corrected))
    assert code not in {each.code for each in after.problems}


@pytest.mark.parametrize("line", ["type: agent\n", "name: a\n", "tools: []\n"])
def test_a_missing_key_is_added(forge: ForgeProject, line: str) -> None:
    forge.write({"agents/a.yaml": agent()})
    opened = open_definition(forge, "agents/a.yaml", agent().replace(line, ""))
    code = {"type": "E102", "name": "E101", "tools": "E110"}[line.partition(":")[0]]
    applicability, text = fixed(opened, code)
    assert text == line + agent().replace(line, "")
    assert applicability == ("unsafe" if line.startswith("tools") else "safe")


def test_an_added_line_ends_like_the_others(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent()})
    text = agent().replace("\n", "\r\n")
    opened = open_definition(forge, "agents/a.yaml", text.replace("type: agent\r\n", ""))
    assert fixed(opened, "E102")[1] == "type: agent\r\n" + text.replace("type: agent\r\n", "")


@pytest.mark.parametrize(("name", "written"), [("null", '"null"'), ("1e5", '"1e5"'), ("007", '"007"'), ("a-b", "a-b")])
def test_an_added_name_is_a_text(forge: ForgeProject, name: str, written: str) -> None:
    text = agent().replace("name: a\n", "")
    forge.write({f"agents/{name}.yaml": text})
    opened = open_definition(forge, f"agents/{name}.yaml", text)
    assert fixed(opened, "E101") == ("safe", f"name: {written}\n{text}")


@pytest.mark.parametrize(
    ("old", "written"),
    [
        ('tags: ["x"]', "tags:\n- x # why\n- x"),
        ("type: agent", "type: agent\nmodel: x"),
        ("name: a", "name: MyAgent"),
        ("model: opus", "model: opus\n  temperature: hot"),
    ],
)
def test_what_only_the_writer_knows_has_no_fix(forge: ForgeProject, old: str, written: str) -> None:
    forge.write({"agents/MyAgent.yaml": agent()})
    opened = open_definition(forge, "agents/MyAgent.yaml", agent("MyAgent").replace(old, written))
    assert opened.problems
    assert [each.fix for each in opened.problems] == [None] * len(opened.problems)


# Configuration, manifests, lockfiles ------------------------------------------------------------------------------------


def test_config_json(forge: ForgeProject) -> None:
    check_problems(
        forge,
        "config.json",
        """
        {
          "registries": [
            {
              "name": "ours", "url": "https://example.org",
              "tipe": "manifest", "priority": "1"
              ^^^^^^ warning[W401]: unknown key "tipe"; did you mean 'type'?
                                              ^^^ error[E401]: `priority` must be a whole number
            },
            {"name": "a/b", "type": "static", "enabled": 1}
             ^^^^^^ error[E401]: `url` is missing
                     ^^^^^ error[E401]: `name` must be letters, digits, `.`, `_` and `-`
                                    ^^^^^^^^ error[E401]: `type` must be one of `manifest`, `stockyard`
                                                         ^ error[E401]: `enabled` must be true or false
          ],
          "cach": {},
          ^^^^^^ warning[W401]: unknown key "cach"; did you mean 'cache'?
          "other_product": {"anything": 1}
        }
        """,
    )


@pytest.mark.parametrize(
    ("name", "text", "marked"),
    [
        ("config.yaml", "work: {a: 2}\nforge:\n  registry:\n    local: {enabled: 1}\n", "1}"),
        ("forge/config.yaml", "registry: []\n", "[]"),
        ("plugins/forge/config.json", '{"stockyard": {"enabled": true, "url": 5}}', "5}"),
        ("forge.config.json", '{"resolvers": {"remote": {"registries": [5]}}}', "5]"),
        ("config.json", '{"cache": {"directory": ""}}', '""'),
        ("config.yaml", "forge:\n  registry:\n    global: {path: ''}\n", "''"),
        ("config.yaml", "forge: 5\n", "5"),
    ],
)
def test_every_shape_of_the_configuration(forge: ForgeProject, name: str, text: str, marked: str) -> None:
    opened = open_definition(forge, name, text)
    (problem,) = opened.problems
    assert (problem.code, problem.span.start) == ("E401", opened.text.index(marked))


def test_the_settings_of_other_products_are_not_checked(forge: ForgeProject) -> None:
    assert open_definition(forge, "config.yaml", "work:\n  registry: 5\nforgery: {}\n").problems == []
    assert open_definition(forge, "config.yaml", "").problems == []


def test_a_manifest(forge: ForgeProject) -> None:
    check_problems(
        forge,
        "plugins/@acme/p/plugin.json",
        """
        {
          "name": "p",
                  ^^^ error[E501]: `name` must be `@org/name` in lower case
          "version": "1.0",
                     ^^^^^ error[E501]: `version` must be three numbers, such as `1.0.0`
          "licence": "MIT",
          ^^^^^^^^^ warning[W501]: unknown key "licence"; did you mean 'license'?
          "tools": [
            {"name": "t", "version": "1.0.0",
             "checksum": "sha256:0"}
                         ^^^^^^^^^^ error[E501]: `checksum` must be `sha256:` and 64 lower-case hex digits
          ],
          "skills": "./skills"
        }
        """,
    )
    foreign = '{"name": "p", "version": "1.0", "agents": ["./agents/a.md"], "commands": "./commands"}'
    assert open_definition(forge, "plugins/p/.claude-plugin/plugin.json", foreign).problems == []


def test_very_many_problems_of_a_manifest(forge: ForgeProject) -> None:
    text = json.dumps({"name": "@a/p", "version": "1.0.0", "agents": [{}] * 2000})
    found = [each.code for each in open_definition(forge, "plugins/@a/p/plugin.json", text).problems]
    assert (found.count("E501"), found[-1]) == (1000, "W322")


def test_a_lockfile(forge: ForgeProject) -> None:
    forge.write({"agents/a.yaml": agent(version="1.1.0")})
    locked = {"version": 1, "agents": {"a": {"version": "1.0.0"}, "gone": {"version": "1.0.0"}}}
    opened = open_definition(forge, "plugins/forge/lockfile.json", json.dumps(locked))
    (problem,) = opened.problems
    assert (problem.code, problem.message) == ("W601", "the installed version is 1.1.0")
    assert problem.span.start == opened.text.index('"1.0.0"')
    older = {
        "version": "1",
        "locked": {"agents": [{"name": "a", "version": "1.1.0", "checksum": f"sha256:{'0' * 64}"}]},
    }
    (problem,) = open_definition(forge, "plugins/forge/lock.json", json.dumps(older)).problems
    assert problem.code == "W601"
    (problem,) = open_definition(forge, "forge/lockfile.json", '{"version": 2}').problems
    assert problem.code == "E601"


@pytest.mark.parametrize("name", ["agents/a/README.md", "agents/a/x/agent.yaml", "x.yaml", "agents/a.json", "agents"])
def test_other_files_below_the_folder_have_none(forge: ForgeProject, name: str) -> None:
    assert open_definition(forge, name, "name: 1\n").problems == []


def test_a_folder_of_the_configuration_counts(forge: ForgeProject) -> None:
    forge.write(
        {"config.yaml": "forge:\n  registry:\n    local:\n      agents_path: .fractary/own\n", "own/a.yaml": "x: 1\n"}
    )
    assert "E101" in {each.code for each in open_definition(forge, "own/a.yaml", "x: 1\n").problems}
